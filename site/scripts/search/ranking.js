/* What a query finds, best first: MiniSearch ranks, this module says what the fields are worth. */

import { Language, fold, isNumber, stem, wordsOf } from "./language.js";

/**
 * @typedef {Object} Entry
 * @property {string} url From the top of the language.
 * @property {string} title
 * @property {string} [text]
 * @property {string} [under] What it is a part of.
 * @property {string} [mark] Why it is not among today's official rules.
 * @property {string[]} [books] The rulebooks that it is about, where the one of the start page does without it.
 * @property {string[]} [numbers]
 * @property {string[]} [former] Numbers that it bore before.
 * @property {string} [asked] By what else it is looked for.
 * @property {string} [words] Words in the other language, and its permanent names.
 * @property {string[]} [named] Cards that are examples of what it is about.
 * @property {string} [queries] Words of queries that it answers.
 * @property {number} [weight]
 * @property {boolean} [aside] Whether it is about something else than rules, and stands behind them.
 * @property {string[]} [terms] Of a hit: the terms that were found in it.
 *
 * @typedef {Object} SearchIndex What the search knows.
 * @property {Entry[]} entries
 * @property {{pages: number[], words: string}[]} queries Words of queries, with the numbers of the entries that answer them.
 * @property {string[][]} alike
 * @property {string[]} ignored
 * @property {Record<string, string[]>} books
 * @property {string} names The address of the page about whatever only has a name, which are cards.
 *
 * @typedef {Object} Found An entry that has words asked for.
 * @property {number} id
 * @property {string[]} terms
 * @property {number} score
 * @property {Set<number>} has The places of those words in the query.
 */

/** What a word is worth by where it stands. */
const WORTH = { title: 2, asked: 5, queries: 1.5, words: 1.2, named: 2.5, text: 1, under: 0.4, numbers: 40, former: 24 };
const NUMBERS = ["numbers", "former"];
/** Where words stand that need not be of the rules, but may be of names. */
const MAY_NAME = ["named", "queries"];
/** What a word is worth that stands for the one asked for, or begins with it. */
const ALIKE = 0.4, WEIGHTS = { fuzzy: 0.5, prefix: 0.4 };
/** What an entry of a card or of a rulebook that is named is worth, less where it is of others too. */
const NAMED = 12, OF_OTHERS = 0.5;
/** How much an entry's own weight counts. */
const WEIGHT = 0.9;
/**
 * How much it counts how many of the words asked for an entry has, a rare one more than a common one; and what a word is taken
 * to be worth that nothing has.
 */
const COVERED = 1.5, UNKNOWN = 3.6;
/**
 * How much it counts that words asked for beside one another stand so near in the best of what is found, and what of it is left
 * where they stand the other way round.
 */
const BESIDE = 0.58, NEAR = 3, TURNED = 0.72, LOOKED_AT = 60;
/** What it is worth that a query has all words of a title; half of them count half as much, squared. */
const ENTITLED = 0.5;
/** How much it counts that words stand in an entry with the very ending that was asked for. */
const EXACT = 1;
/** So many words at most have what may be the name of a card. */
const LONGEST_NAME = 5;
/** A field's length matters little (b): some entries are looked for in many ways. */
const BM25 = { k: 3.3, b: 0.25, d: 0.39 };
/**
 * Words of fewer letters are not taken for misspelt, and those of so many may have two slips; a first letter is seldom one, and one
 * vowel often stands for another.
 */
const LONG = 5, VERY_LONG = 8, DIFFERENT_START = 0.5, VOWEL = 0.5, VOWELS = "aeiouy";

/** The entries of a language, ready to be searched. */
export class Ranking {
  /**
   * @param {SearchIndex} index
   * @param {any} MiniSearch The library.
   */
  constructor(index, MiniSearch) {
    this.language = new Language(index);
    const asked = index.entries.map(() => /** @type {string[]} */ ([]));
    for (const { pages, words } of index.queries) for (const id of pages) asked[id].push(words);
    this.entries = index.entries.map((entry, id) => (asked[id].length ? { ...entry, queries: asked[id].join(" ") } : entry));
    this.books = index.books;
    this.names = index.entries.findIndex(({ url }) => url === index.names);
    /** @type {Map<number, string[][][]>} */
    this.read = new Map();
    /** @type {Map<number, Set<string>>} */
    this.forms = new Map();
    this.cards = index.entries.flatMap(({ named = [] }, id) => named.map((name) => ({ id, words: wordsOf(name) })));
    this.index = new MiniSearch({
      idField: "id",
      fields: Object.keys(WORTH),
      tokenize: (/** @type {string} */ text, /** @type {string} */ field) =>
        NUMBERS.includes(field) ? numbersOf(text) : wordsOf(text),
      processTerm: (/** @type {string} */ word, /** @type {string} */ field) => this.language.learn(word, MAY_NAME.includes(field)),
    });
    this.index.addAll(this.entries.map((entry, id) => ({ ...entry, id })));
    this.isRule = (/** @type {{id: number}} */ { id }) => !this.entries[id].aside;
  }

  /**
   * Return what a query finds, best first.
   * @returns {Entry[]}
   */
  find(query) {
    const { language } = this, words = language.asked(query).map((word) => this.borne(word)), named = this.namedBooks(query), cards = this.namedCards(query);
    if (!words.length) return [];
    const last = /[a-z0-9]$/.test(fold(query)) ? words[words.length - 1] : "";
    const asked = words.map((word) => ({ word, terms: language.termsOf(this.spelt(word, word === last)) }));
    /** @type {Map<number, Found>} */
    const pages = new Map();
    const rarities = asked.map(({ word, terms }, at) => {
      const hits = this.having(terms, word === last || !language.learnt.has(terms[0]) ? word : "");
      for (const hit of hits) {
        const one = pages.get(hit.id) ?? { id: hit.id, terms: [], score: 0, has: new Set() };
        pages.set(hit.id, { ...one, terms: [...one.terms, ...hit.terms], score: one.score + hit.score, has: one.has.add(at) });
      }
      return hits.length ? Math.log(1 + this.entries.length / hits.length) : UNKNOWN;
    });
    const best = [...pages.values()], whole = sum(rarities);
    for (const one of best) {
      const { weight = 1, books = [] } = this.entries[one.id], of = named.get(books.find((book) => named.has(book)));
      const covered = sum(rarities.filter((_, at) => one.has.has(at) || of?.has(words[at])));
      const isNamed = cards.has(one.id) ? NAMED : of ? NAMED / books.length ** OF_OTHERS : 1;
      one.score *= weight ** WEIGHT * isNamed * (covered / whole) ** COVERED;
    }
    best.sort(byScore);
    const naming = new Set([...named.values()].flatMap((said) => [...said])), beside = asked.filter(({ word }) => !naming.has(word));
    const content = beside.length ? beside : asked, terms = content.map((each) => each.terms);
    for (const one of best.slice(0, LOOKED_AT)) {
      const exact = content.filter(({ word }) => this.formsOf(one.id).has(word)).length / content.length;
      one.score *= (1 + BESIDE * this.shareBeside(one.id, terms)) * (1 + ENTITLED * this.shareOfTitle(one.id, terms) ** 2) * (1 + EXACT * exact);
    }
    best.sort(byScore);
    return this.withNames([...best.filter(this.isRule), ...best.filter((one) => !this.isRule(one))].map((one) => this.hit(one)), asked);
  }

  /**
   * Return the entries that have a word, with what it is worth there.
   * @param {string[]} terms What the word is looked up as.
   * @param {string} typed The word, where more of it may follow, or it may be cut short.
   * @returns {{id: number, score: number, terms: string[]}[]}
   */
  having(terms, typed) {
    return this.index.search(terms[0], {
      tokenize: () => [terms[0]],
      processTerm: () => terms,
      boost: WORTH,
      boostTerm: (/** @type {string} */ term) => (this.language.isAlike(term) ? ALIKE : 1),
      prefix: (/** @type {string} */ term) => typed !== "" && term === stem(typed) && (isNumber(term) || /^[a-z]{2}/.test(term)),
      weights: WEIGHTS,
      bm25: BM25,
    });
  }

  /**
   * Return of how many of the words that are asked for one after another an entry has both near one another.
   * @param {number} id
   * @param {string[][]} asked The terms of each word.
   * @returns {number} From 0, for none, to 1.
   */
  shareBeside(id, asked) {
    const fields = this.wordsRead(id);
    let sum = 0;
    for (let at = 1; at < asked.length; at++) sum += Math.max(...fields.map((field) => nearness(field, asked[at - 1], asked[at])));
    return asked.length > 1 ? sum / (asked.length - 1) : 0;
  }

  /**
   * Return of how many words of an entry's title a query has one like it.
   * @param {number} id
   * @param {string[][]} asked The terms of each word.
   * @returns {number} From 0, for none, to 1.
   */
  shareOfTitle(id, asked) {
    const all = new Set(asked.flat()), [title] = this.wordsRead(id);
    return title.filter((word) => word.some((term) => all.has(term))).length / Math.max(title.length, 1);
  }

  /**
   * Return the words of an entry in their order, each as its terms.
   * @param {number} id
   * @returns {string[][][]} For its title, for how it is asked, and for its text.
   */
  wordsRead(id) {
    const { title, asked = "", text = "" } = this.entries[id], { language } = this;
    const read = this.read.get(id) ?? [title, asked, text].map((field) =>
      wordsOf(field).filter((word) => !language.ignored.has(word)).map((word) => language.termsOf(word)));
    this.read.set(id, read);
    return read;
  }

  /**
   * Return the words of an entry with their endings.
   * @param {number} id
   * @returns {Set<string>}
   */
  formsOf(id) {
    const { title, asked = "", text = "", words = "", queries = "" } = this.entries[id];
    const forms = this.forms.get(id) ?? new Set([title, asked, text, words, queries].flatMap(wordsOf));
    this.forms.set(id, forms);
    return forms;
  }

  /**
   * Return hits with the page about what only has a name among them, where a query may be one, its words, or half of them, being of
   * none of the rules; or where it may name one beside other words, one of them being like nothing in the rules, but for what begins
   * otherwise.
   * @param {Entry[]} hits
   * @param {{word: string, terms: string[]}[]} asked
   * @returns {Entry[]}
   */
  withNames(hits, asked) {
    const { learnt, plain, groups, counts } = this.language;
    const isKnown = (/** @type {string} */ word) => /\d/.test(word) || counts.has(word) || groups.has(stem(word)) || plain.has(stem(word));
    const strange = asked.filter(({ word }) => !isKnown(word)), lost = strange.filter(({ word, terms: [term] }) => !learnt.has(term) || term[0] !== word[0]);
    const isName = asked.length <= LONGEST_NAME && strange.length * 2 >= asked.length;
    if (!hits.length || !(isName || lost.length) || this.names < 0) return hits;
    const page = this.hit({ id: this.names, terms: [] }), others = hits.filter(({ url }) => url !== page.url);
    const rules = hits.findIndex(({ aside }) => aside), most = rules < 0 ? 2 : Math.min(rules, 2);
    const before = strange.length === asked.length && lost.length * 2 >= asked.length ? 0 : most;
    return [...others.slice(0, before), page, ...others.slice(before)];
  }

  /**
   * Return what comes nearest to a query that finds nothing: the page about what only has a name, which it may be, and whatever has
   * a word like one of it, or a word that begins like one.
   * @param {number} most
   * @returns {Entry[]}
   */
  nearest(query, most) {
    const near = this.index.search(query, { tokenize: () => this.language.asked(query), fuzzy: 0.34, prefix: true, filter: this.isRule });
    const page = /\p{L}{2}/u.test(query) && this.names >= 0 ? [{ id: this.names, terms: [] }] : [];
    return [...page, ...near.filter((/** @type {{id: number}} */ { id }) => id !== this.names)].slice(0, most).map((one) => this.hit(one));
  }

  /**
   * Return the entries with some addresses.
   * @param {string[]} addresses
   * @returns {Entry[]}
   */
  at(addresses) {
    return addresses.flatMap((address) => this.entries.filter(({ url }) => url === address));
  }

  /**
   * Return an entry as it was found.
   * @param {{id: number, terms: string[]}} entry
   * @returns {Entry}
   */
  hit({ id, terms }) {
    return { ...this.entries[id], terms };
  }

  /**
   * Return the rulebooks that a query names, each with the words that do; a name of several words may be written as one.
   * @returns {Map<string | undefined, Set<string>>}
   */
  namedBooks(query) {
    const said = wordsOf(query);
    /** @type {Map<string | undefined, Set<string>>} */
    const named = new Map();
    for (const [book, names] of Object.entries(this.books)) {
      const naming = names.map(wordsOf).flatMap((name) => (isWithin(name, said) ? [name] : said.includes(name.join("")) ? [[name.join("")]] : []));
      if (naming.length) named.set(book, new Set(naming.flat()));
    }
    return named;
  }

  /**
   * Return the entries that have a card that a query names: in full, or by a word that nothing but names has.
   * @returns {Set<number>}
   */
  namedCards(query) {
    const said = wordsOf(query), { plain } = this.language;
    const naming = new Set(said.filter((word) => word.length >= LONG && !plain.has(stem(word))));
    return new Set(this.cards.filter(({ words }) => isWithin(words, said) || words.some((word) => naming.has(word))).map(({ id }) => id));
  }

  /**
   * Return a word; of a number that nothing bears, as much as begins one.
   * @returns {string}
   */
  borne(word) {
    const numbers = [...this.language.learnt.keys()].filter(isNumber);
    for (let begun = word; isNumber(begun); begun = begun.slice(0, -1).replace(/\.$/, "")) {
      if (numbers.some((other) => other.startsWith(begun))) return begun;
    }
    return word;
  }

  /**
   * Return a word as it should be spelt: itself where something has it, or has what it may become, else the nearest that something has.
   * @param {boolean} typing Whether more of it may follow.
   * @returns {string}
   */
  spelt(word, typing) {
    const [term] = this.language.termsOf(word), { learnt, words } = this.language;
    if (/\d/.test(word) || word.length < LONG || words.has(word) || learnt.has(term)) return word;
    if (typing && [...learnt.keys()].some((other) => other.startsWith(term))) return word;
    const most = word.length < VERY_LONG ? 1 : 2;
    let best = word, fewest = most + 1, often = 0;
    for (const [other, count] of words) {
      if (other.length < LONG || Math.abs(other.length - word.length) > most || /[^a-z]/.test(other)) continue;
      const slips = slipsBetween(word, other) + (other[0] === word[0] ? 0 : DIFFERENT_START);
      if (slips < fewest || (slips === fewest && count > often)) [best, fewest, often] = [other, slips, count];
    }
    return best;
  }
}

/**
 * Return what numbers are found by: each as it is, and one with a letter also by what stands behind the dot.
 * @returns {string[]}
 */
function numbersOf(written) {
  return fold(written).split(",").flatMap((number) => {
    const [, end] = number.split(".");
    return end && /[a-z]$/.test(end) ? [number, end] : [number];
  });
}

/**
 * Return whether words stand one after another among others.
 * @param {string[]} words
 * @param {string[]} others
 * @returns {boolean}
 */
function isWithin(words, others) {
  return ` ${others.join(" ")} `.includes(` ${words.join(" ")} `);
}

/**
 * Return how many slips part two words: a letter too many, missing, wrong, or in the place of its neighbour.
 * @param {string} one
 * @param {string} other
 * @returns {number}
 */
function slipsBetween(one, other) {
  let before = /** @type {number[]} */ ([]), last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let at = 1; at <= other.length; at++) {
      now[at] = Math.min(last[at] + 1, now[at - 1] + 1, last[at - 1] + slip(one[row - 1], other[at - 1]));
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]) now[at] = Math.min(now[at], before[at - 2] + 1);
    }
    [before, last] = [last, now];
  }
  return last[other.length];
}

/**
 * Return how much of a slip it is to write one letter for another.
 * @param {string} one
 * @param {string} other
 * @returns {number}
 */
function slip(one, other) {
  if (one === other) return 0;
  return VOWELS.includes(one) && VOWELS.includes(other) ? VOWEL : 1;
}

/**
 * Return the sum of numbers.
 * @param {number[]} numbers
 * @returns {number}
 */
function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}

/**
 * Compare what is found: the best first.
 * @param {Found} one
 * @param {Found} other
 * @returns {number}
 */
function byScore(one, other) {
  return other.score - one.score || one.id - other.id;
}

/**
 * Return how near two words stand in a text.
 * @param {string[][]} words The terms of each word of the text.
 * @param {string[]} first
 * @param {string[]} second
 * @returns {number} 1 where they stand near in this order, {@link TURNED} in the other, else 0.
 */
function nearness(words, first, second) {
  const places = (/** @type {string[]} */ terms) => words.flatMap((word, at) => (word.some((term) => terms.includes(term)) ? [at] : []));
  const seconds = places(second);
  const apart = places(first).flatMap((at) => seconds.map((other) => other - at));
  if (apart.some((step) => step > 0 && step <= NEAR)) return 1;
  return apart.some((step) => step < 0 && step >= -NEAR) ? TURNED : 0;
}
