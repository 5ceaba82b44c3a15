/* The ring of seats: a drawing, and on it a list of buttons, one for each seat. */

import { readTable } from "../engine/seating.js";
import { element, shape } from "./dom.js";
import { Layout } from "./layout.js";
import { say } from "./phrases.js";

/** The colours of a team repeat after so many. */
const COLOURS = 6;
/** How a relation marks a seat. */
const MARKS = { yes: "✓", no: "", silent: "?", contradicted: "?", invalid: "" };

/**
 * Draw the table.
 * @param {State} state
 * @param {Vocabulary} vocabulary
 * @param {string} player The player who is chosen, if any.
 * @param {Map<string, {kind: string, words: string}>} marks What the chosen relation says of each other player.
 * @param {Record<string, string>} symbols The signs of roles, as paths in a square of 24.
 * @param {Strings} strings
 * @param {(name: string) => void} tapped
 * @returns {HTMLElement}
 */
export function ring(state, vocabulary, player, marks, symbols, strings, tapped) {
  const roles = new Map(Object.values(vocabulary.roles).map((role) => [role.letter, role]));
  const table = readTable(state.seats, [...roles.keys()].join(""));
  const layout = new Layout(table.sizes);
  const { width, height } = layout;
  const drawing = shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" });
  table.sizes.forEach((size, team) => {
    const first = table.team.indexOf(team), colour = `live-team-${team % COLOURS}`;
    drawing.append(shape("polyline", { class: `live-band ${colour}`, points: layout.band(first, first + size - 1) }));
  });
  drawing.append(...turnArrow(width / 2, height / 2));
  const seats = table.names.map((name, n) => {
    const { x, y } = layout.at(n), role = /** @type {any} */ (roles.get(table.roles[n]));
    const presence = state.left.includes(name) ? "left" : state.leaving.includes(name) ? "leaving" : "plays";
    const mark = marks.get(name);
    const words = say(strings, "seat", { name, role: role?.name ?? "", state: strings[presence] });
    const button = element("button", {
      type: "button", "data-player": name, "data-state": presence, "aria-pressed": String(name === player),
      "aria-label": mark ? `${words}; ${mark.words}` : words, click: () => tapped(name),
      class: ["live-seat", `live-team-${table.team[n] % COLOURS}`, mark && `live-${mark.kind}`].filter(Boolean).join(" "),
    }, symbols[role?.symbol] && shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "live-symbol" },
      shape("path", { d: symbols[role.symbol] })), element("b", {}, name), !symbols[role?.symbol] && element("span", {}, role?.name ?? ""), mark && MARKS[mark.kind] && element("i", {}, MARKS[mark.kind]));
    const item = element("li", {}, button);
    item.style.left = `${(100 * x) / width}%`;
    item.style.top = `${(100 * y) / height}%`;
    item.style.width = `${(200 * layout.seat) / width}%`;
    return item;
  });
  const made = element("div", { class: "live-ring" }, drawing, element("ol", { "aria-label": strings.seats_list }, ...seats));
  made.style.aspectRatio = `${width} / ${height}`;
  return made;
}

/**
 * Draw the round arrow in the middle that shows which way play passes.
 * @param {number} x
 * @param {number} y
 * @returns {SVGElement[]}
 */
function turnArrow(x, y) {
  const on = (/** @type {number} */ angle, radius = 20) => `${x + radius * Math.cos(angle)} ${y + radius * Math.sin(angle)}`;
  return [
    shape("path", { class: "live-turn", d: `M${on(-2.2)}A20 20 0 1 1 ${on(2.6)}` }),
    shape("path", { class: "live-turn-head", d: `M${on(2.75)}L${on(2.5, 25)}L${on(2.5, 15)}z` }),
  ];
}
