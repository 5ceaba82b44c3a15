/* What a vocabulary can be asked, as words of a language: keys under which questions and circumstances are found. */

import { BREAK, isNumber, plain, split } from "./language.js";
import { isMention, mention } from "./mentions.js";

/** What stands in a key for a player, a team and a number. */
export const PLAYER_SIGN = "@", TEAM_SIGN = "#", NUMBER_SIGN = "%";
const SIGNS = [PLAYER_SIGN, TEAM_SIGN, NUMBER_SIGN];
const SLOT = /^\{([^}]*)\}$/;
const CHOICE = /\(([^()[\]]*)\)|\[([^()[\]]*)\]/, CHOICES = new RegExp(CHOICE, "g");
/** Before a circumstance that is said within the words of a question. */
const ATTRIBUTE = "~";
/** The id of a circumstance that is so at every table to which nothing has happened. */
export const IDLE = "idle";
/** Stands for a choice of which no option can be meant; what encloses it may still be left away. */
const IMPOSSIBLE = "✗";
/** Of one template at most so many wordings are considered. */
const MOST_WORDINGS = 512;
/** A choice of a part of a word. */
const GLUED = /[^\s([|][([]|[)\]][^\s)\]|?]/;
/** Of one template the patterns are kept for so many sets of its words that questions have. */
const MOST_KEPT = 64;

/** @typedef {{key: string[], pattern: Pattern, written: string}} Keyed A pattern with its key, and as it is written. */
/** @typedef {{needs: string[], own: string[] | undefined, kept: Map<string, Keyed[]>}} Prepared What a template needs, its words (none where parts of words are to be chosen) and its patterns by those of them that a question has. */
/** @typedef {{id: string, words: string, sorts: Record<string, string>, value: string}} Template A phrasing as written, with the sorts of the letters in it. */

/**
 * @typedef {Object} Pattern One wording: of a question, or of a circumstance (then `value` is what it says).
 * @property {string} id
 * @property {Value[]} slots The places of the mentions and numbers in order: a letter, two letters with a plus between
 *   them, or the id of a given fact, which a mention fills; or a mention that must be just this one.
 * @property {string} value
 * @property {[string, string][]} fixed Given facts that the words imply.
 * @property {boolean} anywhere Whether a circumstance may stand within the words of a question: "a tapped creature".
 */

/** @typedef {Map<string, Pattern[]>} Index Patterns by their keys. */

/** All templates of one language; only those are worked out whose words a question has. */
export class Patterns {
  /**
   * Take the templates of a language.
   * @param {NounPhrases} nouns
   * @param {Template[]} questions
   * @param {Template[]} circumstances
   */
  constructor(language, nouns, questions, circumstances) {
    this.language = language;
    this.nouns = nouns;
    /** @type {Map<string, Map<string, number>> | undefined} */
    this.own = undefined;
    /** @type {Set<string> | undefined} */
    this.tells = undefined;
    this.questions = questions;
    this.circumstances = circumstances;
    /** @type {Map<string, string[]>} */
    this.read = new Map();
    /** @type {Map<Template, Map<string, string[]>>} What parts of a template need: each is looked at for many questions. */
    this.needs = new Map();
    /** @type {Map<Template, Prepared>} */
    this.prepared = new Map();
    this.lexicon = lexiconOf(language.table, [...nouns.nouns.keys()], [...questions, ...circumstances]);
    /** The words of the lexicon without their endings. */
    this.stemmed = new Set([...this.lexicon].map((word) => language.stem(word)));
  }

  /** Return whether a word is one of the lexicon, or a form of one. */
  knows(word) {
    return this.lexicon.has(word) || this.stemmed.has(this.language.stem(word));
  }

  /**
   * Return the patterns of templates by their keys, of those wordings alone whose words are all present.
   * @param {Template[]} templates
   * @param {Set<string>} words Those that are present.
   * @param {Set<string>} light Words that count as present and are no part of a key.
   * @returns {Index}
   */
  index(templates, words, light) {
    const present = new Set([...words, ...light]);
    /** @type {Index} */
    const index = new Map();
    const entered = new Set();
    for (const template of templates) {
      for (const { key, pattern, written } of this.workedOut(template, present)) {
        const short = light.size && !supposedBy(pattern).length ? withoutLight(key, light) : key;
        // "A1 after B1" is not "A1 goes after B1"
        const opens = short.every((word) => this.language.opens.has(word) || SIGNS.includes(word));
        const place = keyOf(opens ? key : short);
        if (entered.has(place + written)) continue;
        entered.add(place + written);
        index.set(place, [...(index.get(place) ?? []), pattern]);
      }
    }
    return index;
  }

  /**
   * Return the patterns of a template of those wordings whose words are all present; questions share most of them.
   * @param {Template} template
   * @param {Set<string>} present
   */
  workedOut(template, present) {
    const { id, words, sorts, value } = template;
    let prepared = this.prepared.get(template);
    if (!prepared) {
      const own = GLUED.test(words) ? undefined : [BREAK, ...this.stems(words.replace(/[()[\]|]/g, " "), sorts)];
      this.prepared.set(template, (prepared = { needs: this.needed(template, words), own, kept: new Map() }));
    }
    for (const stem of prepared.needs) if (!present.has(stem)) return [];
    const seen = (prepared.own?.filter((stem) => present.has(stem)) ?? [...present]).join(" ");
    let patterns = prepared.kept.get(seen);
    if (!patterns) {
      patterns = [...this.wordings(template, present)].map((wording) => {
        const { key, slots, fixed } = this.key(wording, sorts);
        /** @type {Pattern} */
        const pattern = { id, slots, value, fixed, anywhere: words.startsWith(ATTRIBUTE) };
        return { key, pattern, written: JSON.stringify(pattern) };
      });
      if (prepared.kept.size >= MOST_KEPT) prepared.kept.clear();
      prepared.kept.set(seen, patterns);
    }
    return patterns;
  }

  /**
   * Return what words of a template are read as, without letters; nouns for people stay as they are.
   * @param {string} words
   * @param {Record<string, string>} sorts
   * @returns {Set<string>}
   */
  stems(words, sorts) {
    const stems = new Set();
    for (const word of split(words)) {
      if (Object.hasOwn(sorts, word) || word.startsWith("{")) continue;
      let own = this.read.get(word);
      if (!own) {
        const spelt = this.language.words(word), spoken = spelt.filter(({ value }) => this.nouns.speaks(String(value)));
        own = (spoken.length ? spoken : this.language.shortened(spelt)).map(({ value }) => String(value));
        this.read.set(word, own);
      }
      for (const stem of own) stems.add(stem);
    }
    return stems;
  }

  /** The words of all phrasings of each question, each with how many of them have it that have other words. */
  get ownWords() {
    if (!this.own) {
      this.own = /** @type {Map<string, Map<string, number>>} */ (new Map());
      for (const said of new Set(this.questions.map(({ id, words, sorts }) => [id, ...[...this.stems(words.replace(/[()[\]|?]/g, " "), sorts)].sort()].join(" ")))) {
        const [id, ...stems] = split(said), own = this.own.get(id) ?? new Map();
        for (const stem of stems) own.set(stem, (own.get(stem) ?? 0) + 1);
        this.own.set(id, own);
      }
    }
    return this.own;
  }

  /** Return whether a word as it is written tells something, or speaks of somebody. */
  isTelling(word) {
    return this.telling.has(this.language.stem(word)) || this.nouns.nouns.has(word);
  }

  /** The words by which a question or a circumstance is recognised, and those that turn what is asked. */
  get telling() {
    if (!this.tells) {
      const { turning, loose, aside, binding } = this.language, idle = new Set([...loose, ...aside, ...binding, BREAK]);
      const words = [...this.questions, ...this.circumstances].flatMap((template) => [...this.stems(template.words.replace(/[()[\]|?]/g, " "), template.sorts)]);
      this.tells = new Set([...words.filter((word) => !idle.has(word)), ...turning]);
    }
    return this.tells;
  }

  /**
   * Return how much a word tells questions apart: the fewer have it, the more.
   * @returns {number}
   */
  weight(word) {
    const all = [...this.ownWords.values()];
    return Math.log(1 + all.length / all.filter((own) => own.has(word)).length);
  }

  /**
   * Return what words of a template are read as, without those in its choices.
   * @param {Template} template
   * @param {string} words
   * @returns {string[]}
   */
  needed(template, words) {
    let needs = this.needs.get(template);
    if (!needs) this.needs.set(template, (needs = new Map()));
    let own = needs.get(words);
    if (!own) {
      let fixed = words;
      while (CHOICE.test(fixed)) fixed = fixed.replace(CHOICES, " ");
      needs.set(words, (own = [...this.stems(fixed, template.sorts)]));
    }
    return own;
  }

  /**
   * Yield the wordings of a template whose own words are present, in which `(a|b)` is a choice and `[a]` may be left away.
   * @param {Template} template
   * @param {Set<string>} present
   * @returns {Generator<string>}
   */
  *wordings(template, present) {
    const fits = (/** @type {string} */ words) => this.needed(template, words).every((stem) => present.has(stem));
    const waiting = [template.words];
    for (let done = 0; waiting.length && done < MOST_WORDINGS;) {
      const words = /** @type {string} */ (waiting.pop()), choice = CHOICE.exec(words);
      if (!choice) {
        done++;
        if (!words.includes(IMPOSSIBLE)) yield words;
        continue;
      }
      const options = choice[1] !== undefined ? choice[1].split("|") : ["", ...choice[2].split("|")];
      const before = words.slice(0, choice.index), after = words.slice(choice.index + choice[0].length);
      const possible = options.filter((option) => !option.includes(IMPOSSIBLE) && fits(option));
      waiting.push(...(possible.length ? possible : [IMPOSSIBLE]).map((option) => before + option + after));
    }
  }

  /**
   * Return the key of a wording, its slots in order, and what it implies.
   * @param {string} wording
   * @param {Record<string, string>} sorts
   * @returns {{key: string[], slots: Value[], fixed: [string, string][]}}
   */
  key(wording, sorts) {
    /** @type {Map<string, string>} */
    const slots = new Map();
    /** @type {[string, string][]} */
    const fixed = [];
    const tokens = [];
    for (const token of this.language.words(wording)) {
      const word = String(token.value), slot = SLOT.exec(word), name = slot ? slot[1] : Object.hasOwn(sorts, word) ? word : "";
      if (name.includes("=")) {
        fixed.push([name.slice(0, name.indexOf("=")), name.slice(name.indexOf("=") + 1)]);
      } else if (name) {
        const filling = mention({ names: [String(slots.size)], team: sorts[name] === "team" });
        slots.set(JSON.stringify(filling), name);
        tokens.push({ value: filling, shown: word });
      } else {
        tokens.push(token);
      }
    }
    const settled = this.language.settled(this.language.shortened(this.nouns.find(tokens)).map(({ value }) => value));
    const nameOf = (/** @type {Value} */ value) => slots.get(JSON.stringify(value));
    const key = settled.map((value) => {
      const name = isMention(value) ? nameOf(value) : undefined;
      return name !== undefined ? sign(name, sorts) : isMention(value) ? signOf(value) : value;
    });
    return { key, slots: settled.filter(isMention).map((value) => nameOf(value) ?? value), fixed };
  }
}

/**
 * Return the words of a language and of its templates as they are written, without accents.
 * @param {Record<string, any>} table
 * @param {string[]} nouns
 * @param {Template[]} templates
 * @returns {Set<string>}
 */
function lexiconOf(table, nouns, templates) {
  const lines = [
    ...["words", "numbers", "synonyms"].flatMap((key) => Object.keys(table[key])), ...Object.values(table.people).flat(), ...nouns,
    ...["drop", "opens", "prepositions", "not_words", "months", "loose", "light", "aside", "means", "turning", "tags", "idle"].flatMap((key) => table[key]),
    ...["phrases", "turns", "places"].flatMap((key) => table[key].map((/** @type {string[]} */ [said]) => said)), ...templates.map(({ words }) => words),
  ];
  return new Set((lines.join(" ").toLowerCase().match(/\p{L}+/gu) ?? []).map(plain));
}

/**
 * Return what stands in a key for a slot.
 * @param {string} slot
 * @param {Record<string, string>} sorts
 * @returns {string}
 */
function sign(slot, sorts) {
  const sort = sorts[slot.split("+")[0]] ?? "player";
  return sort === "team" ? TEAM_SIGN : sort === "number" ? NUMBER_SIGN : PLAYER_SIGN;
}

/**
 * Return the given facts that the words of a pattern suppose of all opponents.
 * @param {Pattern} pattern
 * @returns {string[]}
 */
export function supposedBy({ fixed }) {
  return fixed.filter(([key, value]) => value === "foreign" && key.length > 1).map(([key]) => key);
}

/**
 * Return a key without its light words; as it is, if nothing but signs would stay.
 * @param {string[]} key
 * @returns {string[]}
 */
export function withoutLight(key, light) {
  const heavy = key.filter((word) => !light.has(word));
  return heavy.length > 1 && heavy.some((word) => !SIGNS.includes(word)) ? heavy : key;
}

/**
 * Return what a word or a mention of a question is in a key.
 * @param {Value} value
 * @returns {string}
 */
export function signOf(value) {
  if (isMention(value)) return value.team ? TEAM_SIGN : PLAYER_SIGN;
  return isNumber(value) ? NUMBER_SIGN : value;
}

/**
 * Return the words of a key as the index has it.
 * @returns {string[]}
 */
export function partsOf(key) {
  return key.split(` ${BREAK} `);
}

/**
 * Return a key as the index has it.
 * @param {string[]} key
 * @returns {string}
 */
export function keyOf(key) {
  return key.join(` ${BREAK} `);
}
