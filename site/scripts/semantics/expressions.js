/* What each node of a condition or term means, in a position. A node is compiled once to a function; running it gives a value
   with the reasons behind it (a truth of a condition; of a term `null` is unknown). The frame holds the values of letters:
   arguments first, then those of quantifiers. */

import { CALCULATIONS, COMPARISONS, MOST_CALCULATED, builtinFunction } from "./builtins.js";
import { OF_BOTH, because, evaluate, members, opposite } from "./scope.js";
import { NOBODY } from "../model/seating.js";
import { CONTRADICTED, FALSE, NO, NO_VALUE, OPEN_WITHOUT_REASON, TRUE, UNKNOWN, YES, included, joined, negated, plainly } from "./truth.js";
import { CONTRADICTORY } from "./verdict.js";

/** Conditions and terms of one text. */
export class Expressions {
  /**
   * Compile nothing yet.
   * @param {(predicate: string, position: Position, asked: Asked, args: any[]) => Judged} decide The verdict about a
   *   predicate that clauses decide.
   * @param {Record<string, bigint>} missing The bits that stand for given facts that are not given.
   * @param {(predicate: string) => Compiled | null} definition What a predicate means that no clause speaks about,
   *   where that is certain.
   * @param {WorkLimit} work Counts how often a quantifier inside another one begins.
   */
  constructor(vocabulary, decide, missing, definition, work) {
    this.vocabulary = vocabulary;
    this.decide = decide;
    this.missing = missing;
    this.definition = definition;
    this.work = work;
  }

  /**
   * Compile a condition on the seats of a moment.
   * @returns {Compiled}
   */
  condition(node, scope, moment = "now", wanted = OF_BOTH) {
    const term = (/** @type {Tree} */ part) => this.term(part, scope, moment);
    switch (node.op) {
      case "always":
        return { run: () => YES, certain: true };
      case "at":
        return this.condition(node.part, scope, node.moment, wanted);
      case "not":
        return this.negation(this.condition(node.part, scope, moment, opposite(wanted)));
      case "and":
      case "or":
        return this.junction(node.parts.map((part) => this.condition(part, scope, moment, wanted)), node.op, wanted);
      case "option-on":
        return this.option(node.option);
      case "has-role":
        return this.signed(this.role(node.role, term(node.arg)), node.positive);
      case "given-flag":
        return this.signed(this.flag(node.key), node.positive);
      case "given-has":
        return this.signed(this.listed(node.key, term(node.arg)), node.positive);
      case "compare":
        return this.comparison(node, term(node.left), term(node.right));
      case "holds": {
        const args = node.args.map(term);
        const { builtin } = this.vocabulary.predicates[node.predicate];
        const fact = builtin ? this.builtinFact(node.predicate, args, moment) : this.fact(node.predicate, args);
        return this.signed(fact, node.positive);
      }
      case "quantified":
        return this.limited(this.quantifier(node, scope, moment, wanted), scope);
    }
    throw new Error(`no condition: ${node.op}`);
  }

  /**
   * Return what runs over players; inside a quantifier it counts as work.
   * @param {Compiled} compiled
   * @param {Scope} scope
   * @returns {Compiled}
   */
  limited(compiled, { depth }) {
    if (!depth) return compiled;
    return {
      ...compiled,
      run: (position, asked, frame) => {
        this.work.spend(position.players.length);
        return compiled.run(position, asked, frame);
      },
    };
  }

  /**
   * Return a condition, or its negation.
   * @param {Compiled} part
   * @param {boolean} positive
   * @returns {Compiled}
   */
  signed(part, positive) {
    return positive ? part : this.negation(part);
  }

  /**
   * Compile a quantifier: so many members for whom `where` and `body` hold.
   *
   * A member that `where` excludes is excluded for the reasons of `where` alone.
   * @returns {Compiled}
   */
  quantifier(node, scope, moment, wanted) {
    const [low, high] = bounds(node);
    const ofMembers = low !== null && high !== null ? OF_BOTH : high === null ? wanted : opposite(wanted);
    const every = node.kind === "every", inner = scope.bind(node.var);
    const body = this.condition(node.body, inner, moment, every ? opposite(ofMembers) : ofMembers);
    const where = this.condition(node.where, inner, moment, ofMembers);
    return this.counted(node, scope.size, where, every ? this.negation(body) : body, [low, high], wanted);
  }

  // --- conditions -------------------------------------------------------------------------------

  /**
   * Swap true and false; the reasons stay.
   * @param {Compiled} part
   * @returns {Compiled}
   */
  negation({ run, certain }) {
    return { run: (position, asked, frame) => negated(run(position, asked, frame)), certain };
  }

  /**
   * Join parts by *and* or *or*; those that rest on no clause are looked at first.
   * @param {Compiled[]} parts
   * @param {"and" | "or"} op
   * @returns {Compiled}
   */
  junction(parts, op, wanted) {
    const ordered = [...parts.filter((part) => part.certain), ...parts.filter((part) => !part.certain)];
    const decisive = op === "and" ? FALSE : TRUE, allReasons = op === "and" ? wanted.falsity : wanted.truth;
    return {
      run: (position, asked, frame) =>
        joined(ordered.map(({ run }) => () => run(position, asked, frame)), decisive, allReasons),
      certain: parts.every((part) => part.certain),
    };
  }

  /**
   * Count the members for whom filter and body hold.
   * @param {Tree} node The quantifier.
   * @param {number} slot The slot of the member.
   * @param {[number | null, number | null]} bounds The least and the greatest number for which it holds.
   * @returns {Compiled}
   */
  counted(node, slot, where, body, [low, high], wanted) {
    const enough = low !== null && high === null && !wanted.truth ? low : null;
    const stop = enough ?? (high !== null && !wanted.falsity ? high + 1 : null);
    const run = (/** @type {Position} */ position, /** @type {Asked} */ asked, /** @type {any[]} */ frame) => {
      let yes = 0, open = 0, ofYes = 0n, ofOpen = 0n, ofNo = 0n;
      for (const member of members(position, node.sort)) {
        frame[slot] = member;
        const filter = where.run(position, asked, frame);
        if (where.certain && filter.value === FALSE) continue;
        const { value, why } = filter.value === FALSE ? filter : included(filter, body.run(position, asked, frame));
        if (value === TRUE) {
          yes += 1;
          ofYes |= why;
          if (yes === stop) break;
        } else if (value === FALSE) {
          ofNo |= why;
        } else {
          open += 1;
          ofOpen |= why;
        }
      }
      if (high !== null && yes > high) return { value: FALSE, why: ofYes };
      if (low !== null && yes + open < low) return { value: FALSE, why: ofNo };
      if ((low === null || yes >= low) && (high === null || yes + open <= high)) {
        return { value: TRUE, why: (low !== null ? ofYes : 0n) | (high !== null ? ofNo : 0n) };
      }
      return { value: UNKNOWN, why: ofOpen };
    };
    return { run, certain: where.certain && body.certain };
  }

  /**
   * Return whether the table plays with an option.
   * @param {string} option
   * @returns {Compiled}
   */
  option(option) {
    return { run: (position) => plainly(position.options.has(option)), certain: true };
  }

  /**
   * Return whether a player has a role; nobody has none.
   * @param {string} role
   * @param {Compiled} player
   * @returns {Compiled}
   */
  role(role, { run, certain }) {
    const { letter } = this.vocabulary.roles[role];
    return {
      run: (position, asked, frame) => {
        const { value, why } = run(position, asked, frame);
        if (value === null) return { value: UNKNOWN, why };
        return because(plainly(position.table.roles[value] === letter), why);
      },
      certain,
    };
  }

  /**
   * Return whether a yes-or-no fact is given as yes.
   * @returns {Compiled}
   */
  flag(key) {
    const missing = { value: UNKNOWN, why: this.missing[key] };
    return {
      run: (_, asked) => (asked.given[key] === null ? missing : plainly(asked.given[key])),
      certain: this.vocabulary.givens[key].default !== null,
    };
  }

  /**
   * Return whether a given list names a player.
   * @param {Compiled} player
   * @returns {Compiled}
   */
  listed(key, { run, certain }) {
    const missing = this.missing[key];
    return {
      run: (position, asked, frame) => {
        const list = asked.given[key], { value, why } = run(position, asked, frame);
        if (list === null || value === null) {
          return { value: UNKNOWN, why: (value === null ? why : 0n) | (list === null ? missing : 0n) };
        }
        return because(plainly(list.includes(value)), why);
      },
      certain: certain && this.vocabulary.givens[key].default !== null,
    };
  }

  /**
   * Return whether two terms compare so; unknown where one of them is.
   * @param {Compiled} left
   * @param {Compiled} right
   * @returns {Compiled}
   */
  comparison(node, left, right) {
    const compare = COMPARISONS[node.operator];
    return {
      run: (position, asked, frame) => {
        const a = left.run(position, asked, frame), b = right.run(position, asked, frame);
        if (a.value === null || b.value === null) {
          return { value: UNKNOWN, why: (a.value === null ? a.why : 0n) | (b.value === null ? b.why : 0n) };
        }
        return because(plainly(compare(a.value, b.value)), a.why | b.why);
      },
      certain: left.certain && right.certain,
    };
  }

  /**
   * Return whether a built-in holds of arguments; of nobody it does not.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  builtinFact(predicate, args, moment) {
    const holds = builtinFunction(this.vocabulary.predicates[predicate].builtin ?? "");
    return this.applied(predicate, args, FALSE, (position, _, values) =>
      plainly(holds(position, position.rings[moment], ...values)), true);
  }

  /**
   * Return whether clauses conclude a fact of arguments; contradicted counts as unknown.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  fact(predicate, args) {
    const definition = this.definition(predicate);
    if (definition) {
      return this.applied(predicate, args, FALSE, (position, asked, values) =>
        definition.run(position, asked, [...values]), true);
    }
    return this.applied(predicate, args, FALSE, (position, asked, values) => {
      const judged = this.decide(predicate, position, asked, values);
      return judged.value === CONTRADICTED ? OPEN_WITHOUT_REASON : judged;
    }, false);
  }

  // --- terms ------------------------------------------------------------------------------------

  /**
   * Compile a term on the seats of a moment.
   * @returns {Compiled}
   */
  term(node, scope, moment = "now") {
    switch (node.op) {
      case "number":
        return constant(node.value);
      case "choice":
        return constant(node.word);
      case "variable": {
        const bound = scope.slots.get(node.name);
        return typeof bound === "string" ? this.place(bound) : letter(bound);
      }
      case "term-at":
        return this.term(node.term, scope, node.moment);
      case "given-term":
        return this.given(node.key);
      case "apply": {
        const args = node.args.map((part) => this.term(part, scope, moment));
        const { builtin } = this.vocabulary.predicates[node.predicate];
        return builtin ? this.builtinValue(node.predicate, args, moment) : this.value(node.predicate, args);
      }
      case "least":
        return this.limited(this.least(scope.size, this.condition(node.where, scope.bind(node.var), moment)), scope);
      case "first": {
        const where = this.condition(node.where, scope.bind(node.var), moment);
        return this.limited(this.first(scope.size, where, this.term(node.start, scope, moment), node.direction), scope);
      }
      case "calculation":
        return this.calculation(node.operator, this.term(node.left, scope, moment), this.term(node.right, scope, moment));
      case "count":
        return this.limited(this.tally(scope.size, node.sort, this.condition(node.where, scope.bind(node.var), moment)), scope);
      case "only":
        return this.limited(this.only(scope.size, node.sort, this.condition(node.where, scope.bind(node.var), moment)), scope);
      case "those": {
        const where = this.condition(node.where, scope.bind(node.var), moment);
        return this.limited(this.those(scope.size, where, this.term(node.among, scope, moment)), scope);
      }
    }
    throw new Error(`no term: ${node.op}`);
  }

  /**
   * Return what a rule's letter for a place stands for.
   * @param {string} key The given fact.
   * @returns {Compiled}
   */
  place(key) {
    return this.given(key);
  }

  /**
   * Return what the question gives.
   * @returns {Compiled}
   */
  given(key) {
    const missing = { value: null, why: this.missing[key] };
    return {
      run: (_, asked) => (asked.given[key] === null ? missing : { value: asked.given[key], why: 0n }),
      certain: this.vocabulary.givens[key].default !== null,
    };
  }

  /**
   * Return the number that is given of a player or team; unknown of nobody.
   * @param {Compiled} arg
   * @returns {Compiled}
   */
  givenOf(key, arg) {
    return {
      run: (position, asked, frame) => {
        const { value, why } = arg.run(position, asked, frame);
        if (value === null || value === NOBODY) return { value: null, why: value === null ? why : 0n };
        const { usual, named } = asked.given[key];
        return { value: named[value] ?? usual, why };
      },
      certain: false,
    };
  }

  /**
   * Return the value of a built-in.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  builtinValue(predicate, args, moment) {
    const builtin = this.vocabulary.predicates[predicate].builtin ?? "";
    if (this.vocabulary.builtins[builtin].given) return this.givenOf(predicate, args[0]);
    const value = builtinFunction(builtin);
    return {
      run: (position, asked, frame) => {
        const { values, why } = evaluate(args, position, asked, frame);
        return values === null ? { value: null, why } : { value: value(position, position.rings[moment], ...values), why };
      },
      certain: args.every((arg) => arg.certain),
    };
  }

  /**
   * Return the value that clauses give; unknown of nobody, and where they give it differently.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  value(predicate, args) {
    return this.applied(predicate, args, null, (position, asked, values) => {
      const judged = this.decide(predicate, position, asked, values);
      return judged.value === CONTRADICTORY ? NO_VALUE : judged;
    }, false);
  }

  /**
   * Return the least number up to the number of seats that satisfies a condition; unknown if there is none.
   * @param {number} slot
   * @returns {Compiled}
   */
  least(slot, where) {
    return this.search(slot, where, (position) => Array.from({ length: position.players.length + 1 }, (_, n) => n), () => NO_VALUE);
  }

  /**
   * Return the first player on one side of another who satisfies a condition; nobody if there is none.
   * @param {number} slot
   * @param {Compiled} start
   * @param {"left" | "right"} direction
   * @returns {Compiled}
   */
  first(slot, where, start, direction) {
    return {
      run: (position, asked, frame) => {
        const from = start.run(position, asked, frame), count = position.players.length;
        if (from.value === null || from.value === NOBODY) return from;
        const others = position.players.slice(1).map((step) => (from.value + step) % count);
        if (direction === "right") others.reverse();
        const found = this.search(slot, where, () => others, (why) => ({ value: NOBODY, why })).run(position, asked, frame);
        return found.value === null ? found : { value: found.value, why: found.why | from.why };
      },
      certain: false,
    };
  }

  /**
   * Return the first of some candidates that satisfies a condition, with the reasons why earlier ones do not.
   * @param {number} slot
   * @param {(position: Position) => number[]} candidates
   * @param {(why: bigint) => Judged} none What there is where none does, for those reasons.
   * @returns {Compiled}
   */
  search(slot, where, candidates, none) {
    return {
      run: (position, asked, frame) => {
        let why = 0n;
        for (const candidate of candidates(position)) {
          frame[slot] = candidate;
          const judged = where.run(position, asked, frame);
          if (judged.value === UNKNOWN) return { value: null, why: judged.why };
          why |= judged.why;
          if (judged.value === TRUE) return { value: candidate, why };
        }
        return none(why);
      },
      certain: false,
    };
  }

  /**
   * Return the number that two make; unknown where one is unknown or the result out of bounds.
   * @param {string} operator
   * @param {Compiled} left
   * @param {Compiled} right
   * @returns {Compiled}
   */
  calculation(operator, left, right) {
    return {
      run: (position, asked, frame) => {
        const one = left.run(position, asked, frame), other = right.run(position, asked, frame);
        if (one.value === null || other.value === null) {
          return { value: null, why: (one.value === null ? one.why : 0n) | (other.value === null ? other.why : 0n) };
        }
        const number = CALCULATIONS[operator](one.value, other.value);
        return Math.abs(number) > MOST_CALCULATED ? NO_VALUE : { value: number, why: one.why | other.why };
      },
      certain: false,
    };
  }

  /**
   * Return how many players or teams satisfy a condition; unknown where it is unknown of any.
   * @param {number} slot
   * @returns {Compiled}
   */
  tally(slot, sort, where) {
    const fitting = this.fitting(slot, where);
    return {
      run: (position, asked, frame) => {
        const { value, why } = fitting(members(position, sort), position, asked, frame);
        return { value: value && value.length, why };
      },
      certain: false,
    };
  }

  /**
   * Return the one player or team that satisfies a condition; unknown if there is none or more than one.
   * @param {number} slot
   * @returns {Compiled}
   */
  only(slot, sort, where) {
    const fitting = this.fitting(slot, where);
    return {
      run: (position, asked, frame) => {
        const { value, why } = fitting(members(position, sort), position, asked, frame);
        if (value === null) return { value, why };
        return value.length === 1 ? { value: value[0], why } : NO_VALUE;
      },
      certain: false,
    };
  }

  /**
   * Return the members of a list that satisfy a condition, in its order; unknown if there are none.
   * @param {number} slot
   * @param {Compiled} among
   * @returns {Compiled}
   */
  those(slot, where, among) {
    const fitting = this.fitting(slot, where);
    return {
      run: (position, asked, frame) => {
        const listed = among.run(position, asked, frame);
        if (listed.value === null) return listed;
        const { value, why } = fitting(listed.value, position, asked, frame);
        if (value === null) return { value, why };
        return value.length ? { value, why: why | listed.why } : NO_VALUE;
      },
      certain: false,
    };
  }

  /**
   * Return a function to those of some who satisfy a condition; unknown where it is unknown of any.
   * @param {number} slot
   * @returns {(those: Iterable<number>, position: Position, asked: Asked, frame: number[]) => { value: number[] | null, why: bigint }}
   */
  fitting(slot, where) {
    return (those, position, asked, frame) => {
      const value = [];
      let isOpen = false, why = 0n, open = 0n;
      for (const member of those) {
        frame[slot] = member;
        const judged = where.run(position, asked, frame);
        if (judged.value === UNKNOWN) {
          isOpen = true;
          open |= judged.why;
        } else {
          why |= judged.why;
          if (judged.value === TRUE) value.push(member);
        }
      }
      return isOpen ? { value: null, why: open } : { value, why };
    };
  }

  /**
   * Apply a predicate to arguments, which may be unknown, or nobody.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @param {number | null} ofNobody What it is of nobody: false, or (`null`) no value.
   * @param {(position: Position, asked: Asked, values: any[]) => Judged} lookUp
   * @param {boolean} certain Whether that is certain.
   * @returns {Compiled}
   */
  applied(predicate, args, ofNobody, lookUp, certain) {
    const players = this.vocabulary.predicates[predicate].parameters.flatMap(({ sort }, n) => (sort === "player" ? [n] : []));
    const isOpen = (/** @type {any} */ value) => (ofNobody === null ? value === null : value === UNKNOWN);
    return {
      run: (position, asked, frame) => {
        const { values, why } = evaluate(args, position, asked, frame);
        if (values === null) return { value: ofNobody === null ? null : UNKNOWN, why };
        if (players.some((n) => values[n] === NOBODY)) return ofNobody === null ? NO_VALUE : because(NO, why);
        const judged = lookUp(position, asked, values);
        return isOpen(judged.value) ? judged : because(judged, why);
      },
      certain: certain && args.every((arg) => arg.certain),
    };
  }
}

/**
 * Return a constant.
 * @param {number | string} value
 * @returns {Compiled}
 */
function constant(value) {
  const judged = { value, why: 0n };
  return { run: () => judged, certain: true };
}

/**
 * Return the value in a slot of the frame.
 * @param {any} slot
 * @returns {Compiled}
 */
function letter(slot) {
  return { run: (_position, _asked, frame) => ({ value: frame[slot], why: 0n }), certain: true };
}

/**
 * Return the bounds on the number of members that make a quantifier true; `null` is no bound.
 * @param {Tree} node
 * @returns {[number | null, number | null]}
 */
function bounds({ kind, n }) {
  switch (kind) {
    case "some":
      return [1, null];
    case "every": // of counterexamples
    case "no": // of examples
      return [null, 0];
    case "at least":
      return [n, null];
    case "at most":
      return [null, n];
    case "exactly":
      return [n, n];
  }
  throw new Error(`no quantifier: ${kind}`);
}
