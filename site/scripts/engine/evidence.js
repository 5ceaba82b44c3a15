/* Conditions of one position that name what they rest on: the engine's functions with facts for clauses.

   The bits of a reason stand for facts (a role, a value, what other clauses conclude) in the order in which they were
   looked at, so that the walk that gives the truth of a condition gives its support as well. The support is what
   suffices: one true part of a disjunction, as many members of a quantifier as it needs. */

import { builtinFunction, isSeen, measuredBy } from "./builtins.js";
import { Expressions } from "./expressions.js";
import { FactStore } from "./facts.js";
import { fact } from "./fixpoint.js";
import { OF_BOTH, evaluate, members } from "./scope.js";
import { NOBODY } from "./seating.js";
import { CONTRADICTED, FALSE, NO, TRUE, UNKNOWN } from "./truth.js";
import { CONTRADICTORY } from "./verdict.js";

/** @typedef {Map<string, {judged: any, stage: number}>} Stages The facts of a component of a circle, with the stages at which they were settled. */

/** Conditions and terms whose reasons are the facts that they rest on. */
export class Evidence extends Expressions {
  /**
   * Evaluate conditions for a question.
   * @param {Prepared} prepared
   * @param {Asked} asked What it brings along, at the moment that was chosen.
   * @param {Set<string>} brought The given facts that it names.
   */
  constructor(prepared, asked, brought) {
    const { program } = prepared, { vocabulary } = program.resolved;
    const nothing = Object.fromEntries(Object.keys(vocabulary.givens).map((key) => [key, 0n]));
    super(vocabulary, program.decide.bind(program), nothing, () => null);
    this.program = program;
    this.position = prepared.position;
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
   * @param {StatedFact} stated
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
   * Return what the program answers about a predicate.
   * @param {string} predicate
   * @param {any[]} args
   * @returns {StatedFact}
   */
  concludedFact(predicate, args) {
    const { value } = this.program.decide(predicate, this.position, this.asked, args);
    const isValue = this.vocabulary.predicates[predicate].kind === "value";
    const common = isSeen(predicate, this.vocabulary, this.everybodyPresent);
    const known = isValue
      ? (value === CONTRADICTORY ? null : value)
      : value === UNKNOWN || value === CONTRADICTED ? null : value === TRUE;
    return this.store.fact("predicate", predicate, { args, value: known, common, concluded: true });
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
   * @param {string} key
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
   * @param {string} name
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
   * @param {string} key
   * @returns {Compiled}
   */
  flag(key) {
    const { run } = super.flag(key);
    return this.citing((position, asked, frame) => ({ value: run(position, asked, frame).value, why: this.citeGiven(key) }));
  }

  /**
   * Return a comparison, which cites what its sides say and nothing else.
   * @param {Tree} node
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
   * @param {Moment} moment
   * @returns {Compiled}
   */
  builtinFact(predicate, args, moment) {
    const plain = super.builtinFact(predicate, args, moment), builtin = this.vocabulary.predicates[predicate].builtin ?? "";
    const measured = measuredBy(builtin, this.vocabulary);
    const common = this.everybodyPresent || !this.vocabulary.builtins[builtin].positional;
    return this.citing((position, asked, frame) => {
      const { value: truth } = plain.run(position, asked, frame), { values, why } = evaluate(args, position, asked, frame);
      if (values === null || values.includes(NOBODY)) return { value: truth, why };
      let stated = this.store.fact("predicate", predicate, { args: values, value: truth === TRUE, moment, common });
      if (this.measuring && measured) {
        const of = measured.slots.map((n) => values[n]), value = builtinFunction(measured.builtin)(position, position.rings[moment], ...of);
        stated = this.store.fact("predicate", measured.predicate, { args: of, value, moment });
      }
      return { value: truth, why: why | this.cite(stated) };
    });
  }

  /**
   * Cite what clauses conclude.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  fact(predicate, args) {
    const players = this.vocabulary.predicates[predicate].parameters.flatMap(({ sort }, n) => (sort === "player" ? [n] : []));
    return this.citing((position, asked, frame) => {
      const { values, why } = evaluate(args, position, asked, frame);
      if (values === null) return { value: UNKNOWN, why };
      if (players.some((n) => values[n] === NOBODY)) return { value: FALSE, why };
      const judged = this.read(predicate, values);
      return { value: judged.value === CONTRADICTED ? UNKNOWN : judged.value, why: why | judged.why };
    });
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
   * @param {Tree} node
   * @param {number} slot
   * @param {Compiled} where
   * @param {Compiled} body
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
      let why = 0n, examples = 0;
      for (const member of members(position, node.sort)) {
        frame[slot] = member;
        const noun = where.run(position, asked, frame);
        if (noun.value === FALSE) continue;
        const judged = body.run(position, asked, frame);
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

  // --- terms that cite themselves ---------------------------------------------------------------

  /**
   * Cite of how many a number tells, where a role or a sort says it.
   * @param {Tree} node
   * @param {Scope} scope
   * @param {Moment} moment
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
   * @param {string} key
   * @returns {Compiled}
   */
  given(key) {
    const { run } = super.given(key);
    return this.citing((position, asked, frame) => ({ value: run(position, asked, frame).value, why: this.citeGiven(key) }));
  }

  /**
   * Cite a given fact.
   * @param {string} key
   * @returns {bigint}
   */
  citeGiven(key) {
    return this.cite(this.store.fact("given", key, { value: this.asked.given[key], common: !this.brought.has(key) }));
  }

  /**
   * Cite the value of a built-in; numbers are measured, anything else is seen.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @param {Moment} moment
   * @returns {Compiled}
   */
  builtinValue(predicate, args, moment) {
    const { builtin, answer, parameters } = this.vocabulary.predicates[predicate], name = builtin ?? "";
    const common = answer !== "number" && (this.everybodyPresent || !this.vocabulary.builtins[name].positional);
    const isSymmetric = this.vocabulary.builtins[name].positional && !this.vocabulary.builtins[name].directed && parameters.length === 2 && parameters.every(({ sort }) => sort === "player");
    return this.valued(super.builtinValue(predicate, args, moment), predicate, args, (values, value) => {
      const back = isSymmetric && this.store.fact("predicate", predicate, { args: [...values].reverse(), value, moment, common });
      return back && this.facts.includes(back) ? back : this.store.fact("predicate", predicate, { args: values, value, moment, common });
    });
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
    const isOfPlayers = this.vocabulary.predicates[predicate].answer === "players";
    return this.citing((position, asked, frame) => {
      const { value: result } = value.run(position, asked, frame), { values, why } = evaluate(args, position, asked, frame);
      if (values === null || values.includes(NOBODY) || isOfPlayers) return { value: result, why };
      return { value: result, why: why | this.cite(stated(values, result)) };
    });
  }

  /**
   * Cite what holds of the number, with all the distances compared.
   * @param {number} slot
   * @param {Compiled} where
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
   * @param {Compiled} where
   * @param {Compiled} start
   * @returns {Compiled}
   */
  first(slot, where, start) {
    const { run } = super.first(slot, where, start);
    return this.citing((position, asked, frame) => {
      const { value, why } = run(position, asked, frame), origin = start.run(position, asked, frame);
      if (value === null || value === NOBODY || origin.value === null || origin.value === NOBODY) return { value, why };
      const count = position.players.length, passed = (value - origin.value + count) % count;
      const args = Array.from({ length: passed + 1 }, (_, step) => (origin.value + step) % count);
      return { value, why: why | origin.why | this.cite(this.store.fact("order", "left", { args })) };
    });
  }
}
