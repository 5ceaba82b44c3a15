/* The questions that some words can be, each with its clauses of circumstance, by the phrasings of a vocabulary. */

import { clausesOf, lookup, lookupWithin, ordersOf, selections, terseOrdersOf, without } from "./clauses.js";
import { BREAK, Language, TYPED, meantBy, plain, split } from "./language.js";
import { isEverybody, isMention, mention } from "./mentions.js";
import { NounPhrases } from "./noun-phrases.js";
import { Patterns } from "./patterns.js";
import { joinDates, takeSize } from "./settings.js";
import { composed } from "./tables.js";

/** How a question is put; a terse one leaves out words that are light, a loose one has others that only place or stress,
    and a long one is a phrasing within more words, none of which changes what is asked. */
export const MATCH_MODES = /** @type {MatchMode[]} */ (["full", "terse", "loose", "long"]);
/** @typedef {"full" | "terse" | "loose" | "long"} MatchMode */

/** @typedef {import("./clauses.js").Clause} Clause */

/**
 * @typedef {Object} Spoken What is exported of a language.
 * @property {Record<string, any>} table
 * @property {{player: string[], team: string[], roles: Record<string, string[]>}} nouns
 * @property {Record<string, string>} asks How each question is asked.
 * @property {[string, string][]} fittings What is rewritten once names are put in.
 * @property {string} named_team How a team is called, with its letter.
 * @property {Record<string, string>} options The names of the options.
 * @property {[string, string[]][]} questions Ids and phrasings that stand in a row, without those of `asks`.
 * @property {[string, string, Record<string, string>, string[]][]} circumstances Ids, values, the sorts of their letters, and phrasings.
 */

export class Matcher {
  /**
   * Prepare to match questions with the phrasings of a vocabulary.
   * @param {Record<string, Spoken>} spoken What is exported of each language.
   */
  constructor(vocabulary, spoken) {
    this.vocabulary = vocabulary;
    this.spoken = spoken;
    this.ids = Object.keys(spoken);
    const { predicates } = vocabulary;
    const sortsOf = (ask) => Object.fromEntries(predicates[ask].parameters.map(({ letter, sort }) => [letter, sort]));
    this.languages = new Map(Object.entries(spoken).map(([id, { table, nouns, asks, questions, circumstances }]) => {
      const language = new Language(id, composed(table)), phrases = new NounPhrases(language, nouns);
      const own = Object.entries(asks).map(([ask, words]) => [ask, [words.replace(/[? ]+$/, "")]]);
      const ways = [...own, ...questions].flatMap(([ask, said]) => said.map((words) => ({ id: ask, words, sorts: sortsOf(ask), value: "" })));
      const patterns = new Patterns(language, phrases, ways, circumstances.flatMap(([key, value, sorts, said]) => said.map((words) => ({ id: key, words, sorts, value }))));
      return [id, { language, phrases, patterns }];
    }));
  }

  /**
   * Return a language with what is said in it.
   * @returns {{language: Language, phrases: NounPhrases, patterns: Patterns}}
   */
  of(id) {
    return /** @type {any} */ (this.languages.get(id));
  }

  /**
   * Return the words of a question as a language has them.
   * @returns {Token[]}
   */
  tokensOf(question, id) {
    const { language } = this.of(id);
    return this.wordsOf(joinDates(takeSize(this.rewritten(question, id), language).rest), id);
  }

  /**
   * Return the words of what is written, as it stands.
   * @returns {Token[]}
   */
  wordsOf(written, id) {
    const { language, phrases } = this.of(id);
    return withSubjects(language.shortened(phrases.find(language.words(this.corrected(written, id)))), language);
  }

  /**
   * Return a question without what only leads to it, and with the word for cards in the place of their names.
   * @returns {string}
   */
  rewritten(question, id) {
    const { language } = this.of(id);
    return language.rewritten(withoutCardNames(question, language, (word) => this.knows(word)));
  }

  /** Return whether any language knows a word as typed. */
  knows(word) {
    return this.ids.some((id) => this.of(id).patterns.knows(plain(word.toLowerCase())));
  }

  /**
   * Return what is written with each word that no language knows as the one that it is a slip of.
   * @returns {string}
   */
  corrected(written, id) {
    const { patterns } = this.of(id);
    return written.replace(TYPED, (typed) => {
      const word = plain(typed.toLowerCase());
      if (this.knows(typed)) return typed;
      return meantBy(word, patterns.lexicon, (one) => patterns.isTelling(one)) || typed;
    });
  }

  /**
   * Return the questions that some words can be, each with the clauses of circumstance that go with it.
   * @param {MatchMode} mode
   * @returns {{match: Match, clauses: Clause[]}[]}
   */
  matches(tokens, id, mode = "full") {
    const { language, patterns } = this.of(id), values = tokens.map(({ value }) => value);
    const typed = tokens.flatMap(({ shown }) => split(shown)), shown = tokens.flatMap((token) => language.words(token.shown).map(({ value }) => value));
    const all = [...values, ...language.settled(values), ...shown, ...shown.map((word) => language.stem(String(word))), language.of, language.table.can];
    const present = new Set(all.filter((value) => !isMention(value)).map(String));
    const light = mode === "full" ? new Set() : mode === "terse" ? language.light : language.loose, isLong = mode === "long";
    const placed = mode === "full" ? light : language.light, aside = isLong ? language.aside : new Set();
    const clauses = clausesOf(tokens, patterns.index(patterns.circumstances, present, placed), language, placed, aside); // what places a circumstance is part of it
    const questions = patterns.index(patterns.questions, present, light);
    const leftOut = mode === "loose" || isLong ? language.placing : new Set(), { givens } = this.vocabulary;
    /** @type {{match: Match, clauses: Clause[], weight: number, count: number}[]} */
    const every = [];
    if (isLong && ownsSomething(tokens, language)) return [];
    for (const chosen of selections(clauses)) {
      const apart = without(tokens, chosen), said = apart.map(({ value }) => value).filter((value) => value !== BREAK);
      if (chosen.some((clause) => JSON.stringify(saidIn(tokens.slice(clause.start, clause.end), language)) === JSON.stringify(said))) continue; // "A2 falls, A2 falls?" says twice what it asks
      if (partsTwo(tokens, chosen, language)) continue;
      if ((leftOut.size && saysWhere(said, language)) || (mode !== "full" && saysWho(apart, language))) continue;
      const rest = said.filter((value) => !leftOut.has(value)), placed = leftOut.size ? placedIn(said, language) : [];
      if (isLong && isOfEither(rest, chosen)) continue;
      const unsaid = unsaidOf(rest, chosen, language);
      /** @type {Orders} */
      const orders = function* (ordered) {
        for (const order of language.agreeing(mode === "full" ? ordersOf(ordered, language) : terseOrdersOf(ordered, language, unsaid), typed)) {
          const subject = order.find((value) => isMention(value) || !language.fronted.includes(value));
          if (!placed.some((one) => one === subject)) yield order;
        }
      };
      const ways = isLong ? this.within(questions, rest, id, orders, partsApart(apart, language), !placed.length) : lookup(questions, orders(rest, language), light).map((match) => ({ match, weight: 0, count: 0 }));
      every.push(...ways.map((way) => ({ ...way, clauses: chosen })));
    }
    const [least] = [...every].sort((one, other) => one.weight - other.weight || one.count - other.count);
    const done = new Set(), fewest = new Map();
    return every.sort((one, other) => one.clauses.length - other.clauses.length).filter(({ match, clauses: chosen, weight, count }) => {
      const extent = JSON.stringify([match, chosen.map(({ start }) => start).sort((one, other) => one - other)]), isNew = !done.has(extent);
      const asksForGiven = match.slots.some((slot, n) => givens[slot] && isMention(match.fills[n]) && match.fills[n].asked); // no question asks who is in a circumstance
      if (weight !== least.weight || count !== least.count || asksForGiven) return false;
      // "if A3 died in this turn" is not "if A3 died" and "in this turn"
      const covered = JSON.stringify([match, [...tokens.keys()].filter((at) => chosen.some(({ start, end }) => start <= at && at < end))]);
      if (!fewest.has(covered)) fewest.set(covered, chosen.length);
      if (fewest.get(covered) === chosen.length) done.add(extent);
      return isNew && done.has(extent);
    });
  }

  /**
   * Return the questions that are within some words, and how much is left aside with each. Words for that with which
   * something is done are left aside only where everybody is named whom it takes, and none of the parts between two
   * marks as a whole: it may be what is asked. In any order are the words of what is asked of one player alone.
   * @param {Index} questions
   * @param {Value[]} values
   * @param {Orders} orders
   * @param {Value[][]} parts
   * @param {boolean} anyOrder
   * @returns {{match: Match, weight: number, count: number}[]}
   */
  within(questions, values, id, orders, parts, anyOrder) {
    const { language, patterns } = this.of(id), { predicates } = this.vocabulary;
    const spare = (/** @type {Pattern} */ { id: ask, slots }) => {
      const filled = slots.flatMap((slot) => (isMention(slot) ? [] : slot.split("+"))), own = patterns.ownWords.get(ask);
      const isWhole = filled.length > 0 && predicates[ask].parameters.every(({ letter }) => filled.includes(letter));
      return (word) => language.aside.has(word) || (isWhole && language.means.has(word) && Boolean(own?.has(word)));
    };
    const alone = new Set(Object.keys(predicates).filter((ask) => anyOrder && predicates[ask].parameters.length === 1));
    return lookupWithin(questions, values, language, spare, orders, language.loose, alone).flatMap(({ match, aside }) => {
      const doneWith = aside.filter((word) => !language.aside.has(word));
      if (parts.some((part) => part.every((word) => aside.includes(String(word)))) || (doneWith.length && match.fills.some((fill) => isMention(fill) && isEverybody(fill)))) return [];
      return [{ match, weight: doneWith.reduce((sum, word) => sum + patterns.weight(word), 0), count: aside.length }];
    });
  }
}

/**
 * Return words with the subject of a clause in the place of that of one joined to it ("A1 falls and rises"): that is so
 * where it is left unsaid, and of "he" where nobody else was spoken of.
 * @param {Language} language
 * @returns {Token[]}
 */
function withSubjects(tokens, { opens, people }) {
  let /** @type {any} */ subject = null, begins = true, joined = false, others = 0;
  return tokens.map((token) => {
    const { value, shown } = token;
    if (isMention(value)) {
      if (joined && value.same && subject && (!shown || others < 2)) token = { shown, value: subject };
      else if (begins) subject = value;
      others += 1;
    }
    joined = people.and.includes(value);
    begins = value === BREAK || (opens.has(value) && !joined);
    if (begins) subject = null;
    return token;
  });
}

/**
 * Return the words that tell something in each part between two marks that speaks of nobody.
 * @param {Language} language
 * @returns {Value[][]}
 */
function partsApart(tokens, { loose }) {
  /** @type {Value[][]} */
  const parts = [[]];
  for (const { value } of tokens) value === BREAK ? parts.push([]) : parts.at(-1)?.push(value);
  return parts.filter((part) => !part.some(isMention)).map((part) => part.filter((word) => !loose.has(word))).filter(({ length }) => length);
}

/**
 * Return the words of a clause without those that open it.
 * @param {Language} language
 * @returns {Value[]}
 */
function saidIn(tokens, { opens }) {
  return tokens.map(({ value }) => value).filter((value) => value !== BREAK && !opens.has(/** @type {string} */ (value)));
}

/**
 * Return who is meant where a question does not say it: who a circumstance speaks of where subjects are left out ("A3
 * pesca, perde?"), anybody where others are seen from him ("lend to a neighbour?"), else the question is who.
 * @param {Value[]} values
 * @param {Clause[]} clauses
 * @returns {Mention}
 */
function unsaidOf(values, clauses, language) {
  const isSomebody = clauses.some(({ matches }) => matches.some(({ fills }) => fills.some((fill) => isMention(fill) && !fill.asked)));
  if (language.table.subject_follows && isSomebody) return mention({ same: true });
  const isSeen = values.some((value) => isMention(value) && value.side !== "" && value.viewpoint === "other" && !value.owner);
  return mention({ asked: !isSeen });
}

// --- what keeps a loose or a long question from being read: words that could be left aside, and change it there

/**
 * Return whether whose something is could be lost: "who owns his creatures", not "go with his creatures".
 * @param {Language} language
 */
function ownsSomething(tokens, { people, prepositions }) {
  return tokens.some(({ value, shown }, n) => !isMention(value) && split(shown).some((word) => people.his.includes(word) || people.their.includes(word))
    && !(n && prepositions.has(/** @type {string} */ (tokens[n - 1].value))));
}

/**
 * Return whether somebody says first who somebody is, which is no part of the question: "my king is A2, what …".
 * @param {Language} language
 */
function saysWho(tokens, { table }) {
  const [first, verb, named, mark] = tokens.map(({ value }) => value);
  return verb === table.be && mark === BREAK && isMention(first) && !first.names.length && isMention(named) && named.names.length > 0;
}

/**
 * Return whether of two joined by "and" one is in a clause and the other is not: "my king and a pawn fall, what then?". Two are
 * joined where the first begins what is said, or the second ends it: "take a king and a pawn stands" has one.
 * @param {Clause[]} chosen
 * @param {Language} language
 */
function partsTwo(tokens, chosen, { people, opens }) {
  const isCovered = (/** @type {number} */ at) => chosen.some(({ start, end }) => start <= at && at < end), value = (/** @type {number} */ at) => tokens[at]?.value ?? BREAK;
  return tokens.some(({ shown }, at) => {
    if (!people.and.includes(shown.toLowerCase()) || !isMention(value(at - 1)) || !isMention(value(at + 1)) || isCovered(at - 1) === isCovered(at + 1)) return false;
    const before = value(at - 2), begins = before === BREAK || opens.has(/** @type {string} */ (before));
    return (begins && isCovered(at + 1)) || (value(at + 2) === BREAK && isCovered(at - 1));
  });
}

/**
 * Return whether several could be meant of either side where somebody of one has a part: "A2 dies, the kings …".
 * @param {Value[]} values
 * @param {Clause[]} clauses
 */
function isOfEither(values, clauses) {
  const isSeveral = values.some((who) => isMention(who) && who.roles.length && who.together && who.side === "" && !who.names.length);
  return isSeveral && clauses.some(({ matches }) => matches.some(({ fills }) => fills.some((fill) => isMention(fill) && fill.names.length)));
}

/**
 * Return those who stand behind a word that only places them, and so do not do what is asked: "at A1". Who is asked for may
 * do it behind such a word in Italian: "a chi tocca?".
 * @param {Value[]} values
 * @param {Language} language
 * @returns {Value[]}
 */
function placedIn(values, { placing, binding }) {
  return values.filter((value, at) => {
    const before = values[at - 1];
    return isMention(value) && !value.asked && at > 0 && !isMention(before) && placing.has(before) && binding.has(before);
  });
}

/**
 * Return whether a question is only where somebody is: "the king in check", which does not ask for his check.
 * @param {Value[]} values
 * @param {Language} language
 */
function saysWhere(values, { light, placing, prepositions }) {
  const said = values.filter((value) => isMention(value) || !light.has(value)), [who, where, what] = said;
  return said.length === 3 && isMention(who) && !isMention(where) && placing.has(where) && prepositions.has(where) && !isMention(what);
}

const CAPITALISED = /[A-Z][\w'’-]*/g;

/**
 * Return a question with the word for cards in the place of each name of one. Where such a name may stand is told by
 * regular expressions of the tables. It has a word that is known to no language; other names of cards are phrases there.
 * @param {import("./language.js").Language} language
 * @param {(word: string) => boolean} isKnown
 * @returns {string}
 */
function withoutCardNames(question, { table }, isKnown) {
  return table.card_names.reduce((written, /** @type {string} */ pattern) => written.replace(new RegExp(pattern, "g"), (match, lead, name) => {
    const words = (name.match(CAPITALISED) ?? []).map((word) => word.replace(/'s$/, ""));
    return words.every(isKnown) ? match : lead + table.card;
  }), question);
}
