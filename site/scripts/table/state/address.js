/* The state of the live table, all of which is in the address: #text=…&seats=gEg.gEg&left=A3&leaving=&on=…&ask=…&of=A2.B1.
   Anything may be missing. Every further name is that of a given fact, such as active=A2. A question in plain words may stand
   behind it, as in #q=can+A2+attack+B1: it is read once, and then said by the rest. */

import { lookUp } from "../../model/lookup.js";
import { teamName } from "../../model/seating.js";

/**
 * @typedef {Object} State
 * @property {string} text
 * @property {string} on A day; empty for the newest wording.
 * @property {string} seats As in "g E g | g E g".
 * @property {string[]} left Who left before the turn began.
 * @property {string[]} leaving Who left during it.
 * @property {string[]} options
 * @property {Record<string, string>} given Given facts as they are written: lists with dots, flags as yes and no.
 * @property {string} ask The question; empty for none.
 * @property {string[]} of Whom it is about; with no question, the player who is chosen.
 * @property {Base | null} base What the table was before a question in plain words set it; nothing where none did, or it is kept.
 */

/** @typedef {Pick<State, "seats" | "on" | "left" | "leaving" | "options" | "given">} Base */

const LISTS = ["left", "leaving", "options", "of"], WORDS = ["text", "on", "ask"];
const QUESTION = "q";
/** What is longer was not written by this page. */
const LONGEST = 4000;

/**
 * Return the state of an address, its gaps filled from a default; of a rulebook without seats, at the table with which it opens.
 * @param {string} hash
 * @param {State} start
 * @returns {State}
 */
export function readAddress(hash, start, books = []) {
  /** @type {any} */
  const state = { ...start, seats: "", left: [], leaving: [], options: [], of: [], given: {}, ask: "", on: "", base: null };
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, "").slice(0, LONGEST))) {
    if (LISTS.includes(name)) state[name] = value.split(".").filter(Boolean);
    else if (WORDS.includes(name)) state[name] = value;
    else if (name === "seats") state.seats = readSeats(value);
    else if (name !== QUESTION && value && /^[a-z][a-z-]*$/.test(name)) state.given = { ...state.given, [name]: value };
  }
  if (!state.seats) state.seats = (state.text !== start.text && books.find(({ id }) => id === state.text)?.opening) || start.seats;
  return state;
}

/**
 * Return the question in plain words that an address brings along; empty if there is none.
 * @param {string} hash
 * @returns {string}
 */
export function questionOf(hash) {
  return new URLSearchParams(hash.replace(/^#/, "").slice(0, LONGEST)).get(QUESTION)?.trim() ?? "";
}

/**
 * Return the address of a state, and of a question in plain words that it cannot say.
 * @param {State} state
 * @returns {string}
 */
export function writeAddress({ text, on, seats, left, leaving, options, given, ask, of }, question = "") {
  const lists = { left, leaving, options, of };
  const named = Object.entries({
    text, seats: writeSeats(seats), ...Object.fromEntries(LISTS.slice(0, 3).map((name) => [name, lists[name].join(".")])),
    ...given, on, ask, of: of.join("."), [QUESTION]: question,
  });
  return "#" + named.filter(([, value]) => value !== "").map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

/**
 * Return seats as the rules have them: "gEg.gEg" is "g E g | g E g", and "A:g-B:g" is "A:g B:g".
 * @returns {string}
 */
export function readSeats(written) {
  if (/[:-]/.test(written)) return written.trim().split(/[\s-]+/).join(" ");
  return sidesOf(written).map((side) => [...side.replace(/\s+/g, "")].join(" ")).join(" | ");
}

/**
 * Return how each team sits; where nothing parts them, teams of several seats may stand with spaces between them.
 * @returns {string[]}
 */
function sidesOf(written) {
  const apart = written.trim().split(/\s+/);
  return /[.|]/.test(written) || apart.some((side) => side.length < 2) ? written.split(/[.|]/) : apart;
}

/**
 * Return seats as an address has them; each with its team where teams do not sit together.
 * @returns {string}
 */
function writeSeats(seats) {
  if (!seats.includes("|") && seats.includes(teamName(0))) return seats.trim().replace(/\s+/g, "-");
  return seats.replace(/\s+/g, "").replaceAll("|", ".");
}

/**
 * Return the question of a state as the engine reads it, or what it is about without a question.
 * @param {State} state
 * @returns {Request}
 */
export function requestOf({ text, on, seats, left, leaving, options, given, ask, of }, vocabulary) {
  const facts = Object.entries(given).map(([name, written]) => [name, givenOf(written, lookUp(vocabulary.givens, name)?.kind)]);
  return { text, ...(on && { on }), seats, left, leaving, options, ask, of, given: Object.fromEntries(facts) };
}

/**
 * Return the numbers of players or teams that an address gives: “A-17.B-0”.
 * @returns {[string, number][]}
 */
export function givenNumbers(written) {
  return written.split(".").filter(Boolean).map((pair) => {
    const [name, number] = pair.split("-");
    return [name, /^\d{1,6}$/.test(number) ? Number(number) : -1];
  });
}

/**
 * Return a given fact of a request as an address has it: what {@link givenOf} reads.
 * @param {any} value
 * @returns {string}
 */
export function writtenGiven(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(".");
  return typeof value === "object" ? Object.entries(value).map((pair) => pair.join("-")).join(".") : String(value);
}

/**
 * Return a given fact as the engine reads it.
 * @param {string | undefined} kind
 * @returns {any}
 */
function givenOf(written, kind) {
  switch (kind) {
    case "flag":
      return lookUp({ yes: true, no: false }, written) ?? written;
    case "number":
      return /^\d{1,6}$/.test(written) ? Number(written) : written;
    case "numbers":
      return Object.fromEntries(givenNumbers(written));
    case "players":
      return written.split(".").filter(Boolean);
    default:
      return written;
  }
}
