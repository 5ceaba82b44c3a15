/* What is bound while a condition or term is compiled, and whose reasons are wanted of it. */

/** @typedef {(position: Position, asked: Asked, frame: any[]) => Judged} Run */

/**
 * @typedef {Object} Compiled A condition or term as a function.
 * @property {Run} run
 * @property {boolean} certain Whether it is never unknown and rests on no clause.
 */

/**
 * @typedef {Object} Wanted Whose reasons are wanted; where those of falsity are not, a conjunction ends at its first
 *   false part.
 * @property {boolean} truth
 * @property {boolean} falsity
 */

/** @type {Wanted} */
export const OF_TRUTH = { truth: true, falsity: false };
/** @type {Wanted} */
export const OF_BOTH = { truth: true, falsity: true };

/** The letters that are bound: each to its slot in the frame, or to a given fact. */
export class Scope {
  /**
   * Bind letters.
   * @param {Map<string, number | string>} slots Slots, or the names of given facts.
   * @param {number} size The number of the next free slot.
   * @param {number} depth How many letters are bound by what runs over players, teams or numbers.
   */
  constructor(slots, size, depth = 0) {
    this.slots = slots;
    this.size = size;
    this.depth = depth;
  }

  /**
   * Bind the letters of arguments, and the letter that stands for a given fact.
   * @param {string[]} letters
   * @param {{place: string | null, place_key: string | null}} placed Such as a rule.
   * @returns {Scope}
   */
  static of(letters, { place, place_key: key } = { place: null, place_key: null }) {
    const slots = new Map(letters.map((letter, n) => [letter, n]));
    if (place !== null) slots.set(place, key);
    return new Scope(slots, letters.length);
  }

  /**
   * Return the scope inside a quantifier, whose letter takes the next slot.
   * @param {string} letter
   * @returns {Scope}
   */
  bind(letter) {
    return new Scope(new Map([...this.slots, [letter, this.size]]), this.size + 1, this.depth + 1);
  }
}

/**
 * Return the reasons wanted of a part whose negation is asked about.
 * @param {Wanted} wanted
 * @returns {Wanted}
 */
export function opposite({ truth, falsity }) {
  return { truth: falsity, falsity: truth };
}

/**
 * Return the players or teams of a position.
 * @returns {number[]}
 */
export function members(position, sort) {
  return sort === "team" ? position.teams : position.players;
}

/**
 * Evaluate arguments: their values with their reasons, or `null` with the reasons of those that are unknown.
 * @param {Compiled[]} args
 * @param {Asked} asked
 * @param {any[]} frame
 * @returns {{values: any[] | null, why: bigint}}
 */
export function evaluate(args, position, asked, frame) {
  const judged = args.map(({ run }) => run(position, asked, frame));
  const unknown = judged.filter(({ value }) => value === null);
  const why = (unknown.length ? unknown : judged).reduce((union, part) => union | part.why, 0n);
  return { values: unknown.length ? null : judged.map(({ value }) => value), why };
}

/**
 * Return a judgement with further reasons.
 * @param {Judged} judged
 * @param {bigint} why
 * @returns {Judged}
 */
export function because(judged, why) {
  return why ? { value: judged.value, why: judged.why | why } : judged;
}
