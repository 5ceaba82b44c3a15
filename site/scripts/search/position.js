/* A position in a query, such as “A3 has left, can A2 attack B1”, read as a state of the live table. The words by which
   it is read come with the index. Whatever reads questions in full may take the place of readPosition. */

import { readTable } from "../model/seating.js";
import { readSeats, writeAddress } from "../table/state/address.js";
import { fold, isSeat, stem, wordsOf } from "./language.js";

/** Any letter may be that of a role here; A is none where seats name their teams. */
const ROLE_LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Stands between the parts of a sentence. */
const PAUSE = ",";

/**
 * @typedef {Object} Asked
 * @property {string} ask
 * @property {string[]} letters
 * @property {string} phrase The question with letters for the players.
 * @property {string[][]} words Each a list of words that must all be there.
 *
 * @typedef {Object} Tables
 * @property {string} url The live table.
 * @property {string} text
 * @property {string[]} seatings From the smallest to the largest.
 * @property {string} title
 * @property {string} under
 * @property {[string, string]} left What is said of one who left before the turn, and of several.
 * @property {[string, string]} leaving The same of those who left during it.
 * @property {Record<"gone" | "without" | "now" | "before" | "and" | "by", string[]>} words
 * @property {Asked[]} asks
 *
 * @typedef {{names: string[], from: number, to: number}} Run Players named in a row, with their first and last word.
 */

/**
 * Return the hit that leads to the live table, where a query names seats of a table and no rulebook but that of the table.
 * @param {Tables | null | undefined} tables
 * @param {Map<string | undefined, unknown>} named The rulebooks that it names.
 * @returns {Entry | null}
 */
export function readPosition(query, tables, named) {
  if (!tables || [...named.keys()].some((book) => book !== tables.text)) return null;
  const words = query.split(/[,;:.?!]+(?!\d)/).flatMap((part) => [...wordsOf(part), PAUSE]), runs = runsOf(words, tables.words);
  const all = runs.flatMap(({ names }) => names);
  const seats = tables.seatings.find((seating) => all.every((name) => hasSeat(seating, name)));
  if (!all.length || !seats) return null;
  const gone = runsGone(words, runs, tables.words);
  const out = [...new Set(gone.flatMap(({ names }) => names))];
  const of = orderOf(words, runs.filter((run) => !gone.includes(run)), tables.words).filter((name) => !out.includes(name));
  const asked = tables.asks.find((one) => one.letters.length === of.length && isAsked(one, words));
  const now = isNow(query, tables.words);
  const state = {
    text: tables.text, on: "", seats: readSeats(seats), left: now ? [] : out, leaving: now ? out : [], options: [],
    given: {}, ask: asked ? asked.ask : "", of: asked ? of : of.slice(0, 1),
  };
  const said = [
    out.length ? `${out.join(", ")} ${(now ? tables.leaving : tables.left)[out.length > 1 ? 1 : 0]}` : "", asked ? phraseOf(asked, of) : state.of.join(""),
  ].filter(Boolean);
  return { url: tables.url + writeAddress(state), title: tables.title.replace("#", said.join("; ")), under: tables.under };
}

/**
 * Return the players that are named, those in a row together: “A3 and B1”.
 * @param {string[]} words
 * @param {Tables["words"]} named
 * @returns {Run[]}
 */
function runsOf(words, named) {
  /** @type {Run[]} */
  const runs = [];
  words.forEach((word, at) => {
    if (!isSeat(word)) return;
    const name = word.toUpperCase(), last = runs[runs.length - 1];
    if (last && last.to === at - 2 && named.and.includes(words[at - 1])) {
      last.names.push(name);
      last.to = at;
    } else runs.push({ names: [name], from: at, to: at });
  });
  return runs;
}

/**
 * Return who has left: whoever stands before a word for having left, or after a word for being without somebody, in the
 * same part of the sentence where there is somebody.
 * @param {string[]} words
 * @param {Run[]} runs
 * @param {Tables["words"]} named
 * @returns {Run[]}
 */
function runsGone(words, runs, named) {
  const gone = new Set(named.gone.map(fold)), without = new Set(named.without.map(fold));
  /** @type {Run[]} */
  const departed = [];
  words.forEach((word, at) => {
    if (!gone.has(word) && !without.has(word)) return;
    const start = words.lastIndexOf(PAUSE, at), before = runs.filter((run) => run.to < at && run.from > start).pop();
    const after = runs.find((run) => run.from > at);
    const meant = gone.has(word) ? before ?? after : after;
    if (meant && !departed.some((run) => run === before || run === meant)) departed.push(meant);
  });
  return departed;
}

/**
 * Return the players of a question in its order, which is the other way round in the passive: “can B1 be attacked by A2”.
 * @param {string[]} words
 * @param {Run[]} runs
 * @param {Tables["words"]} named
 * @returns {string[]}
 */
function orderOf(words, runs, named) {
  const names = runs.flatMap((run) => run.names);
  const passive = runs.length === 2 && named.by.includes(words[runs[1].from - 1]);
  return [...new Set(passive ? names.reverse() : names)];
}

/**
 * Return whether a question is asked in some words.
 * @param {Asked} asked
 * @param {string[]} words
 */
function isAsked(asked, words) {
  const stems = new Set(words.map(stem));
  return asked.words.some((needed) => needed.every((word) => stems.has(stem(fold(word)))));
}

/**
 * Return whether a query says that somebody left since the turn began.
 * @param {Tables["words"]} named
 */
function isNow(query, named) {
  const said = ` ${fold(query)} `;
  return named.now.some((phrase) => {
    const at = said.indexOf(` ${fold(phrase)}`);
    return at >= 0 && !named.before.some((before) => said.slice(0, at + 1).trimEnd().endsWith(` ${fold(before)}`));
  });
}

/**
 * Return whether a table has a seat.
 * @param {string} seating
 */
function hasSeat(seating, name) {
  try {
    return readTable(seating, seating.includes("|") ? `A${ROLE_LETTERS}` : ROLE_LETTERS).number.has(name);
  } catch {
    return false;
  }
}

/**
 * Return a question with the players in it.
 * @param {Asked} asked
 * @returns {string}
 */
function phraseOf({ letters, phrase }, names) {
  return phrase.replace(/(?<![\p{L}’'])[a-z](?![\p{L}’'])/gu, (letter) => names[letters.indexOf(letter)] ?? letter);
}
