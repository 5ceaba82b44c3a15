/* What a query finds, best first: MiniSearch ranks, this module says what the fields are worth. */

import { Language, fold, isNumber, stem, wordsOf } from "./language.js";

/**
 * @typedef {Object} Entry
 * @property {string} url From the top of the language.
 * @property {string} title
 * @property {string} [text]
 * @property {string} [under] What it is a part of.
 * @property {string} [mark] Why it is not among today's official rules.
 * @property {string} [book] The rulebook that it is about, where that is not today's official one.
 * @property {string[]} [numbers]
 * @property {string[]} [former] Numbers that it bore before.
 * @property {string} [asked] By what else it is looked for.
 * @property {string} [words] Words in the other language, and its permanent names.
 * @property {number} [weight]
 * @property {boolean} [aside] Whether it is about something else than rules, and stands behind them.
 * @property {string[]} [terms] Of a hit: the terms that were found in it.
 */

/** What a word is worth by where it stands. */
const WORTH = { title: 3, asked: 3, words: 1.2, text: 1, under: 0.4, numbers: 40, former: 24 };
const NUMBERS = ["numbers", "former"];
/** What a word is worth that stands for the one asked for, or begins with it; and an entry of a rulebook that is named. */
const ALIKE = 0.6, WEIGHTS = { fuzzy: 0.5, prefix: 0.4 }, NAMED = 12;
/** How much it counts how many of the words asked for an entry has. */
const COVERED = 0.5;
/** A field's length matters little (b): some entries are looked for in many ways. */
const BM25 = { k: 1.2, b: 0.25, d: 0.5 };
/** Words of fewer letters are not taken for misspelt, and those of so many may have two slips. */
const LONG = 4, VERY_LONG = 8;

/** The entries of a language, ready to be searched. */
export class Ranking {
  /**
   * @param {{entries: Entry[], alike: string[][], ignored: string[], books: Record<string, string>}} index
   * @param {any} MiniSearch The library.
   */
  constructor(index, MiniSearch) {
    this.language = new Language(index);
    this.entries = index.entries;
    this.books = index.books;
    this.index = new MiniSearch({
      idField: "id",
      fields: Object.keys(WORTH),
      tokenize: (/** @type {string} */ text, /** @type {string} */ field) =>
        NUMBERS.includes(field) ? numbersOf(text) : wordsOf(text),
      processTerm: (/** @type {string} */ word) => this.language.learn(word),
    });
    this.index.addAll(index.entries.map((entry, id) => ({ ...entry, id })));
    this.isRule = (/** @type {{id: number}} */ { id }) => !this.entries[id].aside;
  }

  /**
   * Return what a query finds, best first.
   * @param {string} query
   * @returns {Entry[]}
   */
  find(query) {
    const { language } = this, words = language.asked(query), named = this.namedBooks(words);
    if (!words.length) return [];
    const typed = /[a-z0-9]$/.test(fold(query)) ? words[words.length - 1] : "";
    const found = this.index.search(query, {
      tokenize: () => words,
      processTerm: (/** @type {string} */ word) => language.termsOf(this.spelt(word, word === typed)),
      boost: WORTH,
      boostTerm: (/** @type {string} */ term) => (language.isAlike(term) ? ALIKE : 1),
      boostDocument: (/** @type {number} */ id) => (this.entries[id].weight ?? 1) * (named.has(this.entries[id].book) ? NAMED : 1),
      prefix: (/** @type {string} */ term) => typed !== "" && term === stem(typed) && (isNumber(term) || /^[a-z]{2}/.test(term)),
      weights: WEIGHTS,
      bm25: BM25,
    });
    const worth = new Map(found.map((/** @type {any} */ hit) => [hit, hit.score * (hit.queryTerms.length / words.length) ** COVERED]));
    found.sort((/** @type {any} */ one, /** @type {any} */ other) => worth.get(other) - worth.get(one));
    return [...found.filter(this.isRule), ...found.filter((/** @type {any} */ hit) => !this.isRule(hit))].map((hit) => this.hit(hit));
  }

  /**
   * Return what comes nearest to a query that finds nothing: whatever has a word like one of it, or a word that begins like one.
   * @param {string} query
   * @param {number} most
   * @returns {Entry[]}
   */
  nearest(query, most) {
    return this.index.search(query, { tokenize: () => this.language.asked(query), fuzzy: 0.34, prefix: true, filter: this.isRule })
      .slice(0, most).map((/** @type {any} */ hit) => this.hit(hit));
  }

  /**
   * Return an entry as it was found.
   * @param {{id: number, terms: string[]}} found
   * @returns {Entry}
   */
  hit({ id, terms }) {
    return { ...this.entries[id], terms };
  }

  /**
   * Return the rulebooks that words name.
   * @param {string[]} words
   * @returns {Set<string | undefined>}
   */
  namedBooks(words) {
    const names = Object.entries(this.books).filter(([, called]) => wordsOf(called).some((word) => words.includes(word)));
    return new Set(names.map(([book]) => book));
  }

  /**
   * Return a word as it should be spelt: itself where something has it, or has what it may become.
   * @param {string} word
   * @param {boolean} typing Whether more of it may follow.
   * @returns {string}
   */
  spelt(word, typing) {
    const [term] = this.language.termsOf(word), { known } = this.language;
    if (/\d/.test(term) || term.length < LONG || known.has(term)) return word;
    if (typing && [...known].some((other) => other.startsWith(term))) return word;
    const fuzzy = term.length < VERY_LONG ? 1 : 2;
    const whole = (/** @type {string} */ one) => [one];
    const [best] = this.index.autoSuggest(term, { tokenize: whole, processTerm: whole, prefix: false, fuzzy, filter: this.isRule });
    return best ? best.terms[0] : word;
  }
}

/**
 * Return what numbers are found by: each as it is, and one with a letter also by what stands behind the dot.
 * @param {string} written
 * @returns {string[]}
 */
function numbersOf(written) {
  return fold(written).split(",").flatMap((number) => {
    const [, end] = number.split(".");
    return end && /[a-z]$/.test(end) ? [number, end] : [number];
  });
}
