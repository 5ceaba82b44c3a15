/* Built-in predicates and functions: what the engine itself knows of seats, teams and who is in the game. Predicates of the
   vocabulary name them (`builtin`); the rows of `vocabulary.builtins` say what is to be known of each, and here is the function
   of each. What else words mean, the rules say. */

import { nodes } from "../model/graph.js";
import { NOBODY } from "../model/seating.js";

/** @typedef {(position: Position, ring: Ring, ...args: any[]) => any} Builtin A function of a position and the ring of a moment. */

/** @type {Record<string, Builtin>} Whether a predicate holds of arguments, or the value of a function. */
export const SCALAR = {
  "next-to": (_, ring, p, q) => ring.distance(p, q) === 1,
  within: (_, ring, q, most, p) => ring.distance(q, p) <= most,
  distance: (_, ring, p, q) => ring.distance(p, q),
  "steps-left": (_, ring, p, q) => ring.steps(p, q),
  clockwise: ({ players }, _, p) => p === NOBODY ? [] : players.map((n) => (p + n) % players.length),
  "teams-clockwise": (position, ring, p) => [...new Set(SCALAR.clockwise(position, ring, p).map((q) => position.table.team[q]))],
  member: ({ table }, _, p, t) => (table.team[p] ?? NOBODY) === t,
  team: ({ table }, _, p) => table.team[p] ?? NOBODY,
  size: ({ table }, _, t) => table.sizes[t] ?? 0,
  players: ({ table }) => table.roles.length,
  teams: ({ table }) => table.sizes.length,
  middle: ({ table }, _, p) => table.middle[p] ?? false,
  present: (_, ring, p) => ring.holds(p),
};

/**
 * Return the function of a built-in.
 * @returns {Builtin}
 */
export function builtinFunction(name) {
  const builtin = SCALAR[name];
  if (!builtin) throw new Error(`this engine has no function for the built-in ${name}`);
  return builtin;
}

/** @type {Record<string, (a: any, b: any) => boolean>} Operators of comparisons by their signs. */
export const COMPARISONS = {
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
};

/** The greatest number that a calculation comes to, and its negative the least. */
export const MOST_CALCULATED = 9999;

/** @type {Record<string, (a: number, b: number) => number>} What two numbers make; a nought has no sign. */
export const CALCULATIONS = {
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (a, b) => a * b + 0,
  "divided-down": (a, b) => Math.floor(a / b),
  "divided-up": (a, b) => Math.ceil(a / b) + 0,
};

/**
 * Return whether what a predicate means can be seen at the table: by roles, teams and, as long as nobody has left, the order
 * of seats.
 * @param {string} predicate
 * @param {boolean} everybodyPresent
 */
export function isObservable(predicate, vocabulary, everybodyPresent) {
  const { builtin, means, elsewhere } = vocabulary.predicates[predicate];
  if (builtin) return !vocabulary.builtins[builtin].given && (everybodyPresent || !vocabulary.builtins[builtin].positional);
  const section = typeof elsewhere === "string" ? elsewhere : Object.values(elsewhere ?? {}).join("");
  if (!means || section) return false; // rules decide it, those of another section too
  return nodes(means).every(({ op, predicate: inner }) => inner !== undefined
    ? inner !== predicate && isObservable(inner, vocabulary, everybodyPresent)
    : !["given-term", "given-flag", "given-has", "option-on"].includes(op));
}

/**
 * Return the value of the vocabulary that a built-in compares with a number, if it does.
 * @param {string} builtin
 * @param {Vocabulary} vocabulary
 * @returns {{predicate: string, builtin: string, slots: number[]} | null}
 */
export function measuredBy(builtin, { predicates, builtins }) {
  const { measures } = builtins[builtin];
  const named = measures && Object.keys(predicates).find((predicate) => predicates[predicate].builtin === measures.builtin);
  return named ? { predicate: named, ...measures } : null;
}
