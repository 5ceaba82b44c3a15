/* What would have to be otherwise for an answer to change: one change of the position is tried, then two. A change is a
   player gone before the turn (or not), an option switched, or a fact that the question gave with another value. */

import { MOST_WORK } from "./work-limit.js";

/** Changes tried together; three would rarely be read, and cost the cube of the table. */
const MOST_CHANGES = 2;
/** Enough ways to show. */
const MOST_WAYS = 4;

/**
 * @typedef {Object} Edit One change of a position.
 * @property {"left" | "leaving" | "option" | "given"} kind The part of a request that it replaces.
 * @property {string} name The player, option or given fact.
 * @property {any} value
 */

/** @typedef {{changes: Edit[], answer: Answer}} Counterfactual Changes that together alter the answer. */

/**
 * Return the smallest sets of changes after which the answer differs; none where two changes do not suffice.
 * @returns {Counterfactual[]}
 */
export function nearestCounterfactuals(engine, request) {
  const present = engine.ask(request);
  if (present.status === "invalid") return [];
  const edits = possibleEdits(engine, request), { after_game, ignores } = engine.prepare(request).predicate;
  const duringPlay = !after_game && !ignores.length; // nobody plays on once somebody has won
  let work = 0;
  for (let count = 1; count <= MOST_CHANGES; count++) {
    const ways = [];
    for (const changes of combinations(edits, count)) {
      if (new Set(changes.map(({ kind, name }) => `${kind} ${name}`)).size < count) continue;
      const position = changes.reduce(edited, request), answer = engine.ask(position);
      work += engine.work.used;
      const isOther = JSON.stringify([answer.status, answer.answer]) !== JSON.stringify([present.status, present.answer]);
      if (answer.status === "answered" && isOther && !(duringPlay && engine.departures(position).isWon)) ways.push({ changes, answer });
      if (ways.length === MOST_WAYS || work > MOST_WORK) break;
    }
    if (ways.length || work > MOST_WORK) return ways;
  }
  return [];
}

/**
 * Return a request with one change.
 * @param {Edit} edit
 * @returns {Request}
 */
function edited(request, { kind, name, value }) {
  const { left = [], leaving = [], options = [], given = {} } = request;
  const without = (names) => names.filter((other) => other !== name);
  switch (kind) {
    case "left":
      return { ...request, left: value ? [...without(left), name].sort() : without(left) };
    case "leaving":
      return { ...request, leaving: without(leaving), left: value === "left" ? [...without(left), name].sort() : left };
    case "option":
      return { ...request, options: options.includes(name) ? without(options) : [...options, name].sort() };
    case "given":
      return { ...request, given: { ...given, [name]: value } };
  }
  throw new Error(`no change: ${kind}`);
}

/**
 * Return every single change of a position.
 * @returns {Edit[]}
 */
function possibleEdits(engine, request) {
  const { program, position, predicate } = engine.prepare(request), { vocabulary, options } = program.resolved;
  const { of = [], left = [], leaving = [], given = {} } = request;
  /** @type {Edit[]} */
  const edits = [];
  for (const name of predicate.ignores.length ? [] : position.table.names) {
    if (left.includes(name)) edits.push({ kind: "left", name, value: false });
    else if (leaving.includes(name)) edits.push({ kind: "leaving", name, value: false }, { kind: "leaving", name, value: "left" });
    else if (!of.includes(name)) edits.push({ kind: "left", name, value: true });
  }
  for (const name of [...options].sort()) {
    edits.push({ kind: "option", name, value: !(request.options ?? []).includes(name) });
  }
  for (const [name, value] of Object.entries(given)) { // of what nobody spoke nothing is supposed
    const { kind, choices } = vocabulary.givens[name];
    if (kind === "flag") {
      edits.push({ kind: "given", name, value: !value });
    } else if (kind === "choice") {
      edits.push(...choices.filter((choice) => choice.word !== value)
        .map((choice) => /** @type {Edit} */ ({ kind: "given", name, value: choice.word })));
    }
  }
  return edits;
}

/**
 * Yield the sets of so many items, in their order.
 * @template T
 * @param {T[]} items
 * @param {number} count
 * @returns {Generator<T[]>}
 */
function* combinations(items, count) {
  if (count === 0) {
    yield [];
    return;
  }
  for (const [at, item] of items.entries()) {
    for (const rest of combinations(items.slice(at + 1), count - 1)) yield [item, ...rest];
  }
}
