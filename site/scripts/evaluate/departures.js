/* Who has left the game: those who are named, and those who by the text have lost because of them, at the same moment. The
   vocabulary names the fact by which one leaves and the fact that ends play; what a question gives has no part in that. */

import { askedIn, speakingClauses } from "./program.js";
import { defaults } from "./request.js";
import { Position, isSingle } from "../model/seating.js";
import { TRUE } from "../semantics/truth.js";

/** @typedef {{id: string, isOfTeams: boolean, subjects: string[], clauses: string[]}} Result How a game ended: a fact, of whom, and by which clauses. */

/** Who has gone in a requested position, and what follows. */
export class Departures {
  /**
   * Close both groups, first those who left before the turn.
   * @param {Position} requested
   */
  constructor(program, requested) {
    const { predicates } = program.resolved.vocabulary, ids = Object.keys(predicates);
    this.program = program;
    this.requested = requested;
    this.fact = ids.find((id) => predicates[id].leaves_game);
    this.ending = ids.find((id) => predicates[id].ends_play);
    /** @type {Map<number, bigint>} Who left because of others, with the clauses that say so. */
    this.companions = new Map();
    /** @type {Map<number, {left: Set<number>, leaving: Set<number>}>} The same players, with who had left as that was concluded. */
    this.before = new Map();
    const { table, options } = requested, nobody = new Set();
    /** @type {Set<number>} */
    this.left = requested.left.size ? this.closed(requested.left, nobody) : requested.left;
    const leaving = new Set([...requested.leaving].filter((player) => !this.left.has(player)));
    /** @type {Set<number>} */
    this.leaving = leaving.size ? this.closed(this.left, leaving) : leaving;
    this.standing = new Position(table, this.left, this.leaving, options);
    this.standing.departures = this;
    const gone = this.left.size + this.leaving.size;
    const teams = new Set(this.standing.players.filter((player) => this.standing.rings.now.holds(player)).map((player) => table.team[player]));
    this.isWon = gone > 0 && this.ending !== undefined &&
      this.holds(this.ending, this.standing) && !this.holds(this.ending, new Position(table, nobody, nobody, options));
    // a text that says who has won while several teams play does not say that anybody has left
    this.isOver = this.isWon && teams.size < 2;
  }

  /**
   * Return those who are leaving, or else those who left, with all who go because of them.
   * @param {Set<number>} left
   * @param {Set<number>} leaving
   * @returns {Set<number>}
   */
  closed(left, leaving) {
    const { table, options } = this.requested, during = leaving.size > 0;
    for (let isOpen = this.fact !== undefined; isOpen;) {
      const position = new Position(table, left, leaving, options);
      const following = position.players.filter((player) => position.rings.now.holds(player)).flatMap((player) => {
        const { value, why } = this.judged(this.fact, position, [player]);
        return value === TRUE ? [{ player, why }] : [];
      });
      isOpen = following.length > 0;
      for (const { player, why } of following) {
        this.companions.set(player, why);
        this.before.set(player, { left, leaving });
      }
      const going = following.map(({ player }) => player);
      if (during) leaving = new Set([...leaving, ...going]);
      else left = new Set([...left, ...going]);
    }
    return during ? leaving : left;
  }

  /**
   * Return the verdict on a fact of a position, with nothing given.
   * @param {any} id
   * @param {number[]} args
   * @returns {any}
   */
  judged(id, position, args) {
    const { program } = this;
    return program.decide(id, position, askedIn({ position }, defaults(program.resolved.vocabulary)), args);
  }

  /** Return whether a fact about nobody holds in a position. */
  holds(id, position) {
    return this.judged(id, position, []).value === TRUE;
  }

  /**
   * Return because of whom somebody has left, and by which clauses; `null` if they were named themselves.
   * @returns {{others: string[], clauses: string[]} | null}
   */
  cause(name) {
    const { requested, program } = this, { names, number } = requested.table, player = number.get(name) ?? -1;
    const mask = this.companions.get(player);
    if (mask === undefined) return null;
    const named = requested.players.filter((other) => requested.left.has(other) || requested.leaving.has(other));
    const alone = named.find((other) =>
      new Departures(program, new Position(requested.table, new Set([other]), new Set(), requested.options)).left.has(player));
    return { others: (alone === undefined ? named : [alone]).map((other) => names[other]), clauses: this.citations(mask) };
  }

  /**
   * Return how the game ended, by the first question of the fact that ends play that is answered yes; `null` if none is.
   * @returns {Result | null}
   */
  result() {
    const { requested, program } = this, { predicates } = program.resolved.vocabulary;
    for (const id of this.ending === undefined ? [] : predicates[this.ending].asks) {
      const isOfTeams = predicates[id].parameters[0].sort === "team";
      const judged = (isOfTeams ? requested.teams : requested.players).map((subject) => ({ subject, ...this.judged(id, requested, [subject]) }));
      const winners = judged.filter(({ value }) => value === TRUE);
      if (!winners.length) continue;
      const mask = winners.reduce((bits, { why }) => bits | why, 0n) & speakingClauses(program, id, true);
      const { table } = requested, isAlone = isOfTeams && isSingle(table);
      const subjects = winners.map(({ subject }) => (isAlone ? table.names[table.team.indexOf(subject)] : (isOfTeams ? table.teams : table.names)[subject]));
      return { id, isOfTeams: isOfTeams && !isAlone, subjects, clauses: this.citations(mask) };
    }
    return null;
  }

  /**
   * Return the clauses of a mask.
   * @param {bigint} mask
   * @returns {string[]}
   */
  citations(mask) {
    return this.program.resolved.clauses.filter(({ index }) => mask & (1n << BigInt(index))).map(({ citation }) => citation);
  }
}
