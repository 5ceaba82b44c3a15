/* Why an answer holds: the reasons of every fact that it rests on in a position (a proof graph). */

import { Evidence } from "./evidence.js";
import { fact } from "./fixpoint.js";
import { nodes } from "./graph.js";
import { Memo, askedIn } from "./program.js";
import { Scope } from "./scope.js";
import { NOBODY } from "./seating.js";
import { CONTRADICTED, FALSE, TRUE, UNKNOWN } from "./truth.js";
import { CONTRADICTORY, sameness } from "./verdict.js";

/** Where nothing concludes what is asked, what it would take is followed through so many facts. */
const LEVELS_MISSED = 2;

/**
 * @typedef {Object} Reason A clause that speaks for a fact, with the facts that it rests on here.
 * @property {string} citation Empty where the vocabulary itself says so.
 * @property {Rule["kind"] | null} kind `null` for the principle of the text.
 * @property {any} claim What the clause says: yes, no, a value, or `null` for what it leaves open.
 * @property {StatedFact[]} premises
 * @property {boolean} redundant Whether the clause is declared to repeat others.
 * @property {boolean} own Whether it is one of the text that is asked.
 * @property {boolean} joint Whether there would be no yes without it: a restriction or requirement that is met.
 * @property {boolean} missed Whether it could have concluded the opposite; the premises then are what fails of its conditions.
 */

/**
 * @typedef {Object} Miss How far a clause is from concluding a fact that nothing concludes.
 * @property {Reason} reason
 * @property {number} failed How many of its conditions fail.
 * @property {number} held How many hold that are not common knowledge.
 * @property {boolean} asked Whether the question brings along all the given facts that the failed ones look at.
 */

/**
 * @typedef {Object} Proof
 * @property {StatedFact} root The question.
 * @property {Map<StatedFact, Reason[]>} reasons
 * @property {Map<StatedFact, Miss[]>} misses The clauses that could have concluded a fact, and what these want.
 * @property {boolean} everybodyPresent
 */

/**
 * Return why a question is answered as it is.
 * @param {Engine} engine
 * @param {Request} request A request that is valid, with nobody asked for by "?".
 * @returns {Proof}
 */
export function prove(engine, request) {
  const prepared = engine.prepare(request);
  return explainer(engine, request, prepared).prove(prepared.ask, prepared.args);
}

/**
 * Return the questions that a text answers with a contradiction and so leaves another undecided.
 * @param {Engine} engine
 * @param {Request} request As for `prove`; its answer is silent and names no clause.
 * @returns {{stated: StatedFact, predicate: Predicate, answer: Answer}[]}
 */
export function contradictionsBelow(engine, request) {
  const prepared = engine.prepare(request);
  if (prepared.needs.length) return [];
  const explaining = explainer(engine, request, prepared), { predicates } = prepared.program.resolved.vocabulary;
  return explaining.contradictions(prepared.ask, prepared.args).map((stated) => {
    const { name: ask, args } = stated, predicate = predicates[ask];
    return { stated, predicate, answer: engine.verdict({ ...prepared, ask, args, predicate }, explaining.asked.given) };
  });
}

/**
 * Return what finds the reasons of facts about a question.
 * @param {Engine} engine
 * @param {Request} request
 * @param {Prepared} prepared
 * @returns {Explainer}
 */
function explainer(engine, request, prepared) {
  const given = prepared.best.length ? engine.atBest(prepared).given : prepared.given;
  const asked = { ...askedIn(prepared, given), memo: new Memo() };
  return new Explainer(prepared, asked, new Set(Object.keys(request.given ?? {})));
}

/** Finds the reasons of facts about one question. */
class Explainer extends Evidence {
  /**
   * Return the question itself with all reasons.
   * @param {string} ask
   * @param {any[]} args
   * @returns {Proof}
   */
  prove(ask, args) {
    const root = this.concludedFact(ask, args);
    /** @type {Map<StatedFact, Reason[]>} */
    this.reasons = new Map();
    this.collect(root, new Map());
    /** @type {Map<StatedFact, Miss[]>} */
    const misses = new Map();
    let wanted = [root];
    for (let level = 0; level < LEVELS_MISSED; level++) {
      for (const stated of wanted) {
        if (misses.has(stated) || !stated.concluded || stated.value !== false || this.reasons.get(stated)?.length) continue;
        misses.set(stated, this.misses(stated));
      }
      wanted = wanted.flatMap((stated) => (misses.get(stated) ?? []).flatMap(({ reason }) => reason.premises));
      for (const stated of wanted) this.collect(stated, new Map());
    }
    return { root, reasons: this.reasons, misses, everybodyPresent: this.everybodyPresent };
  }

  // --- contradictions that leave a question open --------------------------------------------------

  /**
   * Return the facts on which clauses contradict each other and which so leave the question open, nearest first.
   * @param {string} ask
   * @param {any[]} args
   * @returns {StatedFact[]}
   */
  contradictions(ask, args) {
    const wanted = new Set([this.concludedFact(ask, args)]), contradicted = [];
    for (const stated of wanted) { // grows while it is read
      const about = fact(stated.name, stated.args), { value, why } = this.judged(about);
      const isValue = this.vocabulary.predicates[stated.name].kind === "value";
      if (value === (isValue ? CONTRADICTORY : CONTRADICTED)) {
        contradicted.push(stated);
      } else if (!why && value === (isValue ? null : UNKNOWN)) {
        for (const premise of this.openPremises(about)) if (premise.concluded && premise.value === null) wanted.add(premise);
      }
    }
    return contradicted;
  }

  /**
   * Return what the rules about a fact look at where it is not known whether they apply, or what they give.
   * @param {Fact} about
   * @returns {StatedFact[]}
   */
  openPremises(about) {
    const stages = this.stagesOf(about), rules = this.program.resolved.about.get(about.predicate) ?? [];
    const { means, parameters } = this.vocabulary.predicates[about.predicate];
    if (!rules.length && means) {
      return this.evaluated(means, Scope.of(parameters.map(({ letter }) => letter)), about, new Map()).premises;
    }
    return rules.flatMap((rule) => {
      const scope = Scope.of(rule.letters, rule), { truth, premises } = this.evaluated(rule.guard, scope, about, stages);
      if (truth === UNKNOWN) return premises;
      return truth === TRUE && rule.expression ? this.givenBy(rule.expression, scope, about).premises : [];
    });
  }

  // --- reasons ----------------------------------------------------------------------------------

  /**
   * Add the reasons of a fact and of all that it rests on.
   * @param {StatedFact} stated
   * @param {Stages} stages Below a fact of a circle, those of the facts that it stands with.
   */
  collect(stated, stages) {
    if (this.reasons.has(stated) || !stated.concluded) return;
    const about = fact(stated.name, stated.args), inside = stages.has(about.key) ? stages : this.stagesOf(about);
    const reasons = this.reasonsOf(about, inside);
    this.reasons.set(stated, reasons);
    for (const { premises } of reasons) for (const premise of premises) this.collect(premise, inside);
  }

  /**
   * Return the stages of the facts on which a fact of a circle rests, which is held back itself.
   * @param {Fact} about
   * @returns {Stages}
   */
  stagesOf(about) {
    const { program, position, asked } = this, judged = this.judged(about), circle = program.resolved.circles.get(about.predicate);
    if (circle === undefined) return new Map();
    const memo = program.memoOf(about.predicate, asked);
    const stages = new Map([[about.key, { judged, stage: memo.links.get(about.key)?.component.length ?? 0 }]]);
    program.workOut(circle, asked, memo, (fixpoint) => {
      const judge = (/** @type {Fact} */ other) => program.rulesAbout(other.predicate).judge(position, asked, other.args);
      for (const [key, settled] of fixpoint.stages(about.key, judge)) stages.set(key, settled);
    });
    return stages;
  }

  /**
   * Return the verdict about a fact.
   * @param {Fact} about
   * @returns {any}
   */
  judged({ predicate, args }) {
    return this.program.decide(predicate, this.position, this.asked, args);
  }

  /**
   * Return the reasons of a fact.
   * @param {Fact} about
   * @param {Stages} stages
   * @returns {Reason[]}
   */
  reasonsOf(about, stages) {
    const { resolved } = this.program, rules = resolved.about.get(about.predicate) ?? [];
    const { value, why } = stages.get(about.key)?.judged ?? this.judged(about);
    const reasons = why ? [] : this.declared(about, value, rules.length > 0);
    for (const rule of rules.filter(({ bit }) => why & bit)) {
      const spoken = this.speaking(rule, about, value, stages);
      if (spoken) reasons.push(this.reason(rule, spoken.claim, spoken.premises));
    }
    if (resolved.principle !== null && why & (1n << BigInt(resolved.principle)) && value === FALSE) {
      const plain = rules.filter(({ kind, defeasible }) => kind === "yes" && !defeasible);
      if (plain.some((rule) => this.speaking(rule, about, TRUE, stages))) {
        reasons.push({ ...SAID, citation: resolved.clauses[resolved.principle].citation, kind: null, claim: false, premises: [] });
      }
    }
    return reasons;
  }

  /**
   * Return a rule as a reason.
   * @param {Standing} rule
   * @param {any} claim
   * @param {StatedFact[]} premises
   * @returns {Reason}
   */
  reason({ clause: index, kind, predicate, defeasible }, claim, premises) {
    const { clauses, id } = this.program.resolved, { citation, clause, text } = clauses[index];
    const joint = defeasible || kind === "met" || this.vocabulary.predicates[predicate].requirement;
    return { ...SAID, citation, kind, claim, premises, redundant: Boolean(clause.redundant?.length), own: text === id, joint };
  }

  /**
   * Return what the vocabulary itself says: a premise, or what a predicate means that no clause speaks about.
   * @param {Fact} about
   * @param {any} value
   * @param {boolean} isRuled
   * @returns {Reason[]}
   */
  declared(about, value, isRuled) {
    const { premise, means, parameters } = this.vocabulary.predicates[about.predicate];
    const scope = Scope.of(parameters.map(({ letter }) => letter));
    for (const [condition, decisive] of /** @type {[Tree | null, number[]][]} */ ([[premise, [TRUE]], [isRuled ? null : means, [TRUE, FALSE]]])) {
      if (!condition) continue;
      const { truth, premises } = this.evaluated(condition, scope, about, new Map());
      if (decisive.includes(truth) && truth === value) {
        return [{ ...SAID, citation: "", kind: truth === TRUE ? "yes" : "no", claim: truth === TRUE, premises }];
      }
    }
    return [];
  }

  /**
   * Return what a rule claims and the facts that it rests on, where it applies and speaks for a verdict.
   * @param {Standing} rule
   * @param {Fact} about
   * @param {any} verdict
   * @param {Stages} stages
   * @returns {{claim: any, premises: StatedFact[]} | null}
   */
  speaking(rule, about, verdict, stages) {
    const scope = Scope.of(rule.letters, rule), { truth, premises } = this.evaluated(rule.guard, scope, about, stages);
    if (truth !== TRUE) return null;
    const claimed = (/** @type {boolean} */ fits, /** @type {any} */ claim) => (fits ? { claim, premises } : null);
    switch (rule.kind) {
      case "open":
        return claimed(verdict === null || verdict === UNKNOWN, null);
      case "yes":
      case "met":
        return claimed(verdict === TRUE || verdict === CONTRADICTED, true);
      case "no":
        return claimed(verdict === FALSE || verdict === CONTRADICTED, false);
    }
    const given = this.givenBy(/** @type {Tree} */ (rule.expression), scope, about);
    if (verdict !== CONTRADICTORY && sameness(given.value) !== sameness(verdict)) return null;
    return { claim: given.value, premises: [...new Set([...premises, ...given.premises])] };
  }

  /**
   * Return the value that a term gives a fact, and the facts that it rests on.
   * @param {Tree} term
   * @param {Scope} scope
   * @param {Fact} about
   * @returns {{value: any, premises: StatedFact[]}}
   */
  givenBy(term, scope, about) {
    this.facts = [];
    const { value, why } = this.term(term, scope).run(this.position, this.asked, [...about.args]);
    return { value, premises: this.cited(why) };
  }

  /**
   * Return the truth of a condition about a fact, and the facts that it rests on.
   * @param {Tree} condition
   * @param {Scope} scope
   * @param {Fact} about
   * @param {Stages} stages
   * @returns {{truth: number, premises: StatedFact[]}}
   */
  evaluated(condition, scope, about, stages) {
    this.explained = about;
    this.stages = stages;
    this.facts = [];
    const { value, why } = this.condition(condition, scope).run(this.position, this.asked, [...about.args]);
    return { truth: value, premises: this.cited(why) };
  }

  // --- what might have concluded it ---------------------------------------------------------------

  /**
   * Return the rules that could have concluded a fact, each by its conditions one by one.
   * @param {StatedFact} stated
   * @returns {Miss[]}
   */
  misses({ name, args }) {
    const about = fact(name, args), stages = this.stagesOf(about);
    const rules = (this.program.resolved.about.get(name) ?? []).filter(({ kind }) => kind === "yes");
    return rules.map((rule) => {
      const scope = Scope.of(rule.letters, rule), missing = new Set();
      let failed = 0, held = 0, asked = true;
      for (const part of conjuncts(rule.guard, "now")) {
        const { truth, premises } = this.evaluated(part, scope, about, stages);
        if (truth === TRUE) {
          held += Number(premises.some(({ common }) => !common));
        } else {
          failed += 1;
          premises.forEach((premise) => missing.add(premise));
          asked &&= !nodes(part).some(({ key }) => key !== undefined && isMissing(this.asked.given[key], this.vocabulary.givens[key].kind));
        }
      }
      return { reason: { ...this.reason(rule, false, [...missing]), missed: true }, failed, held, asked };
    });
  }
}

/** What holds of a reason unless it is said otherwise. */
const SAID = { redundant: false, own: true, joint: false, missed: false };

/** @type {Record<string, any>} The value of a given fact that says nothing, by kind: players are numbers from 0, so no kind stands in for another. */
const NOTHING_GIVEN = { flag: false, number: 0, player: NOBODY };

/**
 * Return whether nothing is given.
 * @param {any} value
 * @param {string} kind
 * @returns {boolean}
 */
function isMissing(value, kind) {
  return value === null || value === NOTHING_GIVEN[kind] || (Array.isArray(value) && !value.length);
}

/**
 * Return the conditions that must all hold for a condition to hold.
 * @param {Tree} condition
 * @param {Moment} moment
 * @returns {Tree[]}
 */
function conjuncts(condition, moment) {
  const { op, part } = condition;
  if (op === "and") return condition.parts.flatMap((/** @type {Tree} */ inner) => conjuncts(inner, moment));
  if (op === "not" && part.op === "or") {
    return part.parts.flatMap((/** @type {Tree} */ inner) => conjuncts(inner.op === "not" ? inner.part : { op: "not", part: inner }, moment));
  }
  if (op === "at") return conjuncts(part, condition.moment);
  return [moment === "now" ? condition : { op: "at", moment, part: condition }];
}
