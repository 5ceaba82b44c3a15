/* The size of a table in a question: "4v4", "four a side", "three teams of four". */

/** Of larger teams no seating is looked for. */
const MOST_SEATED = 7;

/** @typedef {{teams: number, players: number}} Size How many teams there are, and how many players each has. */

/**
 * Return a question without the words for the size of its table, and that size, if it names one.
 * @param {string} written
 * @param {import("./language.js").Language} language
 * @returns {{rest: string, size: Size | null}}
 */
export function takeSize(written, { table }) {
  const isNumber = (/** @type {string} */ word) => Object.hasOwn(table.numbers, word);
  const text = written.replace(/\p{L}+/gu, (word) => (isNumber(word.toLowerCase()) ? table.numbers[word.toLowerCase()] : word));
  for (const [pattern, ...names] of table.sizes) {
    const match = new RegExp(pattern, "i").exec(text);
    if (!match) continue;
    const said = Object.fromEntries(names.map((/** @type {string} */ name, /** @type {number} */ n) => [name, Number(match[n + 1])]));
    const teams = said.teams ?? 2, players = said.size || Math.floor(said.players / Math.max(teams, 1));
    return { rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`, size: { teams, players } };
  }
  return { rest: written, size: null };
}

/**
 * Return the first seating of a size that the text of a request allows, by the order of its letters; `null` if there is
 * none. A seating that has the size already is kept; nobody sits there who has no role at the table.
 * @param {Size} size
 * @param {Request} request
 * @param {Engine} engine
 * @returns {string | null}
 */
export function seatingOf({ teams, players }, { text, on, options, seats }, engine) {
  const sides = seats.split("|").map((side) => side.split(/\s+/).filter(Boolean));
  if (sides.length === teams && sides.every((side) => side.length === players)) return seats;
  const { predicates } = engine.rules.vocabulary, ask = Object.keys(predicates).find((id) => predicates[id].requirement);
  const isSeated = (/** @type {number} */ count) => count > 0 && count <= MOST_SEATED;
  if (ask === undefined || !isSeated(players) || !isSeated(teams)) return null;
  for (const side of sidesOf(players, [...new Set(sides.flat())].sort())) {
    const table = Array(teams).fill(side.join(" ")).join(" | ");
    if (engine.ask({ text, ...(on && { on }), ...(options && { options }), seats: table, ask, of: [] }).answer === true) return table;
  }
  return null;
}

/**
 * Yield every row of so many letters, in their order.
 * @param {number} players
 * @param {string[]} letters
 * @returns {Generator<string[]>}
 */
function* sidesOf(players, letters) {
  if (!players) {
    yield [];
    return;
  }
  for (const first of letters) for (const rest of sidesOf(players - 1, letters)) yield [first, ...rest];
}
