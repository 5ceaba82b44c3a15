/* Seats on a ring: a seating is written clockwise with teams split by "|", as in "g E g | g E g", or each seat with its team,
   as in "A B A B" or "A:g B:g A:E B:E". Seats are numbered from 0 and so are the players, who are called by team and place. */

import { RequestError } from "./errors.js";

/** The number that stands for no player and no team. */
export const NOBODY = -1;
/** The distance to a player who is not on the ring; more than any number that a text names. */
export const FAR = 1000000;
export const MOST_SEATS = 200;
/** The seat letter of whoever has no role. */
export const PLAIN_SEAT = "o";
const LETTERS = 26;

/**
 * @typedef {Object} Table Seats clockwise.
 * @property {string} seats The seating as it is written.
 * @property {string[]} roles The letter of each player's role.
 * @property {string[]} names
 * @property {number[]} team The number of each player's team.
 * @property {number[]} sizes The number of players of each team.
 * @property {string[]} teams The name of each team.
 * @property {boolean[]} middle Whether a player sits in the middle of a team.
 * @property {Map<string, number>} number The number of each player by name.
 */

/**
 * Parse a seating.
 * @param {string} letters The letters of the roles.
 * @returns {Table}
 * @throws {RequestError} If it is none.
 */
export function readTable(seats, letters) {
  if (seats.length > 8 * MOST_SEATS) throw new RequestError("seats-many", { most: MOST_SEATS });
  const sides = seats.split("|").map((side) => side.split(/\s+/).filter(Boolean)), [[first]] = sides;
  if (sides.some((side) => !side.length)) throw new RequestError("seats-empty");
  if (sides.flat().length > MOST_SEATS) throw new RequestError("seats-many", { most: MOST_SEATS });
  const isByTeam = sides.length === 1 && (seats.includes(":") || (first === teamName(0) && !letters.includes(first)));
  const placed = isByTeam ? sides[0].map(seatOfTeam) : sides.flatMap((side, team) => side.map((role) => ({ team, role })));
  const stranger = placed.find(({ role }) => role.length !== 1 || !(letters + PLAIN_SEAT).includes(role));
  if (stranger) throw new RequestError("seats-role", { name: stranger.role, names: [...(letters || PLAIN_SEAT)].join(", ") });
  const team = placed.map((seat) => seat.team), count = Math.max(...team) + 1;
  const sizes = Array.from({ length: count }, (_, number) => team.filter((other) => other === number).length);
  const missing = sizes.indexOf(0);
  if (missing >= 0) throw new RequestError("team-missing", { name: teamName(missing), last: teamName(new Set(team).size - 1) });
  const roles = placed.map(({ role }) => role), teams = sizes.map((_, number) => teamName(number));
  const place = team.map((number, seat) => team.slice(0, seat).filter((other) => other === number).length);
  const names = team.map((number, seat) => teams[number] + (place[seat] + 1));
  return {
    seats: writtenSeats(roles, team), roles, names, team, sizes, teams,
    middle: team.map((number, seat) => {
      const own = stretches(team).filter((part) => part.team === number), at = (((seat - own[0].first) % team.length) + team.length) % team.length;
      return own.length === 1 && (at === sizes[number] >> 1 || at === (sizes[number] - 1) >> 1);
    }),
    number: new Map(names.map((name, number) => [name, number])),
  };
}

/**
 * Parse a seating whose seats bear the roles of a vocabulary.
 * @returns {Table}
 * @throws {RequestError} If it is none.
 */
export function tableOf(seats, vocabulary) {
  return readTable(seats, Object.values(vocabulary.roles).map(({ letter }) => letter).join(""));
}

/**
 * Return the role of a letter; nothing where none bears it.
 * @param {string} letter
 * @returns {Vocabulary["roles"][string] | undefined}
 */
export function roleAt(letter, vocabulary) {
  return Object.values(vocabulary.roles).find((role) => role.letter === letter);
}

/**
 * Return the team and the role of a seat written as "A" or "A:g".
 * @param {string} seat
 * @returns {{team: number, role: string}}
 */
function seatOfTeam(seat) {
  const [, name, colon, role] = /^([A-Z]{1,2})(?:(:)(.+))?$/.exec(seat) ?? [];
  if (!name) throw new RequestError("seats-team", { name: seat });
  return { team: [...name].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0) - 1, role: colon ? role : PLAIN_SEAT };
}

/**
 * Return a seating as it is written: teams split by bars where they sit in order, else each seat with its team.
 * @param {string[]} roles
 * @param {number[]} team
 * @returns {string}
 */
export function writtenSeats(roles, team) {
  const isInOrder = team.every((number, seat) => seat === 0 || team[seat - 1] <= number);
  if (!isInOrder) return roles.map((role, seat) => teamName(team[seat]) + (role === PLAIN_SEAT ? "" : `:${role}`)).join(" ");
  return roles.map((role, seat) => (seat && team[seat] !== team[seat - 1] ? `| ${role}` : role)).join(" ");
}

/**
 * Return the stretches of neighbouring seats of one team, that of seat 0 first; `first` is less than 0 where one goes through 0.
 * @param {number[]} team The team at each seat.
 * @returns {{team: number, first: number, last: number}[]}
 */
export function stretches(team) {
  /** @type {{team: number, first: number, last: number}[]} */
  const parts = [];
  team.forEach((number, seat) => {
    const before = parts[parts.length - 1];
    if (before?.team === number) before.last = seat;
    else parts.push({ team: number, first: seat, last: seat });
  });
  const last = parts[parts.length - 1];
  if (parts.length > 1 && last.team === parts[0].team) {
    parts.pop();
    parts[0].first = last.first - team.length;
  }
  return parts;
}

/**
 * Return whether nobody at a table has a teammate.
 * @param {Table} table
 */
export function isSingle({ sizes, team }) {
  return sizes.length === team.length;
}

/**
 * Return the name of a team: A to Z, then AA, AB and so on.
 * @param {number} number
 * @returns {string}
 */
export function teamName(number) {
  const last = String.fromCharCode(65 + (number % LETTERS));
  return number < LETTERS ? last : teamName(Math.floor(number / LETTERS) - 1) + last;
}

/**
 * Return the name of the team of a player, by the player's name; of a team, its own.
 * @returns {string}
 */
export function teamOf(name) {
  return name.replace(/\d+$/, "");
}

/**
 * Return the number of a team by its name, or `undefined`.
 * @param {any} name
 * @returns {number | undefined}
 */
export function teamNumber(table, name) {
  const at = table.teams.indexOf(name);
  return at >= 0 ? at : undefined;
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
