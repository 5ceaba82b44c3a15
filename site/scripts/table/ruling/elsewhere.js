/* What an answer would be if something were otherwise: at another table, in another rulebook, on another day. */

import { lookUp } from "../../model/lookup.js";
import { nearestCounterfactuals } from "../../evaluate/counterfactuals.js";
import { element } from "../drawing/dom.js";
import { fitted, say } from "../words/phrases.js";
import { shortRuling } from "./ruling.js";

/**
 * Return a line of a list: what is otherwise, and the answer then.
 * @param {Node | string} lead
 * @returns {HTMLElement}
 */
function line(engine, request, answer, site, lead) {
  return element("li", {}, lead, ": ", ...shortRuling(engine, request, answer, site));
}

/**
 * Show what would have to be otherwise.
 * @returns {HTMLElement}
 */
export function whyNot(engine, request, site) {
  const { strings } = site, { vocabulary } = engine.rules;
  const ways = nearestCounterfactuals(engine, request);
  if (!ways.length) return element("p", {}, strings.no_way);
  return element("ul", {}, ...ways.map(({ changes, answer }) => line(engine, request, answer, site,
    `${strings.if} ${changes.map((edit) => editWords(edit, vocabulary, strings)).join(` ${strings.and} `)}`)));
}

/**
 * Return a change of a position in words.
 * @param {import("../../evaluate/counterfactuals.js").Edit} edit
 * @returns {string}
 */
function editWords({ kind, name, value }, vocabulary, strings) {
  const given = vocabulary.givens[name], option = lookUp(vocabulary.options, name)?.words ?? name;
  switch (kind) {
    case "left":
      return say(strings, value ? "if_left" : "if_in_game", { name });
    case "leaving":
      return say(strings, value ? "if_left" : "if_not_left", { name });
    case "option":
      return say(strings, value ? "if_option" : "if_no_option", { name: option });
    default:
      if (typeof value === "boolean") return say(strings, value ? "if_so" : "if_not_so", { words: given.words });
      return say(strings, "if_so", { words: given.sentences.choices[value] });
  }
}

/**
 * Show the answers of all rulebooks.
 * @param {import("../state/rulebooks.js").Rulebooks} rulebooks
 * @returns {Promise<HTMLElement>}
 */
export async function otherRulebooks(rulebooks, request, site) {
  const lines = [];
  for (const { id, title } of rulebooks.books.values()) {
    if (id === request.text) continue;
    const engine = await rulebooks.engine(id);
    const { options } = engine.program(id, undefined).resolved;
    const asked = { ...request, text: id, on: undefined, options: (request.options ?? []).filter((name) => options.has(name)) };
    lines.push(line(engine, asked, engine.ask(asked), site, title));
  }
  return element("ul", {}, ...lines);
}

/**
 * Show the answers of a rulebook over time, days with the same answer together.
 * @returns {HTMLElement}
 */
export function otherDays(engine, request, site, dated) {
  const text = engine.rules.texts[request.text], days = text.editions.length > 1 ? text.dates : [];
  const lines = [];
  let last = "";
  for (const day of days.filter((date) => date >= text.editions[0])) {
    const asked = { ...request, on: day }, { options } = engine.program(request.text, day).resolved;
    const answer = engine.ask({ ...asked, options: (request.options ?? []).filter((name) => options.has(name)) });
    const same = JSON.stringify([answer.status, answer.answer, answer.error?.code]);
    if (same !== last) lines.push(line(engine, asked, answer, site, fitted(say(site.strings, "from_day", { date: dated(day) }), site.strings)));
    last = same;
  }
  if (!lines.length) return element("p", {}, site.strings.one_wording);
  return element("ul", {}, ...lines);
}
