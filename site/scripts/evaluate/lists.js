/* Questions of everybody: in `of`, a "?" stands for each player or team for whom the question makes sense. */

import { RequestError } from "../model/errors.js";

/** What stands for everybody. */
export const EVERYBODY = "?";
/** A list that would take more single questions is refused. */
const MOST_QUESTIONS = 50000;

/**
 * @typedef {Object} Entry One of the single questions of a list with its answer.
 * @property {string[]} of
 * @property {Answer} answer
 */

/**
 * Return all names of whom a request asks.
 * @param {any} request
 * @param {Predicate} predicate
 * @returns {string[][]}
 * @throws {RequestError} If they are too many or too few.
 */
export function people({ ask, of }, predicate, position) {
  const { parameters } = predicate, { table, rings } = position;
  if (of.length !== parameters.length) {
    throw new RequestError("of-count", { name: ask, wanted: parameters.length, count: of.length });
  }
  const players = table.names.filter((_, player) => predicate.gone_allowed || rings.now.holds(player));
  const teams = table.teams;
  const choices = of.map((/** @type {any} */ name, /** @type {number} */ n) =>
    name !== EVERYBODY ? [name] : parameters[n].sort === "team" ? teams : players);
  if (choices.reduce((/** @type {number} */ count, /** @type {any[]} */ names) => count * names.length, 1) > MOST_QUESTIONS) {
    throw new RequestError("list-long");
  }
  return choices.reduce((/** @type {any[][]} */ lists, /** @type {any[]} */ names) =>
    lists.flatMap((list) => names.map((name) => [...list, name])), [[]]);
}

/**
 * Return the answer of a list. It is answered as soon as one single question is; where none is, it is as these are. Its
 * clauses are those of the entries that it names, or of all where it names none.
 * @param {Entry[]} entries
 * @returns {Partial<Answer> & {status: Answer["status"]}}
 * @throws {RequestError} If one of the questions makes no sense.
 */
export function listed(entries) {
  const answers = entries.map(({ answer }) => answer), isDecided = (/** @type {Answer} */ { status }) => status === "answered";
  const invalid = answers.find(({ status }) => status === "invalid");
  if (invalid?.error) throw invalid.error;
  const ignored = answers[0]?.ignored ?? [];
  const undecided = entries.filter(({ answer }) => !isDecided(answer));
  const open = undecided.map(({ of, answer: { status, clauses } }) => ({ of, status, clauses }));
  if (entries.length && undecided.length === entries.length) {
    const status = answers.some((answer) => answer.status === "contradicted") ? "contradicted" : "silent";
    return { status, clauses: merged(answers.map(({ clauses }) => clauses)), ignored, open, arises: answers.some(({ arises }) => arises) };
  }
  const named = entries.filter(({ answer }) => isDecided(answer) && answer.answer !== false);
  const deciding = (named.length ? named : entries).map(({ answer }) => answer).filter(isDecided);
  return {
    status: "answered",
    answer: named.map(({ of, answer: { answer, clauses } }) => ({ of, answer, clauses })),
    clauses: merged(deciding.map(({ clauses }) => clauses)),
    overridden: merged(deciding.map(({ overridden }) => overridden)),
    ignored,
    open,
  };
}

/**
 * Return the citations of several answers, each once, in the order of their first naming.
 * @param {string[][]} citations
 * @returns {string[]}
 */
function merged(citations) {
  return [...new Set(citations.flat())];
}
