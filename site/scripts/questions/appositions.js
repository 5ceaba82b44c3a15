/* What is said of one player in several parts of a question, taken together. */

import { BREAK } from "./language.js";
import { isAlike, isMention, namedAs } from "./mentions.js";

/** @typedef {import("./mentions.js").Mention} Mention */
/** @typedef {import("./language.js").Token} Token */

/**
 * Take together what is said of one player in several parts of a question. A name and a role between breaks are one ("A2,
 * the king, …"). Who is spoken of first is meant by the pronoun behind ("A2, whom can he hit?"). Who stands last is
 * whom the question is about ("who begins, A2 or B2?").
 * @returns {Token[]}
 */
export function namedOnce(tokens, language) {
  for (let at = 0; at + 2 < tokens.length; at++) {
    const first = tokens[at].value, last = tokens[at + 2].value, closed = at + 3 === tokens.length || tokens[at + 3].value === BREAK;
    if (tokens[at + 1].value !== BREAK || !closed || !isMention(first) || !isMention(last)) continue;
    const isFirst = first.names.length && last.roles.length, isLast = first.roles.length && !first.asked && last.names.length;
    if (!isFirst && !isLast) continue;
    const [said, named, { shown }] = isFirst ? [last, first, tokens[at]] : [first, last, tokens[at + 2]];
    const value = { ...named, called: namedAs(said, named.names).called };
    return namedOnce([...tokens.slice(0, at), { value, shown }, ...tokens.slice(at + 3)], language);
  }
  const spoken = [...tokens.keys()].filter((n) => tokens[n].value !== BREAK);
  const cut = tokens.findIndex(({ value }) => value === BREAK) + 1, isAsker = spoken.length > 1 && isMention(tokens[spoken[0]].value) && tokens[spoken[0]].value.asker;
  if (spoken.length > 2 && isAsker && tokens[spoken[0] + 1].value === language.table.be && cut && cut < tokens.length) {
    return [...tokens.slice(0, cut), ...namedOnce(tokens.slice(cut), language)]; // "I am A2. The king ..., can I ..."
  }
  return spoken.length < 3 ? tokens : ledBy(tokens, spoken, language) ?? closedBy(tokens, spoken, language) ?? tokens;
}

/**
 * Put whoever stands alone at the front in the place of the first pronoun behind; `null` if nobody does.
 * @param {number[]} spoken Where the words are.
 * @returns {Token[] | null}
 */
function ledBy(tokens, spoken, language) {
  const isPronoun = (/** @type {Token} */ { value }) => isMention(value) && value.same, pronoun = spoken.slice(1).find((n) => isPronoun(tokens[n]));
  const [lead] = spoken, who = tokens[lead].value;
  if (pronoun === undefined || !isMention(who) || who.asked || tokens[lead + 1]?.value !== BREAK) return null;
  return [...tokens.slice(lead + 2, pronoun), { value: who, shown: tokens[pronoun].shown }, ...tokens.slice(pronoun + 1)];
}

/**
 * Put whoever stands last, set off, in the place of the one word that asks who; `null` if nobody does.
 * @param {number[]} spoken Where the words are.
 * @returns {Token[] | null}
 */
function closedBy(tokens, spoken, language) {
  const tail = spoken[spoken.length - 1], who = tokens[tail].value, apart = tokens[tail - 1].value;
  const isAsked = (/** @type {Token} */ { value }) => isMention(value) && value.asked, [asked, ...others] = spoken.slice(0, -1).filter((n) => isAsked(tokens[n]));
  if (!isMention(who) || asked === undefined || others.length || !(who.roles.length || who.names.length)) return null;
  if (apart !== BREAK && !(language.table.between.includes(apart) && who.roles.length > 1)) return null;
  const shown = `${tokens[asked].shown} ${tokens[tail].shown}`;
  return [...tokens.slice(0, asked), { value: who, shown }, ...tokens.slice(asked + 1, tail - 1)];
}

/**
 * Return whoever has one of two roles: "a king or a pawn".
 * @param {import("./language.js").Value | undefined} first
 * @param {import("./language.js").Value | undefined} second
 * @returns {Mention | null}
 */
export function eitherOf(first, second) {
  if (!isMention(first) || !isMention(second) || !first.roles.length || !second.roles.length || first.asked) return null;
  const alike = isAlike({ ...first, roles: [], together: false }, { ...second, roles: [], together: false });
  return alike ? { ...first, roles: [...first.roles, ...second.roles] } : null;
}
