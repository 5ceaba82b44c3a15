/* What follows from who has left: who is out with them, and whether more than one team is left. Which question says who
   goes along, and by which fact it is told who has left, the page brings along. */

import { element } from "./dom.js";
import { capital, say } from "./phrases.js";
import { numbers } from "./ruling.js";

/** @typedef {{ask: string, given: string}} Leaving The question, and the fact. */

/** @typedef {Map<string, string[]>} Companions Who is out because of others who have left, with the clauses that say so. */

/**
 * Return who is out because of those who have left, and the position once they have left as well, at the same time.
 * @param {Engine} engine
 * @param {Request} request The position.
 * @param {ResolvedText} resolved
 * @param {string[]} names The players of the table.
 * @param {Leaving | null} leaving
 * @returns {{companions: Companions, standing: Request}}
 */
export function followDepartures(engine, request, resolved, names, leaving) {
  const { left = [], leaving: during = [] } = request, isSaid = leaving && resolved.speaksOf(leaving.ask);
  if (!isSaid || !(left.length + during.length)) return { companions: new Map(), standing: request };
  const before = companionsOf(engine, request, left, names, leaving);
  const companions = during.length ? companionsOf(engine, request, [...left, ...during], names, leaving) : before;
  const standing = {
    ...request, left: [...left, ...before.keys()], leaving: [...during, ...[...companions.keys()].filter((name) => !before.has(name))],
  };
  return { companions, standing };
}

/**
 * Return who is out because of some who have left.
 * @param {Engine} engine
 * @param {Request} request The position.
 * @param {string[]} gone
 * @param {string[]} names The players of the table.
 * @param {Leaving} leaving
 * @returns {Companions}
 */
function companionsOf(engine, request, gone, names, { ask, given }) {
  if (!gone.length) return new Map();
  const asked = { ...request, left: [], leaving: [], ask, given: { [given]: gone } };
  const answers = names.filter((name) => !gone.includes(name)).map((name) => ({ name, answer: engine.ask({ ...asked, of: [name] }) }));
  return new Map(answers.flatMap(({ name, answer: { answer, clauses } }) => (answer === true ? [[name, clauses]] : [])));
}

/**
 * Return who is out because of those who have left, in words; nothing if nobody is and several teams are left.
 * @param {Companions} companions
 * @param {Request} request The position.
 * @param {Table} table
 * @param {ResolvedText} resolved
 * @param {Site} site
 * @returns {HTMLElement | null}
 */
export function departuresNote(companions, { left = [], leaving = [] }, table, resolved, site) {
  const { strings } = site, out = new Set([...left, ...leaving, ...companions.keys()]);
  const teams = new Set(table.names.flatMap((name, n) => (out.has(name) ? [] : [table.team[n]])));
  const isOver = table.sizes.length > 1 && teams.size < 2;
  if (!companions.size && !isOver) return null;
  const along = companions.size > 0 && capital(say(strings, "along", { names: [...companions.keys()].join(", ") }));
  const clauses = numbers(resolved, [...new Set([...companions.values()].flat())], site);
  return element("p", { class: "live-along" }, along, " ", clauses, along && ". ", isOver && strings.one_team);
}
