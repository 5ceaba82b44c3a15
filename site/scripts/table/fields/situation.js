/* The fields that set the table: rulebook, seats, date, options, and what the questions shown look at beside the seats. */

import { lookUp } from "../../model/lookup.js";
import { teamOf } from "../../model/seating.js";
import { box, element, labelled, select } from "../drawing/dom.js";
import { daysOf } from "../ruling/elsewhere.js";
import { givenNumbers, readSeats } from "../state/address.js";
import { dated, goneWords, say } from "../words/phrases.js";
import { strings } from "../words/page.js";

/**
 * @typedef {Object} Field What a given fact is chosen with.
 * @property {string} key
 * @property {HTMLElement} field
 */

/**
 * Return the fields of rulebook and table.
 * @param {(change: Partial<State>) => void} change
 * @returns {HTMLElement[]}
 */
export function tableFields(state, books, change) {
  const book = books.find(({ id }) => id === state.text), tables = book?.tables ?? [];
  const isListed = tables.some(({ seats }) => seats === state.seats);
  /** @type {[string, string][]} */
  const options = tables.map(({ words, seats }) => [seats, words]);
  if (!isListed) options.push([state.seats, strings.own_seats]);
  const value = (/** @type {any} */ { target }) => target.value;
  const titled = (/** @type {import("../state/rulebooks.js").Book[]} */ some) => some.map((one) => /** @type {[string, string]} */ ([one.id, one.title]));
  const today = books.filter((one) => one.today), older = books.filter((one) => !one.today);
  /** @type {([string, string] | {label: string, options: [string, string][]})[]} */
  const rulebooks = !today.length || !older.length ? titled(books)
    : [{ label: strings.books_today, options: titled(today) }, { label: strings.books_older, options: titled(older) }];
  if (!book) rulebooks.unshift([state.text, strings.choose_rulebook]); // an address can name any
  return [
    labelled(strings.rulebook, select(
      { name: "text", change: (event) => change({ text: value(event), on: "", options: [], ...(isListed && tableIn(books, value(event), state.seats)) }) },
      rulebooks, state.text)),
    labelled(strings.table, select(
      { name: "size", change: (event) => change({ seats: value(event), left: [], leaving: [], of: [] }) }, options, state.seats)),
    labelled(strings.typed, element("input", {
      name: "seats", value: state.seats, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      change: (event) => change({ seats: readSeats(value(event)), left: [], leaving: [], of: [] }),
    })),
  ];
}

/**
 * Return what a table becomes under another rulebook: the same where that has it, else its first with as many seats, or the one with which it opens.
 * @returns {Partial<State>}
 */
function tableIn(books, id, seats) {
  const { tables = [], opening = "" } = books.find((book) => book.id === id) ?? {}, count = (/** @type {string} */ written) => written.split(/[\s|]+/).length;
  if (!tables.length || tables.some((table) => table.seats === seats)) return {};
  const alike = tables.find((table) => count(table.seats) === count(seats));
  return { seats: alike?.seats ?? opening, left: [], leaving: [], of: [], ask: "" };
}

/**
 * Return the slider over the days on which the wording changed; none where it never did.
 * @param {State} state
 * @param {Text} text
 * @param {(change: Partial<State>) => void} change
 * @returns {HTMLElement | null}
 */
export function dateField({ on }, text, change) {
  const days = daysOf(text);
  if (!days.length) return null;
  const last = days.length - 1, at = on ? Math.max(0, days.filter((day) => day <= on).length - 1) : last;
  const wording = (/** @type {number} */ n) => (n === last ? say("wording_newest", { date: dated(days[n]) }) : say("wording", { date: dated(days[n]) }));
  const output = element("output", {}, wording(at));
  const slider = element("input", {
    type: "range", name: "on", min: 0, max: last, step: 1, value: at, "aria-valuetext": wording(at),
    input: ({ target }) => {
      output.textContent = wording(Number(target.value));
      target.setAttribute("aria-valuetext", output.textContent);
    },
    change: ({ target }) => change({ on: Number(target.value) === last ? "" : days[Number(target.value)] }),
  });
  return element("div", { class: "live-date" }, labelled(strings.date, slider), output);
}

/**
 * Return a switch for each option of a rulebook; of alternatives one can be chosen, the usual one unless another is.
 * @param {State} state
 * @param {(change: Partial<State>) => void} change
 * @returns {HTMLElement[]}
 */
export function optionFields({ options }, resolved, change) {
  const inUse = resolved.inUse(options), alternative = new Set(resolved.alternatives.flat());
  const words = (/** @type {string} */ name) => lookUp(resolved.vocabulary.options, name)?.words ?? name;
  const groups = resolved.alternatives.map((group, n) => {
    const others = options.filter((name) => !group.includes(name)), usual = group.find((name) => resolved.usual.includes(name));
    const choice = (/** @type {string} */ name, /** @type {string} */ said) => box({
      type: "radio", name: `alternatives-${n}`, value: name, checked: name ? inUse.includes(name) : !group.some((one) => inUse.includes(one)),
      change: () => change({ options: name && name !== usual ? [...others, name] : others }),
    }, said);
    return element("fieldset", { class: "live-people" }, element("legend", {}, strings.one_option),
      ...group.map((name) => choice(name, words(name))), !usual && choice("", strings.no_option));
  });
  return [...groups, ...[...resolved.options].filter((name) => !alternative.has(name)).sort().map((name) => box({
    type: "checkbox", name: `option-${name}`, checked: inUse.includes(name),
    change: (/** @type {any} */ { target }) => change({ options: target.checked ? [...options, name] : options.filter((other) => other !== name) }),
  }, words(name)))];
}

/**
 * Return words with dots for the letter of whoever is to be chosen.
 * @param {string} words
 * @param {string} letter
 */
const withGap = (words, letter) => words.replaceAll(new RegExp(`\\b${letter}\\b`, "g"), "…");

/**
 * Return a field for each given fact.
 * @param {() => State} current Returns the state of the table, which may have changed since the fields were made.
 * @param {string[]} keys
 * @param {string[]} names The players of the table.
 * @param {(change: Partial<State>) => void} change
 * @returns {HTMLElement[]}
 */
export function givenFields(current, vocabulary, keys, names, change) {
  const { given } = current(), now = (/** @type {string} */ key) => lookUp(current().given, key) ?? "";
  const give = (/** @type {string} */ key, /** @type {string} */ written) => {
    const { [key]: _, ...others } = current().given;
    change({ given: written === "" ? others : { ...others, [key]: written } });
  };
  return keys.map((key) => {
    const declared = vocabulary.givens[key], written = lookUp(given, key) ?? "";
    /** @type {[string, string][]} */
    const people = (declared.kind === "team" ? [...new Set(names.map(teamOf))] : names).map((name) => [name, name]);
    const chosen = (/** @type {[string, string][]} */ options) =>
      labelled(declared.words, select({ name: `given-${key}`, change: ({ target }) => give(key, target.value) }, options, written));
    switch (declared.kind) {
      case "flag":
        return box({
          type: "checkbox", name: `given-${key}`, checked: written === "yes" || (written === "" && declared.default === "yes"),
          change: ({ target }) => give(key, target.checked === (declared.default === "yes") ? "" : target.checked ? "yes" : "no"),
        }, declared.words);
      case "choice":
        return chosen([["", declared.best ? strings.any_moment : strings.unsaid],
          ...declared.choices.map((/** @type {any} */ { word, words }) => [word, words])]);
      case "number":
        return labelled(declared.words, element("input", {
          type: "number", name: `given-${key}`, min: 0, max: 999, value: written || declared.default,
          change: ({ target }) => give(key, target.value === declared.default ? "" : target.value),
        }));
      case "numbers": {
        const numbers = Object.fromEntries(givenNumbers(written)), [{ letter }] = vocabulary.predicates[key].parameters;
        const members = declared.of === "team" ? [...new Set(names.map(teamOf))] : names;
        return element("fieldset", { class: "live-people" }, element("legend", {}, withGap(declared.words, letter)), ...members.map((name) =>
          labelled(name, element("input", {
            type: "number", name: `given-${key}-${name}`, min: 0, max: 999, value: numbers[name] ?? declared.default,
            change: ({ target }) => give(key, members.flatMap((other) => {
              const number = other === name ? target.value : `${Object.fromEntries(givenNumbers(now(key)))[other] ?? ""}`;
              return number === "" || number === declared.default ? [] : [`${other}-${number}`];
            }).join(".")),
          }))));
      }
      case "players": {
        const those = written.split(".").filter(Boolean), subject = withGap(declared.words, declared.sentences.letter);
        return element("fieldset", { class: "live-people" }, element("legend", {}, subject), ...names.map((name) => box({
          type: "checkbox", name: `given-${key}`, value: name, checked: those.includes(name),
          change: ({ target }) => give(key, names.filter((other) => (other === name ? target.checked : now(key).split(".").includes(other))).join(".")),
        }, name)));
      }
      default:
        return chosen([["", declared.default === "first" ? strings.first_asked : declared.default === "none" ? strings.nobody : strings.unsaid], ...people]);
    }
  });
}

/**
 * Return in words which wording of the rules it is.
 * @param {string} day
 * @returns {string}
 */
export function dayWords(day) {
  return `${strings.date} ${dated(day)}`;
}

/**
 * Return a table in words, of those that have a name.
 * @param {{words: string, seats: string}[]} tables
 * @returns {string}
 */
export function tableWords(seats, tables) {
  return tables.find((table) => table.seats === seats)?.words ?? seats;
}

/**
 * Return the table, the day, who has left and what is in use, in words.
 * @param {State} state
 * @param {{words: string, seats: string}[]} tables Those that have a name.
 * @param {string} day Empty where the rulebook has none.
 * @returns {string}
 */
export function situationWords({ seats, left, leaving, options }, tables, day, vocabulary) {
  const used = options.map((name) => lookUp(vocabulary.options, name)?.words ?? name);
  return [
    tableWords(seats, tables), day && dayWords(day),
    ...goneWords(left, leaving),
    used.length && `${strings.options}: ${used.join(", ")}`,
  ].filter(Boolean).join(" · ");
}
