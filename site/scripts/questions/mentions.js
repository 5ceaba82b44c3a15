/* Who is spoken of in a question: found among its words, and who that may be at a table. */

import { teamOf } from "../model/seating.js";

/**
 * @typedef {Object} Mention Somebody of whom a question speaks.
 * @property {string[]} names The players (or, of a team, the letter) that are named; then nothing else matters.
 * @property {boolean} team Whether it is a team.
 * @property {string[]} roles The ids of the roles that they may have; none: any.
 * @property {"" | "own" | "foreign" | "their"} side On which side they are, seen from the viewpoint or from the owner;
 *   `their` is of whoever is spoken of, or of the other side.
 * @property {"other" | "asker"} viewpoint Whoever else the question speaks of, or whoever asks.
 * @property {string} owner
 * @property {boolean} asker Whether it is whoever asks.
 * @property {boolean} same Whether it is whoever is spoken of before ("he").
 * @property {boolean} reflexive Whether it is whoever does what is asked ("himself"); then it is the same too.
 * @property {boolean} eachOther Whether it is each other of those spoken of before.
 * @property {boolean} asked Whether the question asks who ("whom", "which player").
 * @property {boolean} together Whether all that fit are meant at once ("both", "all", a plural).
 * @property {boolean} pair Whether these are two ("both my neighbours").
 * @property {"" | "left" | "right" | "beside" | "front"} place Where they sit, seen as their side is: on the next seat
 *   or else further on or further back within the same team, on either next seat, or there as an opponent.
 * @property {number} distance How many seats away that is.
 * @property {string[]} without The players who are not meant ("anyone other than B3").
 * @property {[string, string[]][]} called Of players who are named with a role their names, each with the ids of that role ("the king A2").
 * @property {boolean} definite Whether it has a definite article ("the king"), which tells no wordings apart.
 * @property {boolean} another Whether it is nobody of whom the question itself is asked ("another player"); nor does this.
 * @property {boolean} his Whether it is said to be somebody's who is spoken of ("his king"); nor does this.
 * @property {boolean} joint Whether one is meant of each role ("the king and a pawn"), not of either; nor does this.
 */

/** @type {Mention} */
const NOBODY_NAMED = {
  names: [], team: false, roles: [], side: "", viewpoint: "other", owner: "", asker: false, same: false, reflexive: false, eachOther: false, asked: false,
  together: false, pair: false, place: "", distance: 1, without: [], called: [], definite: false, another: false, his: false, joint: false,
};

/**
 * Return a mention that says something, and nothing else.
 * @param {Partial<Mention>} said
 * @returns {Mention}
 */
export function mention(said = {}) {
  return { ...NOBODY_NAMED, ...said };
}

/**
 * Return whether a word of a question is a mention.
 * @param {any} value
 * @returns {value is Mention}
 */
export function isMention(value) {
  return typeof value === "object" && value !== null;
}

/**
 * Return whether two mentions, or anything else that is written alike, are the same.
 * @param {any} one
 * @param {any} other
 */
export function isAlike(one, other) {
  const [written, wanted] = [one, other].map((value) => JSON.stringify(value, (key, part) => (["definite", "another", "his", "joint"].includes(key) ? undefined : part)));
  return one === other || written === wanted;
}

/**
 * Return whether a mention is whoever asks, or seen from there.
 * @param {Mention} who
 */
export function isOfAsker({ asker, viewpoint }) {
  return asker || viewpoint === "asker";
}

/**
 * Return whether who it is must be worked out at the table.
 * @param {Mention} mentioned
 */
export function isOpen({ names }) {
  return !names.length;
}

/**
 * Return players who are said to be what somebody is: "my king is A2".
 * @param {Mention} said
 * @returns {Mention}
 */
export function namedAs(said, names) {
  return { ...said, names, roles: [], called: said.roles.length ? names.map((name) => [name, said.roles]) : [] };
}

/** Return whether a list asks of everybody. */
export function isEverybody(mentioned) {
  const { asked, team, together } = mentioned;
  return asked && isAlike(mentioned, mention({ asked: true, team, together }));
}

/**
 * Return the players or team letters who may be meant.
 * @param {Mention} mentioned Whom the question speaks of.
 * @param {string[]} players Who may be meant at all: those in the game.
 * @param {Map<string, string>} roleOf The id of each player's role.
 * @param {string} asker Whoever asks, or nobody.
 * @param {string} other Whoever else the question speaks of, or nobody.
 * @param {Set<string>} absent Who has left, and so sits between nobody.
 * @returns {string[]}
 */
export function candidates(mentioned, table, players, roleOf, asker, other, absent = new Set()) {
  const { names, team, roles, side, viewpoint, owner, same, without } = mentioned;
  if (names.length) return names;
  if (mentioned.asker && !team && side === "") return [asker];
  if (same) return other ? [other] : [];
  const seenFrom = owner || (viewpoint === "asker" ? asker : other), home = teamOf(seenFrom);
  if (team) return table.teams.filter((one) => isOnSide(one, side, home));
  const fitting = players.filter((name) => (!roles.length || roles.includes(roleOf.get(name) ?? "")) &&
    isOnSide(teamOf(name), side, home) && !without.includes(name));
  const seats = table.names.filter((name) => !absent.has(name) || name === seenFrom);
  return placed(fitting, mentioned, seenFrom, seats, table.names);
}

/**
 * Return who of some players sits at a place; where nobody is there to see it from, the outermost of each team.
 * @param {Mention} mentioned
 * @param {string} seenFrom
 * @param {string[]} seats Those in the game, around the table.
 * @param {string[]} ring All seats.
 * @returns {string[]}
 */
function placed(names, { place, distance, viewpoint }, seenFrom, seats, ring) {
  if (place === "") return names;
  const at = seats.indexOf(seenFrom), count = seats.length;
  const near = at < 0 ? [] : [1, -1].map((way) => seats[(((at + way * distance) % count) + count) % count]);
  const isAside = place === "left" || place === "right";
  if (isAside && near.length && names.includes(near[Number(place === "right")])) return [near[Number(place === "right")]];
  if (distance > 1 && place !== "beside") return [];
  if (place === "front" && ring.filter((name) => teamOf(name) === teamOf(seenFrom)).length < 2) return []; // who sits alone has neighbours and somebody across
  if (!isAside) {
    return names.filter((name) => near.includes(name) && (place === "beside" || teamOf(name) !== teamOf(seenFrom)));
  }
  const own = names.filter((name) => teamOf(name) === teamOf(seenFrom));
  if (at >= 0 && own.length) return nextInTeam(own, seenFrom, ring, place === "left");
  if (at >= 0 && viewpoint === "asker") return []; // "the enemy pawn on my left", where none sits there
  return [...new Set(names.map(teamOf))].flatMap((team) => outermost(names.filter((name) => teamOf(name) === team), ring, place === "left"));
}

/**
 * Return the nearest of some teammates on one side; nobody beyond the end of a team that sits side by side.
 * @param {string} seenFrom
 * @param {string[]} ring
 * @param {boolean} toLeft
 * @returns {string[]}
 */
function nextInTeam(names, seenFrom, ring, toLeft) {
  const row = rowOf(teamOf(seenFrom), ring), all = row.length ? row : ring, at = all.indexOf(seenFrom);
  const after = all.slice(at + 1), before = all.slice(0, at), around = [...after, ...before];
  const beyond = row.length ? (toLeft ? after : before.reverse()) : toLeft ? around : around.reverse();
  return beyond.filter((name) => names.includes(name)).slice(0, 1);
}

/**
 * Return who of some teammates sits outermost on one side. In a team that does not sit side by side, this is who is next to
 * the one who is not meant; if that is not one, all.
 * @param {string[]} ring
 * @param {boolean} toLeft
 * @returns {string[]}
 */
function outermost(names, ring, toLeft) {
  const team = teamOf(names[0]), row = rowOf(team, ring);
  const others = ring.filter((name) => teamOf(name) === team && !names.includes(name));
  if (!row.length) return others.length === 1 ? nextInTeam(names, others[0], ring, toLeft) : names;
  const meant = row.filter((name) => names.includes(name));
  return toLeft ? meant.slice(-1) : meant.slice(0, 1);
}

/**
 * Return the players of a team from its rightmost to its leftmost; nobody where it does not sit side by side.
 * @param {string} team
 * @param {string[]} ring
 * @returns {string[]}
 */
function rowOf(team, ring) {
  const firsts = ring.flatMap((name, at) => (teamOf(name) === team && teamOf(ring.at(at - 1) ?? "") !== team ? [at] : []));
  if (firsts.length > 1) return [];
  const first = firsts[0] ?? 0;
  return [...ring.slice(first), ...ring.slice(0, first)].filter((name) => teamOf(name) === team);
}

/**
 * Return whether a team is on a side, seen from another.
 * @param {string} team
 * @param {Mention["side"]} side
 * @param {string} home
 */
function isOnSide(team, side, home) {
  return side === "" || !home || (team === home) === (side === "own");
}

/**
 * Return what a mention can mean: "their player" is that of the players named, or of the other side. Whoever speaks of
 * himself means the others by it; of somebody not named it is that one's own.
 * @param {boolean} askerSpeaks
 * @param {boolean} named
 * @param {boolean} supposed Whether something is supposed of him: of "the player beside me", who is of either side then.
 * @param {Partial<Mention>[]} others Who else may be meant by "his": "if B1 is dead, can A3 hit his king?"
 * @returns {Mention[]}
 */
export function readingsOf(mentioned, askerSpeaks, named, supposed, others) {
  const { place, viewpoint, side } = mentioned;
  if (supposed && place !== "" && viewpoint === "asker" && isOpen(mentioned) && side === "") return ["own", "foreign"].map((one) => ({ ...mentioned, side: one }));
  if (mentioned.side !== "their") return [mentioned, ...(mentioned.his && !supposed ? others : []).map((his) => ({ ...mentioned, ...his }))];
  /** @type {Mention} */
  const own = { ...mentioned, side: "own", viewpoint: "other" };
  /** @type {Mention} */
  const foreign = { ...mentioned, side: "foreign", viewpoint: askerSpeaks ? "asker" : "other" };
  if (askerSpeaks) return [foreign];
  return named ? [own, foreign] : [own];
}
