/* The tables of a language as they are written: by what is read stands all that may be said for it, and {name} stands for
   each of a list of words. */

const LIST = /\{([a-z_]+)\}/g;
/** Matches nothing: a list that nobody fills. */
const NOTHING = "(?!)";

/**
 * Return a table with what its lists stand for.
 * @param {Record<string, any>} table
 * @returns {Record<string, any>}
 */
export function composed({ lists = {}, ...table }) {
  const pairs = (name) => new Map(Object.entries(/** @type {Record<string, string[]>} */ (table[name]))
    .flatMap(([read, ways]) => ways.flatMap((said) => each(said, read, lists))));
  const filled = (/** @type {any[][]} */ rows) => rows.map(([pattern, ...rest]) => [filledWith(lists, pattern), ...rest]);
  const spread = (/** @type {string[][]} */ rows) => rows.flatMap(([entry, ...rest]) => each(entry, "", lists).map(([said]) => [said, ...rest]));
  const spreadAlone = (/** @type {string[]} */ words) => spread(words.map((word) => [word])).map(([said]) => said);
  return {
    ...table, places: spread(table.places),
    ...Object.fromEntries(["rewritten", "sizes", "opposites", "recast", "asks_rules", "narrowed", "tenses"].map((name) => [name, filled(table[name])])),
    beside: table.beside.map((/** @type {string} */ way) => filledWith(lists, way)), beside_self: table.beside_self.map((/** @type {string} */ way) => filledWith(lists, way)),
    ...Object.fromEntries(["never_empty", "asks_what", "asks_number", "asks_can", "asks_deed", "empty_in"].map((name) => [name, table[name].map((/** @type {string} */ way) => filledWith(lists, way))])),
    idle: spreadAlone(table.idle), tags: spreadAlone(table.tags), phrases: [...pairs("phrases")],
    synonyms: Object.fromEntries(pairs("synonyms")), words: Object.fromEntries(pairs("words")),
  };
}

/**
 * Put lists into a regular expression, which may stand in lists themselves.
 * @param {Record<string, string[]>} lists
 * @param {string} pattern
 * @returns {string}
 */
function filledWith(lists, pattern) {
  return pattern.replace(LIST, (_, name) => lists[name]?.length ? `(?:${filledWith(lists, lists[name].join("|"))})` : NOTHING);
}

/**
 * Return a phrase with each word of its lists; what is read has the same one in the same list.
 * @param {string} said
 * @param {string} read
 * @param {Record<string, string[]>} lists
 * @returns {[string, string][]}
 */
function each(said, read, lists) {
  /** @type {[string, string][]} */
  let ways = [[said, read]];
  for (const name of new Set([...said.matchAll(LIST)].map(([, listed]) => listed))) {
    ways = ways.flatMap(([one, other]) => (lists[name] ?? []).map((word) => /** @type {[string, string]} */ ([one, other].map((words) => words.replaceAll(`{${name}}`, word)))));
  }
  return ways;
}
