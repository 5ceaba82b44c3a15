/* What each node of a condition or term means, in a position. A node is compiled once to a function; running it gives a value
   with the reasons behind it (a truth of a condition; of a term `null` is unknown). The frame holds the values of letters:
   arguments first, then those of quantifiers. */

import { CALCULATIONS, COMPARISONS, MOST_CALCULATED, builtinFunction } from "./builtins.js";
import { OF_BOTH, because, evaluate, members, opposite } from "./scope.js";
import { NOBODY } from "../model/seating.js";
import { CONTRADICTED, FALSE, NO, NO_VALUE, OPEN_WITHOUT_REASON, TRUE, UNKNOWN, YES, included, joined, negated, plainly } from "./truth.js";
import { CONTRADICTORY } from "./verdict.js";

/** What a fact is of arguments that are unknown, and of nobody. */
export const FACT = { unknown: UNKNOWN, ofNobody: NO };
/** What a value is of arguments that are unknown, and of nobody. */
const VALUE = { unknown: null, ofNobody: NO_VALUE };

/** Conditions and terms of one text. */
export class Expressions {
  /** Whether what is unknown of arguments rests on the reasons of these too. */
  keepsArguments = false;

  /**
   * Compile nothing yet.
   * @param {(predicate: string, position: Position, asked: Asked, args: any[]) => Judged} decide The verdict about a
   *   predicate that clauses decide.
   * @param {Record<string, bigint>} missing The bits that stand for given facts that are not given.
   * @param {(predicate: string) => Compiled | null} definition What a predicate means that no clause speaks about,
   *   where that is certain.
   * @param {WorkLimit} work Counts how often a quantifier inside another one begins.
   * @param {boolean} hasNoRoles Whether nobody has a role, whatever the seats tell.
   */
  constructor(vocabulary, decide, missing, definition, work, hasNoRoles) {
    this.vocabulary = vocabulary;
    this.hasNoRoles = hasNoRoles;
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
   * Return the letter of the seats in which players have a role; no seat has an empty one.
   * @param {string} role
   */
  letterOf(role) {
    return this.hasNoRoles ? "" : this.vocabulary.roles[role].letter;
  }

  /**
   * Return whether a player has a role; nobody has none.
   * @param {string} role
   * @param {Compiled} player
   * @returns {Compiled}
   */
  role(role, player) {
    const letter = this.letterOf(role);
    return this.applied([], [player], FACT, (position, _, [who]) => plainly(position.table.roles[who] === letter), true);
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
    return this.applied([], [left, right], FACT, (_position, _asked, [a, b]) => plainly(compare(a, b)), true);
  }

  /**
   * Return whether a built-in holds of arguments; of nobody it does not.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  builtinFact(predicate, args, moment) {
    const holds = builtinFunction(this.vocabulary.predicates[predicate].builtin ?? "");
    return this.applied(this.playersOf(predicate), args, FACT, (position, _, values) =>
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
    return this.applied(this.playersOf(predicate), args, FACT, (position, asked, values) => {
      if (definition) return definition.run(position, asked, [...values]);
      const judged = this.decide(predicate, position, asked, values);
      return judged.value === CONTRADICTED ? OPEN_WITHOUT_REASON : judged;
    }, definition !== null);
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
    return this.applied([0], [arg], VALUE, (_, asked, [whose]) => {
      const { usual, named } = asked.given[key];
      return { value: named[whose] ?? usual, why: 0n };
    }, false);
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
    return this.applied([], args, VALUE, (position, _, values) =>
      ({ value: value(position, position.rings[moment], ...values), why: 0n }), true);
  }

  /**
   * Return the value that clauses give; unknown of nobody, and where they give it differently.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @returns {Compiled}
   */
  value(predicate, args) {
    return this.applied(this.playersOf(predicate), args, VALUE, (position, asked, values) => {
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
        const first = this.search(slot, where, () => others, (why) => ({ value: NOBODY, why })).run(position, asked, frame);
        return first.value === null ? first : { value: first.value, why: first.why | from.why };
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
    return this.applied([], [left, right], VALUE, (_position, _asked, [one, other]) => {
      const number = CALCULATIONS[operator](one, other);
      return Math.abs(number) > MOST_CALCULATED ? NO_VALUE : { value: number, why: 0n };
    }, false);
  }

  /**
   * Return how many players or teams satisfy a condition; unknown where it is unknown of any.
   * @param {number} slot
   * @returns {Compiled}
   */
  tally(slot, sort, where) {
    return this.gathered(slot, where, everybody(sort), (members) => members.length);
  }

  /**
   * Return the one player or team that satisfies a condition; unknown if there is none or more than one.
   * @param {number} slot
   * @returns {Compiled}
   */
  only(slot, sort, where) {
    return this.gathered(slot, where, everybody(sort), (members) => (members.length === 1 ? members[0] : null));
  }

  /**
   * Return the members of a list that satisfy a condition, in its order; unknown if there are none.
   * @param {number} slot
   * @param {Compiled} among
   * @returns {Compiled}
   */
  those(slot, where, among) {
    return this.gathered(slot, where, among, (members) => (members.length ? members : null));
  }

  /**
   * Return what is told of those of a list who satisfy a condition; unknown where it is unknown of any.
   * @param {number} slot
   * @param {Compiled} among
   * @param {(members: number[]) => number | number[] | null} valueOf What is said of those, `null` for nothing.
   * @returns {Compiled}
   */
  gathered(slot, where, among, valueOf) {
    return {
      run: (position, asked, frame) => {
        const listed = among.run(position, asked, frame), members = [];
        if (listed.value === null) return listed;
        let { why } = listed, isOpen = false, open = 0n;
        for (const member of listed.value) {
          frame[slot] = member;
          const judged = where.run(position, asked, frame);
          if (judged.value === UNKNOWN) {
            isOpen = true;
            open |= judged.why;
          } else {
            why |= judged.why;
            if (judged.value === TRUE) members.push(member);
          }
        }
        if (isOpen) return { value: null, why: open };
        const value = valueOf(members);
        return value === null ? NO_VALUE : { value, why };
      },
      certain: false,
    };
  }

  /**
   * Return which of the parameters of a predicate are players.
   * @param {string} predicate
   * @returns {number[]}
   */
  playersOf(predicate) {
    return this.vocabulary.predicates[predicate].parameters.flatMap(({ sort }, n) => (sort === "player" ? [n] : []));
  }

  /**
   * Look up what is so of arguments, which may be unknown.
   * @param {number[]} players Which of them must not be nobody.
   * @param {Compiled[]} args
   * @param {{unknown: number | null, ofNobody: Judged}} kind
   * @param {(position: Position, asked: Asked, values: any[]) => Judged} lookUp
   * @param {boolean} certain Whether what is looked up is certain.
   * @returns {Compiled}
   */
  applied(players, args, { unknown, ofNobody }, lookUp, certain) {
    return {
      run: (position, asked, frame) => {
        const { values, why } = evaluate(args, position, asked, frame);
        if (values === null) return { value: unknown, why };
        const judged = players.some((n) => values[n] === NOBODY) ? ofNobody : lookUp(position, asked, values);
        return judged.value === unknown && !this.keepsArguments ? judged : because(judged, why);
      },
      certain: certain && args.every((arg) => arg.certain),
    };
  }
}

/**
 * Return all players or teams.
 * @returns {Compiled}
 */
function everybody(sort) {
  return { run: (position) => ({ value: members(position, sort), why: 0n }), certain: true };
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
