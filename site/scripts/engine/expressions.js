/* What each node of a condition means, in a position, as terms.js says it of terms. */

import { COMPARISONS, builtinFunction } from "./builtins.js";
import { OF_BOTH, because, members, opposite } from "./scope.js";
import { Terms } from "./terms.js";
import { CONTRADICTED, FALSE, OPEN_WITHOUT_REASON, TRUE, UNKNOWN, YES, included, joined, negated, plainly } from "./truth.js";

/** Conditions and terms of one text. */
export class Expressions extends Terms {
  /**
   * Compile a condition on the seats of a moment.
   * @param {Tree} node
   * @param {Scope} scope
   * @param {Moment} moment
   * @param {Wanted} wanted
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
        return this.quantifier(node, scope, moment, wanted);
    }
    throw new Error(`no condition: ${node.op}`);
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
   * @param {Tree} node
   * @param {Scope} scope
   * @param {Moment} moment
   * @param {Wanted} wanted
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
   * @param {Wanted} wanted
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
   * @param {Compiled} where
   * @param {Compiled} body
   * @param {[number | null, number | null]} bounds The least and the greatest number for which it holds.
   * @param {Wanted} wanted
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
   * @param {string} key
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
   * @param {string} key
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
   * @param {Tree} node
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
   * @param {Moment} moment
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
