/* Names of cards in a question: capitals that no question has, where a thing of somebody may stand. */

const CAPITALISED = /[A-Z][\w'’-]*/g;

/**
 * Return a question with the word for cards in the place of each name of one. Where such a name may stand is told by
 * regular expressions of the tables. It has a word that is known to no language; other names of cards are phrases there.
 * @param {import("./language.js").Language} language
 * @param {(word: string) => boolean} isKnown
 * @returns {string}
 */
export function withoutCardNames(question, { table }, isKnown) {
  return table.card_names.reduce((/** @type {string} */ written, /** @type {string} */ pattern) => written.replace(new RegExp(pattern, "g"), (match, lead, name) => {
    const words = (name.match(CAPITALISED) ?? []).map((/** @type {string} */ word) => word.replace(/'s$/, ""));
    return words.every(isKnown) ? match : lead + table.card;
  }), question);
}
