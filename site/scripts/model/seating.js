/* Seats on a ring: a seating is written clockwise with teams split by "|", as in "g E g | g E g". Players are A1, A2, …
   in that order and are numbered from 0. */

import { RequestError } from "./errors.js";

/** The number that stands for no player and no team. */
export const NOBODY = -1;
/** The distance to a player who is not on the ring; more than any number that a text names. */
export const FAR = 1000000;
export const MOST_SEATS = 200;
export const TEAM_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * @typedef {Object} Table Seats clockwise.
 * @property {string} seats The seating as it is written.
 * @property {string[]} roles The letter of each player's role.
 * @property {string[]} names
 * @property {number[]} team The number of each player's team.
 * @property {number[]} sizes The number of players of each team.
 * @property {boolean[]} middle Whether a player sits in the middle of a team.
 * @property {Map<string, number>} number The number of each player by name.
 */

/**
 * Parse a seating.
 * @param {string} seats
 * @param {string} letters The letters of the roles.
 * @returns {Table}
 * @throws {RequestError} If it is none.
 */
export function readTable(seats, letters) {
  if (seats.length > 8 * MOST_SEATS) throw new RequestError("seats-many", { most: MOST_SEATS });
  const teams = seats.split("|").map((side) => side.split(/\s+/).filter(Boolean));
  if (teams.some((side) => !side.length)) throw new RequestError("seats-empty");
  if (teams.length > TEAM_LETTERS.length) throw new RequestError("teams-many", { most: TEAM_LETTERS.length });
  if (teams.flat().length > MOST_SEATS) throw new RequestError("seats-many", { most: MOST_SEATS });
  const stranger = teams.flat().find((seat) => seat.length !== 1 || !letters.includes(seat));
  if (stranger !== undefined) throw new RequestError("seats-role", { name: stranger, names: [...letters].join(", ") });
  const names = teams.flatMap((side, team) => side.map((_, place) => TEAM_LETTERS[team] + (place + 1)));
  return {
    seats: teams.map((side) => side.join(" ")).join(" | "),
    roles: teams.flat(),
    names,
    team: teams.flatMap((side, team) => side.map(() => team)),
    sizes: teams.map((side) => side.length),
    middle: teams.flatMap((side) => side.map((_, place) => place === side.length >> 1 || place === (side.length - 1) >> 1)),
    number: new Map(names.map((name, number) => [name, number])),
  };
}

/**
 * Return the number of a team by its letter, or `undefined`.
 * @param {Table} table
 * @param {any} letter
 * @returns {number | undefined}
 */
export function teamNumber(table, letter) {
  const at = typeof letter === "string" && letter.length === 1 ? TEAM_LETTERS.indexOf(letter) : -1;
  return at >= 0 && at < table.sizes.length ? at : undefined;
}

/** The players on the ring at one moment. */
export class Ring {
  /**
   * Seat all players of a table but the absent ones.
   * @param {number} players How many players there are.
   * @param {Set<number>} absent
   */
  constructor(players, absent) {
    this.count = 0;
    /** @type {number[]} A player's place among those present, -1 when absent. */
    this.places = [];
    for (let player = 0; player < players; player++) this.places.push(absent.has(player) ? -1 : this.count++);
  }

  /**
   * Return whether a player is on the ring.
   * @param {number} p
   * @returns {boolean}
   */
  holds(p) {
    return this.places[p] >= 0;
  }

  /**
   * Return the number of seats from p to q clockwise, the order of play; FAR when one of them is absent.
   * @param {number} p
   * @param {number} q
   * @returns {number}
   */
  steps(p, q) {
    if (!this.holds(p) || !this.holds(q)) return FAR;
    return (this.places[q] - this.places[p] + this.count) % this.count;
  }

  /**
   * Return the number of seats from p to q the shorter way round; FAR when one of them is absent.
   * @param {number} p
   * @param {number} q
   * @returns {number}
   */
  distance(p, q) {
    return Math.min(this.steps(p, q), this.steps(q, p));
  }
}

/** A table with who has gone, when, and which options are in use; it also keeps the verdicts reached about it. */
export class Position {
  /**
   * Set up the rings of the three moments.
   * @param {Table} table
   * @param {Set<number>} left Who left before the turn began.
   * @param {Set<number>} leaving Who left during the turn.
   * @param {Set<string>} options
   */
  constructor(table, left, leaving, options) {
    const count = table.names.length;
    this.table = table;
    this.left = left;
    this.leaving = leaving;
    this.options = options;
    this.players = table.names.map((_, player) => player);
    this.teams = table.sizes.map((_, team) => team);
    /** @type {Record<Moment, Ring>} */
    this.rings = {
      start: new Ring(count, new Set()),
      began: new Ring(count, left),
      now: new Ring(count, new Set([...left, ...leaving])),
    };
    /** @type {Departures | null} Why those have gone who went with others, in a position in which they have. */
    this.departures = null;
    /** @type {Departures | null} What follows from those who have gone in a position as it was told, once it was asked. */
    this.consequences = null;
    /** @type {Map<string, Memo>} Verdicts, by what the question gives; those that depend on nothing of it under "". */
    this.memos = new Map();
  }
}
