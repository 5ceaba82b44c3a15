/* How a proof is told: which reasons, in which order, what is folded away. A pure function of facts and reasons, without
   words and without rules; the page "The meaning of the rules" describes it. */

import { areSame, grouped, isNumber } from "./facts.js";
import { sameness } from "../semantics/verdict.js";

/** A derivation goes through at most so many clauses one below the other; what lies deeper is only named. */
const MOST_CLAUSES_DEEP = 4;

/**
 * @typedef {Object} Step A clause that speaks for what stands above it, with what it rests on.
 * @property {string} citation Empty where the vocabulary says so.
 * @property {Premise[]} premises
 * @property {boolean} again Whether the clause was told further up.
 * @property {boolean} met Whether it only failed to forbid.
 * @property {boolean} missed Whether it does not apply, for want of what is below.
 */

/** @typedef {{group: FactGroup, steps: Step[], by: string[]}} Premise Facts of one sentence, with the steps to them; `by` names clauses where it would go too deep. */

/** @typedef {{steps: Step[], met: string[], inapplicable: string[]}} Derivation The steps to an answer; restrictions that were met, and clauses that do not apply. */

/**
 * Return how a proof is told.
 * @param {Proof} proof
 * @returns {Derivation}
 */
export function derivation(proof) {
  const telling = new Telling(proof), { root } = proof;
  const chosen = telling.chosen(root), steps = telling.steps([root], 0), named = new Set(citedBy(steps));
  const others = (/** @type {Reason[]} */ reasons) =>
    [...new Set(reasons.map(({ citation }) => citation).filter((citation) => !named.has(citation)))];
  return {
    steps,
    met: others((proof.reasons.get(root) ?? []).filter((reason) => reason.joint && !chosen.includes(reason))),
    inapplicable: others((proof.misses.get(root) ?? []).map(({ reason }) => reason)),
  };
}

/**
 * Return every clause that steps name.
 * @param {Step[]} steps
 * @returns {string[]}
 */
function citedBy(steps) {
  return steps.flatMap(({ citation, premises }) =>
    [...(citation ? [citation] : []), ...premises.flatMap(({ steps, by }) => [...citedBy(steps), ...by])]);
}

/**
 * Return the rule with the fewest failed conditions, if as many hold; or all of the only clause there is.
 * @param {Miss[]} misses
 * @returns {Reason[]}
 */
function nearest(misses) {
  const close = misses.filter(({ asked, held, failed }) => asked && held >= failed);
  if (close.length) return [first(close, ({ failed, held, reason }) => [failed, -held, reason.redundant, !reason.own]).reason];
  return new Set(misses.map(({ reason }) => reason.citation)).size === 1 ? misses.map(({ reason }) => reason) : [];
}

/**
 * Return the first of the items with the least rank.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => (number | boolean)[]} rank
 * @returns {T}
 */
function first(items, rank) {
  return sorted(items, rank)[0];
}

/**
 * Return items by rank; those of one rank stay in order.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => (number | boolean)[]} rank
 * @returns {T[]}
 */
function sorted(items, rank) {
  const ranked = items.map((item) => ({ item, rank: rank(item).map(Number) }));
  ranked.sort((one, other) => one.rank.map((number, n) => number - other.rank[n]).find((difference) => difference) ?? 0);
  return ranked.map(({ item }) => item);
}

/**
 * Return whether a premise is a number that repeats a fact's.
 * @param {StatedFact} premise
 */
function restates(premise, stated) {
  return isNumber(stated) && isNumber(premise) && premise.value === stated.value && areSame(premise.args, stated.args) && areSame(premise.sorts, stated.sorts);
}

/** Tells each fact and each clause once. */
class Telling {
  /**
   * Tell nothing yet.
   * @param {Proof} proof
   */
  constructor(proof) {
    this.proof = proof;
    /** @type {Map<StatedFact, Set<StatedFact>>} */
    this.support = new Map();
    /** @type {Map<StatedFact, Reason[]>} */
    this.choices = new Map();
    /** @type {Set<StatedFact>} */
    this.mentioned = new Set();
    /** @type {Set<string>} */
    this.clauses = new Set();
  }

  // --- which reasons ----------------------------------------------------------------------------

  /**
   * Return the reasons to tell of a fact: of each claim that decides it, the one that rests on the least.
   * @returns {Reason[]}
   */
  chosen(stated) {
    this.restsOn(stated);
    return this.choices.get(stated) ?? [];
  }

  /**
   * Return all facts that the telling of a fact needs, itself included.
   *
   * Of several restrictions those of the text itself are told that say something of this position.
   * @returns {Set<StatedFact>}
   */
  restsOn(stated) {
    const earlier = this.support.get(stated);
    if (earlier) return earlier;
    this.support.set(stated, new Set([stated])); // which nothing below it needs
    const given = this.proof.reasons.get(stated) ?? [];
    const reasons = given.length ? given : nearest(this.proof.misses.get(stated) ?? []);
    const needed = new Map(reasons.map((reason) => [reason, new Set(reason.premises.flatMap((premise) => [...this.restsOn(premise)]))]));
    const below = (/** @type {Reason} */ reason) => [...needed.get(reason) ?? []];
    const restrictions = reasons.filter((reason) => reason.joint && reason.own && this.worthTelling(reason, stated).length);
    const best = new Map(), deciding = reasons.filter(({ kind }) => kind !== "met" && kind !== null);
    for (const reason of sorted(deciding, (one) => [
      below(one).includes(stated), one.redundant, below(one).filter(({ common }) => !common).length, !one.own,
    ])) {
      if (!best.has(sameness(reason.claim))) best.set(sameness(reason.claim), reason);
    }
    const isGranted = restrictions.some(({ kind }) => kind === "yes");
    const choices = isGranted ? restrictions : [...best.values(), ...restrictions];
    this.choices.set(stated, choices);
    const support = new Set([stated, ...choices.flatMap(below)]);
    this.support.set(stated, support);
    return support;
  }

  /**
   * Return the premises of a reason that are worth a line.
   * @param {Reason} reason
   * @returns {StatedFact[]}
   */
  worthTelling(reason, stated) {
    return reason.premises.filter((premise) => !this.isEmpty(premise, stated, reason));
  }

  /**
   * Return whether a premise is common knowledge, says a number again, or only that nothing speaks against.
   *
   * A no is told with all that does not hold.
   * @param {StatedFact} premise
   * @param {Reason} reason
   */
  isEmpty(premise, stated, { claim }) {
    if (premise.value !== false) return premise.common || restates(premise, stated);
    const isUnopposed = premise.concluded && !this.proof.reasons.get(premise)?.length;
    return (premise.common || isUnopposed) && claim !== false;
  }

  /** Return whether a number is one that everybody can count at the table, while nobody has left. */
  isCounted(stated) {
    return this.proof.everybodyPresent && this.chosen(stated).some(({ premises }) =>
      premises.some((premise) => restates(premise, stated) && !premise.concluded));
  }

  // --- in which order, and what is folded ---------------------------------------------------------

  /**
   * Return the steps that lead to some facts not yet explained: each clause once, with all its premises.
   * @param {StatedFact[]} facts
   * @param {number} depth
   * @returns {Step[]}
   */
  steps(facts, depth) {
    /** @type {Map<string, {reason: Reason, stated: StatedFact}[]>} */
    const byClause = new Map();
    for (const stated of facts) {
      for (const reason of this.chosen(stated)) {
        byClause.set(reason.citation, [...byClause.get(reason.citation) ?? [], { reason, stated }]);
      }
    }
    facts.forEach((stated) => this.mentioned.add(stated));
    const ordered = sorted([...byClause], ([, entries]) => [
      entries.every(({ reason }) => reason.kind === "met"),
      entries.some(({ reason }) => reason.premises.some((premise) => facts.includes(premise))),
    ]);
    return ordered.map(([citation, entries]) => {
      const telling = new Set(entries.flatMap(({ reason, stated }) => this.worthTelling(reason, stated)));
      const every = new Set(depth === 0 ? entries.flatMap(({ reason }) => reason.premises) : []);
      const through = new Set([...(telling.size ? telling : every)].flatMap((premise) => this.through(citation, premise)));
      const premises = [...through].filter((premise) => !facts.includes(premise));
      const again = citation !== "" && this.clauses.has(citation);
      this.clauses.add(citation);
      const saying = facts.flatMap((stated) => this.proof.reasons.get(stated) ?? []).filter((reason) => reason.citation === citation);
      return {
        citation,
        premises: this.premises(premises, again || !citation ? depth : depth + 1),
        again,
        met: saying.length > 0 && saying.every(({ kind }) => kind === "met"),
        missed: entries.every(({ reason }) => reason.missed),
      };
    });
  }

  /**
   * Return what a fact rests on where the same clause leads to it, else the fact.
   * @param {string} citation
   * @returns {StatedFact[]}
   */
  through(citation, stated) {
    const reasons = this.chosen(stated), isSame = reasons.length === 1 && reasons[0].citation === citation;
    const telling = isSame ? this.worthTelling(reasons[0], stated) : [];
    if (!telling.length || typeof stated.value !== "boolean" || this.mentioned.has(stated)) return [stated];
    this.mentioned.add(stated);
    return telling.flatMap((premise) => this.through(citation, premise));
  }

  /**
   * Return facts in groups, each with the steps to those of them that were not explained before.
   * @param {StatedFact[]} facts
   * @param {number} depth
   * @returns {Premise[]}
   */
  premises(facts, depth) {
    return grouped(facts).flatMap((group) => {
      const news = group.facts.filter((stated) => !this.mentioned.has(stated) && !stated.common && !this.isCounted(stated));
      const before = new Set(this.mentioned);
      news.filter((stated) => !this.chosen(stated).length).forEach((stated) => this.mentioned.add(stated));
      const steps = news.length && depth < MOST_CLAUSES_DEEP ? this.steps(news, depth) : [];
      const isOld = (/** @type {Step} */ step) => step.again && step.premises.every(({ group: { facts } }) => facts.every((stated) => before.has(stated)));
      if (!steps.every(isOld)) return [{ group, steps, by: [] }];
      const citations = news.flatMap((stated) => this.chosen(stated)).map(({ citation }) => citation);
      // that a seat no longer counts is told however deep it lies
      const below = [...new Set(news.flatMap((stated) => [...this.restsOn(stated)]))];
      const empty = below.filter((stated) => stated.kind === "empty" && !this.mentioned.has(stated));
      empty.sort((one, other) => one.args[0] - other.args[0]);
      return [{ group, steps: [], by: [...new Set(citations)].filter(Boolean) }, ...this.premises(empty, depth)];
    });
  }
}
