/* Facts of one position as data: what a derivation is made of before it is put into words. */

/**
 * @typedef {Object} StatedFact What a condition looks at. Each is made once, so that facts are equal if they are the same.
 * @property {"predicate" | "role" | "option" | "given" | "listed" | "count" | "order" | "empty"} kind
 * @property {string} name A predicate, role, option or given fact; of a count the role or sort, of an order "left" or "right", of an empty seat "left" or "leaving".
 * @property {any[]} args Players and teams by number.
 * @property {any} value `null` is unknown.
 * @property {string[]} sorts Those of the arguments of a predicate: player 0 is not team 0.
 * @property {boolean} names Whether the value is the number of a player or a team.
 * @property {Moment} moment
 * @property {boolean} common Whether it is common knowledge at the table.
 * @property {boolean} concluded Whether clauses of the text decide it.
 */

/** @typedef {{facts: StatedFact[], slot: number | null}} FactGroup Facts of one sentence, alike but for one argument and for values. */

/** What is not said of a fact otherwise. */
const PLAIN = { args: [], sorts: [], value: true, names: false, moment: "now", common: false, concluded: false };

/** The facts of one question, each once. */
export class FactStore {
  /** Start empty. */
  constructor() {
    /** @type {Map<string, StatedFact>} */
    this.byKey = new Map();
  }

  /**
   * Return a fact.
   * @param {StatedFact["kind"]} kind
   * @param {Partial<StatedFact>} properties
   * @returns {StatedFact}
   */
  fact(kind, name, properties) {
    const made = /** @type {StatedFact} */ ({ kind, name, ...PLAIN, ...properties });
    const key = JSON.stringify([kind, name, made.args, made.value, made.moment, made.common, made.concluded]);
    const same = this.byKey.get(key);
    if (!same) this.byKey.set(key, made);
    return same ?? made;
  }
}

/**
 * Return whether a fact gives a number.
 * @param {StatedFact} stated
 */
export function isNumber({ value, names }) {
  return typeof value === "number" && !names;
}

/**
 * Return whether two lists of arguments are the same.
 * @param {any[]} args
 * @param {any[]} others
 */
export function areSame(args, others) {
  return args.length === others.length && args.every((value, n) => value === others[n]);
}

/**
 * Return whether it is known that the facts of a group hold, or do not.
 * @param {FactGroup} group
 */
export function isKnown({ facts: [first] }) {
  return first.value !== null || first.kind !== "predicate";
}

/**
 * Join facts that one sentence can say, each in the place of the first of its group.
 * @param {StatedFact[]} facts
 * @returns {FactGroup[]}
 */
export function grouped(facts) {
  /** @type {FactGroup[]} */
  const groups = [];
  for (const stated of facts) {
    const at = groups.findIndex((group) => longerOrder(group.facts[0], stated) || commonSlot(group, stated) !== null);
    if (at < 0) {
      groups.push({ facts: [stated], slot: null });
      continue;
    }
    const longer = longerOrder(groups[at].facts[0], stated);
    groups[at] = longer
      ? { facts: [longer], slot: null }
      : { facts: [...groups[at].facts, stated], slot: commonSlot(groups[at], stated) };
  }
  return groups;
}

/**
 * Return the longer of two orders of seats from the same player on, if they are such.
 * @param {StatedFact} order
 * @param {StatedFact} other
 * @returns {StatedFact | null}
 */
function longerOrder(order, other) {
  if (order.kind !== "order" || other.kind !== "order" || order.name !== other.name) return null;
  const [shorter, longer] = other.args.length < order.args.length ? [other, order] : [order, other];
  return areSame(longer.args.slice(0, shorter.args.length), shorter.args) ? longer : null;
}

/**
 * Return the slot in which a fact differs from those of a group, if it may join them.
 *
 * Facts join by what they say: truths only with the same truth, numbers with any other number.
 * @param {FactGroup} group
 * @returns {number | null}
 */
function commonSlot({ facts: [first], slot }, stated) {
  if (first.kind !== stated.kind || first.name !== stated.name || first.moment !== stated.moment) return null;
  if (!["predicate", "role", "listed", "empty"].includes(stated.kind)) return null;
  if (!(isNumber(first) && isNumber(stated)) && first.value !== stated.value) return null;
  const different = first.args.flatMap((value, n) => (value === stated.args[n] ? [] : [n]));
  return different.length === 1 && (slot === null || slot === different[0]) ? different[0] : null;
}
