/* What an answer would be if something were otherwise: at another table, in another rulebook, on another day. */

import { lookUp } from "../../model/lookup.js";
import { nearestCounterfactuals } from "../../evaluate/counterfactuals.js";
import { element } from "../drawing/dom.js";
import { dated, fitted, say } from "../words/phrases.js";
import { shortRuling } from "./ruling.js";
import { strings } from "../words/page.js";

/**
 * Return a line of a list: what is otherwise, and the answer then.
 * @param {Node | string} lead
 * @returns {HTMLElement}
 */
function line(engine, request, answer, lead) {
  return element("li", {}, lead, ": ", ...shortRuling(engine, request, answer));
}

/**
 * Show what would have to be otherwise.
 * @returns {HTMLElement}
 */
export function whyNot(engine, request) {
  const { vocabulary } = engine.rules;
  const ways = nearestCounterfactuals(engine, request);
  if (!ways.length) return element("p", {}, strings.no_way);
  return element("ul", {}, ...ways.map(({ changes, answer }) => line(engine, request, answer,
    `${strings.if} ${changes.map((edit) => editWords(edit, vocabulary)).join(` ${strings.and} `)}`)));
}

/**
 * Return a change of a position in words.
 * @param {Edit} edit
 * @returns {string}
 */
function editWords({ kind, name, value }, vocabulary) {
  const given = vocabulary.givens[name], option = lookUp(vocabulary.options, name)?.words ?? name;
  switch (kind) {
    case "left":
      return say(value ? "if_left" : "if_in_game", { name });
    case "leaving":
      return say(value ? "if_left" : "if_not_left", { name });
    case "option":
      return say(value ? "if_option" : "if_no_option", { name: option });
    default:
      if (typeof value === "boolean") return say(value ? "if_so" : "if_not_so", { words: given.words });
      return say("if_so", { words: given.sentences.choices[value] });
  }
}

/**
 * Return a request to another rulebook or of another day; options that are not there are left out.
 * @param {string | undefined} on
 * @returns {Request}
 */
function askedElsewhere(engine, request, text, on) {
  const { options } = engine.program(text, on).resolved;
  return { ...request, text, on, options: (request.options ?? []).filter((name) => options.has(name)) };
}

/**
 * Return the days on which the wording of a rulebook changed; none where it never did.
 * @param {Text} rulebook
 * @returns {string[]}
 */
export function daysOf({ editions, dates }) {
  return editions.length > 1 ? dates.filter((day) => day >= editions[0]) : [];
}

/**
 * Show the answers of all rulebooks.
 * @param {Rulebooks} rulebooks
 * @returns {Promise<HTMLElement>}
 */
export async function otherRulebooks(rulebooks, request) {
  const lines = [];
  for (const { id, title } of rulebooks.books.values()) {
    if (id === request.text) continue;
    const engine = await rulebooks.engine(id);
    const asked = askedElsewhere(engine, request, id, undefined);
    lines.push(line(engine, asked, engine.ask(asked), title));
  }
  return element("ul", {}, ...lines);
}

/**
 * Show the answers of a rulebook over time, days with the same answer together.
 * @returns {HTMLElement}
 */
export function otherDays(engine, request) {
  const lines = [];
  let last = "";
  for (const day of daysOf(engine.rules.texts[request.text])) {
    const asked = askedElsewhere(engine, request, request.text, day), answer = engine.ask(asked);
    const same = JSON.stringify([answer.status, answer.answer, answer.error?.code]);
    if (same !== last) lines.push(line(engine, asked, answer, fitted(say("from_day", { date: dated(day) }))));
    last = same;
  }
  if (!lines.length) return element("p", {}, strings.one_wording);
  return element("ul", {}, ...lines);
}
