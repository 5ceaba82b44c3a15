/* The reader of questions in plain words: a question and a table in, the requests that it stands for out. It follows the
   reader of the toolkit (toolkit/emperor_rules/questions), module by module, and reads the same tables. */

import { RequestError } from "../engine/errors.js";
import { withoutBeside } from "./beside.js";
import { Contradicted, DEPARTURES, NobodyFits, TooManyCases, misnamed, product, readings, strangers } from "./cases.js";
import { ASKER, clausesOf, distinct, lastAsked, lookup, lookupWithin, ordersOf, selections, terseOrdersOf, without } from "./clauses.js";
import { joinDates, takePeriod } from "./dates.js";
import { isOfEither, ownsSomething, saysWhere, saysWho, speaksOf } from "./guards.js";
import { BREAK, Language, TYPED, plain, split } from "./language.js";
import { isEverybody, isMention, mention } from "./mentions.js";
import { NounPhrases } from "./noun-phrases.js";
import { IDLE, Patterns } from "./patterns.js";
import { Refusals } from "./refusals.js";
import { seatingOf, takeSize } from "./sizes.js";
import { meantBy } from "./spelling.js";
import { composed } from "./tables.js";

/** A question has at most so many signs and so many words: nobody asks more at once, and reading stays quick. */
const MOST_SIGNS = 300, MOST_WORDS = 50;
/** How a question is put; a terse one leaves out words that are light, a loose one has others that only place or stress,
    and a long one is a phrasing within more words, none of which changes what is asked. */
const STYLES = /** @type {Style[]} */ (["full", "terse", "loose", "long"]);
/** @typedef {"full" | "terse" | "loose" | "long"} Style */

/** @typedef {import("./cases.js").Case} Case */
/** @typedef {import("./cases.js").Reading} Reading */
/** @typedef {import("./cases.js").Seated} Seated */
/** @typedef {import("./clauses.js").Clause} Clause */
/** @typedef {import("./clauses.js").Match} Match */
/** @typedef {import("./language.js").Token} Token */

/**
 * @typedef {Object} Spoken What is exported of a language.
 * @property {Record<string, any>} table
 * @property {{player: string[], team: string[], roles: Record<string, string[]>}} nouns
 * @property {Record<string, string>} asks How each question is asked.
 * @property {[string, string][]} questions Ids and phrasings.
 * @property {[string, string, string, Record<string, string>][]} circumstances Ids, phrasings, values, and the sorts of their letters.
 */

export class Reader {
  /**
   * Prepare the reader of an engine's questions.
   * @param {Engine} engine
   * @param {Record<string, Spoken>} spoken What is exported of each language.
   */
  constructor(engine, spoken) {
    this.engine = engine;
    this.spoken = spoken;
    this.ids = Object.keys(spoken);
    const { predicates } = engine.rules.vocabulary;
    const sortsOf = (/** @type {string} */ ask) => Object.fromEntries(predicates[ask].parameters.map(({ letter, sort }) => [letter, sort]));
    this.languages = new Map(Object.entries(spoken).map(([id, { table, nouns, questions, circumstances }]) => {
      const language = new Language(id, composed(table)), phrases = new NounPhrases(language, nouns);
      const patterns = new Patterns(language, phrases, questions.map(([ask, words]) => ({ id: ask, words, sorts: sortsOf(ask), value: "" })),
        circumstances.map(([key, words, value, sorts]) => ({ id: key, words, sorts, value })));
      return [id, { language, phrases, patterns }];
    }));
  }

  /**
   * Return a language with what is said in it.
   * @param {string} id
   * @returns {{language: Language, phrases: NounPhrases, patterns: Patterns}}
   */
  of(id) {
    return /** @type {any} */ (this.languages.get(id));
  }

  /**
   * Return the words of a question as a language has them.
   * @param {string} question
   * @param {string} id
   * @returns {Token[]}
   */
  tokensOf(question, id) {
    const { language } = this.of(id);
    return this.wordsOf(joinDates(takeSize(language.rewritten(question), language).rest), id);
  }

  /**
   * Return the words of what is written, as it stands.
   * @param {string} written
   * @param {string} id
   * @returns {Token[]}
   */
  wordsOf(written, id) {
    const { language, phrases } = this.of(id);
    return language.shortened(phrases.find(language.words(this.corrected(written, id))));
  }

  /**
   * Return what is written with each word that no language knows as the one that it is a slip of.
   * @param {string} written
   * @param {string} id
   * @returns {string}
   */
  corrected(written, id) {
    const { patterns } = this.of(id);
    return written.replace(TYPED, (typed) => {
      const word = plain(typed.toLowerCase());
      if (this.ids.some((one) => this.of(one).patterns.knows(word))) return typed;
      return meantBy(word, patterns.lexicon, (one) => patterns.isTelling(one)) || typed;
    });
  }

  /**
   * Return what a question can mean at the table of a request, most often one thing, and its language.
   * @param {string} question
   * @param {Request} request The text, the seats, who has left and the date.
   * @param {string} preferred The language where the question's own cannot be told.
   * @returns {{readings: Reading[], language: string}}
   * @throws {RequestError} If it is not understood, or makes no sense at this table.
   */
  read(question, request, preferred) {
    const refusals = new Refusals(this, question, preferred);
    if (!question.trim()) throw new RequestError("question-empty");
    if (question.length > MOST_SIGNS || split(question).length > MOST_WORDS) throw new RequestError("question-long", { most: MOST_WORDS });
    const { languages } = refusals;
    for (const style of STYLES) {
      for (const id of languages) {
        const readings = this.asked(question, id, request, refusals, style);
        if (readings.length) return { readings, language: id };
      }
    }
    for (const id of languages) {
      const alone = withoutBeside(question, this, id, this.seated(request).table.names.length);
      for (const style of alone === question ? [] : STYLES) {
        const readings = this.asked(alone, id, request, refusals, style);
        if (readings.length) return { readings, language: id };
      }
    }
    throw refusals.best(this.seated(request));
  }

  /**
   * Return what a question can mean in a language, put in a style.
   * @param {string} question
   * @param {string} id
   * @param {Request} request
   * @param {Refusals} refusals
   * @param {Style} style
   * @returns {Reading[]}
   */
  asked(question, id, request, refusals, style) {
    const { resolved } = this.engine.program(request.text, request.on), asked = this.sized(question, id, request);
    const found = this.meanings(question, id, asked, this.seated(asked), style), fewest = Math.min(...found.map(({ ignored }) => ignored));
    const meanings = distinct(found.filter(({ ignored }) => ignored === fewest).map(({ reading }) => reading));
    const spoken = meanings.filter(({ cases }) => resolved.about.get(cases[0].ask)?.length);
    if (meanings.length && this.isStatement(question, id)) throw refusals.statement(this.seated(request), id);
    return (spoken.length ? spoken : meanings).map((reading) => seatedAt(reading, asked, request));
  }

  /**
   * Return whether somebody only says who has left: "B1 is dead", without a mark of a question.
   * @param {string} question
   * @param {string} id
   * @returns {boolean}
   */
  isStatement(question, id) {
    const tokens = this.tokensOf(question, id), [{ value: first }] = tokens, { language, patterns } = this.of(id);
    if (question.includes("?") || !isMention(first) || first.asked) return false;
    const present = new Set(tokens.map(({ value }) => value).filter((value) => !isMention(value)).map(String));
    const templates = patterns.circumstances.filter((template) => DEPARTURES.includes(template.id));
    return clausesOf(tokens, patterns.index(templates, present, new Set()), language, new Set(), new Set()).some(({ start, end }) => start === 0 && end === tokens.length);
  }

  /**
   * Return a request at a table of the size that the question names, if it names one.
   * @param {string} question
   * @param {string} id
   * @param {Request} request
   * @returns {Request}
   * @throws {RequestError} If the text allows no such table.
   */
  sized(question, id, request) {
    const { language } = this.of(id), { size } = takeSize(language.rewritten(question), language);
    if (!size) return request;
    const seats = seatingOf(size, request, this.engine);
    if (seats === null) throw new RequestError("question-no-table");
    return { ...request, seats };
  }

  /**
   * Return the table of a request.
   * @param {Request} request
   * @returns {Seated}
   */
  seated(request) {
    const program = this.engine.program(request.text, request.on), { vocabulary } = this.engine.rules;
    const { table, left, leaving } = this.engine.position(request, program, false);
    const letters = new Map(Object.entries(vocabulary.roles).map(([id, { letter }]) => [letter, id]));
    return {
      table, vocabulary, gone: new Set([...left, ...leaving].map((player) => table.names[player])),
      roleOf: new Map(table.names.map((name, n) => [name, letters.get(table.roles[n]) ?? ""])),
    };
  }

  /**
   * Return all that a question can mean in a language, and how many given facts the text would ignore then.
   * @param {string} question
   * @param {string} id
   * @param {Request} request
   * @param {Seated} seated
   * @param {Style} style
   * @returns {{reading: Reading, ignored: number}[]}
   */
  meanings(question, id, request, seated, style) {
    const { tokens, period } = takePeriod(this.tokensOf(question, id), this.of(id).language), { names } = seated.table;
    const { resolved } = this.engine.program(request.text, request.on), found = [];
    let contradiction = null;
    for (const { match, clauses } of lastAsked(tokens, this.matches(tokens, id, style))) {
      const said = clauses.flatMap(({ matches }) => matches.filter(({ pattern }) => pattern === ASKER)).flatMap(({ slots }) => slots);
      if (said.length && !speaksOf(match.fills, said)) continue;
      const fills = [...match.fills, ...clauses.flatMap(({ matches }) => matches.flatMap((one) => one.fills))];
      const [stranger] = strangers(fills, seated.table);
      if (stranger !== undefined) throw new RequestError("nobody", { name: stranger, last: names[names.length - 1] });
      for (const name of misnamed(fills, seated)) throw contradicted(name, seated);
      const read = resolved.givensRead(match.pattern.id);
      for (const meant of circumstances(clauses, read)) {
        const ids = new Set(meant.flat().map(({ pattern }) => pattern.id));
        const ignored = [...ids].filter((key) => !read.has(key) && ![...DEPARTURES, ASKER.id, IDLE].includes(key)).length;
        try {
          for (const reading of this.merged(match, meant, seated)) found.push({ reading: this.dated(reading, period, request), ignored });
        } catch (error) {
          if (!(error instanceof Contradicted)) throw error;
          contradiction = contradicted(error.message, seated);
        }
      }
    }
    if (contradiction && !found.length) throw contradiction;
    return found;
  }

  /**
   * Return the questions that some words can be, each with the clauses of circumstance that go with it.
   * @param {Token[]} tokens
   * @param {string} id
   * @param {Style} style
   * @returns {{match: Match, clauses: Clause[]}[]}
   */
  matches(tokens, id, style = "full") {
    const { language, patterns } = this.of(id), values = tokens.map(({ value }) => value);
    const typed = tokens.flatMap(({ shown }) => split(shown)), shown = tokens.flatMap((token) => language.words(token.shown).map(({ value }) => value));
    const all = [...values, ...language.settled(values), ...shown, language.of, language.fronted[0]];
    const present = new Set(all.filter((value) => !isMention(value)).map(String));
    const light = style === "full" ? new Set() : style === "terse" ? language.light : language.loose, isLong = style === "long";
    const placed = style === "full" ? light : language.light, aside = isLong ? language.aside : new Set();
    const clauses = clausesOf(tokens, patterns.index(patterns.circumstances, present, placed), language, placed, aside); // what places a circumstance is part of it
    const questions = patterns.index(patterns.questions, present, light);
    const leftOut = style === "loose" || isLong ? language.placing : new Set(), { givens } = this.engine.rules.vocabulary;
    /** @type {{match: Match, clauses: Clause[], weight: number, count: number}[]} */
    const found = [];
    if (isLong && ownsSomething(tokens, language)) return [];
    for (const chosen of selections(clauses)) {
      const apart = without(tokens, chosen), said = apart.map(({ value }) => value).filter((value) => value !== BREAK);
      if ((leftOut.size && saysWhere(said, language)) || (style !== "full" && saysWho(apart, language))) continue;
      const rest = said.filter((value) => !leftOut.has(value));
      if (isLong && isOfEither(rest, chosen)) continue;
      const unsaid = unsaidOf(rest, chosen, language);
      /** @type {import("./clauses.js").Orders} */
      const orders = (ordered) => language.agreeing(style === "full" ? ordersOf(ordered, language) : terseOrdersOf(ordered, language, unsaid), typed);
      const ways = isLong ? this.within(questions, rest, id, orders) : lookup(questions, orders(rest, language), light).map((match) => ({ match, weight: 0, count: 0 }));
      found.push(...ways.map((way) => ({ ...way, clauses: chosen })));
    }
    const [least] = [...found].sort((one, other) => one.weight - other.weight || one.count - other.count);
    const done = new Set(), fewest = new Map();
    return found.sort((one, other) => one.clauses.length - other.clauses.length).filter(({ match, clauses: chosen, weight, count }) => {
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
   * something is done are left aside only where everybody is named whom it takes.
   * @param {import("./patterns.js").Index} questions
   * @param {import("./language.js").Value[]} values
   * @param {string} id
   * @param {import("./clauses.js").Orders} orders
   * @returns {{match: Match, weight: number, count: number}[]}
   */
  within(questions, values, id, orders) {
    const { language, patterns } = this.of(id), { predicates } = this.engine.rules.vocabulary;
    const spare = (/** @type {import("./patterns.js").Pattern} */ { id: ask, slots }) => {
      const filled = slots.flatMap((slot) => (isMention(slot) ? [] : slot.split("+"))), own = patterns.ownWords.get(ask);
      const isWhole = filled.length > 0 && predicates[ask].parameters.every(({ letter }) => filled.includes(letter));
      return (/** @type {string} */ word) => language.aside.has(word) || (isWhole && language.means.has(word) && Boolean(own?.has(word)));
    };
    const alone = new Set(Object.keys(predicates).filter((ask) => predicates[ask].parameters.length === 1));
    return lookupWithin(questions, values, language, spare, orders, language.loose, alone).flatMap(({ match, aside }) => {
      const doneWith = aside.filter((word) => !language.aside.has(word));
      if (doneWith.length && match.fills.some((fill) => isMention(fill) && isEverybody(fill))) return [];
      return [{ match, weight: doneWith.reduce((sum, word) => sum + patterns.weight(word), 0), count: aside.length }];
    });
  }

  /**
   * Return the readings whose cases are those of every way in which the clauses can be.
   * @param {Match} match
   * @param {Match[][]} meant
   * @param {Seated} seated
   * @returns {Reading[]}
   */
  merged(match, meant, seated) {
    try {
      const ways = product(meant).map((way) => readings(match.pattern.id, match, way, seated));
      return ways[0].map(({ listed }, n) => ({ cases: distinct(ways.flatMap((parts) => parts[n].cases)), listed }));
    } catch (error) {
      if (error instanceof TooManyCases) throw new RequestError("question-many");
      if (!(error instanceof NobodyFits)) throw error;
      const role = seated.vocabulary.roles[error.role]?.words;
      throw role ? new RequestError("question-no-role", { role }) : new RequestError("question-no-player");
    }
  }

  /**
   * Ask each case of the wordings of a period: that of its first day, and those that began within it.
   * @param {Reading} reading
   * @param {import("./dates.js").Period | null} period
   * @param {Request} request
   * @returns {Reading}
   */
  dated(reading, period, request) {
    if (!period) return reading;
    const { dates, editions } = this.engine.rules.texts[request.text], first = editions.length > 1 ? editions[0] : "";
    const within = dates.filter((date) => period.first < date && date <= period.last);
    const known = [period.first, ...within].filter((day) => day >= first), days = known.length ? known : [period.first];
    return { ...reading, cases: reading.cases.flatMap((one) => days.map((on) => ({ ...one, on }))) };
  }
}

/**
 * Return who is meant where a question does not say it: who a circumstance speaks of where subjects are left out ("A3
 * pesca, perde?"), anybody where others are seen from him ("lend to a neighbour?"), else the question is who.
 * @param {import("./language.js").Value[]} values
 * @param {Clause[]} clauses
 * @param {Language} language
 * @returns {import("./mentions.js").Mention}
 */
function unsaidOf(values, clauses, language) {
  const isSomebody = clauses.some(({ matches }) => matches.some(({ fills }) => fills.some((fill) => isMention(fill) && !fill.asked)));
  if (language.table.subject_follows && isSomebody) return mention({ same: true });
  const isSeen = values.some((value) => isMention(value) && value.side !== "" && value.anchor === "other" && !value.owner);
  return mention({ asked: !isSeen });
}

/**
 * Refuse a question that says of a player what he is not at the table.
 * @param {string} name
 * @param {Seated} seated
 * @returns {RequestError}
 */
function contradicted(name, { roleOf, vocabulary }) {
  return new RequestError("question-contradicted", { name, role: vocabulary.roles[roleOf.get(name) ?? ""].words, team: name[0] });
}

/**
 * Return a reading whose cases tell at which table they are asked, where that is another one.
 * @param {Reading} reading
 * @param {Request} asked
 * @param {Request} request
 * @returns {Reading}
 */
function seatedAt(reading, asked, request) {
  if (asked.seats === request.seats) return reading;
  return { ...reading, cases: reading.cases.map((one) => ({ ...one, seats: asked.seats })) };
}

/**
 * Return what the clauses can mean: for each clause the ways that are cases of one meaning. A given fact is meant where the
 * text looks at it; else that somebody left, and then before the turn and during it are two cases of one meaning.
 * @param {Clause[]} clauses
 * @param {Set<string>} read
 * @returns {Match[][][]}
 */
function circumstances(clauses, read) {
  return product(clauses.map(({ matches }) => {
    const given = matches.filter(({ pattern }) => read.has(pattern.id) || pattern === ASKER);
    const departed = matches.filter(({ pattern }) => DEPARTURES.includes(pattern.id));
    const other = matches.filter(({ pattern }) => !DEPARTURES.includes(pattern.id));
    return given.length ? given.map((one) => [one]) : departed.length ? [departed] : other.map((one) => [one]);
  }));
}

/** @type {any} */ (globalThis).emperorReader = Reader;
