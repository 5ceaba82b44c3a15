/* The sentences beside a question, which say nothing that could change its answer, such as a greeting. */

import { isNumber, straight } from "./language.js";
import { isMention } from "./mentions.js";

/** @typedef {import("./language.js").Language} Language */
/** @typedef {import("./language.js").Value} Value */

/**
 * Return a question without the sentences before it that may be left aside. Each begins in a way of the tables. It names
 * nobody, has no word of a question or a circumstance, none that turns what is asked, and no number but that of the seats.
 * What somebody says of himself is left aside only where the question does not speak of him.
 * @param {string} question As typed.
 * @param {import("./reader.js").Reader} reader
 * @param {string} id The language.
 * @param {number} seats How many players sit at the table.
 * @returns {string}
 */
export function withoutBeside(question, reader, id, seats) {
  const { language } = reader.of(id), written = straight(question.trim());
  let { begins, parts } = besideOf(written, language, ["beside", "beside_self"]);
  if (reader.wordsOf(parts[parts.length - 1], id).some(({ value }) => isAsker(value))) ({ begins, parts } = besideOf(written, language, ["beside"]));
  const kept = parts.filter((part, n) => n === parts.length - 1 || !isBeside(part, begins, reader, id, seats));
  return kept.length < parts.length ? kept.join(" ") : question;
}

/**
 * Return how a sentence begins that may be left aside, and the parts of a question: behind marks and before such.
 * @param {string} question
 * @param {Language} language
 * @param {string[]} tables
 * @returns {{begins: RegExp, parts: string[]}}
 */
function besideOf(question, { people, table }, tables) {
  const begins = `(?:(?:${people.and.join("|")}) )?(?:${tables.flatMap((name) => table[name]).join("|")})`;
  return { begins: new RegExp(`^(?:${begins})`, "i"), parts: question.split(new RegExp(`(?<=[.,;:!?])\\s+|\\s+(?=${begins})`, "i")) };
}

/**
 * Return whether a part of a question may be left aside.
 * @param {string} part
 * @param {RegExp} begins
 * @param {import("./reader.js").Reader} reader
 * @param {string} id
 * @param {number} seats
 * @returns {boolean}
 */
function isBeside(part, begins, reader, id, seats) {
  const opening = begins.exec(part), { telling } = reader.of(id).patterns;
  return opening !== null && reader.wordsOf(part.slice(opening[0].length), id)
    .every(({ value }) => !isMention(value) && (isNumber(value) ? value === String(seats) : !telling.has(value)));
}

/**
 * Return whether a word speaks of whoever asks.
 * @param {Value} value
 * @returns {boolean}
 */
function isAsker(value) {
  return isMention(value) && (value.asker || value.anchor === "asker");
}
