/* What a question that is not understood gets: what is wrong with it, and the nearest questions. */

import { RequestError } from "../model/errors.js";
import { teamOf } from "../model/seating.js";
import { BREAK, TYPED, plain, split } from "./language.js";
import { isMention } from "./mentions.js";

/** A name in words of the question as the reader has them. */
const LOWER_NAME = /\b[a-z]{1,2}\d{1,3}\b/g;
/** So many questions are suggested. */
const MOST_SUGGESTED = 3;
/** What a question has and was not said counts so much against it as what was said counts for it. */
const UNSAID = 0.3;
/** What each player counts whom a question names too many or too few. */
const MISFIT = 1;
/** So many stretches are tried that may be a circumstance nobody knows. */
const MOST_CUTS = 20;
/** So many words are named that no question has. */
const MOST_STRANGE = 3;
/** So much of a question is shown in a message. */
const MOST_SHOWN = 60;
/** A circumstance that does not reach to the end has at most so many words. */
const LONGEST_CUT = 6;
/** The words of another language make a question mixed from this share on: one in so many. */
const MIXED_SHARE = 3;

/** @typedef {{ask: string, of: string[]}} Suggestion A question that could be asked instead. */

/** Makes the messages about one question. */
export class Refusals {
  /** Look at the words of a question. */
  constructor(matcher, question, preferred) {
    this.matcher = matcher;
    this.question = split(question).join(" ");
    this.shown = this.question.length <= MOST_SHOWN ? this.question : `${this.question.slice(0, MOST_SHOWN)}…`;
    this.preferred = preferred;
    /** @type {Map<string, Set<string>>} */
    this.wordsById = new Map();
  }

  /**
   * The languages to read the question in, the likelier first, the preferred one among equals.
   * @returns {string[]}
   */
  get languages() {
    const rank = (id) => [-this.knownIn(id).size, Number(id !== this.preferred)];
    return [...this.matcher.ids].sort((one, other) => rank(one)[0] - rank(other)[0] || rank(one)[1] - rank(other)[1]);
  }

  /**
   * Return the words of the question that a language knows.
   * @returns {Set<string>}
   */
  knownIn(id) {
    const earlier = this.wordsById.get(id);
    if (earlier) return earlier;
    const { patterns } = this.matcher.of(id), words = (this.question.toLowerCase().match(TYPED) ?? []).map(plain);
    const ofLanguage = new Set(words.filter((word) => patterns.knows(word)));
    this.wordsById.set(id, ofLanguage);
    return ofLanguage;
  }

  /** Return whether many words belong to one language alone, and more than a third as many to the other alone. */
  isMixed() {
    const [one, other] = this.matcher.ids.map((id) => this.knownIn(id));
    const own = (/** @type {Set<string>} */ words, /** @type {Set<string>} */ others) => [...words].filter((word) => word.length > 2 && !others.has(word)).length;
    const counts = [own(one, other), own(other, one)];
    return Math.min(...counts) * MIXED_SHARE > Math.max(...counts);
  }

  /**
   * Return the words that a language does not know, nor have as part of what a game is called.
   * @returns {string[]}
   */
  strange(id) {
    const { language, patterns } = this.matcher.of(id), { games, games_of_size } = language.table;
    const question = [...games, ...games_of_size].reduce((rest, [name]) => rest.replace(new RegExp(name, "gi"), " "), this.question);
    const written = this.matcher.corrected(this.matcher.rewritten(question, id), id);
    const words = language.words(written).flatMap(({ value }) => String(value).toLowerCase().match(TYPED) ?? []).map(plain);
    return [...new Set(words)].filter((word) => word.length > 1 && !patterns.knows(word));
  }

  /**
   * Refuse what says something and asks nothing.
   * @returns {RequestError}
   */
  statement(seated, id) {
    return new RequestError("question-statement", { shown: this.shown, suggestions: this.nearest(seated, id) });
  }

  /**
   * Refuse a question with a word that would change it, and that no reading of it takes in.
   * @param {import("./cases.js").Case} suggestion
   * @returns {RequestError}
   */
  leftAside(word, { ask, of }) {
    return new RequestError("question-aside", { shown: this.shown, name: word, suggestions: [{ ask, of }] });
  }

  /**
   * Refuse a question that asks when something is so: name the clauses about it, and what to ask of the table.
   * @param {import("./cases.js").Case} suggestion
   * @param {string[]} clauses
   * @param {string | undefined} on The day of which they are.
   * @returns {RequestError}
   */
  ofRules({ ask, of }, clauses, on) {
    return new RequestError("question-rules", { shown: this.shown, clauses, on, suggestions: [{ ask, of }] });
  }

  /**
   * Refuse a question about the start of the game that says who has left.
   * @returns {RequestError}
   */
  ofStart(seated, id) {
    const { later } = this.matcher.of(id).language.table;
    return new RequestError("question-start", { shown: this.shown, suggestions: this.nearest(seated, id, (ask) => later.includes(ask)) });
  }

  /**
   * Say why a question is not understood, and what could be asked instead.
   * @returns {RequestError}
   */
  best(seated) {
    const { shown } = this;
    for (const id of this.languages) {
      const tokens = this.matcher.tokensOf(this.question, id), { negations } = this.matcher.of(id).language;
      const negated = tokens.filter(({ value }) => negations.has(/** @type {string} */ (value)));
      if (negated.length) {
        const [suggestion] = this.understood(tokens.filter((token) => !negated.includes(token)), id, seated);
        if (suggestion) return new RequestError("question-negated", { shown, name: negated[0].shown || negated[0].value, suggestions: [suggestion] });
      }
      for (const { strange, rest } of this.cuts(tokens, id).slice(0, MOST_CUTS)) {
        const [suggestion] = this.understood(rest, id, seated);
        if (suggestion) return new RequestError("question-strange", { shown, name: this.typed(strange), suggestions: [suggestion] });
      }
    }
    if (this.isMixed()) return new RequestError("question-mixed", { shown });
    const [likeliest] = this.languages, suggestions = this.nearest(seated, likeliest), name = this.strange(likeliest).slice(0, MOST_STRANGE).map((word) => this.written(word)).join(", ");
    return name ? new RequestError("question-words", { shown, name, suggestions }) : new RequestError("question-unknown", { shown, suggestions });
  }

  /**
   * Return words of the question with its capitals; where they stand otherwise there, with those of names.
   * @param {string} words
   * @returns {string}
   */
  typed(words) {
    const at = this.question.toLowerCase().indexOf(words);
    return at < 0 ? words.replace(LOWER_NAME, (name) => name.toUpperCase()) : this.question.slice(at, at + words.length);
  }

  /**
   * Return a word with the accents that it has in the question.
   * @returns {string}
   */
  written(word) {
    return (this.question.toLowerCase().match(TYPED) ?? []).find((typed) => plain(typed) === word) ?? word;
  }

  /**
   * Return what some of the words would ask, others at the table in the place of whoever is not named.
   * @returns {Suggestion[]}
   */
  understood(tokens, id, seated) {
    return this.matcher.matches(tokens, id).map(({ match: { pattern, slots, fills } }) => {
      const named = new Map(slots.map((slot, n) => [slot, fills[n]])), { parameters } = seated.vocabulary.predicates[pattern.id];
      const names = parameters.map(({ letter }) => named.get(letter)).map((who) => (isMention(who) ? who.names[0] ?? "" : ""));
      const others = this.names(pattern.id, names.filter(Boolean), seated);
      return { ask: pattern.id, of: names.map((name, n) => name || others[n]) };
    });
  }

  /**
   * Return the questions that share most words with this one, rare words counting more, its names put in.
   * @param {(ask: string) => boolean} isMeant
   * @returns {Suggestion[]}
   */
  nearest(seated, id, isMeant = () => true) {
    const { patterns } = this.matcher.of(id), { asks } = this.matcher.spoken[id], { predicates } = seated.vocabulary;
    const tokens = this.matcher.tokensOf(this.question, id), mentions = tokens.map(({ value }) => value).filter(isMention);
    const said = new Set(tokens.map(({ value }) => value).filter((value) => !isMention(value) && value !== BREAK));
    const wordsOf = patterns.ownWords;
    /** @type {Map<string, number>} */
    const spread = new Map();
    for (const words of wordsOf.values()) for (const word of words.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
    const weight = (word) => (spread.has(word) ? Math.log(1 + wordsOf.size / (spread.get(word) ?? 1)) : 0);
    const ranked = [...wordsOf].map(([ask, words], order) => {
      const sorts = Object.fromEntries(predicates[ask].parameters.map(({ letter, sort }) => [letter, sort]));
      const own = [...patterns.stems(asks[ask].replace(/\?+$/, ""), sorts)];
      const common = [...words.keys()].filter((word) => said.has(word)).reduce((sum, word) => sum + weight(word), 0);
      const missing = own.filter((word) => !said.has(word)).reduce((sum, word) => sum + weight(word), 0);
      const misfit = Math.abs(predicates[ask].parameters.length - mentions.length);
      return { ask, rank: [UNSAID * missing + MISFIT * misfit - common, order] };
    });
    ranked.sort((one, other) => one.rank.map((number, n) => number - other.rank[n]).find(Boolean) ?? 0);
    const named = mentions.flatMap(({ names }) => names);
    return ranked.filter(({ ask }) => isMeant(ask)).slice(0, MOST_SUGGESTED).map(({ ask }) => ({ ask, of: this.names(ask, named, seated) }));
  }

  /**
   * Return whom to put in: those named in the question, else others at the table.
   * @param {string[]} named
   * @param {Seated} seated
   * @returns {string[]}
   */
  names(ask, named, { table, vocabulary, gone }) {
    const all = [...named, ...table.names].filter((name) => !gone.has(name) && (table.names.includes(name) || name.length === 1));
    /** @type {string[]} */
    const chosen = [];
    for (const { sort } of vocabulary.predicates[ask].parameters) {
      const pool = sort === "team" ? all.map(teamOf) : all.filter((name) => name !== teamOf(name));
      chosen.push(pool.find((name) => !chosen.includes(name)) ?? table.names[0]);
    }
    return chosen;
  }

  /**
   * Return the stretches that look like a circumstance, as they were typed, with the words around them.
   * @returns {{strange: string, rest: Token[]}[]}
   */
  cuts(tokens, id) {
    const { opens, prepositions, fronted } = this.matcher.of(id).language, cuts = [];
    for (const [start, { value }] of tokens.entries()) {
      if (isMention(value) || (!opens.has(value) && !prepositions.has(value))) continue;
      for (let end = tokens.length; end > start + 1; end--) {
        if (fronted.includes(/** @type {string} */ (tokens[end - 1].value))) continue; // "in the end, can …"
        if (end !== tokens.length && tokens[end].value !== BREAK && end - start > LONGEST_CUT) continue;
        const strange = tokens.slice(start, end).filter((token) => token.shown && token.value !== BREAK).map(({ shown }) => shown).join(" ");
        cuts.push({ strange, rest: [...tokens.slice(0, start), ...tokens.slice(end)] });
      }
    }
    return cuts;
  }
}
