/* Who has left the game: those who are named, and those who by the text have lost because of them, at the same moment. The
   vocabulary names the fact by which one leaves and the fact that ends play; what a question gives has no part in that. */

import { askedIn, speakingClauses } from "./program.js";
import { defaults } from "./request.js";
import { Position, isSingle } from "../model/seating.js";
import { TRUE } from "../semantics/truth.js";

/** @typedef {{id: string, isOfTeams: boolean, subjects: string[], clauses: string[]}} Result How a game ended: a fact, of whom, and by which clauses. */

/**
 * Who has gone in a position as it was told, and what follows. A game that was over before the turn has its result: nobody
 * leaves it during the turn.
 */
export class Departures {
  /**
   * Close both groups, first those who left before the turn.
   * @param {Position} told
   */
  constructor(program, told) {
    const { predicates } = program.resolved.vocabulary, ids = Object.keys(predicates);
    this.program = program;
    this.told = told;
    this.fact = ids.find((id) => predicates[id].leaves_game);
    this.ending = ids.find((id) => predicates[id].ends_play);
    /** @type {Map<number, bigint>} Who left because of others, with the clauses that say so. */
    this.companions = new Map();
    /** @type {Map<number, {left: Set<number>, leaving: Set<number>}>} The same players, with who had left as that was concluded. */
    this.before = new Map();
    const { table, options } = told, nobody = new Set();
    /** @type {Set<number>} */
    this.left = told.left.size ? this.closed(told.left, nobody) : told.left;
    const before = new Position(table, this.left, nobody, options);
    const isEarly = told.left.size > 0 && told.leaving.size > 0 && this.isWonAt(before) && !this.isPlayedAt(before);
    const leaving = new Set(isEarly ? [] : [...told.leaving].filter((player) => !this.left.has(player)));
    /** @type {Position} As the last of them went: the others went because of those. */
    this.atEnd = new Position(table, leaving.size ? this.left : told.left, leaving, options);
    this.atEnd.departures = this;
    /** @type {Set<number>} */
    this.leaving = leaving.size ? this.closed(this.left, leaving) : leaving;
    this.standing = new Position(table, this.left, this.leaving, options);
    this.standing.departures = this;
    this.isWon = this.isWonAt(this.standing);
    // a text that says who has won while several teams play does not say that anybody has left
    this.isOver = this.isWon && !this.isPlayedAt(this.standing);
    this.atEnd.isOver = this.isOver;
  }

  /** Return whether somebody has won in a position because of those who have gone, or nobody is left. */
  isWonAt(position) {
    const { table, left, leaving, options } = position;
    return left.size + leaving.size > 0 && this.ending !== undefined &&
      this.holds(this.ending, position) && !this.holds(this.ending, new Position(table, new Set(), new Set(), options));
  }

  /**
   * Return whether several teams are left in a position.
   * @param {Position} _
   */
  isPlayedAt({ players, rings, table }) {
    return new Set(players.filter((player) => rings.now.holds(player)).map((player) => table.team[player])).size > 1;
  }

  /**
   * Return those who are leaving, or else those who left, with all who go because of them.
   * @param {Set<number>} left
   * @param {Set<number>} leaving
   * @returns {Set<number>}
   */
  closed(left, leaving) {
    const { table, options } = this.told, during = leaving.size > 0;
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
    const { told, program } = this, { names, number } = told.table, player = number.get(name) ?? -1;
    const mask = this.companions.get(player);
    if (mask === undefined) return null;
    const named = told.players.filter((other) => told.left.has(other) || told.leaving.has(other));
    const alone = named.find((other) =>
      new Departures(program, new Position(told.table, new Set([other]), new Set(), told.options)).left.has(player));
    return { others: (alone === undefined ? named : [alone]).map((other) => names[other]), clauses: this.citations(mask) };
  }

  /**
   * Return how the game ended, by the first question of the fact that ends play that is answered yes; `null` if none is.
   * @returns {Result | null}
   */
  result() {
    const { atEnd, program } = this, { predicates } = program.resolved.vocabulary;
    for (const id of this.ending === undefined ? [] : predicates[this.ending].asks) {
      const isOfTeams = predicates[id].parameters[0].sort === "team";
      const judged = (isOfTeams ? atEnd.teams : atEnd.players).map((subject) => ({ subject, ...this.judged(id, atEnd, [subject]) }));
      const winners = judged.filter(({ value }) => value === TRUE);
      if (!winners.length) continue;
      const mask = winners.reduce((bits, { why }) => bits | why, 0n) & speakingClauses(program, id, true);
      const { table } = atEnd, isAlone = isOfTeams && isSingle(table);
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
