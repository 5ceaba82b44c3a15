/* The ring of seats: a drawing, and on it a list of buttons, one for each seat. It is drawn when other seats are laid; who
   is chosen, who has left, and what is said of each player only mark it. */

import { roleAt, tableOf } from "../../model/seating.js";
import { element, keep, shape } from "./dom.js";
import { Layout } from "./layout.js";
import { strings } from "../words/page.js";

/** The colours of teams repeat after so many, each time with other patterns. */
const COLOURS = 6;
/** @type {Record<string, string>} How a relation marks a seat. */
const MARKS = { yes: "✓", no: "", silent: "?", contradicted: "?", invalid: "" };

/** @typedef {Map<string, {kind: string, words: string}>} Marks What the chosen relation says of other players. */

export class SeatRing {
  /**
   * Draw nothing yet.
   * @param {Record<string, string>} symbols The signs of roles, as paths in a square of 24; empty for seats without any.
   * @param {(name: string) => void} tapped
   */
  constructor(symbols, tapped) {
    this.symbols = symbols;
    this.tapped = tapped;
    /** @type {Map<string, {button: HTMLElement, sign: HTMLElement, role: string}>} */
    this.seats = new Map();
  }

  /**
   * Draw a table.
   * @returns {HTMLElement}
   */
  draw(seats, vocabulary) {
    const table = tableOf(seats, vocabulary), layout = new Layout(table.team), { width, height } = layout;
    const drawing = shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" });
    const isLone = table.sizes.length === table.team.length;
    const colour = (/** @type {number} */ team) => (isLone ? "live-lone" : `live-team-${team % COLOURS}`);
    for (const { team, points } of layout.bands(table.team)) {
      const pattern = (team + Math.floor(team / COLOURS)) % COLOURS;
      drawing.append(shape("polyline", { class: `live-band ${colour(team)} live-pattern-${pattern}`, points }));
    }
    for (const { team, path } of layout.chords(table.team)) drawing.append(shape("path", { class: `live-mates ${colour(team)}`, d: path }));
    drawing.append(...turnArrow(width / 2, height / 2));
    this.seats.clear();
    const items = table.names.map((name, n) => {
      const { x, y } = layout.at(n), role = roleAt(table.roles[n], vocabulary), path = this.symbols[role?.symbol];
      const sign = element("i", { "aria-hidden": "true" });
      const button = element("button", { type: "button", class: `live-seat ${colour(table.team[n])}`, "data-player": name, click: () => this.tapped(name) },
        path && shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "live-symbol" }, shape("path", { d: path })),
        element("b", {}, name), path === undefined && element("span", {}, role?.words ?? ""), sign);
      this.seats.set(name, { button, sign, role: role?.words ?? "" });
      const item = element("li", {}, button);
      item.style.left = `${(100 * (x - layout.seat)) / width}%`;
      item.style.top = `${(100 * (y - layout.seat)) / height}%`;
      item.style.width = `${(200 * layout.seat) / width}%`;
      return item;
    });
    const made = element("div", { class: "live-ring", role: "group", "aria-label": strings.table }, drawing, element("ol", { "aria-label": strings.seats_list }, ...items));
    made.style.aspectRatio = `${width} / ${height}`;
    return made;
  }

  /** Go to a seat. */
  focus(name) {
    this.seats.get(name)?.button.focus({ preventScroll: true });
  }

  /**
   * Mark the seats. No class changes: the theme has rules about elements without a class, for which a browser then looks at
   * everything inside.
   * @param {(name: string) => string} presence Whether a player plays, left before the turn, or during it, or is out because of others.
   * @param {string} player The player who is chosen, if any.
   * @param {Marks} marks
   */
  mark(presence, player, marks) {
    for (const [name, { button, sign, role }] of this.seats) {
      const state = presence(name), mark = state === "out" ? undefined : marks.get(name), signed = mark ? MARKS[mark.kind] : "";
      const words = [name, role, strings[state]].filter(Boolean).join(", ");
      keep(button, "data-state", state);
      keep(button, "aria-pressed", String(name === player));
      keep(button, "aria-label", mark ? `${words}; ${mark.words}` : words);
      keep(button, "data-mark", mark?.kind ?? "");
      if (sign.textContent !== signed) sign.textContent = signed;
      keep(sign, "data-mark", signed && mark ? mark.kind : "");
    }
  }
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
