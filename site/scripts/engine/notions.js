/* Notions that the engine itself knows of seats, teams and who is in the game. Predicates of the vocabulary name them
   (`builtin`); what else words mean, the rules say. */

import { nodes } from "./graph.js";
import { NOBODY } from "./seating.js";

/**
 * What each notion says of arguments in a position, on the ring of a moment: true or false of a fact, else a value.
 * @type {Record<string, (position: Position, ring: Ring, ...args: any[]) => any>}
 */
export const NOTIONS = {
  "next-to": (_, ring, p, q) => ring.distance(p, q) === 1,
  within: (_, ring, q, most, p) => ring.distance(q, p) <= most,
  distance: (_, ring, p, q) => ring.distance(p, q),
  "steps-left": (_, ring, p, q) => ring.steps(p, q),
  clockwise: ({ players }, _, p) => players.map((n) => (p + n) % players.length),
  member: ({ table }, _, p, t) => (table.team[p] ?? NOBODY) === t,
  team: ({ table }, _, p) => table.team[p] ?? NOBODY,
  size: ({ table }, _, t) => table.sizes[t] ?? 0,
  middle: ({ table }, _, p) => table.middle[p] ?? false,
  present: (_, ring, p) => ring.holds(p),
};

/** Notions that look at the seats of a moment, and those to which it matters which way round seats are counted. */
export const POSITIONAL = new Set(["next-to", "within", "distance", "steps-left", "present"]);
export const DIRECTED = new Set(["steps-left", "clockwise"]);

/** @type {Record<string, {builtin: string, slots: number[]}>} The number that a notion compares with a bound, with the arguments that it is a number of. */
const MEASURES = { within: { builtin: "distance", slots: [2, 0] } };

/** @type {Record<string, (a: any, b: any) => boolean>} Operators of comparisons by their signs. */
export const COMPARISONS = {
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
};

/**
 * Return whether what a predicate means can be seen at the table: by roles, teams and, as long as nobody has left, the order
 * of seats.
 * @param {string} predicate
 * @param {Vocabulary} vocabulary
 * @param {boolean} everybodyPresent
 * @returns {boolean}
 */
export function isSeen(predicate, vocabulary, everybodyPresent) {
  const { builtin, means } = vocabulary.predicates[predicate];
  if (builtin) return everybodyPresent || !POSITIONAL.has(builtin);
  if (!means) return false;
  return nodes(means).every(({ op, predicate: inner }) => inner !== undefined
    ? inner !== predicate && isSeen(inner, vocabulary, everybodyPresent)
    : !["given", "flag", "listed", "option"].includes(op));
}

/**
 * Return the value of the vocabulary that a notion compares with a number, if it does.
 * @param {string} builtin
 * @param {Vocabulary} vocabulary
 * @returns {{predicate: string, builtin: string, slots: number[]} | null}
 */
export function measuredBy(builtin, { predicates }) {
  const measure = MEASURES[builtin];
  const named = measure && Object.keys(predicates).find((predicate) => predicates[predicate].builtin === measure.builtin);
  return named ? { predicate: named, ...measure } : null;
}
