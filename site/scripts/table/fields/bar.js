/* What holds at the table beside its seats: who has gone, the day, the options, and what is given; each is taken back by one
   tap. Beside them stand what takes the last step back, and what clears the table. */

import { lookUp } from "../../model/lookup.js";
import { button, element } from "../drawing/dom.js";
import { broughtAlong } from "../words/fact-words.js";
import { say } from "../words/phrases.js";
import { dayWords } from "./situation.js";
import { supposes } from "../state/supposition.js";
import { strings } from "../words/page.js";

/**
 * @typedef {Object} Held Something that holds, and the table without it.
 * @property {string} id
 * @property {string} words
 * @property {Partial<State>} without
 */

/**
 * Return all that holds.
 * @param {Record<string, any>} given As a request has it.
 * @returns {Held[]}
 */
function heldAt(state, given, vocabulary, table) {
  const { left, leaving, on, options } = state, others = (names, /** @type {string} */ one) => names.filter((name) => name !== one);
  return [
    ...left.map((name) => ({ id: `left-${name}`, words: `${name} ${strings.left}`, without: { left: others(left, name) } })),
    ...leaving.map((name) => ({ id: `leaving-${name}`, words: `${name} ${strings.leaving}`, without: { leaving: others(leaving, name) } })),
    ...(on ? [{ id: "on", words: dayWords(on), without: { on: "" } }] : []),
    ...options.map((name) => ({ id: `option-${name}`, words: lookUp(vocabulary.options, name)?.words ?? name, without: { options: others(options, name) } })),
    ...Object.entries(given).map(([key, value]) => {
      const [words = lookUp(vocabulary.givens, key)?.words ?? key] = broughtAlong({ [key]: value }, vocabulary, table);
      return { id: `given-${key}`, words, without: { given: Object.fromEntries(Object.entries(state.given).filter(([other]) => other !== key)) } };
    }),
  ];
}

/**
 * Return the bar.
 * @param {Record<string, any>} given As a request has it.
 * @param {string} newest The day of the newest wording, which paper shows too; empty where the rulebook has none.
 * @param {{change: (changed: Partial<State>) => void, undo: (() => void) | null, clear: () => void}} acts
 * @returns {HTMLElement[]}
 */
export function situationBar(state, given, vocabulary, table, newest, { change, undo, clear }) {
  const held = heldAt(state, given, vocabulary, table);
  const chips = held.map(({ id, words, without }) => element("li", {}, element("button", {
    type: "button", class: "live-chip", name: id, "aria-label": say("take_back", { words }), click: () => change(without),
  }, words, element("span", { "aria-hidden": "true" }, " ×"))));
  const act = (name, /** @type {() => void} */ click, isOff = false) =>
    button(strings[name], () => isOff || click(), { name, "aria-disabled": isOff && "true" });
  return [
    ...(chips.length ? [element("ul", { "aria-label": strings.holds_here }, ...chips)] : []),
    ...(newest && !state.on ? [element("div", { class: "live-paper" }, dayWords(newest))] : []),
    element("p", {}, supposes(state) && element("span", {}, strings.supposed_by_question, " ", act("keep_position", () => change({ base: null }))),
      act("undo", () => undo?.(), !undo), act("new_table", clear, !chips.length && !state.ask && !state.of.length)),
  ];
}
