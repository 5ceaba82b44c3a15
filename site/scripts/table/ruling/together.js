/* What the drawing of a table shows of its teams and players beside who sits where: which teams take their turns together, whose
   turn it is and whose is next, who stands out among teammates, and what is given of whom. Which questions tell it the vocabulary
   says ("drawn as …"), and which given facts have a sign. */

import { isSingle, stretches } from "../../model/seating.js";
import { broughtAlong } from "../words/fact-words.js";
import { capital, fillPhrase, say } from "../words/phrases.js";
import { strings } from "../words/page.js";

/**
 * @typedef {Object} Band A team that takes its turns together.
 * @property {number} team
 * @property {number | null} after The team that plays next, if it has a band.
 * @property {boolean} isActive Whether it is known that the turn is theirs.
 * @property {{symbol: string, number: number}[]} numbers What is given of the team.
 * @property {string} words All of it.
 */

/**
 * @typedef {Object} Together
 * @property {Band[]} bands
 * @property {Map<string, {symbol: string, words: string}[]>} players The signs of players, by name.
 */

/**
 * Return what is shown of teams and players.
 * @param {Request} request The position.
 * @param {string[]} present Who plays.
 * @returns {Together}
 */
export function togetherAt(engine, request, resolved, table, present) {
  const { predicates, givens } = engine.rules.vocabulary, { given = {} } = request;
  const drawnAs = (/** @type {string} */ kind) => Object.keys(predicates).filter((ask) => predicates[ask].drawn === kind && resolved.speaksOf(ask));
  const answersTo = (/** @type {string} */ kind, /** @type {string[]} */ of) => drawnAs(kind).flatMap((ask) =>
    of.map((name) => ({ ask, name, answer: engine.ask({ ...request, ask, of: [name] }).answer })));
  const players = new Map(), add = (/** @type {string} */ name, /** @type {any} */ sign) => void players.set(name, [...players.get(name) ?? [], sign]);
  for (const { ask, name, answer } of answersTo("star", present)) {
    if (answer === true) add(name, { symbol: "star", words: fillPhrase(predicates[ask].words.holds, predicates[ask].parameters, [name]) });
  }
  const signed = Object.entries(given).filter(([key]) => givens[key].symbol);
  for (const [key, value] of signed.filter(([key]) => givens[key].kind === "players")) {
    for (const name of value) add(name, { symbol: givens[key].symbol, words: broughtAlong({ [key]: [name] }, engine.rules.vocabulary, table).join() });
  }
  if (isSingle(table) || stretches(table.team).length > table.sizes.length) return { bands: [], players };
  /** @type {Map<number, number>} */
  const after = new Map();
  for (const { name, answer } of answersTo("turns", present)) {
    if (typeof answer === "string") after.set(table.team[table.number.get(name)], table.teams.indexOf(answer));
  }
  const active = new Set((after.size ? answersTo("active", table.teams) : []).filter(({ answer }) => answer === true).map(({ name }) => name));
  const bands = [...after].sort(([one], [other]) => one - other).map(([team, next]) => {
    const name = table.teams[team], own = signed.filter(([key, value]) => givens[key].of === "team" && Object.hasOwn(value, name));
    const words = [strings.one_turn, active.has(name) && strings.their_turn, ...own.flatMap(([key, value]) => broughtAlong({ [key]: { [name]: value[name] } }, engine.rules.vocabulary, table))];
    return {
      team, after: next !== team && after.has(next) ? next : null, isActive: active.has(name),
      numbers: own.map(([key, value]) => ({ symbol: givens[key].symbol, number: value[name] })),
      words: `${capital(say("team", { name }))}: ${words.filter(Boolean).join(", ")}`,
    };
  });
  return { bands, players };
}
