/* What a page brings along for all parts of its table: words in one language, and where clauses have their pages. A page has
   one of each, so that no function hands them on. */

/** @type {Record<string, any>} The words by their names; `fittings` are what is rewritten once names are put in. */
export const strings = {};

/** @type {{root: string, folders: Record<string, string>, months: string[]}} Where the site lies, seen from the page, the folder of each text, and the names of the months. */
export const site = { root: "", folders: {}, months: [] };

/**
 * Take over what a page brings along.
 * @param {any} data
 */
export function takePage({ strings: words, fittings, months, root, folders }) {
  Object.assign(strings, words, { language: document.documentElement.lang, fittings });
  Object.assign(site, { root, folders, months });
}
