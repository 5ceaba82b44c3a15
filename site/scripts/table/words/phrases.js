/* Facts, values and answers in words, from the phrases of the vocabulary and the words of the page. */

import { lookUp } from "../../model/lookup.js";
import { site, strings } from "./page.js";

/** Of what somebody wrote so many letters are said back. */
const LONGEST_NAME = 80;

/**
 * Return the words of a name, with names and numbers for what stands in braces.
 * @param {Record<string, any>} values
 * @returns {string}
 */
export function say(name, values = {}) {
  const words = Object.hasOwn(strings, name) ? strings[name] : name;
  return words.replace(/\{(\w+)\}/g, (all, key) => (Object.hasOwn(values, key) ? String(values[key]) : all));
}

/**
 * Return a date in words.
 * @param {string} date
 * @returns {string}
 */
export function dated(date) {
  const [year, month, day] = date.split("-");
  return say("date_words", { day: Number(day) === 1 ? strings.first_day : Number(day), month: site.months[Number(month) - 1], year });
}

/**
 * Return names as a list: "A1, A2 and A3".
 * @returns {string}
 */
export function list(names, wording = strings) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${wording.and} ${names[names.length - 1]}`;
}

/**
 * Return who has left before the turn and during it, in words.
 * @param {string[]} left
 * @param {string[]} leaving
 * @returns {string[]}
 */
export function goneWords(left, leaving) {
  const said = (/** @type {string[]} */ names, /** @type {string} */ one, /** @type {string} */ several) =>
    names.length ? [`${list(names)} ${names[1] ? several : one}`] : [];
  return [...said(left, strings.left, strings.left_together), ...said(leaving, strings.leaving, strings.leaving_together)];
}

/** A letter that a name replaces: a word by itself, at most beside quotation marks, brackets and stops. */
const LETTER = /(?<![^\s(["'’“«])[a-z](?![^\s)\].,:;?!…"'’”»])/g;

/**
 * Replace the letters of a phrase by names.
 * @param {string} phrase
 * @param {{letter: string}[]} parameters
 * @returns {string}
 */
export function fillPhrase(phrase, parameters, names, wording = strings) {
  const byLetter = new Map(parameters.map(({ letter }, n) => [letter, names[n]]));
  const filled = phrase.replace(LETTER, (letter) => byLetter.get(letter) ?? letter);
  return fitted(filled, wording);
}

/**
 * Return a sentence whose words fit the names and days that were put in: "alla squadra A", "ad A1", "dall’8 luglio".
 * @param {string} words
 * @returns {string}
 */
export function fitted(words, wording = strings) {
  return (wording.fittings ?? []).reduce((fitting, [pattern, to]) => fitting.replace(new RegExp(pattern, "g"), to), words);
}

/**
 * Return a question with its names. Where it asks who or whom, that word comes first: "who can attack A1?"; what is so of everybody is asked of each.
 * @param {Predicate} predicate
 * @param {number} first Which of the names asks, the first of them; -1 for none.
 * @param {number} last And the last.
 * @returns {string}
 */
export function questionWords(question, { kind, answer, parameters, words }, names, first, last) {
  const { letter, sort } = parameters[first] ?? {}, isOfTeams = sort === "team";
  if (letter && kind === "value" && first === last && ["number", "choice"].includes(answer)) {
    return fillPhrase(question, parameters, names.map((name, n) => (n === first ? strings[isOfTeams ? "each_team" : "each_player"] : name)));
  }
  if (letter && kind === "value") { // which players or teams it is of each, who is called X
    const called = names.map((name, n) => (n === first ? "X" : n === last ? "Y" : name)), each = strings[isOfTeams ? "for_each_team" : "for_each_player"];
    return `${each} ${fillPhrase(question, parameters, called)}`;
  }
  if (letter && words.holds?.startsWith(`${letter} `)) return `${fillPhrase(words.holds, parameters, names)}?`;
  if (!letter || first !== last || isOfTeams || strings.whom_first !== "yes") return fillPhrase(question, parameters, names);
  const gap = "\0", asked = fillPhrase(question, parameters, names.map((name, n) => (n === first ? gap : name)));
  return asked.split(gap).length === 2 ? `${strings.whom} ${asked.replace(` ${gap}`, "")}` : asked.replaceAll(gap, names[first]);
}

/**
 * Return a sentence: with a capital, and a full stop.
 * @param {string} words
 * @returns {string}
 */
export function sentence(words) {
  return capital(words) + (/[.?!…]$/.test(words) ? "" : ".");
}

/**
 * Return words that begin a sentence.
 * @param {string} words
 * @returns {string}
 */
export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Return an answer as a sentence.
 * @param {Predicate} predicate
 * @param {string[]} names Whom it is about, in words.
 * @returns {string}
 */
export function answerWords(predicate, names, answer) {
  return sentence(stated(predicate, names, answer));
}

/**
 * Return an answer in words that may be part of a sentence.
 * @param {Predicate} predicate
 * @param {Answer} answer
 * @returns {string}
 */
export function stated({ parameters, words, elsewhere }, names, { status, answer, clauses, arises }) {
  if (!arises) return strings.not_arising;
  if (status === "silent" && elsewhere && !clauses.length) return strings.silent_elsewhere.replace("#", () => elsewhere);
  if (status === "silent") return strings[clauses.length ? "silent_open" : "silent_nothing"];
  if (status === "contradicted") return strings.contradicted_words;
  if (typeof answer === "boolean") return fillPhrase(answer ? words.holds : words.fails, parameters, names);
  const phrase = lookUp(words.choices, answer) ?? words.value.replace("{}", () => (Array.isArray(answer) ? answer.join(", ") : answer ?? strings.nobody));
  return fillPhrase(phrase, parameters, names);
}

/**
 * Return the word that an answer comes down to.
 * @param {Predicate} predicate
 * @param {Answer} answer
 * @returns {string}
 */
export function answerWord({ words }, { status, answer, arises }) {
  if (!arises) return strings.not_arising;
  if (status !== "answered") return strings[status];
  if (typeof answer === "boolean") return strings[answer ? "yes" : "no"];
  return lookUp(words.named, answer) ?? (Array.isArray(answer) ? answer.join(", ") : String(answer ?? strings.nobody));
}

/**
 * Return the kind of an answer, for its colour.
 * @param {Answer} answer
 * @returns {string}
 */
export function answerKind({ status, answer }) {
  return status !== "answered" ? status : typeof answer === "boolean" ? (answer ? "yes" : "no") : "value";
}

/**
 * Return how a game ended, in words: "team A wins".
 * @param {Result} result
 * @param {Vocabulary} vocabulary
 * @returns {string}
 */
export function resultWords({ id, isOfTeams, subjects }, { predicates, wording }) {
  const { words, parameters } = predicates[id], [first, ...others] = subjects, isMany = others.length > 0;
  const named = isOfTeams ? `${isMany ? wording.teams : wording.team} ${first}` : first;
  return fillPhrase(isMany ? words.many_hold : words.holds, parameters, [list([named, ...others])]);
}

/**
 * Return what is wrong with a question.
 * @param {RequestError} error
 * @returns {string}
 */
export function errorWords({ code, details: all }, vocabulary) {
  const details = Object.fromEntries(Object.entries(all).map(([key, value]) => [key, typeof value === "string" ? shortened(value) : value]));
  const given = lookUp(vocabulary.givens, details.name);
  if (code === "game-over") {
    const { result } = details;
    return result ? say("error_game_over", { result: resultWords(result, vocabulary), numbers: result.clauses.map(numberOf).join(", ") }) : strings.one_team;
  }
  if (code === "gone-with") return say("error_gone_with", { ...details, others: list(details.others), numbers: details.clauses.map(numberOf).join(", ") });
  if (code === "before-first") details.date = dated(details.date);
  const [parameters, names] = given?.kind === "numbers" ? [vocabulary.predicates[details.name].parameters, ["…"]] : [[given?.sentences], [strings.somebody_0]];
  return fitted(say(`error_${code.replaceAll("-", "_")}`, { ...details, phrase: given ? fillPhrase(given.words, parameters, names) : details.name }));
}

/**
 * Return what somebody wrote, as far as it tells them what is meant.
 * @returns {string}
 */
function shortened(written) {
  return written.length > LONGEST_NAME ? `${written.slice(0, LONGEST_NAME)}…` : written;
}

/**
 * Return the number of a clause, without its text.
 * @param {string} citation
 * @returns {string}
 */
function numberOf(citation) {
  return citation.slice(citation.indexOf(":") + 1);
}
