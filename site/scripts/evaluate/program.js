/* The rules of a resolved text as functions: the verdict about each predicate, compiled when it is first wanted. */

import { builtinFunction } from "../semantics/builtins.js";
import { Expressions } from "../semantics/expressions.js";
import { Fixpoint, fact } from "./fixpoint.js";
import { OF_TRUTH, Scope } from "../semantics/scope.js";
import { NOBODY } from "../model/seating.js";
import { NO, OPEN_WITHOUT_REASON, NO_VALUE, TRUE, UNKNOWN, YES, plainly } from "../semantics/truth.js";
import { decideFact, decideValue } from "../semantics/verdict.js";
import { WORK_OF_A_CIRCLE } from "./work-limit.js";

/**
 * @typedef {Object} Asked What a question brings along, and the verdicts reached about it so far.
 * @property {Record<string, any>} given Values of given facts; `null` is not given.
 * @property {Memo} memo Verdicts that depend on what the question gives.
 * @property {Memo} shared Verdicts that do not.
 * @property {Map<string, Fixpoint>} fixpoints The circles that are being worked out.
 */

/** Verdicts that were reached with certain given facts, and how facts of circles depend on each other. */
export class Memo {
  /** Start empty. */
  constructor() {
    /** @type {Map<string, any>} */
    this.verdicts = new Map();
    /** @type {Map<string, Links>} */
    this.links = new Map();
  }
}

export class Program {
  /**
   * Compile nothing yet.
   * @param {WorkLimit} work What counts the work that a question takes.
   */
  constructor(resolved, work) {
    this.resolved = resolved;
    this.work = work;
    const { vocabulary, clauses } = resolved;
    const keys = Object.keys(vocabulary.givens);
    /** @type {Record<string, bigint>} The bits of given facts that were needed and are missing. */
    this.missing = Object.fromEntries(keys.map((key, n) => [key, 1n << BigInt(clauses.length + n)]));
    this.firstFreeBit = clauses.length + keys.length;
    this.expressions = new Expressions(vocabulary, this.decide.bind(this), this.missing, this.definition.bind(this), this.work, resolved.knowsNoRole);
    /** @type {Map<string, Compiled | null>} */
    this.definitions = new Map();
    /** @type {Map<string, PredicateRules>} */
    this.compiled = new Map();
  }

  /**
   * Return the compiled rules about a predicate.
   * @param {string} predicate
   * @returns {PredicateRules}
   */
  rulesAbout(predicate) {
    let rules = this.compiled.get(predicate);
    if (!rules) this.compiled.set(predicate, (rules = new PredicateRules(this, predicate)));
    return rules;
  }

  /**
   * Return what a predicate means that no clause speaks about, if that is certain.
   * @param {string} predicate
   * @returns {Compiled | null}
   */
  definition(predicate) {
    let definition = this.definitions.get(predicate);
    if (definition !== undefined) return definition;
    this.definitions.set(predicate, null); // until it is known: what reads itself has no definition
    definition = null;
    const { means, premise, closed, parameters } = this.resolved.vocabulary.predicates[predicate];
    if (!this.resolved.about.has(predicate) && !premise && !this.resolved.circles.has(predicate)) {
      if (means) {
        const meaning = this.expressions.condition(means, Scope.of(parameters.map(({ letter }) => letter)));
        definition = meaning.certain ? meaning : null;
      } else if (closed) {
        definition = { run: () => NO, certain: true };
      }
    }
    this.definitions.set(predicate, definition);
    return definition;
  }

  /**
   * Return the verdict about a predicate.
   * @param {string} predicate
   * @param {Asked} asked
   * @param {any[]} args
   * @returns {any}
   */
  decide(predicate, position, asked, args) {
    const { builtin, kind } = this.resolved.vocabulary.predicates[predicate];
    if (builtin) {
      const value = builtinFunction(builtin)(position, position.rings.now, ...args);
      return kind === "value" ? { value, why: 0n } : plainly(value);
    }
    const wanted = fact(predicate, args), memo = this.memoOf(predicate, asked), { verdicts } = memo;
    const circle = this.resolved.circles.get(predicate);
    if (circle === undefined) {
      let verdict = verdicts.get(wanted.key);
      if (!verdict) verdicts.set(wanted.key, (verdict = this.rulesAbout(predicate).judge(position, asked, args)));
      return verdict;
    }
    const working = asked.fixpoints.get(circle);
    if (working) {
      this.work.spend(WORK_OF_A_CIRCLE);
      return working.read(wanted);
    }
    if (!verdicts.has(wanted.key)) {
      this.workOut(circle, asked, memo, (fixpoint) => fixpoint.settle(
        wanted,
        (other) => this.rulesAbout(other.predicate).survey(position, asked, other.args),
        (other) => this.rulesAbout(other.predicate).judge(position, asked, other.args),
      ));
    }
    return verdicts.get(wanted.key);
  }

  /**
   * Return where the verdicts about a predicate are remembered.
   * @param {string} predicate
   * @param {Asked} asked
   * @returns {Memo}
   */
  memoOf(predicate, asked) {
    return this.resolved.givensRead(predicate).size ? asked.memo : asked.shared;
  }

  /**
   * Work out facts of a circle.
   * @param {string} circle
   * @param {Asked} asked
   * @param {Memo} memo
   * @param {(fixpoint: Fixpoint) => void} work
   */
  workOut(circle, asked, memo, work) {
    const fixpoint = new Fixpoint(memo.verdicts, memo.links, this.firstFreeBit);
    asked.fixpoints.set(circle, fixpoint);
    try {
      work(fixpoint);
    } finally {
      asked.fixpoints.delete(circle);
    }
  }
}

/** The rules about one predicate, compiled. */
class PredicateRules {
  /**
   * Compile the premise, the rules (or, where there are none, what the vocabulary declares) of a predicate.
   * @param {string} predicate
   */
  constructor(program, predicate) {
    const { resolved, expressions } = program;
    const declared = resolved.vocabulary.predicates[predicate];
    this.leaves_game = declared.leaves_game;
    this.work = program.work;
    const rules = resolved.about.get(predicate) ?? [];
    const own = Scope.of(declared.parameters.map(({ letter }) => letter));
    this.premise = declared.premise && expressions.condition(declared.premise, own, "now", OF_TRUTH);
    this.means = declared.means && !rules.length ? expressions.condition(declared.means, own) : null;
    this.rules = rules.map((rule) => {
      const scope = Scope.of(rule.letters, rule);
      const expression = rule.kind === "value" && rule.expression ? expressions.term(rule.expression, scope) : null;
      return { rule, guard: expressions.condition(rule.guard, scope, "now", OF_TRUTH), expression };
    });
    this.principle = resolved.principle !== null ? 1n << BigInt(resolved.principle) : 0n;
    this.missing = Object.values(program.missing).reduce((bits, bit) => bits | bit, 0n);
    this.rows = resolved.vocabulary.verdicts;
    this.isValue = declared.kind === "value";
    this.answersPlayer = declared.answer === "player";
    this.closed = declared.closed;
    this.nothing = this.isValue ? NO_VALUE : declared.closed ? NO : OPEN_WITHOUT_REASON;
  }

  /**
   * Return the verdict of the rules.
   * @param {Asked} asked
   * @param {any[]} args
   * @returns {any}
   */
  judge(position, asked, args) {
    return this.survey(position, asked, args).verdict;
  }

  /**
   * Return the verdict, and the bits of all for want of which a premise or the condition of a rule is unknown. Of whoever left
   * because of others the clauses that say so are cited, although having left would be enough.
   * @param {Asked} asked
   * @param {any[]} args
   * @returns {{bits: bigint, verdict: any}}
   */
  survey(position, asked, args) {
    const companions = this.leaves_game && position.departures?.companions;
    if (companions && companions.has(args[0])) return { bits: 0n, verdict: { ...YES, why: companions.get(args[0]) } };
    this.work.spend(position.players.length);
    const frame = [...args];
    let bits = 0n;
    if (this.premise) {
      const { value, why } = this.premise.run(position, asked, frame);
      if (value === TRUE) return { bits, verdict: YES };
      if (value === UNKNOWN) bits = why;
    }
    if (this.means) {
      const verdict = this.means.run(position, asked, frame);
      return { bits: verdict.value === UNKNOWN ? bits | verdict.why : bits, verdict };
    }
    const candidates = this.candidates(position, asked, frame);
    for (const { certain, why } of candidates) if (!certain) bits |= why;
    return { bits, verdict: this.verdict(candidates) };
  }

  /**
   * Return the rules whose condition is true or unknown.
   * @param {Asked} asked
   * @param {any[]} frame
   * @returns {Candidate[]}
   */
  candidates(position, asked, frame) {
    const candidates = [];
    for (const { rule, guard, expression } of this.rules) {
      const { value: truth, why } = guard.run(position, asked, frame);
      if (truth !== TRUE && truth !== UNKNOWN) continue;
      const certain = truth === TRUE;
      if (!expression) {
        candidates.push({ rule, certain, why, value: null });
        continue;
      }
      let given = expression.run(position, asked, frame);
      if (this.answersPlayer && given.value === NOBODY) given = NO_VALUE; // nobody is no answer
      const { value } = given;
      // of what is not certain, only what is open is a reason
      const reasons = value === null ? (certain ? given.why : given.why | why) : certain ? given.why | why : why;
      candidates.push({ rule, certain, why: reasons, value });
    }
    return candidates;
  }

  /**
   * Return the verdict about candidates.
   * @returns {any}
   */
  verdict(candidates) {
    if (!candidates.length) return this.nothing;
    return this.isValue ? decideValue(candidates, this.rows.values, this.missing) : decideFact(candidates, this.rows.facts, this);
  }
}

/**
 * Return what a question brings along, with the verdicts reached in its position.
 * @param {{position: Position}} prepared
 * @param {Record<string, any>} given
 * @returns {Asked}
 */
export function askedIn({ position }, given) {
  const [memo, shared] = [JSON.stringify(given), ""].map((key) => {
    if (!position.memos.has(key)) position.memos.set(key, new Memo());
    return position.memos.get(key);
  });
  return { given, memo, shared, fixpoints: new Map() };
}

/**
 * Return the clauses that speak about a question.
 * @param {Program} program
 * @param {boolean} concluding Only those that can conclude yes, or give the value.
 * @returns {bigint}
 */
export function speakingClauses({ resolved }, ask, concluding) {
  const rules = (resolved.about.get(ask) ?? []).filter(({ kind }) => !concluding || kind === "yes" || kind === "value");
  return rules.reduce((bits, { bit }) => bits | bit, 0n);
}
