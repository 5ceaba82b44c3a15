/* Days and years in a question: "in 2008", "on 11 July 2009", "2009-07-11". */

import { isNumber } from "./language.js";
import { isMention } from "./mentions.js";

const YEAR = /^(?:19|20)\d\d$/;
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/g;

/** @typedef {{first: string, last: string}} Period A stretch of days, as ISO dates; both ends belong to it. */
/** @typedef {import("./language.js").Token} Token */

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
