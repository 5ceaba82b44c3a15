/* What a language brings to every question: its tables, and what they make of words. */

import { isMention } from "./mentions.js";

/** Stands between two parts of a question. */
export const BREAK = "|";
/** Stands for somebody in the turns of a language. */
export const SOMEBODY = "@";
/** Before a capital letter that names a team. */
export const TEAM_MARK = "§";
export const POSSESSIVE = "'s";
/** So many times a question is put otherwise: of whoever may do something, of whoever does it, and to whomever. */
const RECAST_TIMES = 3;
/** So many ways to put a question otherwise are tried. */
const MOST_RECASTS = 8;
/** Capitals that may be an article, a preposition or the like where they begin a sentence. */
const LEADING = "AEIO";
/** What an ending leaves has at least so many letters. */
const SHORTEST_STEM = 3;

const WORD = /\{[^}]*\}|'s|§?[\p{L}\p{N}]+|&|[.,;:!?()"“”«»–—]/gu;
const MARKS = new Set('.,;:!?()"“”«»–—');
/** A word as it is typed; what is before the "t" of a negation is none. */
export const TYPED = /(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}]|['’]t)/gu;
const LONE_CAPITAL = /(?<![\p{L}\p{N}_'])[A-Z](?![\p{L}\p{N}_-]|'(?!s))/gu;

/** @typedef {string | Mention} Value A word, or who is spoken of in its place. */
/** @typedef {{value: Value, shown: string}} Token A word as the reader has it, and what of the question it stands for. */

/**
 * Return some words as typed, one by one.
 * @returns {string[]}
 */
export function split(written) {
  return written.split(/\s+/).filter(Boolean);
}

/** Return whether a word is a number. */
export function isNumber(word) {
  return /^\p{Nd}+$/u.test(word);
}

/**
 * Return words as a pattern that matches nothing else.
 * @returns {string}
 */
function escaped(written) {
  return written.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/**
 * Return what is written with one kind of apostrophe, and accents as the tables have them.
 * @returns {string}
 */
export function straight(written) {
  return written.normalize("NFC").replaceAll("È", "è").replace(/[’‘`]/g, "'");
}

/** One language. */
export class Language {
  /**
   * Prepare the tables of a language.
   * @param {Record<string, any>} table
   */
  constructor(id, table) {
    this.id = id;
    this.table = table;
    /** @type {Map<string, string>} */
    this.stems = new Map();
    /** @type {Map<string, string>} The stems that are read as others. */
    this.synonyms = new Map();
    const synonyms = Object.entries(table.synonyms).map((both) => both.map((word) => this.stem(word)));
    this.stems.clear();
    this.synonyms = new Map(/** @type {[string, string][]} */ (synonyms));
    /** @type {Record<string, string[]>} The words that speak of players and teams. */
    this.people = table.people;
    const stemmed = (name) => new Set(table[name].map((word) => this.stem(word)));
    this.opens = stemmed("opens");
    this.prepositions = stemmed("prepositions");
    this.binding = stemmed("binding");
    /** The words that join two clauses. */
    this.joining = new Set([...table.people.and, ...table.but]);
    this.negations = stemmed("not_words");
    this.light = stemmed("light");
    /** The words that only place or stress what is asked; a loose question leaves them out with those of a terse one. */
    this.placing = stemmed("loose");
    this.loose = new Set([...this.light, ...this.placing]);
    /** The words that tell what part somebody plays who stands behind them. */
    this.telling = new Set([...this.binding].filter((word) => !this.placing.has(word)));
    /** The words that turn or narrow what is asked, and so are never left out. */
    this.turning = new Set([...this.opens, ...this.negations, ...stemmed("turning")]);
    const plainly = (name) => table[name].map((word) => this.stem(plain(word)));
    /** The words that a long question has besides what it asks. */
    this.aside = new Set(plainly("aside").filter((word) => !this.turning.has(word)));
    /** The words for that with which something is done. */
    this.means = new Set(plainly("means"));
    /** What stands behind a letter that begins a sentence and names somebody. */
    this.namedBefore = new RegExp(`^(?:${table.named_before.join("|")})`, "i");
    /** @type {[RegExp, string][]} */
    this.rewrites = table.rewritten.map(([said, read]) => [new RegExp(said, "gi"), read]);
    /** What may stand behind the last mark and asks nothing ("is that legal?"). */
    this.tag = new RegExp(`\\s*(?:[,;:.?!–—]|\\s-)\\s*(?:${table.tags.map(escaped).join("|")})[\\s.?!]*$`, "u");
    /** @type {Record<string, string>} What is read for a word: digits for a number, else its form. */
    this.forms = { ...table.numbers, ...table.words };
    this.fronted = [...stemmed("fronted")];
    this.of = this.stem(table.of);
    /** The words that ask nothing; whose a thing is that nobody else could have is no question either. */
    this.dropped = new Set([...table.drop, ...this.people.his, ...this.people.their]);
    this.turns = table.turns.map((/** @type {string[]} */ both) => both.map((words) => this.turn(words)));
    /** @type {Map<string, [string[], string[]][]>} The phrases by their first word, longest first. */
    this.phrases = new Map();
    for (const [said, read] of table.phrases) {
      const words = split(said), alike = this.phrases.get(words[0]) ?? [];
      this.phrases.set(words[0], [...alike, /** @type {[string[], string[]]} */ ([words, split(read)])]);
    }
    for (const [first, phrases] of this.phrases) this.phrases.set(first, phrases.sort(([one], [other]) => other.length - one.length));
  }

  /**
   * Return the words of a turn.
   * @param {string} words
   * @returns {string[]}
   */
  turn(words) {
    return split(words).filter((word) => !this.dropped.has(word)).map((word) => (word[0] === SOMEBODY ? word : this.stem(word)));
  }

  /**
   * Return a question as typed without what only leads to it, and with its slurs and times in one form.
   * @returns {string}
   */
  rewritten(question) {
    return this.rewrites.reduce((written, [said, read]) => written.replace(said, read), straight(question));
  }

  /**
   * Return where a question as typed has words of some tables of expressions, but for where they change nothing.
   * @param {string[]} tables
   * @returns {{word: string, start: number, end: number}[]}
   */
  wordsIn(tables, question) {
    const all = (/** @type {string} */ ways) => [...question.matchAll(new RegExp(ways, "gi"))].map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }));
    const empty = this.table.empty_in.flatMap(all), words = tables.flatMap((name) => this.table[name]).join("|") || "(?!)";
    return all(`(?<![\\w'’à-ù])(?:${words})(?![\\w'’à-ù])`).filter(({ start, end }) => !empty.some((/** @type {{start: number, end: number}} */ place) => place.start <= start && end <= place.end));
  }

  /**
   * Return what a question asks to which a yes is a no to it, in words and by its id.
   * @returns {{other: string, ask: string}[]}
   */
  opposites(question) {
    return this.otherwise("opposites", question).flatMap((row) => row.ask ? [row] : [
      { ...row, ask: "" },
      ...this.recast(row.other).map((other) => ({ other, ask: "" })),
      ...this.otherwise("opposites", row.other).filter(({ ask }) => ask),
    ]);
  }

  /**
   * Return a question of former days as it is asked of today: "could A1 hit B1 in 2010?".
   * @returns {string}
   */
  inPresent(question) {
    const { tenses } = this.table;
    return this.isFormer(question) ? tenses.reduce((text, [said, read]) => text.replace(new RegExp(said, "gi"), read), straight(question)) : question;
  }

  /**
   * Return whether a question is about former days: it names a year.
   * @returns {boolean}
   */
  isFormer(question) {
    return new RegExp(this.table.former, "i").test(question);
  }

  /**
   * Return by which question, and which answer to it, a question as typed tells of whom alone it is asked.
   * @returns {{ask: string, answer: string}[]}
   */
  narrowed(question) {
    const text = straight(question);
    return this.table.narrowed.filter(([said]) => new RegExp(said, "i").test(text)).map(([, ask, answer]) => ({ ask, answer }));
  }

  /**
   * Return what a question that asks for the rules ("when …?") would ask of a position.
   * @returns {string[]}
   */
  ofAPosition(question) {
    return this.otherwise("asks_rules", question).map(({ other }) => other);
  }

  /**
   * Return a question put otherwise: of those who do something, where it is put of what is done to them. What a row makes of
   * it may be put otherwise once more; what is changed least comes first, and of a question with many parts no more than so
   * many ways are tried: each takes as long as the question itself.
   * @returns {string[]}
   */
  recast(question) {
    const ways = new Set([question]);
    let last = [question];
    for (let times = 0; times < RECAST_TIMES; times++) {
      const others = last.flatMap((way) => this.otherwise("recast", way).map(({ other }) => other)).filter((other) => !ways.has(other));
      last = [...new Set(others)].slice(0, MOST_RECASTS + 1 - ways.size);
      for (const way of last) ways.add(way);
    }
    return [...ways].slice(1);
  }

  /**
   * Return a question in the words of each row of a table that fits it, with what else the row has.
   * @param {"opposites" | "recast" | "asks_rules"} table
   * @returns {{other: string, ask: string}[]}
   */
  otherwise(table, question) {
    const text = straight(question), others = this.table[table].map(([said, read, ask]) => ({ other: text.replace(new RegExp(said, "i"), read), ask }));
    return others.filter(({ other }) => other !== text);
  }

  /**
   * Return a question with the names of players in the place of lone letters, where each team has one: "A" is A1.
   * @param {string[]} players All at the table.
   * @returns {string}
   */
  withPlayers(question, players) {
    const byLetter = new Map(players.filter((name) => name.slice(1) === "1").map((name) => [name[0], name])), { self, teams } = this.people;
    if (byLetter.size < players.length || isLoud(question)) return question;
    return question.replace(LONE_CAPITAL, (letter, at) => {
      const before = question.slice(0, at).trimEnd(), begins = !before || /[.?!]$/.test(before);
      if (self.includes(letter.toLowerCase()) || teams.includes(split(before.toLowerCase()).at(-1) ?? "")) return letter;
      const isArticle = begins && LEADING.includes(letter) && !this.namedBefore.test(question.slice(at + 1));
      return isArticle ? letter : byLetter.get(letter) ?? letter;
    });
  }

  /**
   * Return the words of a question or a phrasing, spelt and replaced as the tables say, not yet shortened.
   * @returns {Token[]}
   */
  words(written) {
    let text = written.normalize("NFC").replace(/[’‘`]/g, "'");
    if (!isLoud(text)) {
      const whole = text;
      text = text.replace(LONE_CAPITAL, (letter, at) => marked(letter, at, whole, this.people.self));
    }
    text = ` ${text.toLowerCase()} `.replace(this.tag, " ");
    for (const [said, read] of this.table.spelling) text = text.replaceAll(said, () => read);
    return [...this.replaced(text.match(WORD) ?? [])];
  }

  /**
   * Yield words with phrases and forms replaced.
   * @param {string[]} words
   * @returns {Generator<Token>}
   */
  *replaced(words) {
    const { forms } = this;
    for (let at = 0; at < words.length;) {
      const word = words[at], [said, read] = this.phrases.get(word)?.find(([phrase]) => phrase.every((part, n) => part === words[at + n])) ?? [[word], [word]];
      let shown = words.slice(at, at + said.length).join(" ");
      at += said.length;
      if (MARKS.has(word)) {
        yield { value: BREAK, shown };
        continue;
      }
      if (!read.length) yield { value: "", shown };
      for (const one of read) {
        for (const form of split(Object.hasOwn(forms, one) ? forms[one] : one)) {
          yield { value: plain(form), shown };
          shown = "";
        }
      }
    }
  }

  /**
   * Return a word without its ending, or the one that means the same.
   * @returns {string}
   */
  stem(word) {
    let stem = this.stems.get(word);
    if (stem === undefined) {
      const fits = this.table.endings.find((/** @type {string[]} */ [ending]) => word.endsWith(ending) && word.length - ending.length >= SHORTEST_STEM);
      stem = fits ? word.slice(0, word.length - fits[0].length) + fits[1] : word;
      stem = this.synonyms.get(/** @type {string} */ (stem)) ?? stem;
      this.stems.set(word, stem);
    }
    return stem;
  }

  /**
   * Drop the words that ask nothing and the endings of the others; what is dropped is shown with what follows.
   * @returns {Token[]}
   */
  shortened(tokens) {
    /** @type {Token[]} */
    const short = [];
    let before = "";
    for (const { value, shown: written } of tokens) {
      const shown = `${before} ${written}`.trim();
      const isDropped = value === "" || (!isMention(value) && this.dropped.has(value));
      before = isDropped ? shown : "";
      if (!isDropped) short.push({ value: isMention(value) ? value : this.stem(value), shown });
    }
    const last = short[short.length - 1];
    if (before && last) short[short.length - 1] = { value: last.value, shown: `${last.shown} ${before}` };
    return short;
  }

  /**
   * Yield the orders in which the subject agrees in number with the verb: "quali può attaccare A1" asks whom.
   * @param {Iterable<Value[]>} orders
   * @param {string[]} shown
   * @returns {Generator<Value[]>}
   */
  *agreeing(orders, shown) {
    const has = (name) => this.table[name].some((word) => shown.includes(word));
    const plural = has("plural"), singular = !plural && has("singular");
    for (const values of orders) {
      const [first, subject] = values, isFronted = values.length > 1 && this.fronted.includes(/** @type {string} */ (first));
      if (isFronted && isMention(subject) && ((singular && subject.asked && subject.together) || (plural && subject.names.length === 1))) continue;
      yield values;
    }
  }

  /**
   * Bring the words of a clause into one order: turns replaced, no word twice, the fronted word first.
   * @param {Value[]} values
   * @returns {Value[]}
   */
  settled(values) {
    let settled = values.filter((value, n) => value !== BREAK && (!n || isRole(value) || JSON.stringify(value) !== JSON.stringify(values[n - 1])));
    const present = new Set([...settled.filter((value) => !isMention(value)), SOMEBODY]);
    for (const [said, read] of this.turns) {
      if (said.every((word) => present.has(word))) settled = turned(settled, said, read);
    }
    if (settled[settled.length - 1] === POSSESSIVE) settled = settled.slice(0, -1); // "after B3's"
    const word = this.fronted.find((fronted) => settled.includes(fronted));
    if (word === undefined) return settled;
    const at = settled.indexOf(word);
    return [word, ...settled.slice(0, at), ...settled.slice(at + 1)];
  }
}

/**
 * Return whether somebody is spoken of who may be another than the one before: "pawn to pawn".
 * @param {Value} value
 */
function isRole(value) {
  return isMention(value) && value.roles.length > 0 && !value.names.length;
}

/**
 * Replace the first place where a turn stands.
 * @param {Value[]} values
 * @param {string[]} said
 * @param {string[]} read
 * @returns {Value[]}
 */
function turned(values, said, read) {
  for (let at = 0; at + said.length <= values.length; at++) {
    const window = values.slice(at, at + said.length);
    if (!said.every((word, n) => (word === SOMEBODY ? isMention(window[n]) : word === window[n]))) continue;
    const somebody = window.filter(isMention);
    return [...values.slice(0, at), ...read.map((word) => (word[0] === SOMEBODY ? somebody[Number(word.slice(1) || 1) - 1] : word)), ...values.slice(at + said.length)];
  }
  return values;
}

/** Return whether something is written in capitals alone. */
function isLoud(text) {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/**
 * Mark a lone capital that names a team: not a pronoun, and no article or preposition that begins a sentence.
 * @param {string} letter
 * @param {string[]} pronouns
 * @returns {string}
 */
function marked(letter, at, text, pronouns) {
  const owns = text.slice(at + 1, at + 3) === "'s", before = text.slice(0, at).trimEnd();
  const begins = !before || /[.?!]$/.test(before);
  return pronouns.includes(letter.toLowerCase()) || (begins && LEADING.includes(letter) && !owns) ? letter : TEAM_MARK + letter;
}

/**
 * Return a word without its accents.
 * @returns {string}
 */
export function plain(word) {
  return word.normalize("NFD").replace(/\p{Mn}/gu, "");
}

/** From so many letters on a word may have one slip, and two. */
const ONE_SLIP = 4, TWO_SLIPS = 7;

/**
 * Return how many letters are missing, too many, others or swapped with their neighbour.
 * @param {string} typed
 * @param {string} meant
 * @returns {number}
 */
function slips(typed, meant) {
  let earlier = /** @type {number[]} */ ([]), before = earlier, row = [...Array(meant.length + 1).keys()];
  for (let at = 1; at <= typed.length; at++) {
    [earlier, before, row] = [before, row, [at]];
    for (let to = 1; to <= meant.length; to++) {
      row.push(Math.min(before[to] + 1, row[to - 1] + 1, before[to - 1] + Number(typed[at - 1] !== meant[to - 1])));
      const isSwapped = at > 1 && to > 1 && typed[at - 1] === meant[to - 2] && typed[at - 2] === meant[to - 1];
      if (isSwapped) row[to] = Math.min(row[to], earlier[to - 2] + 1);
    }
  }
  return row[meant.length];
}

/**
 * Return the one known word that is nearest to a word as typed; empty if none is near, or several are. Of
 * several the one is meant that tells something, if no other does.
 * @param {string} typed
 * @param {Iterable<string>} words
 * @param {(word: string) => boolean} isTelling
 * @returns {string}
 */
export function meantBy(typed, words, isTelling) {
  const most = Number(typed.length >= ONE_SLIP) + Number(typed.length >= TWO_SLIPS);
  /** @type {string[][]} */
  const bySlips = [];
  for (const word of words) {
    if (word[0] !== typed[0] || word.length < ONE_SLIP || Math.abs(word.length - typed.length) > most) continue;
    (bySlips[slips(typed, word)] ??= []).push(word);
  }
  const nearest = bySlips.slice(1, most + 1).find(Boolean) ?? [];
  const telling = nearest.length > 1 ? nearest.filter(isTelling) : nearest;
  return telling.length === 1 ? telling[0] : "";
}
