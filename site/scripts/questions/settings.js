/* The setting that a question names: the size of its table ("4v4"), and a day or a year ("in 2008", "2009-07-11"). */

import { isNumber } from "./language.js";
import { isMention } from "./mentions.js";

/** Of larger teams no seating is looked for. */
const MOST_SEATED = 7;
const YEAR = /^(?:19|20)\d\d$/;
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/g;

/** @typedef {{first: string, last: string}} Period A stretch of days, as ISO dates; both ends belong to it. */
/** @typedef {import("./language.js").Token} Token */
/** @typedef {{teams: number, players: number}} Size How many teams there are, and how many players each has; 0 for as many as at the table. */

/**
 * Return a question without the words for the size of its table, and that size, if it names one.
 * @param {string} written
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
    const teams = said.teams ?? 2, players = said.size || Math.floor((said.players ?? 0) / Math.max(teams, 1));
    return { rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`, size: { teams, players } };
  }
  return { rest: written, size: null };
}

/**
 * Return the first seating of a size that the text of a request allows, by the order of its letters; `null` if there is
 * none. A seating that has the size already is kept; nobody sits there who has no role at the table.
 * @param {Size} size
 * @param {Request} request
 * @param {Engine} engine
 * @returns {string | null}
 */
export function seatingOf({ teams, players: named }, { text, on, options, seats }, engine) {
  const sides = seats.split("|").map((side) => side.split(/\s+/).filter(Boolean)), players = named || sides[0].length;
  if (sides.length === teams && sides.every((side) => side.length === players)) return seats;
  const { predicates } = engine.rules.vocabulary, ask = Object.keys(predicates).find((id) => predicates[id].requirement);
  const isSeated = (/** @type {number} */ count) => count > 0 && count <= MOST_SEATED;
  if (ask === undefined || !isSeated(players) || !isSeated(teams)) return null;
  for (const side of sidesOf(players, [...new Set(sides.flat())].sort())) {
    const table = Array(teams).fill(side.join(" ")).join(" | ");
    if (engine.ask({ text, ...(on && { on }), ...(options && { options }), seats: table, ask, of: [] }).answer === true) return table;
  }
  return null;
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
 * @param {string} written
 * @returns {string}
 */
export function joinDates(written) {
  return written.replace(ISO, (_, year, month, day) => `${Number(day)} ${Number(month)}m ${year}`);
}

/**
 * Return the words without the period that they name, and that period, if there is one.
 * @param {Token[]} tokens
 * @param {import("./language.js").Language} language
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
 * @param {Token[]} tokens
 * @param {number} at
 * @returns {string}
 */
function wordOf(tokens, at) {
  const value = tokens[at]?.value;
  return value === undefined || isMention(value) ? "" : value;
}

/**
 * Return the month that a word names.
 * @param {string} word
 * @param {import("./language.js").Language} language
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
