/* From what a question says to requests: who may be meant at this table, one request for each way it can be. */

import { EVERYBODY } from "../evaluate/lists.js";
import { teamOf } from "../model/seating.js";
import { ASKER, OTHER, distinct } from "./clauses.js";
import { supposedBy } from "./patterns.js";
import { candidates, isEverybody, isMention, isOfAsker, isOpen, mention, readingsOf } from "./mentions.js";

/** A question that speaks of more cases is refused. */
const MOST_CASES = 600;
/** Who is meant where a phrasing leaves a letter out: for whom it asks, or for which opponent. */
const IMPLIED = /** @type {Record<string, Partial<Mention>>} */ ({ [EVERYBODY]: { asked: true }, foreign: { asked: true, side: "foreign" }, every: { together: true } });
/** Who is meant where a phrasing gives a fact of all opponents: "can he win" asks whether he does once all of them lose. */
const ALL_OPPONENTS = mention({ side: "foreign", together: true });
/** Circumstances that are no given facts but keys of a request: who left before the turn began, and during it. */
export const DEPARTURES = ["left", "leaving"];
/** The circumstance that somebody is still in the game: no key of a request; where he has left, it is refused. */
export const STAYING = "staying";
/** In the braces of a circumstance: a player whom the words name and who does not matter to it. */
const ANYONE_SLOT = "anyone";

/**
 * @typedef {{ask: string, of: string[], left: string[], leaving: string[], given: [string, any][], on: string | null, seats: string | null, options: string[], staying: string[]}} Case One
 *   request that a question may stand for, beside the table at which it is asked; `seats` is another table, `options` are used beside
 *   those of the table; `staying` are those who, by what the question says, have not left in it.
 */
/** @typedef {{cases: Case[], listed: boolean, opposite?: boolean}} Reading One meaning of a question, whether it asks for a list of those for whom the answer is yes, and whether it is put the other way round. */
/** @typedef {{table: Table, vocabulary: Vocabulary, gone: Set<string>, roleOf: Map<string, string>, himself?: boolean}} Seated Who sits at the table of a question, and who has left it already. */
/**
 * @typedef {{slot: string, who: Mention, given: string, part: number, number?: number}} Item A mention with what it fills: a letter of the
 *   question, or a circumstance; the clause in which it stands, 0 for the question; and what that counts for whoever it is.
 */
/** @typedef {Map<number, string | string[]>} Filled Who fills each item, by number; of a circumstance, players who are meant together. */

/** The question speaks of more cases than are read. */
export class TooManyCases extends Error {}

/** What the question says of a player, its message, is not so at the table. */
export class Contradicted extends Error {}

/** The question says two different things of one given fact; its message is the key. */
export class DifferentlyGiven extends Error {}

/** Nobody at the table can be meant; the role that is missing there, if it is one. */
export class NobodyFits extends Error {
  /**
   * Note which role is missing, and whether a pronoun ("he") could mean nobody who was spoken of.
   * @param {string} role
   * @param {boolean} isPronoun
   */
  constructor(role, isPronoun) {
    super(role);
    this.role = role;
    this.isPronoun = isPronoun;
  }
}

/**
 * Return every way to take one item of each list.
 * @template T
 * @param {T[][]} lists
 * @returns {T[][]}
 */
export function product(lists) {
  return lists.reduce((ways, list) => ways.flatMap((way) => list.map((item) => [...way, item])), /** @type {T[][]} */ ([[]]));
}

/**
 * Return what a question can mean, once for each reading of "their".
 * @param {Match[]} clauses
 * @returns {Reading[]}
 * @throws {NobodyFits | TooManyCases} If somebody of whom it speaks does not sit at the table, or if it speaks of too many.
 */
export function readings(ask, match, clauses, seated) {
  const { items, constants } = itemsOf(ask, match, clauses, seated.vocabulary), mentions = items.map(({ who }) => who);
  const said = clauses.filter(({ pattern }) => pattern === ASKER).map(({ slots: [slot], fills: [who] }) => ({ slot, who: /** @type {Mention} */ (who) }));
  const askerSpeaks = mentions.some(asksOf), named = mentions.some(({ names }) => names.length);
  const others = circumstancesOfOthers(items), combinations = product(items.map(({ who, given }) => readingsOf(who, askerSpeaks, named, Boolean(given), others)));
  return combinations.map((meant) => {
    const read = items.map((item, n) => ({ ...item, who: meant[n] }));
    let cases = distinct(casesOf(ask, read, constants, seated, said));
    if (!cases.length) cases = distinct(casesOf(ask, read, constants, { ...seated, himself: true }, said)); // "my king" may be said by the king himself where nobody else can
    if (!cases.length && combinations.length === 1) throw new NobodyFits(meant.flatMap(({ roles }) => roles)[0] ?? "", meant.some(({ same }) => same));
    return { cases, listed: meant.some((who) => who.asked && (asksOfOnesOwn(read) || !isEverybody(who))) };
  });
}

/**
 * Return who may be meant by "his" beside those named in the question: of the other side, in a circumstance.
 * @returns {Partial<Mention>[]}
 */
function circumstancesOfOthers(items) {
  const asked = new Set(items.filter(({ given }) => !given).flatMap(({ who }) => who.names.map(teamOf)));
  const people = asked.size ? items.filter(({ given }) => given).map(({ who }) => who) : [];
  const named = people.filter(({ names }) => names.length === 1 && !asked.has(teamOf(names[0]))).map(({ names: [owner] }) => ({ owner }));
  return people.some((who) => isOpen(who) && who.side === "own" && who.viewpoint === "asker") ? [...named, { viewpoint: "asker" }] : named;
}

/**
 * Return whether a mention speaks of whoever asks.
 * @param {Mention} who
 */
function asksOf({ asker, viewpoint, side }) {
  return asker || (viewpoint === "asker" && side !== "");
}

/**
 * Return who fills what, those of the question first, and the circumstances that name nobody.
 * @param {Match[]} clauses
 * @param {Vocabulary} vocabulary
 * @returns {{items: Item[], constants: [string, any][]}}
 */
function itemsOf(ask, match, clauses, { predicates, givens }) {
  const letters = predicates[ask].parameters.map(({ letter }) => letter);
  const constant = (key, /** @type {string} */ value) => /** @type {[string, any]} */ ([key, constantOf(givens[key], value)]);
  const { fixed } = match.pattern, constants = fixed.filter(([key, value]) => !letters.includes(key) && value !== "foreign").map(([key, value]) => constant(key, value));
  const asked = (/** @type {string} */ slot, implied = EVERYBODY) => ({ slot, who: mention(IMPLIED[implied]), given: "", part: 0 });
  /** @type {Item[]} */
  const items = [];
  for (const [n, slot] of match.slots.entries()) {
    const fill = /** @type {Mention} */ (match.fills[n]);
    if (slot === ANYONE_SLOT) continue;
    if (slot.includes("+")) {
      const pair = fill.names.length === 2 ? fill.names.map((name) => ({ ...fill, names: [name] })) : [fill, mention({ eachOther: true })];
      items.push(...slot.split("+").map((letter, at) => ({ slot: letter, who: pair[at], given: "", part: 0 })));
    } else {
      items.push({ slot, who: fill, given: letters.includes(slot) ? "" : slot, part: 0 });
    }
  }
  items.push(...fixed.filter(([key]) => letters.includes(key)).map(([key, value]) => asked(key, value)));
  items.push(...supposedBy(match.pattern).map((given) => ({ slot: "", who: ALL_OPPONENTS, given, part: 0 })));
  const filled = new Set(items.map(({ slot }) => slot));
  items.push(...letters.filter((letter) => !filled.has(letter)).map((letter) => asked(letter)));
  for (const [at, { pattern, slots, fills }] of clauses.entries()) {
    if (pattern === ASKER) {
      items.push(...fills.filter(() => slots[0] === OTHER).map((who) => ({ slot: "", who: /** @type {Mention} */ (who), given: OTHER, part: at + 1 })));
      continue;
    }
    const counts = givens[pattern.id]?.kind === "numbers", number = counts ? Number(fills.find((fill) => !isMention(fill)) ?? 0) : 0;
    for (const [n, fill] of fills.entries()) {
      if (slots[n] === ANYONE_SLOT) continue;
      if (isMention(fill)) items.push({ slot: "", who: fill, given: Object.hasOwn(givens, slots[n]) ? slots[n] : pattern.id, part: at + 1, number });
      else if (!counts) constants.push([pattern.id, Number(fill)]);
    }
    constants.push(...pattern.fixed.map(([key, value]) => constant(key, value)));
    if (Object.hasOwn(givens, pattern.id) && pattern.value) constants.push(constant(pattern.id, pattern.value));
  }
  return { items, constants };
}

/**
 * Return the value of a given fact that words name.
 * @param {GivenFact} given
 * @param {string} value
 * @returns {any}
 */
function constantOf({ kind }, value) {
  return kind === "flag" ? value === "yes" : kind === "number" ? Number(value) : value;
}

/**
 * Return a case for each way in which the mentions can be filled.
 * @param {[string, any][]} constants
 * @param {{slot: string, who: Mention}[]} said Who asks, and who somebody else is.
 * @returns {Case[]}
 */
function casesOf(ask, items, constants, seated, said) {
  const { table, vocabulary, gone, roleOf } = seated, predicate = vocabulary.predicates[ask];
  const everyone = predicate.gone_allowed || predicate.ignores.length > 0, players = table.names.filter((name) => everyone || !gone.has(name));
  let asking = items.some(({ who }) => asksOf(who)) ? players : [""];
  if (asking[0] !== "" && said.every(({ slot }) => slot === OTHER)) {
    const named = items.filter(({ given }) => given).flatMap(({ who }) => who.names); // "I have a card of A3": not A3 says so
    const others = items.some(({ given, who }) => given && who.asker) ? asking.filter((player) => !named.includes(player)) : [];
    asking = others.length ? others : asking;
  }
  for (const { slot, who } of said) {
    asking = asking.filter((player) => maySay(player, slot, who, players, seated));
    if (who.names.length && !asking.length) throw new Contradicted(who.names[0]);
  }
  const seen = items.filter(({ who }) => who.viewpoint === "asker" && who.side && who.names.length); // "my pawn A3"
  asking = asking.filter((player) => seen.every(({ who }) => who.names.every((name) => (teamOf(name) === teamOf(player)) === (who.side === "own"))));
  if (seen.length && !asking.length) throw new Contradicted(seen[0].who.names[0]);
  const cases = [];
  for (const asker of asking) {
    for (const filled of fill(items, asker, players, seated)) {
      if (cases.length === MOST_CASES) throw new TooManyCases();
      cases.push(caseOf(ask, items, filled, constants, vocabulary));
    }
  }
  return cases;
}

/**
 * Return whether a player may say to be somebody, or of somebody who it is.
 * @param {string} player
 * @param {string} slot
 * @param {Mention} who
 * @param {string[]} players
 * @param {Seated} seated
 */
function maySay(player, slot, who, players, { table, roleOf }) {
  if (slot !== OTHER) return candidates(who, table, players, roleOf, "", "").includes(player);
  const meant = candidates({ ...who, names: [] }, table, table.names, roleOf, player, "");
  return who.names.every((name) => meant.includes(name)) && !who.names.includes(player);
}

/**
 * Yield who fills each item; first those who are named, last those seen from others.
 * @param {string[]} players
 * @returns {Generator<Filled>}
 */
function* fill(items, asker, players, seated) {
  const asked = items.filter(({ given }) => !given).map(({ who }) => who);
  /** Whether who it is may be seen from those of circumstances. */
  const mayFollow = (/** @type {Item} */ { who }) => asked.length === 1 || (who.his && asked.every((one) => one === who || isOfAsker(one)));
  const order = items.map((_, n) => n), lateness = items.map((item, n) => dependence(item, mayFollow(item), items.slice(n + 1)));
  order.sort((one, other) => lateness[one] - lateness[other]);
  /** @type {(chosen: Filled, rest: number[]) => Generator<Filled>} */
  const extend = function* (chosen, rest) {
    if (!rest.length) {
      yield chosen;
      return;
    }
    const [at, ...later] = rest;
    for (const value of values(items, at, chosen, asker, players, seated)) yield* extend(new Map([...chosen, [at, value]]), later);
  };
  yield* extend(new Map(), order);
}

/**
 * Return whether who is asked about can be seen from another who is asked about.
 * @param {Item} item
 */
function isSeenFromAnother({ who, given }) {
  return !given && !who.names.length && !who.owner && who.viewpoint !== "asker";
}

/**
 * Return whether who is asked about is told by the side of whoever else is: "can anybody hit his own king". Where a circumstance
 * speaks of somebody, what is theirs may be meant.
 */
function asksOfOnesOwn(items) {
  return !items.some(({ given }) => given) && items.some((item) => isSeenFromAnother(item) && item.who.side === "own" && !item.who.asked);
}

/**
 * Return how late a mention is filled; one that follows may be seen from those of circumstances. One on a side is
 * filled before those later whose team is told by his: "can the left pawn hit the enemy king?"
 * @param {Item} item
 * @param {boolean} follows
 * @param {Item[]} later
 * @returns {number}
 */
function dependence(item, follows, later) {
  const { who, given } = item;
  if (who === ALL_OPPONENTS) return 8; // of whom the question is about
  if ((who.place === "left" || who.place === "right") && who.side === "" && isSeenFromAnother(item) &&
    later.some((other) => other.who.side !== "" && isSeenFromAnother(other))) return 1;
  if (who.place !== "" && !given) return 6; // seen past those who have left
  if (given) return who.same ? 7 : 4;
  if (who.names.length || isEverybody(who) || who.asker) return 0;
  if (who.eachOther) return 3;
  if (who.same || who.another) return 5; // "if A3 is dead, can he …", "A3 is dead, do all the others …": a circumstance may tell who that is
  if (who.side === "" || who.owner || who.viewpoint === "asker") return 1;
  return follows ? 5 : 2;
}

/**
 * Return who can fill an item after others are filled; of a circumstance, players who are meant together.
 * @param {Filled} chosen
 * @param {string[]} players
 * @param {Seated} seated
 * @returns {(string | string[])[]}
 */
function values(items, at, chosen, asker, players, { table, vocabulary, gone, roleOf, himself }) {
  const item = items[at];
  let { who } = item;
  if (isEverybody(who) && !item.given && !asksOfOnesOwn(items)) return [EVERYBODY];
  const may = (/** @type {Mention} */ one, /** @type {string} */ other, absent = new Set()) => candidates(one, table, players, roleOf, asker, other, absent);
  for (const [n, value] of chosen) {
    if (item.part && items[n].part && items[n].who === who) return [value]; // the subject of a clause joined to it
    if (!items[n].slot || items[n].slot !== item.slot) continue; // "I give my creature away": one player, named twice
    return may(who, String(value)).includes(/** @type {string} */ (value)) ? [value] : [];
  }
  let spoken = spokenOf(items, chosen, who.same && item.given ? item.part : -1);
  if (who.same) {
    const circumstances = [...chosen].filter(([n, value]) => Array.isArray(value) && !items[n].who.asker), others = circumstances.filter(([n]) => items[n].given === OTHER);
    const present = circumstances.filter(([n]) => !DEPARTURES.includes(items[n].given)); // "if A3 is dead and it is A2's turn, can he …"
    const isOther = item.given || items.some((one) => one.who.asker && !one.given); // "can they attack me" is said of others
    const those = others.length || isOther ? others : present.length ? present : circumstances; // "my king is A2, can he …"
    if (those.length) spoken = new Map(those.map(([n, value]) => [n, value[0]]));
    else if (!item.given) spoken = new Map([...spoken].filter(([n]) => items[n].given || mayMean(items, at, n)));
  }
  if (who.his) { // "can I hit the king if his pawn is dead", "if A3 is dead, can I hit his king": not mine
    const named = [...spoken].filter(([n]) => !isOfAsker(items[n].who)), circumstances = item.given ? [] : [...chosen].filter(([n, value]) => Array.isArray(value) && !items[n].who.asker);
    const others = named.length ? named : circumstances.map(([n, value]) => /** @type {[number, string]} */ ([n, value[0]]));
    if (others.length) spoken = new Map(others);
    else if ([...spoken.keys()].every((n) => items[n].who.asker)) who = { ...who, side: who.side === "own" ? "foreign" : who.side, viewpoint: "asker" }; // "can I hit his king"
  }
  const first = spoken.size ? Math.min(...spoken.keys()) : null, owner = first === null ? "" : items[first].who.owner;
  const other = first === null ? "" : who.same && owner.length > 1 ? owner : spoken.get(first) ?? ""; // "can A2's opponents hit him"
  if (who.eachOther && first !== null) {
    const antecedent = items[first].who;
    if (antecedent.names.length) return antecedent.names.filter((name) => name !== other);
    who = { ...antecedent, names: [], asked: false, eachOther: false };
    if (who.asker) who = { ...who, asker: false, side: "own", viewpoint: "asker" }; // "can we see each other's hand"
  } else if (items.some((one) => one.who.eachOther) && who.viewpoint === "other" && !who.owner) {
    who = { ...who, side: "" }; // each other tells of the side
  }
  if (item.given && isOfSubject(who, items, chosen, players, roleOf)) who = { ...who, side: "own" };
  const departed = [...chosen].filter(([n]) => DEPARTURES.includes(items[n].given)).flatMap(([, names]) => names);
  let those = may(who, other, new Set([...departed, ...gone]));
  if (who.same) { // nobody calls himself "he" ("I died. does he lose?"), nor each other
    const not = [...chosen].filter(([n]) => items[n].who.asker || (items[n].who.eachOther && !items[n].given && !item.given)).flatMap(([, value]) => value);
    those = those.filter((name) => !not.includes(name));
  }
  const isHimself = himself && who.roles.length > 0 && !item.given;
  if (isOpen(who) && !(who.asker || isHimself || (who.owner && who.together)) && (item.given || who.his || who.viewpoint === "asker")) those = those.filter((name) => name !== asker); // nobody means himself by "my teammate"
  if (item.given) {
    if (who.another) those = those.filter((name) => ![...chosen].some(([n, value]) => !items[n].given && value === name));
    if (item.who === ALL_OPPONENTS) { // of whom something is told, that is so in place of what is supposed
      const listed = [...chosen].filter(([n]) => vocabulary.givens[items[n].given]?.kind === "players").flatMap(([, names]) => names);
      those = those.filter((name) => !departed.includes(name) && !gone.has(name) && !listed.includes(name));
    }
    if (who.pair && !who.names.length) return pairs(those);
    return who.together && those.length > 1 ? [those] : those.map((name) => [name]);
  }
  if (isOpen(who) && !who.same) {
    const named = [...spoken.values()];
    return those.filter((name) => !named.includes(name));
  }
  if (who.names.length && asker && items.some((one) => one.who.asker && !one.given && one.slot !== item.slot)) return those.filter((name) => name !== asker);
  return those;
}

/**
 * Return whether a role in a circumstance is meant on the side of those of whom the question asks. So it is where these
 * are of one side, with "both" if two others there have it, and with an article ("does a pawn win if the king falls") if
 * the question names nobody.
 * @param {Mention} who
 * @param {Filled} chosen
 * @param {string[]} players
 * @param {Map<string, string>} roleOf
 */
function isOfSubject(who, items, chosen, players, roleOf) {
  if (!who.roles.length || !isOpen(who) || who.side !== "" || who.place !== "") return false;
  const subjects = [...chosen].filter(([n, value]) => !items[n].given && value !== EVERYBODY), spoken = subjects.map(([, value]) => String(value));
  if (new Set(spoken.map(teamOf)).size !== 1) return false;
  const fitting = players.filter((name) => teamOf(name) === teamOf(spoken[0]) && !spoken.includes(name) && who.roles.includes(roleOf.get(name) ?? ""));
  if (who.pair) return fitting.length === 2;
  const isUnnamed = subjects.map(([n]) => items[n].who).every((one) => isOpen(one) && !one.asked && (one.roles.length || one.team));
  return who.definite && !who.together && isUnnamed && fitting.length > 0;
}

/**
 * Return the two who are meant by "both": there are no others, or they are those of one team.
 * @returns {string[][]}
 */
function pairs(names) {
  if (names.length === 2) return [names];
  const teams = new Set(names.map(teamOf));
  return [...teams].map((team) => names.filter((name) => teamOf(name) === team)).filter((members) => members.length === 2);
}

/**
 * Return whether a pronoun may mean another who is asked about: who stands before it (not B1 in "can he attack B1?"), and
 * is not who does it to him, unless a third is asked about or a reflexive says so: in "can A1 attack him?" he is not A1.
 * @param {number} other
 * @returns {boolean}
 */
function mayMean(items, at, other) {
  const doesIt = items.filter(({ given }) => !given).length < 3 && !items[other].who.owner;
  return other < at && (items[at].who.reflexive || !doesIt);
}

/**
 * Return who is spoken of so far, by the number of the item: of the question, else of circumstances.
 * @param {Filled} chosen
 * @param {number} part A clause that a pronoun in it looks beyond: "the creature that B3 stole from him".
 * @returns {Map<number, string>}
 */
function spokenOf(items, chosen, part) {
  const named = [...chosen].filter(([n, value]) => !items[n].given && value !== EVERYBODY);
  const those = named.length ? named : [...chosen].filter(([, value]) => value !== EVERYBODY);
  const beyond = those.filter(([n]) => items[n].part !== part);
  return new Map((beyond.length ? beyond : those).map(([n, value]) => [n, Array.isArray(value) ? value[0] : value]));
}

/**
 * Return the request of one way in which the mentions are filled.
 * @param {Filled} filled
 * @param {[string, any][]} constants
 * @param {Vocabulary} vocabulary
 * @returns {Case}
 */
function caseOf(ask, items, filled, constants, { predicates, givens }) {
  const of = new Map([...filled].filter(([n]) => !items[n].given).map(([n, value]) => [items[n].slot, String(value)]));
  /** @type {Record<string, string[]>} */
  const departed = { left: [], leaving: [], [STAYING]: [] };
  /** @type {Map<string, any>} */
  const given = new Map();
  const give = (key, /** @type {any} */ value) => {
    if (given.has(key) && !Array.isArray(value) && given.get(key) !== value) throw new DifferentlyGiven(key);
    given.set(key, value);
  };
  for (const [n, value] of [...filled].sort(([one], [other]) => one - other)) {
    const key = items[n].given, names = Array.isArray(value) ? value : [value];
    if (Object.hasOwn(departed, key)) departed[key].push(...names);
    else if (givens[key]?.kind === "numbers") given.set(key, { ...given.get(key), ...counted(names, items[n], givens[key], given.get(key)) });
    else if (key && key !== OTHER) give(key, givens[key].kind === "players" ? [...(given.get(key) ?? []), ...names] : names[0]);
  }
  for (const [key, value] of constants) give(key, (givens[key].kind === "player" && of.get(value)) || value);
  return {
    ask, of: predicates[ask].parameters.map(({ letter }) => of.get(letter) ?? ""), left: departed.left, leaving: departed.leaving, given: [...given], on: null, seats: null, options: [], staying: departed[STAYING],
  };
}

/**
 * Return the number that a circumstance tells, by those of whom it tells it: the number of a team is told of its players too.
 * @param {Item} item
 * @param {GivenFact} declared
 * @param {Record<string, number>} told What was told of it before.
 * @returns {Record<string, number>}
 * @throws {DifferentlyGiven} If that was another number.
 */
function counted(names, { given, number = 0 }, { of }, told = {}) {
  const members = of === "team" ? names.map(teamOf) : names;
  if (members.some((name) => (told[name] ?? number) !== number)) throw new DifferentlyGiven(given);
  return Object.fromEntries(members.map((name) => [name, number]));
}

/**
 * Return the names of those who are called what they are not at the table.
 * @param {Value[]} fills
 * @param {Seated} seated
 * @returns {string[]}
 */
export function misnamed(fills, { roleOf }) {
  return fills.filter(isMention).flatMap(({ called }) => called).filter(([name, roles]) => !roles.includes(roleOf.get(name) ?? "")).map(([name]) => name);
}

/**
 * Return the names among mentions that nobody at the table bears, nor any team.
 * @param {Value[]} fills
 * @param {Table} table
 * @returns {string[]}
 */
export function strangers(fills, { names }) {
  const seated = new Set(names.flatMap((name) => [name, teamOf(name)]));
  return fills.filter(isMention).flatMap((who) => [...who.names, ...who.without, ...(who.owner ? [who.owner] : [])]).filter((name) => !seated.has(name));
}
