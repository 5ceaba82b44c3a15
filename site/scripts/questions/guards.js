/* What keeps a loose or a long question from being read: words that could be left aside, and change it here. */

import { OTHER } from "./clauses.js";
import { BREAK, split } from "./language.js";
import { isMention } from "./mentions.js";

/** @typedef {import("./language.js").Language} Language */
/** @typedef {import("./language.js").Value} Value */

/**
 * Return whether a question is about those of whom it says who they are. "As A3" needs whoever asks in it; "my king is A2"
 * somebody whom it does not leave unsaid.
 * @param {Value[]} fills
 * @param {string[]} said
 * @returns {boolean}
 */
export function speaksOf(fills, said) {
  const mentions = fills.filter(isMention);
  if (mentions.some(({ asker, anchor }) => asker || anchor === "asker")) return true;
  return said.includes(OTHER) && mentions.some(({ names, roles, same }) => names.length || roles.length || same);
}

/**
 * Return whether whose something is could be lost: "who owns his creatures", not "go with his creatures".
 * @param {import("./language.js").Token[]} tokens
 * @param {Language} language
 * @returns {boolean}
 */
export function ownsSomething(tokens, { people, prepositions }) {
  return tokens.some(({ value, shown }, n) => !isMention(value) && split(shown).some((word) => people.his.includes(word) || people.their.includes(word))
    && !(n && prepositions.has(/** @type {string} */ (tokens[n - 1].value))));
}

/**
 * Return whether somebody says first who somebody is, which is no part of the question: "my king is A2, what …".
 * @param {import("./language.js").Token[]} tokens
 * @param {Language} language
 * @returns {boolean}
 */
export function saysWho(tokens, { fronted }) {
  const [first, verb, named, mark] = tokens.map(({ value }) => value);
  return verb === fronted[fronted.length - 1] && mark === BREAK && isMention(first) && !first.names.length && isMention(named) && named.names.length > 0;
}

/**
 * Return whether several could be meant of either side where somebody of one has a part: "A2 dies, the kings …".
 * @param {Value[]} values
 * @param {import("./clauses.js").Clause[]} clauses
 * @returns {boolean}
 */
export function isOfEither(values, clauses) {
  const isSeveral = values.some((who) => isMention(who) && who.roles.length && who.together && who.side === "" && !who.names.length);
  return isSeveral && clauses.some(({ matches }) => matches.some(({ fills }) => fills.some((fill) => isMention(fill) && fill.names.length)));
}

/**
 * Return whether a question is only where somebody is: "the king in check", which does not ask for his check.
 * @param {Value[]} values
 * @param {Language} language
 * @returns {boolean}
 */
export function saysWhere(values, { light, placing, prepositions }) {
  const said = values.filter((value) => isMention(value) || !light.has(value)), [who, where, what] = said;
  return said.length === 3 && isMention(who) && !isMention(where) && placing.has(where) && prepositions.has(where) && !isMention(what);
}
