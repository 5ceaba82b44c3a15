/* Facts that may depend on each other: the least fixed point of a circle of predicates, worked out in stages.

   The facts that an answer reads form a graph. Its strongly connected components are worked out one by one, in the order
   in which they read each other. Inside a component each fact is judged by what stands without it: the fact is held back,
   the others begin as false, and each stage judges those that are left by what earlier stages have settled (semi-naive
   evaluation, see Abiteboul, Hull and Vianu, Foundations of Databases, 1995, chapter 13). Facts that come out true are
   settled; if there are none, those that come out unknown; if there are none either, the rest is false. The fact that was
   held back comes last.

   One fact depends on another where, itself being false and all others of the circle unknown, a condition of its rules is
   unknown for want of the other. */

import { components } from "../model/graph.js";
import { CONTRADICTED, NO, TRUE, UNKNOWN } from "../semantics/truth.js";

/**
 * @typedef {Object} Fact A predicate with its arguments.
 * @property {string} key Both in one string.
 * @property {string} predicate
 * @property {any[]} args
 */

/**
 * @typedef {Object} Links What a fact of a circle depends on.
 * @property {Set<string>} dependencies
 * @property {Set<string>} component Those that depend on each other, itself included.
 */

export class Fixpoint {
  /**
   * Know of no other fact yet.
   * @param {Map<string, any>} verdicts What is known of facts; new verdicts are written into it.
   * @param {Map<string, Links>} links How facts that are known depend on each other; extended likewise.
   * @param {number} firstBit The number of the first bit that stands for no clause and no given fact.
   */
  constructor(verdicts, links, firstBit) {
    this.verdicts = verdicts;
    this.links = links;
    this.firstBit = firstBit;
    /** @type {Map<string, {fact: Fact, bit: bigint}>} */
    this.facts = new Map();
    /** @type {Map<string, {judged: any, stage: number}>} */
    this.settled = new Map();
    /** @type {string | null} The fact whose dependencies are being found. */
    this.surveyed = null;
    /** @type {Links | null} After that, the links of the fact that is being judged. */
    this.judging = null;
  }

  /**
   * Return what a fact of the circle counts as for another; while dependencies are found, unknown by itself.
   * @param {Fact} fact
   * @returns {Judged}
   */
  read(fact) {
    const { key } = fact;
    if (key === this.surveyed) return NO;
    if (this.judging === null) return { value: UNKNOWN, why: this.number(fact) };
    if (!this.judging.dependencies.has(key)) return NO;
    const settled = this.settled.get(key);
    if (settled) return settled.judged;
    return this.judging.component.has(key) ? NO : this.verdicts.get(key) ?? NO;
  }

  /**
   * Return the bit that stands for a fact.
   * @param {Fact} fact
   * @returns {bigint}
   */
  number(fact) {
    let numbered = this.facts.get(fact.key);
    if (!numbered) {
      numbered = { fact, bit: 1n << BigInt(this.firstBit + this.facts.size) };
      this.facts.set(fact.key, numbered);
    }
    return numbered.bit;
  }

  /**
   * Work out a fact with all that it depends on.
   * @param {Fact} start
   * @param {(fact: Fact) => {bits: bigint, verdict: any}} survey Returns the bits for want of which the conditions of a
   *   fact's rules are unknown, and its verdict.
   * @param {(fact: Fact) => any} judge Returns the verdict about a fact.
   */
  settle(start, survey, judge) {
    const graph = this.dependencies(start, survey);
    for (const component of components(graph)) {
      if (this.verdicts.has(component[0])) continue;
      const members = new Set(component);
      for (const key of component) this.links.set(key, { dependencies: graph.get(key) ?? new Set(), component: members });
      const judged = component.map((key) => {
        this.stages(key, judge);
        return this.judge(key, judge);
      });
      component.forEach((key, n) => this.verdicts.set(key, judged[n]));
    }
  }

  /**
   * Work out the other facts of a component, one of them being held back.
   * @param {string} heldBack
   * @param {(fact: Fact) => any} judge
   * @returns {Map<string, {judged: any, stage: number}>} The facts with the stages at which they were settled.
   */
  stages(heldBack, judge) {
    this.settled = new Map();
    let waiting = [...this.links.get(heldBack)?.component ?? []].filter((key) => key !== heldBack);
    for (let stage = 1; waiting.length; stage++) {
      const judged = new Map(waiting.map((key) => [key, this.judge(key, judge)]));
      const among = (/** @type {number[]} */ values) => waiting.filter((key) => values.includes(judged.get(key).value));
      const news = [among([TRUE]), among([UNKNOWN, CONTRADICTED]), waiting].find((keys) => keys.length) ?? [];
      for (const key of news) this.settled.set(key, { judged: judged.get(key), stage });
      waiting = waiting.filter((key) => !this.settled.has(key));
    }
    return this.settled;
  }

  /**
   * Judge one fact.
   * @param {(fact: Fact) => any} judge
   * @returns {any}
   */
  judge(key, judge) {
    this.judging = this.links.get(key) ?? null;
    return judge(factOf(key));
  }

  /**
   * Return the graph of all facts that a fact depends on, itself included, down to those that are known.
   *
   * Facts that depend on none are settled on the way.
   * @param {Fact} start
   * @param {(fact: Fact) => {bits: bigint, verdict: any}} survey
   * @returns {Map<string, Set<string>>}
   */
  dependencies(start, survey) {
    /** @type {Map<string, Set<string>>} */
    const graph = new Map();
    this.number(start);
    for (const { fact } of this.facts.values()) { // which grows by what is read
      const { key } = fact;
      if (this.verdicts.has(key)) {
        graph.set(key, new Set());
        continue;
      }
      this.surveyed = key;
      const { bits, verdict } = survey(fact);
      const members = new Set();
      const others = [...this.facts.keys()];
      for (const number of ones(bits >> BigInt(this.firstBit))) members.add(others[number]);
      graph.set(key, members);
      if (!members.size) {
        this.links.set(key, { dependencies: members, component: new Set([key]) });
        this.verdicts.set(key, verdict);
      }
    }
    this.surveyed = null;
    return graph;
  }
}

/**
 * Yield the numbers of the bits that are set.
 * @param {bigint} bits
 * @returns {Generator<number>}
 */
function* ones(bits) {
  const digits = bits.toString(2);
  for (let at = digits.lastIndexOf("1"); at >= 0; at = at ? digits.lastIndexOf("1", at - 1) : -1) yield digits.length - 1 - at;
}

/**
 * Return a predicate with its arguments, which are numbers.
 * @param {string} predicate
 * @param {any[]} args
 * @returns {Fact}
 */
export function fact(predicate, args) {
  return { key: `${predicate}(${args})`, predicate, args };
}

/**
 * Return the fact of a key.
 * @returns {Fact}
 */
function factOf(key) {
  const at = key.indexOf("(");
  const list = key.slice(at + 1, -1);
  return { key, predicate: key.slice(0, at), args: list === "" ? [] : list.split(",").map(Number) };
}
