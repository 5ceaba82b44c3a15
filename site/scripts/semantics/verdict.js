/* How the rules that apply decide a fact or a value, with the clauses behind it: by the rows of `vocabulary.verdicts`, of which
   the first that fits decides, once overrides are settled. */

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
 */
function agree(one, other) {
  const alike = one.defeasible === other.defeasible && one.prohibits === other.prohibits;
  return one.kind === other.kind && one.kind !== "value" && alike;
}

/**
 * Return the candidates that remain once overrides are settled, and those certainly dropped.
 *
 * A dropped rule drops no other. One that a merely possible overrider weakens is open for the reasons of that overrider.
 * @returns {{remaining: Candidate[], dropped: Candidate[]}}
 */
function settleOverrides(candidates) {
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
  /** @type {Map<number, bigint>} What is behind each that remains: overriders first, as `settled` is in that order. */
  const reasons = new Map();
  for (const [number, state] of settled) {
    const { rule, certain, why } = /** @type {Candidate} */ (held.get(number));
    let doubts = state === "possible" && certain ? 0n : why;
    for (const overrider of state === "possible" ? rule.overriders : []) {
      const other = settled.get(overrider) === "possible" && held.get(overrider);
      if (other && !agree(other.rule, rule)) doubts |= reasons.get(overrider) ?? 0n;
    }
    reasons.set(number, doubts);
  }
  const remaining = [], dropped = [];
  for (const candidate of candidates) {
    const { rule, certain } = candidate, state = settled.get(rule.number);
    if (state !== "defeated") {
      remaining.push({ ...candidate, certain: state === "certain", why: /** @type {bigint} */ (reasons.get(rule.number)) });
    } else if (certain) { // what would only possibly have applied concluded nothing
      dropped.push(candidate);
    }
  }
  return { remaining, dropped };
}

/** @typedef {Record<string, Candidate[]>} Groups The candidates that a row of the table looks at together. */

/**
 * Return the truth of a fact or permission.
 * @param {VerdictRow[]} rows
 * @param {{principle: bigint, closed: boolean, missing: bigint}} of The bit of the text's principle (0 where it has none),
 *   whether the fact is false where nothing concludes it, and the bits of given facts.
 * @returns {Verdict}
 */
export function decideFact(candidates, rows, { principle, closed, missing }) {
  const { remaining, dropped } = settleOverrides(candidates);
  /** @type {Groups} */
  const groups = {};
  for (const candidate of remaining) for (const name of groupsOf(candidate)) (groups[name] ??= []).push(candidate);
  const row = fitting(rows, (name) => name === "principle" ? principle !== 0n : name === "closed" ? closed : name in groups);
  const why = rowClauses(row, groups) | (row.clauses.includes("principle") ? principle : 0n);
  if (row.outcome === "unknown") return verdict(UNKNOWN, why | doubted(remaining) & missing);
  if (row.outcome === "contradicted") {
    return verdict(CONTRADICTED, why, 0n, new Map([[true, cited(groups.plain)], [false, cited(groups.no)]]));
  }
  const winner = row.outcome === "yes" ? "yes" : "no";
  const yielding = [...remaining, ...dropped].filter(({ rule, certain }) =>
    certain && rule.kind !== winner && rule.kind !== "met" && !rule.defeasible);
  return verdict(winner === "yes" ? TRUE : FALSE, why, clausesOf(yielding));
}

/**
 * Return the groups of the table to which a candidate belongs.
 * @param {Candidate} candidate
 * @returns {string[]}
 */
function groupsOf({ rule, certain }) {
  switch (rule.kind) {
    case "open":
      return ["open"];
    case "met":
      return certain ? ["met"] : [];
    case "yes":
      return (rule.defeasible ? ["yes"] : ["yes", "plain"]).map((name) => (certain ? name : `possible-${name}`));
  }
  if (certain && rule.prohibits) return ["no", "prohibition"];
  return [certain ? rule.kind : `possible-${rule.kind}`];
}

/**
 * Return a value; `null` is unknown, CONTRADICTORY given differently.
 * @param {VerdictRow[]} rows
 * @param {bigint} missing The bits of given facts.
 * @returns {Verdict}
 */
export function decideValue(candidates, rows, missing) {
  const { remaining, dropped } = settleOverrides(candidates);
  const opening = remaining.filter(({ rule }) => rule.kind === "open"), giving = remaining.filter(({ rule }) => rule.kind !== "open");
  const sure = giving.filter(({ certain, value }) => certain && value !== null), first = sure[0] && sameness(sure[0].value);
  const differs = (/** @type {Candidate} */ { value }) => value !== null && sameness(value) !== first;
  const possible = giving.filter((candidate) => !sure.includes(candidate));
  const groups = {
    open: opening, value: sure, values: sure.filter(differs), possible, rival: possible.filter(differs),
    undefined: possible.filter(({ value }) => value === null),
  };
  const row = fitting(rows, (name) => groups[/** @type {keyof typeof groups} */ (name)].length > 0), why = rowClauses(row, groups);
  if (row.outcome === "unknown") return verdict(null, why | doubted(remaining) & missing);
  if (row.outcome === "contradicted") {
    /** @type {Map<any, {value: any, why: bigint}>} */
    const sides = new Map();
    for (const candidate of sure) {
      const said = sameness(candidate.value);
      sides.set(said, { value: candidate.value, why: (sides.get(said)?.why ?? 0n) | cited([candidate]) });
    }
    return verdict(CONTRADICTORY, why, 0n, new Map([...sides.values()].map(({ value, why: side }) => [value, side])));
  }
  return verdict(sure[0].value, why, clausesOf(dropped.filter(({ value }) => sameness(value) !== first)));
}

/**
 * Return the first row that fits.
 * @param {VerdictRow[]} rows
 * @param {(group: string) => boolean} isThere Whether a group is not empty.
 * @returns {VerdictRow}
 */
function fitting(rows, isThere) {
  const row = rows.find(({ when, unless }) => when.every(isThere) && !unless.some(isThere));
  if (!row) throw new Error("the table of verdicts has no row for everything else");
  return row;
}

/**
 * Return what a row cites.
 * @param {VerdictRow} row
 * @param {Groups} groups
 * @returns {bigint}
 */
function rowClauses({ cites, clauses, doubts }, groups) {
  const of = (names) => names.flatMap((name) => groups[name] ?? []);
  return cited(of(cites)) | clausesOf(of(clauses)) | reasonsOf(of(doubts));
}

/**
 * Return what is behind the rules that possibly leave something open, unless another certainly does.
 * @returns {bigint}
 */
function doubted(candidates) {
  const opening = candidates.filter(({ rule }) => rule.kind === "open");
  return opening.some(({ certain }) => certain) ? 0n : reasonsOf(opening);
}

/**
 * Return the clauses of candidates with what is behind these.
 * @returns {bigint}
 */
function cited(candidates) {
  return candidates.reduce((union, { rule, why }) => union | why | rule.bit, 0n);
}

/**
 * Return the clauses of candidates alone.
 * @returns {bigint}
 */
function clausesOf(candidates) {
  return candidates.reduce((union, { rule }) => union | rule.bit, 0n);
}

/**
 * Return what is behind candidates, without their own clauses.
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
