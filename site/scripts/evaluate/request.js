/* Understanding questions: texts, days, seats, names and given facts, each refused where it makes no sense. */

import { RequestError } from "../model/errors.js";
import { NOBODY, Position, tableOf, teamNumber } from "../model/seating.js";

/**
 * @typedef {Object} Request A question about a position, as in `emperor ask --batch`.
 * @property {string} text
 * @property {string} [on]
 * @property {string[]} [options]
 * @property {string} seats
 * @property {string[]} [left]
 * @property {string[]} [leaving]
 * @property {string} ask
 * @property {string[]} [of]
 * @property {Record<string, any>} [given]
 */

/** In the place of a letter of a default: nobody while somebody is leaving, since that is who is meant. */
const IS_LEAVING = "leaving";
const KEYS = ["id", "text", "on", "options", "seats", "left", "leaving", "ask", "of", "given"];

/**
 * Refuse what is no question at all.
 * @param {any} request
 */
export function checkKeys(request) {
  if (!isObject(request)) throw new RequestError("no-object");
  const stranger = Object.keys(request).find((key) => !KEYS.includes(key));
  if (stranger !== undefined) throw new RequestError("unknown-key", { name: stranger });
  const missing = ["text", "seats", "ask"].find((key) => request[key] === undefined || request[key] === null);
  if (missing !== undefined) throw new RequestError("lacks", { name: missing });
}

/**
 * Return the last day up to a day on which a text, or one that it includes, changed; `null` is the newest wording.
 * @param {Text} text
 * @param {any} on
 * @returns {string | null}
 */
export function wordingOn(text, id, on) {
  if (on === undefined || on === null) return null;
  const parts = typeof on === "string" && /^(\d{4})-(\d{2})-(\d{2})$/.exec(on);
  const date = parts && new Date(`${on}T00:00:00Z`);
  if (!date || Number.isNaN(date.valueOf()) || date.toISOString().slice(0, 10) !== on || parts[1] === "0000") {
    throw new RequestError("no-date", { name: String(on) });
  }
  if (text.editions.length > 1 && on < text.editions[0]) {
    throw new RequestError("before-first", { name: id, date: text.editions[0] });
  }
  const past = text.dates.filter((day) => day <= on);
  if (past.length === text.dates.length) return null;
  return past[past.length - 1] ?? text.dates[0];
}

/**
 * Return the position of a question.
 * @param {boolean} ignoring Whether the question does not look at who has gone.
 * @returns {Position}
 */
export function readPosition(request, resolved, ignoring) {
  if (typeof request.seats !== "string") throw new RequestError("no-seats");
  const table = tableOf(request.seats, resolved.vocabulary);
  const left = readPlayers("left", request.left, table), leaving = readPlayers("leaving", request.leaving, table);
  const twice = left.find((player) => leaving.includes(player));
  if (twice !== undefined) throw new RequestError("left-twice", { name: table.names[twice] });
  const options = readNames("options", request.options);
  const stranger = options.find((option) => !resolved.options.has(option));
  if (stranger !== undefined) throw new RequestError("unknown-option", { name: stranger });
  const group = resolved.alternatives.find((names) => names.filter((name) => options.includes(name)).length > 1);
  if (group) throw new RequestError("options-exclude", { options: group.filter((name) => options.includes(name)).join(" and "), group: group.join(", ") });
  const [gone, going] = ignoring ? [[], []] : [left, leaving];
  return new Position(table, new Set(gone), new Set(going), new Set(resolved.inUse(options)));
}

/**
 * Return the players and teams of whom a question is asked, by number.
 * @param {any} of
 * @param {Predicate} predicate
 * @returns {number[]}
 */
export function readArguments(of, ask, predicate, position) {
  const { table, rings } = position, { parameters } = predicate;
  const names = of ?? [];
  if (!Array.isArray(names)) throw new RequestError("no-list", { name: "of" });
  if (names.length !== parameters.length) {
    throw new RequestError("of-count", { name: ask, wanted: parameters.length, count: names.length });
  }
  return parameters.map(({ sort }, n) => {
    if (sort === "team") {
      const team = teamNumber(table, names[n]);
      if (team === undefined) throw new RequestError("no-team", { name: names[n], last: table.teams[table.teams.length - 1] });
      return team;
    }
    const player = readPlayer(names[n], table);
    if (!rings.now.holds(player) && !predicate.gone_allowed) {
      const cause = position.departures?.cause(names[n]);
      throw cause ? new RequestError("gone-with", { name: names[n], ...cause }) : new RequestError("gone", { name: names[n] });
    }
    return player;
  });
}

/**
 * Return all given facts, defaults filled in.
 * @param {any} given What the question gives.
 * @param {Predicate} predicate
 * @param {number[]} args
 * @returns {Record<string, any>}
 */
export function readGiven(given, vocabulary, predicate, position, args) {
  const letters = predicate.parameters.map(({ letter }) => letter);
  const firstPlayer = predicate.parameters.findIndex(({ sort }) => sort === "player");
  /** @type {Record<string, any>} */
  const values = {};
  for (const [key, declared] of Object.entries(vocabulary.givens)) {
    values[key] = defaultOf(declared);
    const own = predicate.defaults.find((chosen) => chosen.given === key);
    if (own?.letter === IS_LEAVING) values[key] = position.leaving.size ? NOBODY : null;
    else if (own) values[key] = args[letters.indexOf(own.letter)] ?? NOBODY;
    else if (declared.default === "first" && firstPlayer >= 0) values[key] = args[firstPlayer];
  }
  if (given === undefined || given === null) return values;
  if (!isObject(given)) throw new RequestError("no-object", { name: "given" });
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(vocabulary.givens, key)) throw new RequestError("unknown-given", { name: key });
    const own = predicate.defaults.find((chosen) => chosen.given === key), player = position.table.number.get(value);
    const isLeaving = own?.letter === IS_LEAVING && player !== undefined && position.leaving.has(player);
    values[key] = isLeaving ? player : readFact(key, value, vocabulary.givens[key], position);
  }
  return values;
}

/**
 * Refuse given facts that nothing declares, or whose values do not fit, whoever has left.
 * @param {Record<string, any>} given
 */
export function checkFacts(given, vocabulary, table) {
  const everybody = new Position(table, new Set(), new Set(), new Set());
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(vocabulary.givens, key)) throw new RequestError("unknown-given", { name: key });
    readFact(key, value, vocabulary.givens[key], everybody);
  }
}

/**
 * Return all given facts where a question gives none.
 * @param {Vocabulary} vocabulary
 * @returns {Record<string, any>}
 */
export function defaults({ givens }) {
  return Object.fromEntries(Object.entries(givens).map(([key, declared]) => [key, defaultOf(declared)]));
}

/**
 * Return the default of a given fact; `null` where it has none, or it is the first player asked about.
 * @param {GivenFact} declared
 * @returns {any}
 */
function defaultOf({ kind, default: word }) {
  if (word === null) return null;
  switch (kind) {
    case "flag":
      return word === "yes";
    case "number":
      return Number(word);
    case "numbers":
      return { usual: Number(word), named: {} };
    case "players":
      return [];
    case "team":
    case "player":
      return NOBODY;
    default:
      return word;
  }
}

/**
 * Return the value of a given fact.
 * @param {any} value
 * @param {GivenFact} declared
 * @returns {any}
 */
function readFact(key, value, declared, position) {
  const { table, left, leaving } = position;
  switch (declared.kind) {
    case "choice":
      if (declared.choices.some(({ word }) => word === value)) return value;
      break;
    case "flag":
      if (typeof value === "boolean") return value;
      break;
    case "number":
      if (Number.isInteger(value) && value >= 0) return value;
      break;
    case "numbers":
      return { usual: Number(declared.default), named: readNumbers(key, value, declared, table) };
    case "player": {
      const player = readPlayer(value, table);
      if (declared.present && (left.has(player) || leaving.has(player))) throw new RequestError("gone", { name: value });
      return player;
    }
    case "players":
      return readPlayers(key, value, table);
    case "team":
      if (table.teams.includes(value)) return table.teams.indexOf(value);
      throw new RequestError("no-team", { name: String(value), last: table.teams[table.teams.length - 1] });
  }
  throw new RequestError("no-fact", { name: key, value: String(value) });
}

/**
 * Return the numbers of those players or teams of whom one is given.
 * @param {any} value
 * @param {GivenFact} declared
 * @returns {Record<number, number>}
 */
function readNumbers(key, value, { of }, table) {
  if (!isObject(value)) throw new RequestError("no-fact", { name: key, value: String(value) });
  return Object.fromEntries(Object.entries(value).map(([name, number]) => {
    const member = of === "team" ? table.teams.indexOf(name) : table.number.get(name) ?? -1;
    if (member < 0) throw new RequestError("nobody", { name, last: (of === "team" ? table.teams : table.names).slice(-1)[0] });
    if (!Number.isInteger(number) || number < 0) throw new RequestError("no-fact", { name: key, value: String(number) });
    return [member, number];
  }));
}

/**
 * Return the number of a player.
 * @param {any} name
 * @returns {number}
 */
function readPlayer(name, table) {
  const player = table.number.get(name);
  if (player === undefined) throw new RequestError("nobody", { name: String(name), last: table.names[table.names.length - 1] });
  return player;
}

/**
 * Return the numbers of players.
 * @param {any} names
 * @returns {number[]}
 */
function readPlayers(key, names, table) {
  return readNames(key, names).map((name) => readPlayer(name, table));
}

/**
 * Return a list of names.
 * @param {any} names
 * @returns {string[]}
 */
function readNames(key, names) {
  if (names === undefined || names === null) return [];
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
    throw new RequestError("no-list", { name: key });
  }
  return names;
}

/**
 * Return whether a value is an object with keys.
 * @param {any} value
 */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
