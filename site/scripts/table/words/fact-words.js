/* Facts of a position in words, from the sentences of the vocabulary. */

import { lookUp } from "../../model/lookup.js";
import { FAR, NOBODY, isSingle } from "../../model/seating.js";
import { fillPhrase, fitted, list } from "./phrases.js";

/** @typedef {{subject: string, holds: string, fails: string, many_hold: string, many_fail: string}} Sentences That something holds or not, of one or of several subjects. */

/**
 * Return facts as one statement; what is unknown ends in a question mark.
 * @returns {string}
 */
export function factWords(group, vocabulary, table) {
  const { facts: [stated] } = group, { name, value } = stated, { wording } = vocabulary;
  const players = () => group.facts.map(({ args: [player] }) => table.names[player]);
  switch (stated.kind) {
    case "predicate":
      return predicateWords(group, vocabulary, table) + (value === null ? "?" : "");
    case "role": {
      const { holds, fails, many_hold, many_fail } = vocabulary.roles[name].sentences, names = players();
      return (names.length > 1 ? (value ? many_hold : many_fail) : value ? holds : fails).replace("{}", list(names, wording));
    }
    case "option":
      return vocabulary.options[name].sentences[value ? "holds" : "fails"];
    case "given":
      return givenWords(vocabulary.givens[name], value, table, wording);
    case "listed": {
      const { sentences } = vocabulary.givens[name];
      return phraseOf(sentences, [sentences], [players()], value, wording);
    }
    case "count":
      return `${(lookUp(vocabulary.roles, name) ?? vocabulary.sorts[name]).count} ${value}`;
    case "empty": {
      const [one, several] = wording.emptySeats[name], names = players();
      return (names.length > 1 ? several : one).replace("{}", list(names, wording));
    }
    default: {
      const [first, ...others] = stated.args.map((player) => table.names[player]);
      const [one, several] = wording.inOrder[name];
      return fitted((others.length > 1 ? several : one).replace("{0}", first).replace("{1}", list(others, wording)), wording);
    }
  }
}

/**
 * Return what a question brings along in words.
 * @param {Record<string, any>} given As a request has it.
 * @returns {string[]}
 */
export function broughtAlong(given, vocabulary, table) {
  return Object.entries(given).map(([name, value]) => {
    const { kind, of } = vocabulary.givens[name], number = (/** @type {string} */ player) => table.number.get(player);
    const facts = kind === "players" ? value.map((/** @type {string} */ player) => ({ kind: "listed", name, args: [number(player)], value: true }))
      : kind === "numbers" ? Object.entries(value).map(([who, own]) => ({ kind: "predicate", name, args: [of === "team" ? table.teams.indexOf(who) : number(who)], value: own, moment: "now" }))
      : [{ kind: "given", name, args: [], value: kind === "player" ? number(value) : kind === "team" ? table.teams.indexOf(value) : value }];
    if (kind === "numbers") return facts.map((fact) => factWords({ facts: [fact], slot: null }, vocabulary, table)).join("; ");
    return facts.length ? factWords({ facts, slot: null }, vocabulary, table) : "";
  }).filter(Boolean);
}

/**
 * Return facts about a predicate in words.
 * @param {FactGroup} group
 * @returns {string}
 */
function predicateWords({ facts, slot }, vocabulary, table) {
  const [stated] = facts, { wording } = vocabulary, { kind, parameters, words, answer } = vocabulary.predicates[stated.name];
  const moment = wording.moments[stated.moment];
  /** @type {(string | string[])[]} */
  const names = stated.args.map((value, n) => nameOf(value, parameters[n].sort, table, wording));
  if (slot !== null) names[slot] = namesOfAll(facts.map(({ args }) => args[slot]), parameters[slot].sort, table, wording);
  if (kind !== "value") return phraseOf(words, parameters, names, stated.value !== false, wording) + moment;
  const values = facts.map(({ value }) => (value === null ? "?" : nameOf(value, answer, table, wording)));
  const isOne = values.every((value) => value === values[0]), shown = isOne ? values[0] : list(values, wording);
  const named = names.map((name) => (Array.isArray(name) ? list(name, wording) : name));
  if (isOne && stated.value === FAR && words.uncounted) return fillPhrase(words.uncounted, parameters, named, wording);
  const phrase = fillPhrase(lookUp(words.choices, shown) ?? words.value, parameters, named, wording);
  return fitted(phrase.replace("{}", () => shown), wording) + moment;
}

/**
 * Return the sentence that fits some names, filled with them.
 * @param {Sentences} sentences
 * @param {{letter: string}[]} parameters
 * @param {(string | string[])[]} names Names, or lists of several.
 * @param {boolean} holds
 * @returns {string}
 */
function phraseOf({ subject, ...sentences }, parameters, names, holds, wording) {
  const those = names[parameters.findIndex(({ letter }) => letter === subject)], isOfMany = Array.isArray(those) && those.length > 1;
  const phrase = isOfMany ? (holds ? sentences.many_hold : sentences.many_fail) : holds ? sentences.holds : sentences.fails;
  return fillPhrase(phrase, parameters, names.map((name) => (Array.isArray(name) ? list(name, wording) : name)), wording);
}

/**
 * Return what is given in words.
 * @param {GivenFact} given
 * @param {any} value
 * @returns {string}
 */
function givenWords({ kind, sentences }, value, table, wording) {
  if (kind === "flag") return value ? sentences.holds : sentences.fails;
  if (value === null || value === NOBODY) return sentences.nobody;
  const shown = nameOf(value, kind, table, wording);
  return fitted((lookUp(sentences.choices, shown) ?? sentences.value).replace("{}", () => shown), wording);
}

/**
 * Return the name of a player or team; numbers and words name themselves. Who is alone is no team.
 * @param {any} value
 * @param {Wording} wording
 * @returns {string}
 */
function nameOf(value, sort, table, { team }) {
  if (sort === "player" && value >= 0) return table.names[value];
  if (sort === "team" && value >= 0) return isSingle(table) ? table.names[table.team.indexOf(value)] : `${team} ${table.teams[value]}`;
  return String(value);
}

/**
 * Return several names; before the letters of teams stands once that they are teams.
 * @param {any[]} values
 * @returns {string[]}
 */
function namesOfAll(values, sort, table, wording) {
  if (sort !== "team" || isSingle(table)) return values.map((value) => nameOf(value, sort, table, wording));
  const [letter, ...others] = values.map((team) => table.teams[team]);
  return [`${wording.teams} ${letter}`, ...others];
}
