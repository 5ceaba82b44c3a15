/* What each node of a term means, in a position. A node is compiled once to a function; running it gives a value with the
   reasons behind it (`null`: unknown). The frame holds the values of letters: arguments first, then those of quantifiers. */

import { builtinFunction } from "./builtins.js";
import { because, evaluate, members } from "./scope.js";
import { NOBODY } from "./seating.js";
import { NO, NO_VALUE, TRUE, UNKNOWN } from "./truth.js";
import { CONTRADICTORY } from "./verdict.js";

/** Terms of one text. */
export class Terms {
  /**
   * Compile nothing yet.
   * @param {Vocabulary} vocabulary
   * @param {(predicate: string, position: Position, asked: Asked, args: any[]) => Judged} decide The verdict about a
   *   predicate that clauses decide.
   * @param {Record<string, bigint>} missing The bits that stand for given facts that are not given.
   * @param {(predicate: string) => Compiled | null} definition What a predicate means that no clause speaks about,
   *   where that is certain.
   */
  constructor(vocabulary, decide, missing, definition) {
    this.vocabulary = vocabulary;
    this.decide = decide;
    this.missing = missing;
    this.definition = definition;
  }

  /**
   * Compile a condition on the seats of a moment.
   * @param {Tree} _node
   * @param {Scope} _scope
   * @param {Moment} _moment
   * @returns {Compiled}
   */
  condition(_node, _scope, _moment = "now") {
    throw new Error("conditions are for those who extend terms");
  }

  /**
   * Compile a term on the seats of a moment.
   * @param {Tree} node
   * @param {Scope} scope
   * @param {Moment} moment
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
        return this.least(scope.size, this.condition(node.where, scope.bind(node.var), moment));
      case "first": {
        const where = this.condition(node.where, scope.bind(node.var), moment);
        return this.first(scope.size, where, this.term(node.start, scope, moment));
      }
      case "count":
        return this.tally(scope.size, node.sort, this.condition(node.where, scope.bind(node.var), moment));
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
   * @param {string} key
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
   * Return the value of a built-in.
   * @param {string} predicate
   * @param {Compiled[]} args
   * @param {Moment} moment
   * @returns {Compiled}
   */
  builtinValue(predicate, args, moment) {
    const value = builtinFunction(this.vocabulary.predicates[predicate].builtin ?? "");
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
   * @param {Compiled} where
   * @returns {Compiled}
   */
  least(slot, where) {
    return this.search(slot, where, (position) => Array.from({ length: position.players.length + 1 }, (_, n) => n), () => NO_VALUE);
  }

  /**
   * Return the first player to the left of another who satisfies a condition; nobody if there is none.
   * @param {number} slot
   * @param {Compiled} where
   * @param {Compiled} start
   * @returns {Compiled}
   */
  first(slot, where, start) {
    return {
      run: (position, asked, frame) => {
        const from = start.run(position, asked, frame), count = position.players.length;
        if (from.value === null || from.value === NOBODY) return from;
        const others = position.players.slice(1).map((step) => (from.value + step) % count);
        const found = this.search(slot, where, () => others, (why) => ({ value: NOBODY, why })).run(position, asked, frame);
        return found.value === null ? found : { value: found.value, why: found.why | from.why };
      },
      certain: false,
    };
  }

  /**
   * Return the first of some candidates that satisfies a condition, with the reasons why earlier ones do not.
   * @param {number} slot
   * @param {Compiled} where
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
   * Return how many players or teams satisfy a condition; unknown where it is unknown of any.
   * @param {number} slot
   * @param {string} sort
   * @param {Compiled} where
   * @returns {Compiled}
   */
  tally(slot, sort, where) {
    return {
      run: (position, asked, frame) => {
        let number = 0, isOpen = false, why = 0n, open = 0n;
        for (const member of members(position, sort)) {
          frame[slot] = member;
          const judged = where.run(position, asked, frame);
          if (judged.value === UNKNOWN) {
            isOpen = true;
            open |= judged.why;
          } else {
            why |= judged.why;
            if (judged.value === TRUE) number += 1;
          }
        }
        return isOpen ? { value: null, why: open } : { value: number, why };
      },
      certain: false,
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
