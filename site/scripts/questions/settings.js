/* The setting that a question names: the size of its table ("4v4"), and a day or a year ("in 2008", "2009-07-11"). */

import { PLAIN_SEAT, tableOf, writtenSeats } from "../model/seating.js";
import { isNumber } from "./language.js";
import { distinct } from "./clauses.js";
import { isMention } from "./mentions.js";

/** So many ways to give out roles to a team are tried. */
const MOST_WAYS = 4096;
/** Of tables with more seats no seating is looked for. */
const MOST_SEATED = 40;
const YEAR = /^(?:19|20)\d\d$/;
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/g;

/** @typedef {{first: string, last: string}} Period A stretch of days, as ISO dates; both ends belong to it. */
/** @typedef {import("./language.js").Token} Token */
/**
 * @typedef {{teams: number, players: number, each?: number[]}} Size How many teams there are, and how many players each
 *   has (0: as many as at the table); with no teams, how many players there are in all. Where teams are told one by one
 *   ("3v4"), `each` is how many players each has.
 */

/**
 * Return a question without the words for the size of its table, and that size, if it names one.
 * @param {import("./language.js").Language} language
 * @returns {{rest: string, size: Size | null}}
 */
export function takeSize(written, { table }) {
  const isWritten = (/** @type {string} */ word) => Object.hasOwn(table.numbers, word);
  const text = written.replace(/\p{L}+/gu, (word) => (isWritten(word.toLowerCase()) ? table.numbers[word.toLowerCase()] : word));
  for (const [pattern, ...names] of table.sizes) {
    const match = new RegExp(pattern, "i").exec(text);
    if (!match) continue;
    const said = Object.fromEntries(names.map((/** @type {string} */ name, /** @type {number} */ n) => [name, Number(match[n + 1])]));
    const size = { teams: said.teams ?? (said.players === undefined ? 2 : 0), players: said.players ?? said.size ?? 0 };
    const each = said.against !== undefined ? [said.size, said.against] : said.players && said.teams ? divided(said.players, said.teams) : undefined;
    return { rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`, size: { ...size, ...(each && { each }) } };
  }
  return { rest: written, size: null };
}

/**
 * Return a question without the words that some options are in use, and those options by their ids. Words that say nothing
 * else ask nothing, and stay.
 * @param {import("./language.js").Language} language
 * @param {Record<string, string>} options The ids of those that the text has, with their names in the language.
 * @returns {{rest: string, used: string[]}}
 */
export function takeOptions(written, { table }, options) {
  const names = new Map(Object.entries(options).map(([id, name]) => [name.toLowerCase(), id])), used = /** @type {string[]} */ ([]);
  if (!names.size) return { rest: written, used };
  const literal = (/** @type {string} */ name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("'", "['’]");
  const one = [...names.keys()].sort((a, b) => b.length - a.length).map(literal).join("|");
  const several = `(?:${one})(?:,? (?:${table.people.and.join("|")}) (?:[\\p{L}\\d_]+['’ ] ?)?(?:${one}))*`;
  let rest = table.options_called.reduce((/** @type {string} */ text, [said, name]) => text.replace(new RegExp(said, "gi"), name), written);
  for (const sentence of table.options_used) {
    rest = rest.replace(new RegExp(sentence.replace("@", () => several), "giu"), (/** @type {string} */ said) => {
      used.push(.../** @type {string[]} */ (said.match(new RegExp(one, "gi")) ?? []).flatMap((name) => names.get(name.toLowerCase().replaceAll("’", "'")) ?? []));
      return " ";
    });
  }
  if (!used.length || !/[\p{L}\p{N}]/u.test(rest)) return { rest: written, used: [] };
  return { rest: rest.replace(/ +(?=[ ?.!,])/g, "").replace(/^[ ,;:]+|[ ,;:]+$/g, ""), used: distinct(used) };
}

/**
 * Return a question without the words that name the game of which a text speaks. A name that tells the size of the table stands
 * before the rest, for whoever reads the size.
 * @param {string} text The id of the text.
 * @returns {string}
 */
export function takeGame(written, { table }, text) {
  let rest = written;
  for (const games of [table.games, table.games_of_size]) {
    const names = games.filter(([, ...texts]) => texts.includes(text)).map(([name]) => name).join("|");
    const [named] = (names && new RegExp(names, "i").exec(rest)) || [];
    for (const [said, read] of named ? table.game_named : []) {
      const left = rest.replace(new RegExp(said.replace("@", () => `(?:${names})`), "gi"), read);
      if (left !== rest && games === table.games_of_size) return `${named} ${left}`;
      rest = left;
    }
  }
  return rest;
}

/**
 * Return the texts of the game that a question names, the one of today first; nothing where it names none.
 * @returns {string[]}
 */
export function namedGames(written, language) {
  return [...language.table.games, ...language.table.games_of_size].find(([name]) => new RegExp(name, "i").test(written))?.slice(1) ?? [];
}

/**
 * Return the first seating of a size that the text of a request allows, by the order of its letters, and that it is allowed. A
 * seating that has the size already is kept; nobody sits there who has no role at the table. Of a number of players teams are made
 * that are as alike as can be, few teams before many. Where the text allows none of them, it is told so, and each team sits as the
 * first one of the table does, as far as it goes; `null` where that is out of bounds.
 * @param {Size} size
 * @param {Request} request
 * @returns {{seats: string | null, isAllowed: boolean}}
 */
export function seatingOf({ teams, players, each: eachSize }, { text, on, options, seats }, engine) {
  const { vocabulary } = engine.rules, { resolved } = engine.program(text, on), now = tableOf(seats, vocabulary);
  const sizes = eachSize ? [eachSize] : teams ? [Array(teams).fill(players || now.sizes[0])] : divisions(players);
  if (sizes.some((each) => String(each) === String(now.sizes))) return { seats: now.seats, isAllowed: true };
  const letters = engine.rules.texts[text].roles?.length === 0 ? [PLAIN_SEAT] : [...new Set(now.roles)].sort();
  const ask = Object.keys(vocabulary.predicates).find((id) => vocabulary.predicates[id].requirement);
  if (ask === undefined) return { seats: null, isAllowed: false };
  for (const each of sizes) {
    const count = each.reduce((/** @type {number} */ sum, /** @type {number} */ size) => sum + size, 0), most = Math.max(...each);
    if (!(count > 0 && count <= MOST_SEATED && Math.min(...each) > 0 && letters.length ** most <= MOST_WAYS)) continue;
    for (const side of sidesOf(most, letters)) {
      for (const table of seatings(each.map((/** @type {number} */ size) => side.slice(0, size)), resolved.seated)) {
        if (engine.ask({ text, ...(on && { on }), ...(options && { options }), seats: table, ask, of: [] }).answer === true) return { seats: table, isAllowed: true };
      }
    }
  }
  const side = now.roles.filter((/** @type {string} */ _, /** @type {number} */ n) => now.team[n] === now.team[0]);
  const each = sizes.find((each) => Math.min(...each) > 0 && each.reduce((/** @type {number} */ sum, /** @type {number} */ size) => sum + size, 0) <= MOST_SEATED);
  const sides = each?.map((/** @type {number} */ size) => Array.from({ length: size }, (_, n) => side[Math.min(n, side.length - 1)]));
  return { seats: sides ? seatings(sides, "side by side").next().value ?? null : null, isAllowed: false };
}

/**
 * Return how players are divided into teams that are as alike as can be, few teams before many.
 * @param {number} players
 * @returns {number[][]}
 */
function divisions(players) {
  return Array.from({ length: Math.max(Math.min(players, MOST_SEATED) - 1, 0) }, (_, n) => divided(players, n + 2));
}

/**
 * Return how many players each of some teams has, as alike as can be.
 * @param {number} players
 * @param {number} teams
 * @returns {number[]}
 */
function divided(players, teams) {
  return Array.from({ length: teams }, (_, n) => Math.floor(players / teams) + Number(n < players % teams));
}

/**
 * Yield the seatings of teams that sit side by side and, if they may, alternate.
 * @param {string[][]} sides The roles of each team.
 * @param {string} pattern
 * @returns {Generator<string>}
 */
function* seatings(sides, pattern) {
  yield writtenSeats(sides.flat(), sides.flatMap((side, team) => side.map(() => team)));
  if (pattern !== "alternating" || sides.some((side) => side.length !== sides[0].length)) return;
  yield writtenSeats(sides[0].flatMap((_, place) => sides.map((side) => side[place])), sides[0].flatMap(() => sides.map((_, team) => team)));
}

/**
 * Yield every row of so many letters, in their order.
 * @param {number} players
 * @param {string[]} letters
 * @returns {Generator<string[]>}
 */
function* sidesOf(players, letters) {
  if (!players) {
    yield [];
    return;
  }
  for (const first of letters) for (const rest of sidesOf(players - 1, letters)) yield [first, ...rest];
}

/**
 * Return a question with each ISO date as three words, day first, so that no mark cuts it.
 * @returns {string}
 */
export function joinDates(written) {
  return written.replace(ISO, (_, year, month, day) => `${Number(day)} ${Number(month)}m ${year}`);
}

/**
 * Return the words without the period that they name, and that period, if there is one.
 * @returns {{tokens: Token[], period: Period | null}}
 */
export function takePeriod(tokens, language) {
  const word = (/** @type {number} */ n) => wordOf(tokens, n), at = tokens.findIndex((_, n) => YEAR.test(word(n)));
  if (at < 0) return { tokens, period: null };
  let start = at, end = at + 1, before = word(start - 1);
  /** @type {number | null} */
  let month = null;
  /** @type {number | null} */
  let day = null;
  if (isNumber(before) && monthOf(word(start - 2), language) !== null) { // July 11 2009
    [day, month, start] = [Number(before), monthOf(word(start - 2), language), start - 2];
  } else if (monthOf(before, language) !== null) {
    [month, start] = [monthOf(before, language), start - 1];
    before = word(start - 1);
    if (isNumber(before)) [day, start] = [Number(before), start - 1];
  }
  const around = (/** @type {string} */ name) => new Set(language.table[name].flatMap((/** @type {string} */ one) => [one, language.stem(one)]));
  const dated = around("dated"), following = new Set(language.table.dated_after.map((/** @type {string} */ one) => language.stem(one)));
  while (start && dated.has(word(start - 1))) start--;
  while (end < tokens.length && following.has(word(end))) end++;
  const period = periodOf(Number(word(at)), month, day);
  return period ? { tokens: [...tokens.slice(0, start), ...tokens.slice(end)], period } : { tokens, period: null };
}

/**
 * Return the word at a place; nothing outside, or where somebody is spoken of.
 * @returns {string}
 */
function wordOf(tokens, at) {
  const value = tokens[at]?.value;
  return value === undefined || isMention(value) ? "" : value;
}

/**
 * Return the month that a word names.
 * @returns {number | null}
 */
function monthOf(word, language) {
  if (/^\d+m$/.test(word)) return Number(word.slice(0, -1));
  const at = language.table.months.findIndex((/** @type {string} */ month) => language.stem(month) === word);
  return at < 0 ? null : at + 1;
}

/**
 * Return the days of a year, a month or a day; none if there is no such day.
 * @param {number} year
 * @param {number | null} month
 * @param {number | null} day
 * @returns {Period | null}
 */
function periodOf(year, month, day) {
  if (month === null) return { first: `${year}-01-01`, last: `${year}-12-31` };
  if (month < 1 || month > 12) return null;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate(), two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (day === null) return { first: `${year}-${two(month)}-01`, last: `${year}-${two(month)}-${last}` };
  if (day < 1 || day > last) return null;
  const exact = `${year}-${two(month)}-${two(day)}`;
  return { first: exact, last: exact };
}
