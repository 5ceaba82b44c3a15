/* The ring of seats: a drawing, and on it a list of buttons, one for each seat. It is drawn when other seats are laid; who
   is chosen, who has left, and what is said of each player only mark it. */

import { roleAt, tableOf, teamName } from "../../model/seating.js";
import { element, keep, shape } from "./dom.js";
import { Layout } from "./layout.js";
import { strings } from "../words/page.js";

/** The colours of teams repeat after so many, each time with other patterns. */
const COLOURS = 6;
/** How far the band of a team goes beyond its seats. */
const BAND_MARGIN = 5;
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
    /** @type {Map<string, {button: HTMLElement, sign: HTMLElement, role: string, badges: string[]}>} */
    this.seats = new Map();
  }

  /**
   * Draw a table.
   * @param {import("../ruling/together.js").Together} together Which teams play as one, and what is given of whom.
   * @returns {HTMLElement}
   */
  draw(seats, vocabulary, together) {
    const table = tableOf(seats, vocabulary), layout = new Layout(table.team), { width, height } = layout;
    const drawing = shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" });
    const isLone = table.sizes.length === table.team.length;
    const colour = (/** @type {number} */ team) => (isLone ? "live-lone" : `live-team-${team % COLOURS}`);
    const shared = layout.shared(table.team, new Map(together.bands.map(({ team, after }) => [team, after])));
    const edges = shared.length ? shared.map(({ team, edge }) => ({ team, points: edge })) : layout.bands(table.team);
    for (const { team, seats: points } of shared) {
      const isActive = together.bands.some((band) => band.team === team && band.isActive), width = 2 * (layout.seat + BAND_MARGIN);
      drawing.append(shape("polyline", { class: `live-shared ${colour(team)}${isActive ? " live-active" : ""}`, "stroke-width": width, points }));
    }
    for (const { team, points } of edges) {
      const pattern = (team + Math.floor(team / COLOURS)) % COLOURS;
      drawing.append(shape("polyline", { class: `live-band ${colour(team)} live-pattern-${pattern}`, points }));
    }
    for (const { team, path } of layout.chords(table.team)) drawing.append(shape("path", { class: `live-mates ${colour(team)}`, d: path }));
    const arrows = shared.filter(({ arrow }) => arrow);
    drawing.append(...(arrows.length ? arrows.flatMap(({ arrow }) => bandArrow(arrow)) : turnArrow(width / 2, height / 2)));
    for (const { team, middle } of shared) drawing.append(...this.label(together.bands.find((band) => band.team === team), middle, layout));
    if (shared.length) {
      drawing.removeAttribute("aria-hidden");
      drawing.setAttribute("role", "img");
      drawing.setAttribute("aria-label", together.bands.map(({ words }) => words).join(". "));
    }
    const over = shape("svg", { class: "live-over", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" });
    this.seats.clear();
    const items = table.names.map((name, n) => {
      const { x, y } = layout.at(n), role = roleAt(table.roles[n], vocabulary), path = this.symbols[role?.symbol];
      const sign = element("i", { "aria-hidden": "true" });
      const button = element("button", { type: "button", class: `live-seat ${colour(table.team[n])}`, "data-player": name, click: () => this.tapped(name) },
        path && shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "live-symbol" }, shape("path", { d: path })),
        element("b", {}, name), path === undefined && element("span", {}, role?.words ?? ""), sign);
      const badges = together.players.get(name) ?? [];
      badges.forEach(({ symbol }, at) => over.append(this.badge(symbol, x + layout.seat * (at ? -0.74 : 0.74), y + layout.seat * 0.74)));
      this.seats.set(name, { button, sign, role: role?.words ?? "", badges: badges.map(({ words }) => words) });
      const item = element("li", {}, button);
      item.style.left = `${(100 * (x - layout.seat)) / width}%`;
      item.style.top = `${(100 * (y - layout.seat)) / height}%`;
      item.style.width = `${(200 * layout.seat) / width}%`;
      return item;
    });
    const made = element("div", { class: "live-ring", role: "group", "aria-label": strings.table }, drawing, element("ol", { "aria-label": strings.seats_list }, ...items), over);
    made.style.aspectRatio = `${width} / ${height}`;
    return made;
  }

  /**
   * Write inside a band what is known of its team.
   * @param {import("../ruling/together.js").Band | undefined} band
   * @param {{x: number, y: number, outX: number, outY: number}} middle The middle of the band, and which way is outward.
   * @param {Layout} layout
   * @returns {SVGElement[]}
   */
  label(band, middle, layout) {
    const { x, y, outX, outY } = middle, { seat } = layout;
    if (!band || (!band.isActive && !band.numbers.length)) return [];
    const signs = [...(band.isActive ? [{ symbol: "", number: "" }] : []), ...band.numbers], widths = signs.map(({ number }) => 18 + 8 * String(number).length);
    const half = (20 + widths.reduce((sum, one) => sum + one, 0)) / 2, inward = seat + BAND_MARGIN + 6 + (half + 4) * Math.abs(outX) + 9 * Math.abs(outY);
    const made = shape("g", { class: "live-told", transform: `translate(${x - outX * inward} ${y - outY * inward})` },
      shape("rect", { x: -half - 4, y: -9, width: 2 * half + 8, height: 18, rx: 9 }), shape("text", { x: 8 - half, dy: ".36em" }, teamName(band.team)));
    let at = 20 - half;
    signs.forEach(({ symbol, number }, n) => {
      made.append(symbol ? this.symbol(symbol, at + 5, 0, 11) : shape("path", { d: `M${at}-5.5v11l9-5.5z` }), shape("text", { x: at + 12, dy: ".36em", "text-anchor": "start" }, String(number)));
      at += /** @type {number} */ (widths[n]);
    });
    return [made];
  }

  /**
   * Draw a sign in a circle.
   * @param {string} symbol
   * @param {number} x
   * @param {number} y
   * @returns {SVGElement}
   */
  badge(symbol, x, y) {
    return shape("g", { class: "live-badge" }, shape("circle", { cx: x, cy: y, r: 9 }), this.symbol(symbol, x, y, 12));
  }

  /**
   * Draw a sign.
   * @param {string} symbol
   * @param {number} x
   * @param {number} y
   * @param {number} side
   * @returns {SVGElement}
   */
  symbol(symbol, x, y, side) {
    return shape("path", { transform: `translate(${x - side / 2} ${y - side / 2}) scale(${side / 24})`, d: this.symbols[symbol] ?? "" });
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
    for (const [name, { button, sign, role, badges }] of this.seats) {
      const state = presence(name), mark = state === "out" ? undefined : marks.get(name), signed = mark ? MARKS[mark.kind] : "";
      const words = [name, role, strings[state], ...badges].filter(Boolean).join(", ");
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
 * Draw an arrow from a band to that of the team that plays next.
 * @param {string} points
 * @returns {SVGElement[]}
 */
function bandArrow(points) {
  const [[x, y], [beforeX, beforeY]] = points.split(" ").slice(-2).reverse().map((point) => point.split(",").map(Number));
  const length = Math.hypot(x - beforeX, y - beforeY), aheadX = (x - beforeX) / length, aheadY = (y - beforeY) / length;
  const wing = (/** @type {number} */ side) => `${x - 7.5 * aheadX - side * aheadY} ${y - 7.5 * aheadY + side * aheadX}`;
  return [shape("polyline", { class: "live-turn", points }), shape("path", { class: "live-turn", d: `M${wing(4.5)}L${x} ${y}L${wing(-4.5)}` })];
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
