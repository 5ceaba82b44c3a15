/* Why an answer holds: the reasons of every fact that it rests on in a position.

   The explainer is the engine with facts for clauses: the bits of a reason stand for facts (a role, a value, what other clauses
   conclude) in the order in which they were looked at, so that the walk that gives the truth of a condition gives its support
   as well. The support is what suffices: one true part of a disjunction, as many members of a quantifier as it needs. */

import { builtinFunction, isObservable, measuredBy } from "../semantics/builtins.js";
import { Expressions, FACT } from "../semantics/expressions.js";
import { FactStore } from "./facts.js";
import { fact } from "./fixpoint.js";
import { nodes } from "../model/graph.js";
import { Memo, askedIn } from "./program.js";
import { defaults } from "./request.js";
import { OF_BOTH, Scope, evaluate, members } from "../semantics/scope.js";
import { NOBODY, Position } from "../model/seating.js";
import { CONTRADICTED, FALSE, NO, TRUE, UNKNOWN } from "../semantics/truth.js";
import { CONTRADICTORY, sameness } from "../semantics/verdict.js";

/** Where nothing concludes what is asked, what it would take is followed through so many facts. */
const LEVELS_MISSED = 2;

/** The answers whose value is the number of somebody. */
const NAMING = new Set(["player", "team"]);

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
 * @param {Request} request A request that is valid, with nobody asked for by "?".
 * @returns {Proof}
 */
export function prove(engine, request) {
  const prepared = engine.prepare(request);
  return explainer(engine, request, prepared).prove(prepared.ask, prepared.args);
}

/**
 * Return the questions that a text answers with a contradiction and so leaves another undecided.
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
 * @returns {Explainer}
 */
function explainer(engine, request, prepared) {
  const given = prepared.best.length ? engine.atBest(prepared).given : prepared.given;
  const asked = { ...askedIn(prepared, given), memo: new Memo() };
  return new Explainer(prepared, asked, new Set(Object.keys(request.given ?? {})));
}

/** @typedef {Map<string, {judged: any, stage: number}>} Stages The facts of a component of a circle, with the stages at which they were settled. */

/** Finds the reasons of facts about one question. */
class Explainer extends Expressions {
  keepsArguments = true;

  /**
   * Evaluate conditions for a question.
   * @param {Asked} asked What it brings along, at the moment that was chosen.
   * @param {Set<string>} brought The given facts that it names.
   */
  constructor(prepared, asked, brought) {
    const { program } = prepared, { vocabulary } = program.resolved;
    const nothing = Object.fromEntries(Object.keys(vocabulary.givens).map((key) => [key, 0n]));
    super(vocabulary, program.decide.bind(program), nothing, () => null, program.work, program.expressions.hasNoRoles);
    this.work.begin();
    this.program = program;
    this.position = prepared.position;
    /** Who has left, and what follows. */
    this.departures = this.position.departures;
    this.asked = asked;
    this.brought = brought;
    this.everybodyPresent = !(this.position.left.size || this.position.leaving.size);
    this.store = new FactStore();
    /** @type {StatedFact[]} What was looked at while a condition was evaluated, in order. */
    this.facts = [];
    /** The fact whose rules are being evaluated, and the stages of its component. */
    this.explained = fact("", []);
    /** @type {Stages} */
    this.stages = new Map();
    /** Whether distances are being measured, to find a least number: then all that are near enough are of interest. */
    this.measuring = false;
  }

  /**
   * Return the bit of a fact.
   * @returns {bigint}
   */
  cite(stated) {
    return 1n << BigInt(this.facts.push(stated) - 1);
  }

  /**
   * Return the facts of some bits, each once.
   * @param {bigint} bits
   * @returns {StatedFact[]}
   */
  cited(bits) {
    return [...new Set(this.facts.filter((_, n) => bits & (1n << BigInt(n))))];
  }

  /**
   * Return a fact of a predicate.
   * @param {string} predicate
   * @param {Partial<StatedFact>} properties
   * @returns {StatedFact}
   */
  ofPredicate(predicate, properties) {
    const { parameters, answer } = this.vocabulary.predicates[predicate];
    return this.store.fact("predicate", predicate, { ...properties, sorts: parameters.map(({ sort }) => sort), names: NAMING.has(answer) });
  }

  /**
   * Return what the program answers about a predicate.
   * @param {string} predicate
   * @param {any[]} args
   * @returns {StatedFact}
   */
  concludedFact(predicate, args) {
    const { value } = this.program.decide(predicate, this.position, this.asked, args);
    const isValue = this.vocabulary.predicates[predicate].kind === "value";
    const common = isObservable(predicate, this.vocabulary, this.everybodyPresent);
    const decided = isValue
      ? (value === CONTRADICTORY ? null : value)
      : value === UNKNOWN || value === CONTRADICTED ? null : value === TRUE;
    return this.ofPredicate(predicate, { args, value: decided, common, concluded: true });
  }

  // --- conditions that cite themselves ----------------------------------------------------------

  /**
   * Join parts; of a true disjunction, cite the first true part alone.
   * @param {Compiled[]} parts
   * @param {"and" | "or"} op
   * @param {Wanted} _wanted
   * @returns {Compiled}
   */
  junction(parts, op, _wanted) {
    const every = super.junction(parts, op, OF_BOTH);
    if (op === "and") return every;
    return this.citing((position, asked, frame) => {
      const judged = every.run(position, asked, frame);
      if (judged.value !== TRUE) return judged;
      for (const { run } of parts) {
        const part = run(position, asked, frame);
        if (part.value === TRUE) return part;
      }
      return judged;
    });
  }

  /**
   * Return a condition or term that may cite facts.
   * @param {Run} run
   * @returns {Compiled}
   */
  citing(run) {
    return { run, certain: false };
  }

  /**
   * Cite whether an option is in use.
   * @param {string} option
   * @returns {Compiled}
   */
  option(option) {
    const value = this.position.options.has(option);
    return this.citing(() => ({ value: value ? TRUE : FALSE, why: this.cite(this.store.fact("option", option, { value, common: !value })) }));
  }

  /**
   * Cite whether a player has a role.
   * @param {string} role
   * @param {Compiled} player
   * @returns {Compiled}
   */
  role(role, player) {
    return this.ofPlayer(super.role(role, player), player, "role", role, true);
  }

  /**
   * Cite whether a given list names a player.
   * @param {Compiled} player
   * @returns {Compiled}
   */
  listed(key, player) {
    return this.ofPlayer(super.listed(key, player), player, "listed", key, !this.brought.has(key));
  }

  /**
   * Cite what a condition says of a player.
   * @param {Compiled} condition
   * @param {Compiled} player
   * @param {"role" | "listed"} kind
   * @param {boolean} common
   * @returns {Compiled}
   */
  ofPlayer(condition, player, kind, name, common) {
    return this.citing((position, asked, frame) => {
      const { value: truth } = condition.run(position, asked, frame), { value, why } = player.run(position, asked, frame);
      if (value === null || value === NOBODY || truth === UNKNOWN) return { value: truth, why };
      return { value: truth, why: why | this.cite(this.store.fact(kind, name, { args: [value], value: truth === TRUE, common })) };
    });
  }

  /**
   * Cite what is given.
   * @returns {Compiled}
   */
  flag(key) {
    const { run } = super.flag(key);
    return this.citing((position, asked, frame) => ({ value: run(position, asked, frame).value, why: this.citeGiven(key) }));
  }

  /**
   * Return a comparison, which cites what its sides say and nothing else.
   * @param {Compiled} left
   * @param {Compiled} right
   * @returns {Compiled}
   */
  comparison(node, left, right) {
    return this.citing(super.comparison(node, left, right).run);
  }

  /**
   * Cite whether a built-in holds, or the distance that it measures.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  builtinFact(predicate, args, moment) {
    const builtin = this.vocabulary.predicates[predicate].builtin ?? "", holds = builtinFunction(builtin);
    const measured = measuredBy(builtin, this.vocabulary), { positional, parameters } = this.vocabulary.builtins[builtin];
    const common = this.everybodyPresent || !positional;
    return this.applied(this.playersOf(predicate), args, FACT, (position, _, values) => {
      const value = holds(position, position.rings[moment], ...values) ? TRUE : FALSE;
      if (values.includes(NOBODY)) return { value, why: 0n };
      if (this.measuring && measured) {
        const of = measured.slots.map((n) => values[n]), distance = builtinFunction(measured.builtin)(position, position.rings[moment], ...of);
        return { value, why: this.cite(this.ofPredicate(measured.predicate, { args: of, value: distance, moment })) };
      }
      const why = this.cite(this.ofPredicate(predicate, { args: values, value: value === TRUE, moment, common }));
      const isBroughtNear = !this.measuring && value === TRUE && positional && holds(position, position.rings.start, ...values) !== true;
      return { value, why: isBroughtNear ? why | this.emptySeats(position, moment, values.filter((_value, n) => parameters[n] === "player")) : why };
    }, false);
  }

  /**
   * Cite the seats between two players, the shorter way round, that are empty at a moment, if it matters.
   * @param {Position} position
   * @param {number[]} players
   * @returns {bigint}
   */
  emptySeats({ rings, left, players: { length } }, moment, players) {
    const ring = rings[moment], { start } = rings, [first, second] = players;
    if (players.length !== 2 || !(ring.distance(first, second) < start.distance(first, second))) return 0n;
    const [p, q] = ring.steps(first, second) === ring.distance(first, second) ? [first, second] : [second, first];
    let why = 0n;
    for (let n = 1; n < start.steps(p, q); n++) {
      const player = (p + n) % length;
      if (!ring.holds(player)) why |= this.cite(this.store.fact("empty", left.has(player) ? "left" : "leaving", { args: [player] }));
    }
    return why;
  }

  /**
   * Cite what clauses conclude.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  fact(predicate, args) {
    return this.applied(this.playersOf(predicate), args, FACT, (_position, _asked, values) => {
      const { value, why } = this.read(predicate, values);
      return { value: value === CONTRADICTED ? UNKNOWN : value, why };
    }, false);
  }

  /**
   * Return what another fact is, cited; of its own circle a fact reads those that it may rest on.
   * @param {string} predicate
   * @param {any[]} args
   * @returns {Judged}
   */
  read(predicate, args) {
    const { value } = this.program.decide(predicate, this.position, this.asked, args), { circles } = this.program.resolved;
    const circle = circles.get(predicate);
    if (circle !== undefined && circle === circles.get(this.explained.predicate)) {
      const { key } = fact(predicate, args), settled = this.stages.get(key);
      const own = this.program.memoOf(predicate, this.asked).links.get(this.explained.key);
      const stage = this.stages.get(this.explained.key)?.stage ?? 0;
      if (!own?.dependencies.has(key) || (settled && settled.stage >= stage)) return NO;
    }
    return { value, why: this.cite(this.concludedFact(predicate, args)) };
  }

  /**
   * Cite the members that make the number what it is: as few as suffice, or all where all are meant.
   * @param {number} slot
   * @param {[number | null, number | null]} bounds
   * @param {Wanted} _wanted
   * @returns {Compiled}
   */
  counted(node, slot, where, body, bounds, _wanted) {
    const number = super.counted(node, slot, where, body, bounds, OF_BOTH), [low, high] = bounds;
    return this.citing((position, asked, frame) => {
      const { value: truth } = number.run(position, asked, frame);
      // truth shows by examples, falsity by their lack; where there is only an upper bound, the other way round
      const byExamples = truth === TRUE ? low !== null : high !== null;
      const enough = this.measuring || low === high ? null : truth === TRUE ? low : (high ?? 0) + 1;
      // of several who would do, those come first who follow whom the fact is about: a turned table tells the same
      const all = members(position, node.sort), origin = this.originOf(position, node.sort);
      const included = all.flatMap((member) => {
        frame[slot] = member;
        const noun = where.run(position, asked, frame);
        return noun.value === FALSE ? [] : [{ after: (member - origin + all.length) % all.length, noun, judged: body.run(position, asked, frame) }];
      });
      let why = 0n, examples = 0;
      for (const { noun, judged } of included.sort((one, other) => one.after - other.after)) {
        if (truth === UNKNOWN) {
          why |= judged.value === UNKNOWN ? judged.why : noun.value === UNKNOWN ? noun.why : 0n;
        } else if (noun.value === TRUE && byExamples === (judged.value === TRUE)) {
          const satisfied = judged.value === (node.kind === "every" ? FALSE : TRUE);
          why |= judged.why | (satisfied && byExamples ? noun.why : 0n);
          examples += 1;
          if (byExamples && examples === enough) break;
        }
      }
      return { value: truth, why };
    });
  }

  /**
   * Return the first player, or team, whom the fact that is explained is about.
   * @param {Position} position
   * @returns {number}
   */
  originOf({ table }, sort) {
    const { predicate, args } = this.explained, parameters = predicate ? this.vocabulary.predicates[predicate].parameters : [];
    const first = (/** @type {string} */ of) => args[parameters.findIndex((parameter) => parameter.sort === of)];
    const player = first("player"), team = first("team") ?? 0;
    if (sort === "team") return player === undefined ? team : table.team[player];
    return player ?? table.team.indexOf(team);
  }

  // --- terms that cite themselves ---------------------------------------------------------------

  /**
   * Cite of how many a number tells, where a role or a sort says it.
   * @returns {Compiled}
   */
  term(node, scope, moment = "now") {
    const number = super.term(node, scope, moment);
    if (node.op !== "count" || !["has-role", "always"].includes(node.where.op)) return number;
    const name = node.where.op === "has-role" && node.where.positive ? node.where.role : node.sort;
    return this.citing((position, asked, frame) => {
      const { value } = number.run(position, asked, frame);
      return { value, why: this.cite(this.store.fact("count", name, { value })) };
    });
  }

  /**
   * Cite what is given.
   * @returns {Compiled}
   */
  given(key) {
    const { run } = super.given(key);
    return this.citing((position, asked, frame) => ({ value: run(position, asked, frame).value, why: this.citeGiven(key) }));
  }

  /**
   * Cite a given fact.
   * @returns {bigint}
   */
  citeGiven(key) {
    return this.cite(this.store.fact("given", key, { value: this.asked.given[key], common: !this.brought.has(key) }));
  }

  /**
   * Cite the value of a built-in; numbers are measured, anything else is seen.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  builtinValue(predicate, args, moment) {
    const { builtin, answer, parameters } = this.vocabulary.predicates[predicate], name = builtin ?? "";
    const common = answer !== "number" && (this.everybodyPresent || !this.vocabulary.builtins[name].positional);
    const isSymmetric = this.vocabulary.builtins[name].positional && !this.vocabulary.builtins[name].directed && parameters.length === 2 && parameters.every(({ sort }) => sort === "player");
    const cited = this.valued(super.builtinValue(predicate, args, moment), predicate, args, (values, value) => {
      const back = isSymmetric && this.ofPredicate(predicate, { args: [...values].reverse(), value, moment, common });
      return back && this.facts.includes(back) ? back : this.ofPredicate(predicate, { args: values, value, moment, common });
    });
    return isSymmetric ? this.citing((position, asked, frame) => {
      const judged = cited.run(position, asked, frame), { values } = evaluate(args, position, asked, frame);
      return { ...judged, why: judged.why | (values === null ? 0n : this.emptySeats(position, moment, values)) };
    }) : cited;
  }

  /**
   * Cite the value that clauses give.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  value(predicate, args) {
    return this.valued(super.value(predicate, args), predicate, args, (values) => this.concludedFact(predicate, values));
  }

  /**
   * Cite a value of arguments.
   * @param {Compiled} value
   * @param {string} predicate
   * @param {Compiled[]} args
   * @param {(values: any[], value: any) => StatedFact} stated
   * @returns {Compiled}
   */
  valued(value, predicate, args, stated) {
    const isOrder = ["players", "teams"].includes(this.vocabulary.predicates[predicate].answer);
    return this.citing((position, asked, frame) => {
      const { value: result } = value.run(position, asked, frame), { values, why } = evaluate(args, position, asked, frame);
      if (values === null || values.includes(NOBODY) || isOrder) return { value: result, why };
      return { value: result, why: why | this.cite(stated(values, result)) };
    });
  }

  /**
   * Cite what holds of the number, with all the distances compared.
   * @param {number} slot
   * @returns {Compiled}
   */
  least(slot, where) {
    const { run } = super.least(slot, where);
    return this.citing((position, asked, frame) => {
      const number = run(position, asked, frame);
      if (number.value === null) return number;
      this.measuring = true;
      frame[slot] = number.value;
      const { why } = where.run(position, asked, frame);
      this.measuring = false;
      return { value: number.value, why };
    });
  }

  /**
   * Cite the order of seats up to the player, and why those before do not count.
   * @param {number} slot
   * @param {Compiled} start
   * @param {"left" | "right"} direction
   * @returns {Compiled}
   */
  first(slot, where, start, direction) {
    const { run } = super.first(slot, where, start, direction), way = direction === "left" ? 1 : -1;
    return this.citing((position, asked, frame) => {
      const { value, why } = run(position, asked, frame), origin = start.run(position, asked, frame);
      if (value === null || value === NOBODY || origin.value === null || origin.value === NOBODY) return { value, why };
      const count = position.players.length, passed = (way * (value - origin.value) + count) % count;
      const args = Array.from({ length: passed + 1 }, (_, step) => (origin.value + way * step + count) % count);
      return { value, why: why | origin.why | this.cite(this.store.fact("order", direction, { args })) };
    });
  }

  // --- reasons ----------------------------------------------------------------------------------

  /**
   * Return the question itself with all reasons.
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
   * @param {Stages} stages Below a fact of a circle, those of the facts that it stands with.
   */
  collect(stated, stages) {
    if (this.reasons.has(stated) || !stated.concluded) return;
    const about = fact(stated.name, stated.args), earlier = this.earlier(about);
    if (earlier) return earlier.collect(stated, new Map());
    const inside = stages.has(about.key) ? stages : this.stagesOf(about);
    const reasons = this.reasonsOf(about, inside);
    this.reasons.set(stated, reasons);
    for (const { premises } of reasons) for (const premise of premises) this.collect(premise, inside);
  }

  /**
   * Return what explains why somebody has left because of others, in the position in which that followed; `null` of anything else.
   * @returns {Explainer | null}
   */
  earlier(about) {
    const { departures, position: { table, options, left, leaving } } = this, [player] = about.args, before = departures?.before.get(player);
    if (!before || about.predicate !== departures.fact || !(left.has(player) || leaving.has(player))) return null;
    const position = new Position(table, before.left, before.leaving, options);
    const asked = askedIn({ position }, defaults(this.vocabulary)); // what a question gives has no part in it
    const earlier = new Explainer({ program: this.program, position }, asked, this.brought);
    earlier.store = this.store;
    earlier.reasons = this.reasons;
    earlier.departures = departures;
    return earlier;
  }

  /**
   * Return the stages of the facts on which a fact of a circle rests, which is held back itself.
   * @returns {Stages}
   */
  stagesOf(about) {
    const { program, position, asked } = this, judged = this.judged(about), circle = program.resolved.circles.get(about.predicate);
    if (circle === undefined) return new Map();
    const memo = program.memoOf(about.predicate, asked);
    const stages = new Map([[about.key, { judged, stage: memo.links.get(about.key)?.component.size ?? 0 }]]);
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
    const prohibited = value === FALSE && rules.some(({ prohibits }) => prohibits);
    if (resolved.principle !== null && why & (1n << BigInt(resolved.principle)) && prohibited) {
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
   * @param {any} verdict
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
          asked &&= !nodes(part).some(({ key, predicate }) => key !== undefined
            ? isMissing(this.asked.given[key], this.vocabulary.givens[key].kind)
            : predicate !== undefined && Object.hasOwn(this.vocabulary.givens, predicate) && !Object.keys(this.asked.given[predicate].named).length);
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
 */
function isMissing(value, kind) {
  return value === null || value === NOTHING_GIVEN[kind] || (Array.isArray(value) && !value.length);
}

/**
 * Return the conditions that must all hold for a condition to hold.
 * @param {Tree} condition
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
