/* The reader of questions in plain words: a question and a table in, the requests that it stands for out. It follows the
   reader of the toolkit (toolkit/emperor_rules/questions), module by module, and reads the same tables. */

import { RequestError } from "../model/errors.js";
import { teamOf } from "../model/seating.js";
import { EVERYBODY } from "../evaluate/lists.js";
import { Contradicted, DEPARTURES, DifferentlyGiven, NobodyFits, STAYING, TooManyCases, misnamed, product, readings, strangers } from "./cases.js";
import { ASKER, OTHER, clausesOf, distinct, lastAsked } from "./clauses.js";
import { readExactly } from "./exact-wordings.js";
import { BREAK, isNumber, split, straight } from "./language.js";
import { Matcher, MATCH_MODES } from "./matcher.js";
import { isMention } from "./mentions.js";
import { nearRules } from "./near-rules.js";
import { IDLE, supposedBy } from "./patterns.js";
import { Refusals } from "./refusals.js";
import { namedGames, seatingOf, takeGame, takeOptions, takePeriod, takeSize } from "./settings.js";

/** A question has at most so many signs and so many words: nobody asks more at once, and reading stays quick. */
const MOST_SIGNS = 300, MOST_WORDS = 50;
/** At so many given facts that a question says, what is meant does not look; who says more of them asks something else. */
const MOST_IGNORED = 2;
/** The tables of words that change a question of one kind alone. */
const ASKED_OF = { fact: "asks_can", action: "asks_deed" };
/** @typedef {import("./cases.js").Case} Case */
/** @typedef {import("./cases.js").Reading} Reading */
/** @typedef {import("./cases.js").Seated} Seated */
/** @typedef {import("./clauses.js").Clause} Clause */
/** @typedef {import("./clauses.js").Match} Match */
/** @typedef {import("./language.js").Language} Language */
/** @typedef {import("./language.js").Value} Value */
/** @typedef {import("./matcher.js").MatchMode} MatchMode */

export class Reader {
  /**
   * Prepare the reader of an engine's questions.
   * @param {Record<string, import("./matcher.js").Spoken>} spoken What is exported of each language.
   */
  constructor(engine, spoken) {
    this.engine = engine;
    this.matcher = new Matcher(engine.rules.vocabulary, spoken);
  }

  /**
   * Return what a question can mean at the table of a request, most often one thing, and its language.
   * @param {Request} request The text, the seats, who has left and the date.
   * @param {string} preferred The language where the question's own cannot be told.
   * @returns {{readings: Reading[], language: string}}
   * @throws {RequestError} If it is not understood, or makes no sense at this table.
   */
  read(question, request, preferred) {
    const refusals = new Refusals(this.matcher, question, preferred);
    if (!question.trim()) throw new RequestError("question-empty");
    if (question.length > MOST_SIGNS || split(question).length > MOST_WORDS) throw new RequestError("question-long", { most: MOST_WORDS });
    const exact = this.inOwnWords(question, request);
    const { rest, options } = exact ? { rest: question, options: [] } : this.withoutOptions(question, request), asked = options.length ? { ...request, options: [...(request.options ?? []), ...options] } : request;
    const refusing = options.length ? new Refusals(this.matcher, rest, preferred) : refusals;
    const { readings, language } = exact ?? this.understood(rest, asked, refusing);
    for (const one of readings.flatMap(({ cases }) => cases)) this.checkSupposed(one, asked);
    const read = readings.map((reading) => changed(reading, { options }));
    return { readings: read.map((reading) => ({ ...reading, cases: distinct(reading.cases.map((one) => this.inTime(one, request))) })), language };
  }

  /**
   * Return what a question means that is put as the vocabulary puts it, of somebody at this table.
   * @returns {{readings: Reading[], language: string} | null}
   */
  inOwnWords(question, request) {
    const exact = readExactly(question, this.engine.rules.vocabulary.predicates, this.matcher.spoken);
    if (!exact) return null;
    const { ask, of, language } = exact, { names, teams } = this.seated(request).table;
    if (!of.every((name) => names.includes(name) || teams.includes(name))) return null;
    return { readings: [{ cases: [{ ask, of, left: [], leaving: [], given: [], on: null, seats: null, options: [], staying: [] }], listed: false }], language };
  }

  /**
   * Return what a question means, where each of its words counts, and the language.
   * @returns {{readings: Reading[], language: string}}
   * @throws {RequestError} If it is not understood; where it names a game of which the text does not speak, for that.
   */
  understood(question, request, refusals) {
    const games = this.matcher.ids.map((/** @type {string} */ id) => namedGames(question, this.matcher.of(id).language)).find(({ length }) => length) ?? [];
    const { resolved } = this.engine.program(request.text, request.on);
    if (games.length && !games.some((game) => resolved.texts.includes(game))) throw new RequestError("question-game", { name: games[0], shown: refusals.shown });
    try {
      const { readings, language } = this.firstReadings(question, request, refusals), [word] = this.leftAside(question, language, readings, request);
      if (word !== undefined) throw refusals.leftAside(word, readings[0].cases[0]);
      return { readings, language };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const ofRules = this.ofRules(question, request, refusals), [id] = refusals.languages;
      if (!ofRules && error.details.shown) error.details.near = nearRules(resolved, this.matcher.of(id).patterns, this.matcher.tokensOf(refusals.question, id));
      throw ofRules ?? error;
    }
  }

  /**
   * Return the refusal of a question that asks when something is so, if it does: the rules about it.
   * @returns {RequestError | null}
   */
  ofRules(question, request, refusals) {
    for (const id of refusals.languages) {
      for (const other of this.matcher.of(id).language.ofAPosition(question)) {
        try {
          const { readings, language } = this.firstReadings(other, request, new Refusals(this.matcher, other, id)), [{ cases: [one] }] = readings;
          if (language !== id || this.leftAside(other, id, readings, request).length) continue;
          const on = one.on ?? request.on, { resolved } = this.engine.program(request.text, on), rules = resolved.rulesForItsRoles(one.ask);
          if (!rules.length || one.left.length || one.leaving.length || one.given.length) continue;
          const read = resolved.cone(one.ask), citations = (/** @type {any[]} */ some) => some.map(({ clause }) => resolved.clauses[clause].citation);
          const near = nearRules(resolved, this.matcher.of(id).patterns, this.matcher.tokensOf(refusals.question, id)), deciding = citations(resolved.rules.filter(({ predicate }) => read.has(predicate)));
          const isOwn = (/** @type {string} */ clause) => clause.startsWith(`${resolved.id}:`), clauses = citations(rules);
          const own = clauses.some(isOwn) ? clauses : near.filter((clause) => deciding.includes(clause));
          return refusals.ofRules(one, distinct([...own.filter(isOwn), ...clauses]), on);
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
        }
      }
    }
    return null;
  }

  /**
   * Return a case without what happens in it after the game was over: the result stands. A loss or an effect comes after all
   * departures, a departure during the turn after those before it.
   * @param {Case} one
   * @returns {Case}
   */
  inTime(one, request) {
    const { ask, left, leaving, given, on, seats, options } = one, isTold = given.length > 0;
    if (!(isTold || leaving.length) || !this.engine.rules.vocabulary.predicates[ask].after_game) return one;
    const before = { ...one, given: [], leaving: isTold ? leaving : [] };
    const position = {
      ...request, seats: seats ?? request.seats, on: on ?? request.on, options: distinct([...(request.options ?? []), ...options]),
      left: distinct([...(request.left ?? []), ...left]), leaving: distinct([...(request.leaving ?? []), ...before.leaving]),
    };
    if (!position.left.length && !position.leaving.length) return one;
    try {
      return this.engine.departures(position).isOver ? before : one;
    } catch (error) {
      if (error instanceof RequestError) return one; // a position that makes no sense is refused as it is asked
      throw error;
    }
  }

  /**
   * Check that the given fact which a case asks for is given: left out, it would be whoever is asked about.
   * @param {Case} one
   * @throws {RequestError} If it is not.
   */
  checkSupposed({ ask, given }, request) {
    const { predicates, givens } = this.engine.rules.vocabulary, key = predicates[ask].means?.right?.key;
    const supplied = [...Object.keys(request.given ?? {}), ...given.map(([fact]) => fact)];
    if (givens[key]?.default === "first" && !supplied.includes(key)) throw new RequestError("not-given", { name: key });
  }

  /**
   * Return a question without the words that options of its text are in use, and those that the table lacks.
   * @returns {{rest: string, options: string[]}}
   */
  withoutOptions(question, request) {
    const declared = [...this.engine.program(request.text, request.on).resolved.options].sort(), used = [];
    let rest = question;
    for (const [id, { options }] of Object.entries(this.matcher.spoken)) {
      const { language } = this.matcher.of(id), alone = takeGame(rest, language, request.text);
      const taken = takeOptions(alone, language, Object.fromEntries(declared.map((option) => [option, options[option]])));
      rest = taken.rest;
      used.push(...taken.used);
    }
    return { rest, options: used.filter((option) => !request.options?.includes(option)) };
  }

  /**
   * Return what a question means in the first language and mode in which it means anything, and the language.
   * @returns {{readings: Reading[], language: string}}
   */
  firstReadings(question, request, refusals) {
    for (const { words, id, mode, ask } of this.ways(question, request, refusals)) {
      const readings = this.asked(words, id, request, refusals, mode);
      if (!readings.length || (ask !== undefined && !readings.every((reading) => this.isWhether(reading, ask)))) continue;
      return { readings: ask === undefined ? readings : readings.map((reading) => ({ ...reading, opposite: true })), language: id };
    }
    if (refusals.languages.some((id) => !this.sized(question, id, request).isAllowed)) throw new RequestError("question-no-table");
    throw refusals.best(this.seated(request));
  }

  /**
   * Return whether a reading is whether something is so, of somebody: a list of others would answer its opposite.
   * @param {Reading} reading
   * @param {string} ask The question that it must be, nothing for any.
   */
  isWhether({ listed, cases }, ask) {
    const { predicates } = this.engine.rules.vocabulary;
    return !listed && cases.every((one) => (!ask || (one.ask === ask && !one.of.includes(EVERYBODY))) && predicates[one.ask].kind !== "value");
  }

  /**
   * Yield the words in which a question is read, their language and mode; where they ask its opposite, the id of that question,
   * or nothing where it may be any.
   * @returns {Generator<{words: string, id: string, mode: MatchMode, ask?: string}>}
   */
  *ways(question, request, refusals) {
    const { languages } = refusals, spoken = languages.map((id) => ({ id, language: this.matcher.of(id).language, said: this.matcher.of(id).language.inPresent(question) }));
    for (const mode of MATCH_MODES) for (const { id, said } of spoken) yield { words: said, id, mode };
    for (const { id, language, said } of spoken) for (const words of language.recast(said)) for (const mode of MATCH_MODES) yield { words, id, mode };
    for (const { id, said } of spoken) {
      const words = withoutAsides(said, this.matcher, id, this.seated(request).table.names.length);
      if (words !== said) for (const mode of MATCH_MODES) yield { words, id, mode };
    }
    for (const { id, language, said } of spoken) {
      for (const { other, ask } of language.opposites(said)) for (const mode of MATCH_MODES) yield { words: other, id, mode, ask };
    }
  }

  /**
   * Return the words that change what is asked, and without which the question would mean the same.
   * @param {Reading[]} meanings
   * @returns {string[]}
   */
  leftAside(question, id, meanings, request) {
    const predicates = meanings.map(({ cases: [{ ask }] }) => this.engine.rules.vocabulary.predicates[ask]), kinds = predicates.map(({ kind }) => kind), tables = ["never_empty"];
    if (!kinds.includes("value")) tables.push("asks_number");
    if (!kinds.includes("value") && !meanings.some(({ listed, cases: [{ of }] }) => listed || of.includes(EVERYBODY))) tables.push("asks_what");
    if (predicates.every(({ builtin }) => builtin)) tables.push("asks_can"); // what the seats say is so, and cannot be
    if (!predicates.some(({ ignores }) => ignores.length)) { // at the start all is as it will ever be
      tables.push(...Object.entries(ASKED_OF).filter(([kind]) => kinds.every((one) => one === kind)).map(([, name]) => name));
    }
    const read = JSON.stringify(meanings);
    return this.matcher.of(id).language.wordsIn(tables, question).filter(({ start, end }) => {
      const rest = `${question.slice(0, start)} ${question.slice(end).replace(/[?. ]+$/, "")}`;
      const shorter = `${rest.trim().split(/\s+/).join(" ")}?`;
      try {
        return JSON.stringify(this.firstReadings(shorter, request, new Refusals(this.matcher, shorter, id)).readings) === read;
      } catch (error) {
        if (error instanceof RequestError) return false;
        throw error;
      }
    }).map(({ word }) => word);
  }

  /**
   * Return whether a question is about former days: it names a year.
   * @returns {boolean}
   */
  isFormer(question) {
    return this.matcher.ids.some((/** @type {string} */ id) => this.matcher.of(id).language.isFormer(question));
  }

  /**
   * Return the questions that come nearest to one that was read as what was not meant.
   * @returns {{ask: string, of: string[]}[]}
   */
  others(question, request, preferred) {
    const refusals = new Refusals(this.matcher, question, preferred), [likeliest] = refusals.languages;
    return refusals.nearest(this.seated(request), likeliest);
  }

  /**
   * Return what a question can mean in a language, put in a mode.
   * @param {string} typed The question.
   * @param {MatchMode} mode
   * @returns {Reading[]}
   */
  asked(typed, id, request, refusals, mode) {
    const { resolved } = this.engine.program(request.text, request.on), { asked, isAllowed } = this.sized(typed, id, request), seated = this.seated(asked);
    const question = this.matcher.of(id).language.withPlayers(typed, seated.table.names);
    let every;
    try {
      every = this.meanings(question, id, asked, seated, refusals, mode);
    } catch (error) { // nobody is meant at a table that cannot be
      throw isAllowed || !(error instanceof RequestError) ? error : new RequestError("question-no-table");
    }
    const fewest = Math.min(...every.map(({ ignored }) => ignored));
    const meanings = distinct(every.filter(({ ignored }) => ignored === fewest).map(({ reading }) => reading));
    const spoken = meanings.filter(({ cases }) => resolved.about.get(cases[0].ask)?.length);
    if (!isAllowed && meanings.some(({ cases }) => cases.some(({ ask }) => !this.engine.rules.vocabulary.predicates[ask].requirement))) throw new RequestError("question-no-table");
    if (meanings.length && this.isStatement(question, id, fewest > 0)) throw refusals.statement(this.seated(request), id);
    const narrowed = this.matcher.of(id).language.narrowed(question);
    return (spoken.length ? spoken : meanings).flatMap((reading) => this.narrowed(reading, narrowed, asked) ?? []).map((reading) => seatedAt(reading, asked, request));
  }

  /**
   * Return a reading without the cases of those of whom it is not asked: "a player whom I cannot see". Where nobody is left, the
   * answers tell of whom that is so; where it is not said of whom, there is no reading.
   * @param {Reading} reading
   * @param {{ask: string, answer: string}[]} narrowed
   * @returns {Reading | null}
   */
  narrowed(reading, narrowed, request) {
    let { cases } = reading;
    for (const { ask, answer } of narrowed) {
      const areOf = cases.map((single) => this.isOf(single, ask, answer === "yes", request));
      if (areOf.includes(null)) return null;
      if (areOf.includes(true)) cases = cases.filter((_, n) => areOf[n]);
    }
    return { ...reading, cases };
  }

  /**
   * Return whether a question has an answer, or none, about those first named in a case or told of in it; null where it does
   * not name them.
   * @param {Case} one
   * @param {boolean} isSo The answer.
   * @returns {boolean | null}
   */
  isOf({ of, left, leaving, given, on }, ask, isSo, request) {
    const { givens, predicates } = this.engine.rules.vocabulary, count = predicates[ask].parameters.length;
    const told = given.flatMap(([key, value]) => ["player", "players"].includes(givens[key].kind) ? value : []).filter((name) => !of.includes(name));
    const about = (of.length + told.length === count ? [...of, ...told] : of).slice(0, count);
    if (about.length < count || about.includes(EVERYBODY)) return null;
    const position = { ...request, ask, of: about, left: distinct([...(request.left ?? []), ...left]), leaving: distinct([...(request.leaving ?? []), ...leaving]) };
    return this.engine.ask({ ...position, ...((on ?? request.on) && { on: on ?? request.on }) }).answer !== !isSo;
  }

  /**
   * Return whether somebody only says who has left: "B1 is dead", without a mark of a question. What is told before that,
   * and changes no answer, may lead up to that end; so may what a preposition opens behind it, "with a cup in his hand".
   * @param {boolean} toEnd Whether what is told before changes no answer.
   */
  isStatement(question, id, toEnd) {
    const tokens = this.matcher.tokensOf(question, id), { language, patterns } = this.matcher.of(id);
    const begin = toEnd ? tokens.slice(0, -1).findLastIndex(({ value }) => value === BREAK) + 1 : 0, { value: subject } = tokens[begin];
    if (question.includes("?") || !isMention(subject) || subject.asked) return false;
    const present = new Set(tokens.map(({ value }) => value).filter((value) => !isMention(value)).map(String));
    const departures = patterns.circumstances.filter((template) => DEPARTURES.includes(template.id));
    const index = patterns.index(departures, present, new Set());
    const asks = tokens.findLastIndex(({ value }) => value === BREAK || language.fronted.includes(value) || (isMention(value) && value.asked));
    const behind = [...tokens.keys()].filter((n) => n > asks && language.prepositions.has(tokens[n].value));
    return [tokens.length, ...behind].some((last) => clausesOf(tokens.slice(0, last), index, language, new Set(), new Set())
      .some(({ start, end }) => start === begin && end === last));
  }

  /**
   * Return a request at a table of the size that the question names, if it names one, and whether that is allowed.
   * @returns {{asked: Request, isAllowed: boolean}}
   * @throws {RequestError} If nobody could sit at a table of that size.
   */
  sized(question, id, request) {
    const { language } = this.matcher.of(id), { size } = takeSize(this.matcher.rewritten(question, id), language);
    if (!size) return { asked: request, isAllowed: true };
    const { seats, isAllowed } = seatingOf(size, request, this.engine);
    if (seats === null) throw new RequestError("question-no-table");
    return { asked: { ...request, seats }, isAllowed };
  }

  /**
   * Return the table of a request.
   * @returns {Seated}
   */
  seated(request) {
    const program = this.engine.program(request.text, request.on), { vocabulary } = this.engine.rules;
    const { table } = this.engine.asRequested(request, program, false);
    const letters = new Map(Object.entries(vocabulary.roles).map(([id, { letter }]) => [letter, id]));
    return {
      table, vocabulary, gone: this.gone(request),
      roleOf: new Map(table.names.map((name, n) => [name, letters.get(table.roles[n]) ?? ""])),
    };
  }

  /**
   * Return who is no longer seen at a table: nobody but those who are named once they end the game.
   * @returns {Set<string>}
   */
  gone(request) {
    const departures = this.engine.departures(request), { left, leaving } = departures.isOver ? departures.requested : departures;
    return new Set([...left, ...leaving].map((player) => departures.requested.table.names[player]));
  }

  /**
   * Return whether a case fits the table: nobody leaves it twice, nobody asked about has left by what it tells.
   * @param {Case} one
   */
  allows({ ask, of, left, leaving, staying }, request) {
    if (left.length + leaving.length + staying.length === 0) return true;
    let gone, isOver;
    try {
      const position = { ...request, left: [...request.left ?? [], ...left], leaving: [...request.leaving ?? [], ...leaving] };
      gone = this.gone(position);
      isOver = this.engine.departures(position).isOver;
    } catch {
      return false;
    }
    const back = staying.find((name) => gone.has(name));
    if (back !== undefined) throw new RequestError("question-gone", { name: back });
    const { after_game: isAfter, gone_allowed: isOfGone } = this.engine.rules.vocabulary.predicates[ask];
    return (isAfter || !isOver) && (isOfGone || !of.some((name) => gone.has(name)));
  }

  /**
   * Return all that a question can mean in a language, and how many given facts the text would ignore then.
   * @param {MatchMode} mode
   * @returns {{reading: Reading, ignored: number}[]}
   */
  meanings(question, id, request, seated, refusals, mode) {
    const { language } = this.matcher.of(id), { tokens, period } = takePeriod(this.matcher.tokensOf(question, id), language), { names } = seated.table;
    const { resolved } = this.engine.program(request.text, request.on), candidates = [], { predicates } = this.engine.rules.vocabulary;
    const departure = Object.keys(predicates).find((ask) => predicates[ask].leaves_game), falling = departure ? [...resolved.givensRead(departure)] : [];
    let contradiction = null;
    for (const { match, clauses: given } of lastAsked(tokens, this.matcher.matches(tokens, id, mode), language)) {
      const { id: ask, fixed } = match.pattern, teams = predicates[ask].parameters.filter(({ sort }) => sort === "team").map(({ letter }) => letter);
      if (!predicates[ask].builtin && !resolved.about.get(ask)?.length && fixed.some(([key]) => teams.includes(key))) continue; // a team that is not named, where the text says nothing of teams
      const circumstances = given.flatMap(({ matches }) => matches), said = circumstances.filter(({ pattern }) => pattern === ASKER).flatMap(({ slots }) => slots);
      if (said.length && !speaksOf(match.fills, said)) continue;
      const fills = [...match.fills, ...circumstances.flatMap((one) => one.fills)];
      const [stranger] = strangers(fills, seated.table);
      if (stranger !== undefined) throw new RequestError("nobody", { name: stranger, last: names[names.length - 1] });
      for (const name of misnamed(fills, seated)) throw contradicted(name, seated);
      const supposed = supposedBy(match.pattern), clauses = this.inOrder(given, question, language);
      if (!clauses || (supposed.length && !isWhetherPossible(match, tokens, language))) continue;
      if (mode !== "full" && this.isAskedWhether(match, tokens, question, language)) continue;
      const lookedAt = resolved.givensRead(match.pattern.id), read = new Set([...lookedAt].filter((key) => !supposed.includes(key))), { ignores } = predicates[match.pattern.id];
      if (ignores.length && circumstances.some(isDeparture)) {
        contradiction = refusals.ofStart(seated, id);
        continue;
      }
      for (const meant of this.circumstances(clauses, read, language)) {
        const meantMatches = meant.flat(), ids = new Set(meantMatches.map(({ pattern }) => pattern.id));
        if (falling.some((key) => ids.has(key) && !read.has(key))) continue; // "A1 is at 0 life, who plays next?": whether he has left is not said
        if (meantMatches.some((one) => (one.pattern.anywhere || counts(one)) && one.pattern.id !== IDLE && !lookedAt.has(one.pattern.id))) continue; // "do cards come in tapped?" is not "do cards come in?"
        const isDone = !predicates[match.pattern.id].after_game && meantMatches.some(isDeparture) && meantMatches.some((one) => this.isOfPlayers(one, read));
        const ignored = [...ids].filter((key) => !read.has(key) && ![...DEPARTURES, STAYING, ASKER.id, IDLE].includes(key)).length;
        try {
          for (const reading of this.merged(match, meant, seated, request)) {
            // nobody does or suffers anything once those who left before have ended the game
            for (const { left, leaving } of isDone ? reading.cases : []) this.engine.position({ ...request, left, leaving }, { resolved }, { ignores: [], after_game: false });
            if (reading.cases.every(({ given }) => given.filter(([key]) => !lookedAt.has(key)).length <= MOST_IGNORED)) candidates.push({ reading: this.dated(reading, period, request), ignored });
          }
        } catch (error) {
          if (error instanceof Contradicted) contradiction = contradicted(error.message, seated);
          else if (["question-gone", "question-no-role", "question-no-player", "question-pronoun"].includes(error.code)) contradiction = error;
          else if (error instanceof DifferentlyGiven) contradiction = new RequestError("question-differently", { name: error.message });
          else throw error;
        }
      }
    }
    if (contradiction && !candidates.length) throw contradiction;
    return candidates;
  }

  /**
   * Return whether a circumstance at which the text looks says who does or suffers something.
   * @param {Match} match
   * @param {Set<string>} read
   * @returns {boolean}
   */
  isOfPlayers({ pattern: { id } }, read) {
    const { givens } = this.engine.rules.vocabulary;
    return read.has(id) && Object.hasOwn(givens, id) && givens[id].kind.startsWith("player");
  }

  /**
   * Return whether it is asked by its first word whether something is so, which no number answers.
   * @param {Match} match
   * @returns {boolean}
   */
  isAskedWhether({ pattern: { id, fixed } }, tokens, question, language) {
    const isValue = this.engine.rules.vocabulary.predicates[id].kind === "value" && !fixed.length;
    return isValue && tokens.length > 0 && language.fronted.includes(/** @type {string} */ (tokens[0].value)) && !language.wordsIn(["asks_what", "asks_number"], question).length;
  }

  /**
   * Return what the clauses can mean: for each clause the ways that are cases of one meaning. A given fact is meant where the
   * text looks at it; else that somebody left, and then before the turn and during it are two cases of one meaning. Where it
   * is stated beside what somebody does, it may be either.
   * @param {Clause[]} clauses
   * @param {Set<string>} read
   * @param {Language} language
   * @returns {Match[][][]}
   */
  circumstances(clauses, read, { table }) {
    const isStated = (/** @type {Clause} */ { words, matches }) => matches.some(isDeparture) && words.some((word) => table.stated.includes(word));
    const done = clauses.some((clause) => !isStated(clause) && clause.matches.some((one) => this.isOfPlayers(one, read)));
    return product(clauses.map((clause) => {
      const { matches } = clause;
      const told = matches.filter(({ pattern }) => read.has(pattern.id) || pattern === ASKER);
      const counted = told.filter(counts), given = counted.length ? counted : told; // as many as are told
      const departed = matches.filter(isDeparture);
      const other = matches.filter((one) => !isDeparture(one));
      const meant = given.length ? given.map((one) => [one]) : departed.length ? [departed] : other.map((one) => [one]);
      const before = given.length && done && isStated(clause);
      return before ? [...meant, departed] : meant;
    }));
  }

  /**
   * Return clauses of which those before the others say who has left; null if several come one by one.
   * @param {Clause[]} clauses
   * @param {Language} language
   * @returns {Clause[] | null}
   */
  inOrder(clauses, question, { table }) {
    const { givens } = this.engine.rules.vocabulary;
    const falls = clauses.filter(({ matches }) => matches.some((one) => isDeparture(one) || (Object.hasOwn(givens, one.pattern.id) && givens[one.pattern.id].kind === "players")));
    const several = falls.some(({ matches }) => matches.some(({ fills }) => fills.length > 1 || fills.some((fill) => isMention(fill) && fill.names.length > 1)));
    if (falls.length < 2 && !several) return clauses;
    const before = falls.filter(({ words }) => words.some((word) => table.happened.includes(word)));
    const [order] = new RegExp(`(?<![\\w'’à-ù])(?:${table.one_by_one.join("|")})(?![\\w'’à-ù])`, "i").exec(question) ?? [""];
    const isAfterThat = order.toLowerCase().split(" ").some((word) => table.happened.includes(word)); // nobody is left before then
    if (order && (several || falls.length - before.length !== 1 || isAfterThat)) return null;
    return clauses.map((clause) => {
      const departed = before.includes(clause) ? clause.matches.filter(isDeparture) : [];
      return departed.length ? { ...clause, matches: departed } : clause;
    });
  }

  /**
   * Return the readings whose cases are those of every way in which the clauses can be.
   * @param {Match[][]} meant
   * @returns {Reading[]}
   */
  merged(match, meant, seated, request) {
    try {
      const ways = product(meant).map((way) => readings(match.pattern.id, match, way, seated));
      return ways[0].map(({ listed }, n) => {
        const cases = distinct(ways.flatMap((parts) => parts[n].cases)), allowed = cases.filter((one) => this.allows(one, request));
        return changed({ cases: allowed.length ? allowed : cases, listed }, { staying: [] }); // "can the king be hit if his pawn is dead": of the pawns those who are still there
      }).filter(({ cases }) => cases.length);
    } catch (error) {
      if (error instanceof TooManyCases) throw new RequestError("question-many");
      if (!(error instanceof NobodyFits)) throw error;
      if (error.isPronoun) throw new RequestError("question-pronoun");
      const role = seated.vocabulary.roles[error.role]?.words;
      throw role ? new RequestError("question-no-role", { role }) : new RequestError("question-no-player");
    }
  }

  /**
   * Ask each case of the wordings of a period: that of its first day, and those that began within it.
   * @param {Reading} reading
   * @param {import("./settings.js").Period | null} period
   * @returns {Reading}
   * @throws {RequestError} If the text had no wording then.
   */
  dated(reading, period, request) {
    if (!period) return reading;
    const { dates, editions } = this.engine.rules.texts[request.text], first = editions.length > 1 ? editions[0] : "";
    const within = dates.filter((date) => period.first < date && date <= period.last);
    const days = [period.first, ...within].filter((day) => day >= first);
    if (!days.length) this.engine.program(request.text, period.first); // which refuses the day
    return { ...reading, cases: reading.cases.flatMap((one) => days.map((on) => ({ ...one, on }))) };
  }
}

/**
 * Return whether a match says that somebody has left.
 * @param {Match} match
 * @returns {boolean}
 */
function isDeparture({ pattern: { id } }) {
  return DEPARTURES.includes(id);
}

/**
 * Refuse a question that says of a player what he is not at the table.
 * @param {Seated} seated
 * @returns {RequestError}
 */
function contradicted(name, { roleOf, vocabulary }) {
  const role = vocabulary.roles[roleOf.get(name) ?? ""];
  return role ? new RequestError("question-contradicted", { name, role: role.words, team: teamOf(name) }) : new RequestError("question-role-less", { name });
}

/**
 * Return whether a circumstance tells a number.
 * @param {Match} match
 */
function counts({ fills }) {
  return fills.some((fill) => !isMention(fill));
}

/**
 * Return whether it is asked of somebody whether he can.
 * @param {Match} match
 * @param {Language} language
 */
function isWhetherPossible({ fills }, tokens, { table }) {
  return !fills.some((fill) => isMention(fill) && fill.asked) && tokens.some(({ value }) => value === table.can);
}

/**
 * Return a reading whose cases tell at which table they are asked, where that is another one.
 * @param {Reading} reading
 * @param {Request} asked
 * @returns {Reading}
 */
function seatedAt(reading, asked, request) {
  return asked.seats === request.seats ? reading : changed(reading, { seats: asked.seats });
}

/**
 * Return a reading of which each case has a setting.
 * @param {Reading} reading
 * @param {Partial<import("./cases.js").Case>} setting
 * @returns {Reading}
 */
function changed(reading, setting) {
  return { ...reading, cases: reading.cases.map((one) => ({ ...one, ...setting })) };
}

/**
 * Return whether a question is about those of whom it says who they are. "As A3" needs whoever asks in it; "my king is A2"
 * somebody whom it does not leave unsaid.
 * @param {Value[]} fills
 * @param {string[]} said
 */
function speaksOf(fills, said) {
  const mentions = fills.filter(isMention);
  if (mentions.some(({ asker, viewpoint }) => asker || viewpoint === "asker")) return true;
  return said.includes(OTHER) && mentions.some(({ names, roles, same }) => names.length || roles.length || same);
}

/**
 * Return a question without the sentences before it that may be left aside. Each begins in a way of the tables. It names
 * nobody, has no word of a question or a circumstance, none that turns what is asked, and no number but that of the seats.
 * What somebody says of himself is left aside only where the question does not speak of him.
 * @param {string} question As typed.
 * @param {string} id The language.
 * @param {number} seats How many players sit at the table.
 * @returns {string}
 */
function withoutAsides(question, matcher, id, seats) {
  const { language } = matcher.of(id), written = straight(question.trim());
  let { begins, parts } = asidesOf(written, language, ["beside", "beside_self"]);
  if (matcher.wordsOf(parts[parts.length - 1], id).some(({ value }) => isAsker(value))) ({ begins, parts } = asidesOf(written, language, ["beside"]));
  const kept = parts.filter((part, n) => n === parts.length - 1 || !isAside(part, begins, matcher, id, seats));
  return kept.length < parts.length ? kept.join(" ") : question;
}

/**
 * Return how a sentence begins that may be left aside, and the parts of a question: behind marks and before such.
 * @param {Language} language
 * @param {string[]} tables
 * @returns {{begins: RegExp, parts: string[]}}
 */
function asidesOf(question, { people, table }, tables) {
  const begins = `(?:(?:${people.and.join("|")}) )?(?:${tables.flatMap((name) => table[name]).join("|")})`;
  return { begins: new RegExp(`^(?:${begins})`, "i"), parts: question.split(new RegExp(`(?<=[.,;:!?])\\s+|\\s+(?=${begins})`, "i")) };
}

/**
 * Return whether a part of a question may be left aside.
 * @param {string} part
 * @param {RegExp} begins
 * @param {number} seats
 */
function isAside(part, begins, matcher, id, seats) {
  const opening = begins.exec(part), { telling } = matcher.of(id).patterns;
  return opening !== null && matcher.wordsOf(part.slice(opening[0].length), id)
    .every(({ value }) => !isMention(value) && (isNumber(value) ? value === String(seats) : !telling.has(value)));
}

/**
 * Return whether a word speaks of whoever asks.
 * @param {Value} value
 */
function isAsker(value) {
  return isMention(value) && (value.asker || value.viewpoint === "asker");
}

/** @type {any} */ (globalThis).emperorReader = Reader;
