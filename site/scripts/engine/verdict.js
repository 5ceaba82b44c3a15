/* The table of verdicts: how the rules that apply decide a fact or a value, with the clauses behind it.

   1  a rule before a certain overrider             dropped; named among those that yield if it concluded otherwise
      … before a merely possible overrider          merely possible from then on, unless both conclude the same
   2  certain no, under a principle (permissions)   no; the principle is cited where it beat a plain yes or something
                                                    left open
   3  certain no against the yes of an *only*       no
   4  certain no against a certain plain yes        contradicted
   5  something left open, certainly or possibly    unknown, because of exactly the clauses that leave it open
   6  a possible no or yes that would change it     unknown, because of whatever is open behind it
   7  certain yes                                   yes, with the restrictions that were met
   8  nothing                                       a closed fact: no, by default; otherwise unknown */

import { CONTRADICTED, FALSE, TRUE, UNKNOWN } from "./truth.js";

/** The value that clauses give differently. */
export const CONTRADICTORY = Symbol("contradictory");

/**
 * @typedef {Object} Candidate A rule whose condition is true or unknown.
 * @property {Standing} rule
 * @property {boolean} certain Whether the condition is true.
 * @property {bigint} why What is behind that.
 * @property {any} value The value that it gives (`null`: unknown).
 */

/**
 * @typedef {Object} Verdict
 * @property {any} value
 * @property {bigint} why
 * @property {bigint} defeated The clauses that certainly concluded otherwise and yielded.
 * @property {Map<any, bigint> | null} sides The sides of a contradiction: the clauses by what they say.
 */

/**
 * Return a verdict.
 * @param {any} value
 * @param {bigint} why
 * @param {bigint} defeated
 * @param {Map<any, bigint> | null} sides
 * @returns {Verdict}
 */
function verdict(value, why, defeated = 0n, sides = null) {
  return { value, why, defeated, sides };
}

/**
 * Return whether two rules conclude the same, so that it does not matter which of them applies.
 * @param {Standing} one
 * @param {Standing} other
 * @returns {boolean}
 */
function agree(one, other) {
  return one.kind === other.kind && one.kind !== "value" && one.presumptive === other.presumptive;
}

/**
 * Return the candidates that remain once overrides are settled, and those certainly dropped.
 *
 * A dropped rule drops no other. One that a merely possible overrider weakens is open for the reasons of that overrider.
 * @param {Candidate[]} candidates
 * @returns {{remaining: Candidate[], dropped: Candidate[]}}
 */
export function settleOverrides(candidates) {
  const held = new Map(candidates.map((candidate) => [candidate.rule.number, candidate]));
  /** @type {Map<number, "certain" | "possible" | "defeated">} */
  const settled = new Map();
  for (const first of candidates) {
    const waiting = [first]; // a stack, for a chain of overrides may be longer than functions nest
    while (waiting.length) {
      const { rule, certain } = waiting[waiting.length - 1];
      const overriders = rule.overriders.flatMap((number) => held.get(number) ?? []);
      const unsettled = overriders.filter((overrider) => !settled.has(overrider.rule.number));
      if (unsettled.length) {
        waiting.push(...unsettled.reverse());
        continue;
      }
      waiting.pop();
      if (settled.has(rule.number)) continue;
      /** @type {"certain" | "possible" | "defeated"} */
      let state = certain ? "certain" : "possible";
      for (const overrider of overriders) {
        const force = settled.get(overrider.rule.number);
        if (force === "certain") state = "defeated";
        else if (force === "possible" && state === "certain" && !agree(overrider.rule, rule)) state = "possible";
      }
      settled.set(rule.number, state);
    }
  }
  const remaining = [], dropped = [];
  for (const candidate of candidates) {
    const { rule, certain } = candidate, state = settled.get(rule.number);
    if (state === "certain") {
      remaining.push(candidate);
    } else if (state === "possible") {
      let why = certain ? 0n : candidate.why;
      for (const number of rule.overriders) {
        const overrider = held.get(number);
        if (overrider && settled.get(number) === "possible" && !agree(overrider.rule, rule)) why |= overrider.why;
      }
      remaining.push({ ...candidate, certain: false, why });
    } else if (certain) { // what would only possibly have applied concluded nothing
      dropped.push(candidate);
    }
  }
  return { remaining, dropped };
}

/**
 * Return the truth of a fact or permission.
 * @param {Candidate[]} candidates
 * @param {bigint} principle The bit of the text's principle, or 0 where none applies.
 * @param {boolean} closed Whether the fact is false where nothing concludes it.
 * @param {bigint} missing The bits of given facts.
 * @returns {Verdict}
 */
export function decideFact(candidates, principle, closed, missing) {
  const { remaining, dropped } = settleOverrides(candidates);
  const pick = (/** @type {(rule: Standing) => boolean} */ of, /** @type {boolean} */ certain) =>
    remaining.filter((candidate) => candidate.certain === certain && of(candidate.rule));
  const isPlain = (/** @type {Standing} */ rule) => rule.kind === "yes" && !rule.presumptive;
  const isYes = (/** @type {Standing} */ rule) => rule.kind === "yes";
  const isNo = (/** @type {Standing} */ rule) => rule.kind === "no";
  const plain = pick(isPlain, true), yes = pick(isYes, true), no = pick(isNo, true);
  const maybePlain = pick(isPlain, false), maybeYes = pick(isYes, false), maybeNo = pick(isNo, false);
  const opened = remaining.reduce((bits, { rule }) => (rule.kind === "open" ? bits | rule.bit : bits), 0n);
  const yielding = (/** @type {"yes" | "no"} */ winner) =>
    clausesOf([...remaining, ...dropped].filter(({ rule, certain }) =>
      certain && rule.kind !== winner && rule.kind !== "met" && !rule.presumptive));

  if (no.length && principle) {
    return verdict(FALSE, cited(no) | (plain.length || opened ? principle : 0n), yielding("no"));
  }
  if (no.length && !plain.length && !opened && !maybePlain.length) return verdict(FALSE, cited(no), yielding("no"));
  if (no.length && plain.length) {
    return verdict(CONTRADICTED, cited(plain) | cited(no), 0n, new Map([[true, cited(plain)], [false, cited(no)]]));
  }
  if (yes.length && !no.length && !opened && !maybeNo.length) {
    return verdict(TRUE, cited(yes) | cited(pick((rule) => rule.kind === "met", true)), yielding("yes"));
  }
  if (closed && !no.length && !opened && !yes.length && !maybeYes.length) {
    return verdict(FALSE, 0n, yielding("no")); // it rests on no clause
  }
  if (opened) return verdict(UNKNOWN, opened | doubted(remaining) & missing);
  if (no.length) return verdict(UNKNOWN, reasonsOf(maybePlain)); // a yes that gives way would change nothing
  if (yes.length) return verdict(UNKNOWN, reasonsOf(maybeNo));
  return verdict(UNKNOWN, reasonsOf(maybeYes) | reasonsOf(maybeNo));
}

/**
 * Return a value; `null` is unknown, CONTRADICTORY given differently.
 * @param {Candidate[]} candidates
 * @param {bigint} missing The bits of given facts.
 * @returns {Verdict}
 */
export function decideValue(candidates, missing) {
  const { remaining, dropped } = settleOverrides(candidates);
  /** @type {Map<any, {value: any, why: bigint}>} */
  const certain = new Map();
  const possible = new Set();
  let opened = 0n, unknown = 0n, isUndefined = false;
  for (const candidate of remaining) {
    const { rule, value, why } = candidate;
    if (rule.kind === "open") {
      opened |= rule.bit;
    } else if (candidate.certain && value !== null) {
      const same = certain.get(sameness(value));
      certain.set(sameness(value), { value, why: (same ? same.why : 0n) | why | rule.bit });
    } else {
      unknown |= why;
      if (value === null) isUndefined = true;
      else possible.add(sameness(value));
    }
  }
  const [first, ...others] = certain.values();
  if (others.length && !opened) {
    const sides = new Map([...certain.values()].map(({ value, why }) => [value, why]));
    return verdict(CONTRADICTORY, [...sides.values()].reduce((union, why) => union | why), 0n, sides);
  }
  const isRivalled = first && [...possible].some((value) => value !== sameness(first.value));
  if (first && !opened && !isUndefined && !isRivalled) {
    const yielding = dropped.filter(({ value }) => sameness(value) !== sameness(first.value));
    return verdict(first.value, first.why, clausesOf(yielding));
  }
  return verdict(null, opened ? opened | doubted(remaining) & missing : unknown);
}

/**
 * Return what is behind the rules that possibly leave something open, unless another certainly does.
 * @param {Candidate[]} candidates
 * @returns {bigint}
 */
function doubted(candidates) {
  const opening = candidates.filter(({ rule }) => rule.kind === "open");
  return opening.some(({ certain }) => certain) ? 0n : reasonsOf(opening);
}

/**
 * Return the clauses of candidates with what is behind these.
 * @param {Candidate[]} candidates
 * @returns {bigint}
 */
function cited(candidates) {
  return candidates.reduce((union, { rule, why }) => union | why | rule.bit, 0n);
}

/**
 * Return the clauses of candidates alone.
 * @param {Candidate[]} candidates
 * @returns {bigint}
 */
function clausesOf(candidates) {
  return candidates.reduce((union, { rule }) => union | rule.bit, 0n);
}

/**
 * Return what is behind candidates, without their own clauses.
 * @param {Candidate[]} candidates
 * @returns {bigint}
 */
function reasonsOf(candidates) {
  return candidates.reduce((union, { why }) => union | why, 0n);
}

/**
 * Return what is equal for equal values: of lists, what they hold.
 * @param {any} value
 * @returns {any}
 */
export function sameness(value) {
  return Array.isArray(value) ? `list ${value}` : value;
}
