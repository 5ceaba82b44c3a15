/* What follows from who has left: who is out with them, and how the game ended where it has. */

import { element } from "../drawing/dom.js";
import { capital, resultWords, say } from "../words/phrases.js";
import { numbers } from "./ruling.js";
import { strings } from "../words/page.js";

/** @typedef {Map<string, string[]>} Companions Who is out because of others who have left, with the clauses that say so. */

/**
 * Return who is out because of others who have left, with the clauses that say so.
 * @param {Departures} departures
 * @returns {Companions}
 */
export function companionsOf(departures) {
  const { names } = departures.requested.table;
  return new Map([...departures.companions].map(([player, mask]) => [names[player], departures.citations(mask)]));
}

/**
 * Return who is out because of those who have left, and how the game ended, in words; nothing if neither is so.
 * @param {Departures} departures
 * @returns {HTMLElement | null}
 */
export function departuresNote(departures, resolved) {
  const companions = companionsOf(departures), { isOver } = departures;
  if (!companions.size && !isOver) return null;
  const result = isOver ? departures.result() : null;
  const end = isOver && [
    element("strong", {}, capital(result ? resultWords(result, resolved.vocabulary) : departures.standing.rings.now.count ? strings.one_team : strings.nobody_left)), " ",
    ...(result ? [numbers(resolved, result.clauses), ". "] : []),
  ];
  const along = companions.size > 0 && capital(say("along", { names: [...companions.keys()].join(", ") }));
  const clauses = numbers(resolved, [...new Set([...companions.values()].flat())]);
  return element("p", { class: "live-along" }, ...(end || []), along, " ", clauses, along && ".");
}
