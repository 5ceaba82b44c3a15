/* Words as the search compares them: without accents, endings and doubled letters, in English and Italian alike, and
   beside each the group of words that readers use for one another. */

const ACCENTS = /[\u0300-\u036f]/g;
/** A number of a rule is one word, and so is whatever is written in letters and digits. */
const TOKEN = /\d+(?:\.\d+)*[a-z]{0,2}(?![a-z0-9])|[a-z0-9]+/g;
/** Numbers of rules: 809.3c, 809 and 3c. A bare digit counts something, such as players. */
const NUMBER = /^(?:\d+\.\d+[a-z]*|\d{3}[a-z]?|\d[a-z])$/;
/** A rule's number whose letter stands apart, at the end of a query. */
const APART = /(\d\.\d+) ([a-z])$/;
/** The endings of both languages, longest first, each behind as many letters as a word keeps at least. */
const ENDINGS =
  /(?<=.{4})(?:amenti|amento|imenti|imento|mente|azioni|azione|zioni|zione|iscono|isce|iamo|ando|endo|ating)$|(?<=.{3})(?:ings?|ions?|are|ere|ire|ano|ono|ato|ata|ati|ate|uto|ito|ita|iti|ite|ers?|ed|es|s|[aeiou])$/;
/** How a seat is named: the letter of its team and its place. */
const SEAT = /^[a-z][1-9]\d?$/;
/** How the term of a group begins, so that no word is like it: of words used for one another, and of such that are one. */
const ALIKE_SIGN = "=", SAME_SIGN = "#";

/**
 * Return a text in small letters without accents.
 * @returns {string}
 */
export function fold(text) {
  return text.normalize("NFD").replace(ACCENTS, "").toLowerCase();
}

/**
 * Return the words of a text.
 * @returns {string[]}
 */
export function wordsOf(text) {
  return fold(text).match(TOKEN) ?? [];
}

/** Return whether a word is the number of a rule. */
export function isNumber(word) {
  return NUMBER.test(word);
}

/** Return whether a word names a seat. */
export function isSeat(word) {
  return SEAT.test(word);
}

/**
 * Return a word without its ending; letters that are misspelt most, doubled ones, count once.
 * @param {string} word As {@link wordsOf} gives it.
 * @returns {string}
 */
export function stem(word) {
  if (/\d/.test(word)) return word;
  return word.replace(ENDINGS, "").replace(/([cg])h$/, "$1").replace(/([a-z])\1+/g, "$1");
}

/** What words mean to the search. */
export class Language {
  /**
   * @param {{alike: string[][], ignored: string[]}} lists Words used for one another, and words that are passed over.
   */
  constructor({ alike, ignored }) {
    /** @type {Map<string, string>} */
    this.groups = new Map();
    /** @type {Map<string, string>} Of numbers as words, which have no endings: “tenere” is no “ten”. */
    this.counts = new Map();
    alike.forEach((group, number) => {
      const counts = group.some((word) => /^\d/.test(word));
      for (const word of group.map(fold)) {
        if (counts) this.counts.set(word, SAME_SIGN + number);
        else this.groups.set(stem(word), ALIKE_SIGN + number);
      }
    });
    this.ignored = new Set(ignored.map(fold));
    /** @type {Map<string, string[]>} The terms of each word that was looked at. */
    this.terms = new Map();
    /** @type {Map<string, number>} How often each term is learnt. */
    this.learnt = new Map();
    /** @type {Set<string>} The terms that are not of names alone. */
    this.plain = new Set();
    /** @type {Map<string, number>} How often each word is learnt, with its ending. */
    this.words = new Map(alike.flat().map((word) => [fold(word), 1]));
  }

  /**
   * Return what a word is indexed and looked up as: itself without its ending, and its group; or only a group of words
   * that are one.
   * @returns {string[]}
   */
  termsOf(word) {
    const earlier = this.terms.get(word);
    if (earlier) return earlier;
    const count = this.counts.get(word), root = stem(word), group = this.groups.get(root);
    const terms = count ? [count] : group ? [root, group] : [root];
    this.terms.set(word, terms);
    return terms;
  }

  /**
   * Return the terms of a word that is indexed, and know it from now on.
   * @param {boolean} isNamed Whether it is of a name.
   * @returns {string[]}
   */
  learn(word, isNamed) {
    const terms = this.termsOf(word);
    if (!isNamed) this.plain.add(terms[0]);
    this.words.set(word, (this.words.get(word) ?? 0) + 1);
    for (const term of terms) this.learnt.set(term, (this.learnt.get(term) ?? 0) + 1);
    return terms;
  }

  /**
   * Return the words of a query that count; all of them where none would.
   * @returns {string[]}
   */
  asked(query) {
    const words = wordsOf(fold(query).trim().replace(APART, "$1$2")).filter((word) => !isSeat(word));
    const counting = words.filter((word) => !this.ignored.has(word));
    return [...new Set(counting.length ? counting : words)];
  }

  /**
   * Return whether a term stands for words that are used for one another.
   * @param {string} term
   */
  isAlike(term) {
    return term.startsWith(ALIKE_SIGN);
  }
}
