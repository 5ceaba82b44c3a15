/* Answers questions from the exported rules, as the toolkit does; it knows no rule itself. What conditions and verdicts
   mean is told on the page "The meaning of the rules". */

import { RequestError } from "../model/errors.js";
import { EVERYBODY, listed, people } from "./lists.js";
import { Departures } from "./departures.js";
import { Program, askedIn, speakingClauses } from "./program.js";
import { checkKeys, readArguments, readGiven, readPosition, wordingOn } from "./request.js";
import { ResolvedText } from "../resolve/resolver.js";
import { CONTRADICTED, TRUE, UNKNOWN } from "../semantics/truth.js";
import { CONTRADICTORY } from "../semantics/verdict.js";
import { WorkLimit } from "./work-limit.js";

/** Positions kept with what was answered about them. */
const KEPT_POSITIONS = 256;
/** Of larger tables none is kept: whether a question takes too much work must not hang on what was asked before it. */
const MOST_SEATS_KEPT = 24;

/**
 * @typedef {Object} Answer
 * @property {"answered" | "silent" | "contradicted" | "invalid"} status
 * @property {any} answer Yes or no, a number, a word, or players and teams by name; `null` unless answered.
 * @property {string[]} clauses Citations, in the order of citing.
 * @property {string[]} overridden
 * @property {{answer: any, clauses: string[]}[]} claims The sides of a contradiction.
 * @property {RequestError | null} error What is wrong with the question.
 * @property {string[]} ignored Given facts that no clause looks at on which the question rests.
 * @property {{of: string[], status: string, clauses: string[]}[]} open Of a list, those left undecided.
 * @property {boolean} arises False where all clauses that leave it open say that the question does not arise.
 */

/**
 * @typedef {Object} Prepared A question understood.
 * @property {Program} program
 * @property {string} ask
 * @property {Predicate} predicate
 * @property {Position} position
 * @property {number[]} args
 * @property {Record<string, any>} given
 * @property {[string, string[]][]} best Given facts whose choice is left to the text, with those that it speaks of.
 * @property {string[]} needs Given facts that are a player, and nobody is asked about.
 * @property {string[]} ignored Facts that are given and on which the question cannot rest.
 */

/** Answers questions about the texts of one document; programs and positions are kept between questions. */
export class Engine {
  /** Read rules. */
  constructor(rules) {
    this.rules = rules;
    this.work = new WorkLimit();
    /** @type {Map<string, Program>} */
    this.programs = new Map();
    /** @type {Map<string, Position>} */
    this.positions = new Map();
  }

  /**
   * Answer one question, or one question of everybody for whom a "?" of the request stands.
   * @returns {Answer}
   */
  ask(request) {
    this.work.begin();
    return orInvalid(() => {
      if (!Array.isArray(request?.of) || !request.of.includes(EVERYBODY)) return this.decide(this.prepare(request));
      const { predicate, position } = this.situation(request);
      const entries = people(request, predicate, position)
        .map((of) => ({ of, answer: orInvalid(() => this.decide(this.prepare({ ...request, of }))) }));
      const { status, ...content } = listed(entries);
      return answered(status, content);
    });
  }

  /**
   * Return the compiled text on a day.
   * @param {any} text
   * @param {any} on
   * @returns {Program}
   * @throws {RequestError} If there is none.
   */
  program(text, on) {
    if (typeof text !== "string" || !Object.hasOwn(this.rules.texts, text)) {
      throw new RequestError("unknown-text", { name: String(text) });
    }
    const day = wordingOn(this.rules.texts[text], text, on), key = `${text} ${day}`;
    let program = this.programs.get(key);
    if (!program) this.programs.set(key, (program = new Program(new ResolvedText(this.rules, text, day), this.work)));
    return program;
  }

  /**
   * Check a question, and find its program, predicate and position.
   * @returns {{program: Program, ask: string, predicate: Predicate, position: Position}}
   * @throws {RequestError} If it cannot be asked.
   */
  situation(request) {
    checkKeys(request);
    const program = this.program(request.text, request.on), { predicates } = program.resolved.vocabulary, { ask } = request;
    if (typeof ask !== "string" || !Object.hasOwn(predicates, ask) || !predicates[ask].ask) {
      throw new RequestError("unknown-question", { name: String(ask) });
    }
    const position = this.position(request, program, predicates[ask]);
    return { program, ask, predicate: predicates[ask], position };
  }

  /**
   * Check a question, and find all that it is about.
   * @returns {Prepared}
   * @throws {RequestError} If it cannot be asked.
   */
  prepare(request) {
    const { program, ask, predicate, position } = this.situation(request), { resolved } = program;
    const { vocabulary } = resolved;
    const args = readArguments(request.of, ask, predicate, position);
    const given = readGiven(request.given, vocabulary, predicate, position, args);
    const isGiven = (key) => Object.hasOwn(request.given ?? {}, key);
    const keys = Object.keys(vocabulary.givens), open = keys.filter((key) => !isGiven(key));
    /** @type {[string, string[]][]} */
    const best = [];
    for (const key of open.filter((key) => vocabulary.givens[key].best && predicate.kind === "action")) {
      const words = resolved.allowedChoices(ask, key);
      if (words.length === 1) given[key] = words[0]; // nothing is left to choose
      else if (words.length) best.push([key, words]);
    }
    const isOfNobody = predicate.parameters.every(({ sort }) => sort !== "player");
    const needs = open.filter((key) => isOfNobody && vocabulary.givens[key].default === "first" &&
      predicate.defaults.every((own) => own.given !== key) && resolved.givensRead(ask).has(key));
    const ignored = keys.filter((key) => isGiven(key) && !resolved.givensRead(ask).has(key));
    return { program, ask, predicate, position, args, given, best, needs, ignored };
  }

  /**
   * Return the position of a question: once all have gone who go with others, or where that ends the game, as it was requested.
   * One that was asked about lately is kept with its verdicts.
   * @param {Predicate} predicate
   * @returns {Position}
   * @throws {RequestError} If it makes no sense, or the game is over and the question is none that is asked after it.
   */
  position(request, program, { ignores, after_game }) {
    const requested = this.asRequested(request, program, ignores.length > 0);
    if (!requested.left.size && !requested.leaving.size) return requested;
    const departures = this.departures(request);
    if (!departures.isOver) return departures.standing;
    if (!after_game) throw new RequestError("game-over", { result: departures.result() });
    return requested;
  }

  /**
   * Return the position of a request as it stands there.
   * @param {boolean} ignoring Whether it does not matter who has gone.
   * @returns {Position}
   */
  asRequested(request, program, ignoring) {
    const { seats, left, leaving, options } = request, { id, on } = program.resolved;
    const key = JSON.stringify([id, on, seats, left, leaving, options, ignoring]);
    let position = this.positions.get(key);
    if (!position) {
      position = readPosition(request, program.resolved, ignoring);
      if (position.players.length > MOST_SEATS_KEPT) return position;
      if (this.positions.size >= KEPT_POSITIONS) this.positions.delete([...this.positions.keys()][0]);
      this.positions.set(key, position);
    }
    return position;
  }

  /**
   * Return who has gone in a position, and what follows.
   * @returns {Departures}
   */
  departures(request) {
    const program = this.program(request.text, request.on), requested = this.asRequested(request, program, false);
    return (requested.consequences ??= this.work.apart(() => new Departures(program, requested)));
  }

  /**
   * Answer a prepared question; where its moment is open, at the moment that its text allows it.
   * @returns {Answer}
   */
  decide(prepared) {
    const [need, ...needs] = prepared.needs;
    if (need !== undefined) { // of nobody, though a player matters: the answer must be the same whoever it is
      const answers = prepared.position.players.map((player) =>
        this.decide({ ...prepared, given: { ...prepared.given, [need]: player }, needs }));
      const different = new Set(answers.map(({ status, answer }) => JSON.stringify([status, answer])));
      return different.size > 1 ? notGiven(need) : answers[answers.length - 1];
    }
    const { answer } = this.atBest(prepared);
    return answer.status === "invalid" ? answer : { ...answer, ignored: prepared.ignored };
  }

  /**
   * Return the best moment and its answer: a yes, else what is open, else the no with the fewest reasons.
   * @returns {{given: Record<string, any>, answer: Answer}}
   */
  atBest(prepared) {
    let moments = [prepared.given];
    for (const [key, words] of prepared.best) {
      moments = moments.flatMap((given) => words.map((word) => ({ ...given, [key]: word })));
    }
    const tried = [];
    for (const given of moments) {
      const answer = this.verdict(prepared, given);
      if (answer.status === "answered" && answer.answer === true) return { given, answer };
      tried.push({ given, answer });
    }
    const rank = ({ status, clauses }) => [status === "answered", status === "invalid", clauses.length].map(Number);
    return tried.reduce((first, other) => (isLess(rank(other.answer), rank(first.answer)) ? other : first));
  }

  /**
   * Answer a question with all given facts settled.
   * @param {Record<string, any>} given
   * @returns {Answer}
   */
  verdict(prepared, given) {
    const { program, ask, predicate, position, args } = prepared;
    const { value, why, defeated = 0n, sides } = program.decide(ask, position, askedIn(prepared, given), args);
    const isValue = predicate.kind === "value";
    if (value === (isValue ? CONTRADICTORY : CONTRADICTED)) {
      const claims = [...sides].map(([side, by]) => ({ answer: this.show(prepared, side), clauses: this.cite(prepared, by) }));
      return answered("contradicted", { clauses: this.cite(prepared, why), claims });
    }
    if (value === (isValue ? null : UNKNOWN)) {
      const key = Object.keys(program.missing).find((key) => why & program.missing[key]);
      if (key !== undefined) return notGiven(key);
      const dismissing = (program.resolved.about.get(ask) ?? []).reduce((bits, rule) => (rule.arises ? bits : bits | rule.bit), 0n);
      return answered("silent", { clauses: this.cite(prepared, why), arises: !why || (why & ~dismissing) !== 0n });
    }
    const overridden = this.cite(prepared, defeated);
    if (isValue) return answered("answered", { answer: this.show(prepared, value), clauses: this.cite(prepared, why), overridden });
    let because = why;
    if (value !== TRUE && predicate.closed && (!why || !program.resolved.about.has(ask))) {
      const concluding = speakingClauses(program, ask, true);
      if (!concluding) return answered("silent");
      because |= concluding;
    }
    const clauses = this.cite(prepared, because, value === TRUE);
    return answered("answered", { answer: value === TRUE, clauses, overridden });
  }

  /**
   * Return the citations of clauses, in the order of citing.
   *
   * First those that conclude the answer, then the others that speak about the question, such as restrictions that were
   * met, then what all of these rest on; within each group by text and place.
   * @param {bigint} mask
   * @param {boolean} granted Whether those conclude that can say yes; else all that speak.
   * @returns {string[]}
   */
  cite(prepared, mask, granted = true) {
    if (!mask) return [];
    const { program, ask } = prepared, speaking = speakingClauses(program, ask, false);
    const first = granted ? speakingClauses(program, ask, true) : speaking;
    const groups = [mask & first, mask & speaking & ~first, mask & ~speaking & ~first];
    return groups.flatMap((group) => prepared.program.resolved.clauses
      .filter(({ index }) => group & (1n << BigInt(index))).map(({ citation }) => citation));
  }

  /**
   * Return a value as people name it: players by name, teams by letter.
   * @param {Prepared} prepared
   * @param {any} value
   * @returns {any}
   */
  show({ position, predicate }, value) {
    const { names, teams } = position.table;
    switch (predicate.answer) {
      case "players":
        return value.map((/** @type {number} */ player) => names[player]);
      case "player":
        return names[value] ?? null;
      case "team":
        return teams[value];
      case "teams":
        return value.map((/** @type {number} */ team) => teams[team]);
    }
    return value;
  }
}

/**
 * Return an answer, or that a question cannot be asked.
 * @param {() => Answer} answer
 * @returns {Answer}
 */
function orInvalid(answer) {
  try {
    return answer();
  } catch (error) {
    if (error instanceof RequestError) return answered("invalid", { error });
    throw error;
  }
}

/**
 * Return an answer.
 * @param {Answer["status"]} status
 * @param {Partial<Answer>} content
 * @returns {Answer}
 */
function answered(status, content = {}) {
  return { status, answer: null, clauses: [], overridden: [], claims: [], error: null, ignored: [], open: [], arises: true, ...content };
}

/**
 * Return the answer where a given fact is needed and missing.
 * @returns {Answer}
 */
function notGiven(key) {
  return answered("invalid", { error: new RequestError("not-given", { name: key }) });
}

/**
 * Return whether a list of numbers comes before another.
 * @param {number[]} one
 * @param {number[]} other
 */
function isLess(one, other) {
  const at = one.findIndex((number, n) => number !== other[n]);
  return at >= 0 && one[at] < other[at];
}
