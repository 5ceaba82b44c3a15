/* Finding what a question is by the order of its words, and the clauses of circumstance within it. */

import { BREAK, POSSESSIVE, SOMEBODY, isNumber, split } from "./language.js";
import { isAlike, isMention, isOfAsker, isOpen, namedAs } from "./mentions.js";
import { PLAYER_SIGN, TEAM_SIGN, keyOf, partsOf, signOf, withoutLight } from "./patterns.js";

/** What is owned has at most so many words: "A2's range of influence". */
const LONGEST_OWNED = 4;
/** Of so many owners the thing owned is looked for. */
const MOST_OWNERS = 3;
/** So many orders of words are tried. */
const MOST_ORDERS = 4000;
/** A word that asks who has at most so many words before it: "in the hand of whom". */
const LONGEST_ASKED = 4;
/** A clause of circumstance has at most so many words. */
const LONGEST_CLAUSE = 14;
/** An attribute has at most so many words. */
const LONGEST_ATTRIBUTE = 3;
/** So many clauses are considered, the longest ones; any of them may be part of the question itself. */
const MOST_CLAUSES = 8;
/** Of their sets so many are tried, those that cover most words. */
const MOST_SETS = 32;

/** @typedef {import("./language.js").Language} Language */
/** @typedef {{pattern: Pattern, slots: string[], fills: Value[]}} Match A pattern, its slots that are to be filled, and what fills them. */
/** @typedef {(values: Value[], language: Language) => Iterable<Value[]>} Orders The orders in which words may be read. */
/** @typedef {{start: number, end: number, matches: Match[], words: string[]}} Clause A stretch of words that says a circumstance, in each of the ways it can be meant, and the words as typed. */

/** @type {Pattern} What a clause means in which somebody says who asks, or (with the slot "other") who somebody else is. */
export const ASKER = { id: "", slots: [], value: "", fixed: [], anywhere: false }, OTHER = "other";

/**
 * Return some items, each once.
 * @template T
 * @param {Iterable<T>} items
 * @returns {T[]}
 */
export function distinct(items) {
  return [...new Map([...items].map((item) => [JSON.stringify(item), item])).values()];
}

/**
 * Return how mentions fill the slots of a pattern; `null` where one cannot. Two letters are filled by two names with "and"
 * between them, or at the beginning by a plural.
 * @param {Pattern} pattern
 * @param {Value[]} fills
 * @returns {Match | null}
 */
function matchOf(pattern, fills) {
  /** @type {Match} */
  const match = { pattern, slots: [], fills: [] };
  for (const [n, slot] of pattern.slots.entries()) {
    const fill = fills[n];
    if (isMention(slot)) {
      if (!isAlike(slot, fill)) return null;
      continue;
    }
    if (slot.includes("+") && isMention(fill)) {
      const names = fill.names.length;
      if (!fill.together || (names !== 0 && names !== 2) || (!names && n)) return null;
    }
    const other = match.fills[match.slots.indexOf(slot)]; // “A2 left in the turn of A2” speaks of one player
    if (isMention(other) && isMention(fill) && other.names[0] && fill.names[0] && String(other.names) !== String(fill.names)) return null;
    match.slots.push(slot);
    match.fills.push(fill);
  }
  return match;
}

/**
 * Return what words mean in any of their orders, each meaning once; `light` as the index was made.
 * @param {Index} index
 * @param {Iterable<Value[]>} orders
 * @returns {Match[]}
 */
export function lookup(index, orders, light) {
  const matches = [];
  let tried = 0;
  for (const values of orders) {
    if (tried++ === MOST_ORDERS) break;
    const hasNumbers = values.some((value) => !isMention(value) && isNumber(value));
    for (const counted of hasNumbers ? [false, true] : [true]) { // a number may be a word like any other
      const key = values.map((value) => (counted || isMention(value) ? signOf(value) : value));
      const fills = values.filter((value) => isMention(value) || (counted && isNumber(value)));
      for (const pattern of index.get(keyOf(light.size ? withoutLight(key, light) : key)) ?? []) {
        const match = matchOf(pattern, fills);
        if (match) matches.push(match);
      }
    }
  }
  return distinct(matches);
}

/**
 * Return what words mean if some are left aside, with these: words that are `spare` for what is meant. A word that tells
 * what part somebody plays ("by A1") or what is whose ("B2's creature") is never left aside. Where one player alone is
 * spoken of, what is `alone` asked of one may have its words in any order.
 * @param {Index} index
 * @param {Value[]} values
 * @param {(pattern: Pattern) => (word: string) => boolean} spare
 * @param {Orders} orders
 * @param {Set<string>} alone
 * @returns {{match: Match, aside: string[]}[]}
 */
export function lookupWithin(index, values, language, spare, orders, light, alone = new Set()) {
  const settled = language.settled(values), telling = new Set();
  settled.forEach((word, n) => {
    const after = settled[n + 1];
    if (isMention(after) && !isMention(word) && language.telling.has(word)) telling.add(word);
    if (word === POSSESSIVE && !isMention(after)) telling.add(after);
    if (isMention(after) !== isMention(word)) for (const one of [word, after]) if (!isMention(one) && language.means.has(one)) telling.add(one);
  });
  const spoken = /** @type {string[]} */ (settled.filter((word) => !isMention(word) && word !== POSSESSIVE));
  const words = [...new Set(spoken)].filter((word) => !light.has(word)).sort();
  /** @type {Map<string, {aside: string[], part: Index}>} */
  const parts = new Map();
  for (const [key, patterns] of index) {
    const own = new Set(partsOf(key)), aside = words.filter((word) => !own.has(word));
    if (aside.some((word) => telling.has(word))) continue;
    const fitting = patterns.filter((pattern) => aside.every(spare(pattern)));
    if (!fitting.length) continue;
    const written = keyOf(aside), { part } = parts.get(written) ?? { part: new Map() };
    parts.set(written, { aside, part: part.set(key, fitting) });
  }
  const within = [...parts.values()].flatMap(({ aside, part }) => {
    const isLeft = (/** @type {Value} */ value) => !isMention(value) && aside.includes(value);
    const kept = settled.filter((value) => !isLeft(value) || language.telling.has(value)).map((value) => (isLeft(value) ? BREAK : value)); // "hit B1 with a stone" does not become "hit B1's stone"
    return lookup(part, orders(kept, language), light).map((match) => ({ match, aside }));
  });
  const mentions = settled.filter(isMention);
  if (within.length || mentions.length !== 1) return within;
  const placing = new Set([...light, PLAYER_SIGN, TEAM_SIGN, language.of]), said = new Set([...words, ...placing]);
  return [...parts.values()].flatMap(({ aside, part }) => [...part].flatMap(([key, patterns]) => {
    const own = partsOf(key);
    if (!own.every((word) => said.has(word)) || own.every((word) => placing.has(word)) || !own.includes(signOf(mentions[0]))) return [];
    return patterns.filter(({ id, fixed, slots }) => alone.has(id) && !fixed.length && slots.length === 1)
      .flatMap((pattern) => matchOf(pattern, mentions) ?? []).map((match) => ({ match, aside }));
  }));
}

/**
 * Yield the orders in which the words can be read: owners behind, subjects first, who is asked for in place.
 * @param {Value[]} values
 * @returns {Generator<Value[]>}
 */
export function* ordersOf(values, language) {
  const settled = language.settled(values);
  if (settled.length && isMention(settled[0])) yield* ordersOf([language.table.can, ...settled], language); // a plain statement asks whether it can be so
  const start = startOf(settled, language);
  for (const owned of ownedBy(settled, language)) {
    for (const ordered of subjectFirst(owned, start, language)) {
      yield ordered;
      yield* askedInPlace(ordered, start);
    }
  }
}

/**
 * Yield the orders of a terse question: owners without their mark, and nobody where somebody is asked for.
 * @param {Value[]} values
 * @param {Value} unsaid Who is meant where nobody is asked for.
 * @returns {Generator<Value[]>}
 */
export function* terseOrdersOf(values, language, unsaid) {
  yield* ordersOf(values, language);
  const asked = values.findIndex((value) => isMention(value) && value.asked);
  if (asked > 0) yield* ordersOf([...values.slice(asked), ...values.slice(0, asked)], language); // "a house of B1, who can enter it"
  for (let at = 0; at + 1 < values.length; at++) {
    const value = values[at], after = values[at + 1];
    if (isMention(value) && !isMention(after) && after !== BREAK && !language.table.subject_follows) {
      yield* ordersOf([...values.slice(0, at + 1), POSSESSIVE, ...values.slice(at + 1)], language);
    } else if (isMention(after) && (isMention(value) || (!language.binding.has(value) && !language.fronted.includes(value)))) {
      yield* ordersOf([...values.slice(0, at + 1), language.of, ...values.slice(at + 1)], language);
    }
  }
  const first = values.find((value) => isMention(value) || !language.light.has(value));
  if (first !== undefined && !isMention(first) && !values.some((value) => isMention(value) && value.asked)) {
    yield* ordersOf([unsaid, ...values], language);
  }
}

/**
 * Return where the words begin behind a fronted one.
 * @param {Value[]} values
 * @returns {number}
 */
function startOf(values, language) {
  return values.length && language.fronted.includes(/** @type {string} */ (values[0])) ? 1 : 0;
}

/**
 * Yield the words as they are, and with "A2's range" as "range of A2".
 * @param {Value[]} values
 * @param {number} owners
 * @returns {Generator<Value[]>}
 */
function* ownedBy(values, language, owners = MOST_OWNERS) {
  yield values;
  if (!owners) return;
  const at = values.findIndex((value, n) => value === POSSESSIVE && n > 0 && isMention(values[n - 1]));
  if (at < 0) return;
  for (let end = at + 2; end <= Math.min(values.length, at + 1 + LONGEST_OWNED); end++) {
    const owned = values.slice(at + 1, end);
    if (owned.includes(POSSESSIVE)) break;
    yield* ownedBy([...values.slice(0, at - 1), ...owned, language.of, values[at - 1], ...values.slice(end)], language, owners - 1);
  }
}

/**
 * Yield the words as they are, and with a subject that stands behind in front; of "only A1" it is A1.
 * @param {Value[]} values
 * @param {number} start
 * @returns {Generator<Value[]>}
 */
function* subjectFirst(values, start, language) {
  yield values;
  if (!language.table.subject_follows) return;
  const first = values[start];
  if (isMention(first) && first.asked && first.definite) return;
  for (let at = start + 1; at < values.length; at++) {
    const before = values[at - 1];
    if (isMention(values[at]) && (isMention(before) || !language.binding.has(before))) {
      yield [...values.slice(0, start), values[at], ...values.slice(start, at), ...values.slice(at + 1)];
    }
  }
}

/**
 * Yield the orders in which a word that asks who, with what belongs to it, stands further back.
 * @param {Value[]} values
 * @param {number} start
 * @returns {Generator<Value[]>}
 */
function* askedInPlace(values, start) {
  const at = values.findIndex((value) => isMention(value) && value.asked);
  if (at < 0) return;
  for (let begin = Math.max(start, at - LONGEST_ASKED); begin <= at; begin++) {
    const asked = values.slice(begin, at + 1), rest = [...values.slice(0, begin), ...values.slice(at + 1)];
    for (let place = begin + 1; place <= rest.length; place++) yield [...rest.slice(0, place), ...asked, ...rest.slice(place)];
  }
}

/**
 * Return every stretch that says a circumstance: a phrase, or a clause that is opened or stands by itself. A clause that
 * asks is none ("does A1 lose", "A1 too?"), unless it is opened; "and" or "but" alone opens no question.
 * @param {Index} index
 * @param {Set<string>} aside Words that may stand in it besides.
 * @returns {Clause[]}
 */
export function clausesOf(tokens, index, language, light, aside) {
  const values = tokens.map(({ value }) => value), has = (/** @type {Set<string>} */ words, at) => words.has(/** @type {string} */ (values[at]));
  /** @type {Clause[]} */
  const clauses = [];
  for (let start = 0; start < values.length; start++) {
    if (values[start] === BREAK) continue;
    const byItself = start === 0 || values[start - 1] === BREAK;
    let inner = start;
    while (inner < values.length && has(language.opens, inner) && inner - start < 3) inner++;
    for (let begin = start; begin <= inner; begin++) {
      const opened = begin > start, joins = opened && values.slice(start, begin).every((value) => language.joining.has(/** @type {string} */ (value)));
      for (let end = Math.min(values.length, begin + LONGEST_CLAUSE); end > begin; end--) {
        const part = values.slice(begin, end), isLong = aside.size && !opened, next = values[end];
        // "A3 is out can A2 …", with nothing between
        const ends = end === values.length || next === BREAK || has(language.opens, end) || (isLong && (isMention(next) || language.fronted.includes(next)));
        if (part.includes(BREAK)) continue;
        const isMarked = next === BREAK && end < tokens.length - 1 && tokens[end].shown.endsWith("?");
        const asking = (joins || !opened) && (isMarked || asks(tokens.slice(begin, end), language));
        const stands = has(language.prepositions, begin) || (opened && !(joins && asking)) || (byItself && ends && !asking);
        if (!stands && end - begin > LONGEST_ATTRIBUTE) continue;
        if (language.settled(part).some((value) => isMention(value) && (value.asked || (value.joint && !value.together)))) continue; // whom a question asks for has a part in the question; and two are not either of them
        const words = split(tokens.slice(start, end).map(({ shown }) => shown).join(" ")), asker = stands ? askerOf(language.settled(part), language) : null;
        if (asker) clauses.push({ start, end, matches: [asker], words });
        const matches = lookup(index, ordersOfClause(part, language), light).filter(({ pattern }) => stands || pattern.anywhere);
        if (!matches.length && !asker && stands && part.some((value) => aside.has(/** @type {string} */ (value)))) {
          const within = lookupWithin(index, part, language, () => (word) => aside.has(word), ordersOfClause, light);
          const fewest = Math.min(...within.map((way) => way.aside.length));
          matches.push(...within.filter((way) => way.aside.length === fewest).map(({ match }) => match));
        }
        if (matches.length) clauses.push({ start, end, matches, words });
      }
    }
  }
  return clauses;
}

/**
 * Return whether a clause that stands by itself is a question by its words.
 * @param {Language} language
 */
function asks(tokens, { table }) {
  const words = split(tokens.map(({ shown }) => shown).join(" "));
  return table.asks_first.includes(words[0]) || words.some((word) => table.asks.includes(word));
}

/**
 * Return who somebody says to be, never "my teammate": "I am A2"; or who somebody else is: "my king is A2".
 * @param {Value[]} values
 * @returns {Match | null}
 */
function askerOf(values, language) {
  for (const turn of language.table.asker_is) {
    const fits = turn.length === values.length && turn.every((word, /** @type {number} */ n) =>
      (word === SOMEBODY ? isMention(values[n]) : values[n] === language.stem(word)));
    const mentions = values.filter(isMention), asker = mentions[mentions.length - 1];
    if (!fits || !asker) continue;
    if (!(isOfAsker(asker) && !asker.roles.length) && !asker.asked && !asker.team && mentions.slice(0, -1).every((other) => other.asker)) return { pattern: ASKER, slots: [""], fills: [asker] };
    const [said, named] = [...mentions].sort((one, other) => Number(isOpen(other)) - Number(isOpen(one))).slice(-2);
    if (!named?.names.length || said.names.length || said.asked || !(said.roles.length || said.side || said.place)) continue;
    return { pattern: ASKER, slots: [OTHER], fills: [namedAs(said, named.names)] };
  }
  return null;
}

/**
 * Yield the orders in which a clause can be read.
 * @param {Value[]} values
 * @returns {Generator<Value[]>}
 */
function* ordersOfClause(values, language) {
  const settled = language.settled(values), start = startOf(settled, language);
  for (const owned of ownedBy(settled, language)) yield* subjectFirst(owned, start, language);
}

/**
 * Return the sets of clauses that do not overlap, those that cover most words first, none at last.
 * @param {Clause[]} clauses
 * @returns {Clause[][]}
 */
export function selections(clauses) {
  const length = (/** @type {Clause} */ { start, end }) => end - start;
  const longest = [...clauses].sort((one, other) => length(other) - length(one)).slice(0, MOST_CLAUSES);
  /** @type {Clause[][]} */
  const sets = [];
  const extend = (/** @type {Clause[]} */ chosen, /** @type {Clause[]} */ rest) => {
    sets.push(chosen);
    rest.forEach((clause, n) => {
      if (chosen.every((other) => clause.end <= other.start || other.end <= clause.start)) extend([...chosen, clause], rest.slice(n + 1));
    });
  };
  extend([], longest);
  const covered = (/** @type {Clause[]} */ set) => set.reduce((sum, clause) => sum + length(clause), 0);
  return sets.sort((one, other) => covered(other) - covered(one)).slice(0, MOST_SETS);
}

/**
 * Return the words outside of some clauses.
 * @param {Clause[]} clauses
 * @returns {Token[]}
 */
export function without(tokens, clauses) {
  return tokens.filter((_, at) => clauses.every(({ start, end }) => at < start || at >= end));
}

/**
 * Keep the matches whose question stands at the end where the same words could be read the other way round: of two alike
 * sentences, one of A2 and one of A1, each may be the question, and the last one is.
 * @param {{match: Match, clauses: Clause[]}[]} matches
 * @returns {{match: Match, clauses: Clause[]}[]}
 */
export function lastAsked(tokens, matches, language) {
  const last = tokens.reduce((at, { value }, n) => (value === BREAK ? at : n), 0);
  const atEnd = matches.filter(({ clauses }) => clauses.every(({ end }) => end <= last));
  const turned = new Set(atEnd.map(({ match }) => match.pattern.id));
  const kept = matches.filter((one) => atEnd.includes(one) || !(turned.has(one.match.pattern.id) || isAskedLast(tokens, one.clauses, language)));
  const ofPair = ({ match: { slots } }) => slots.some((slot) => slot.includes("+")), said = ({ match: { pattern, fills } }) => JSON.stringify([pattern.id, fills]);
  const paired = new Set(kept.filter(ofPair).map(said)); // "can A1 and A2 talk": with each other, not each with anybody
  return kept.filter((one) => ofPair(one) || !paired.has(said(one)));
}

/**
 * Return whether a clause of somebody before the mark of the question is asked, and what stands before it told.
 * @param {Word[]} tokens
 * @param {Clause[]} clauses
 */
function isAskedLast(tokens, clauses, language) {
  const last = clauses.reduce((one, other) => (other.end > one.end ? other : one));
  const rest = tokens.filter(({ value }, at) => value !== BREAK && !clauses.some(({ start, end }) => start <= at && at < end));
  const values = rest.map(({ value }) => value), mentions = values.filter(isMention), opening = /** @type {string} */ (tokens[last.start].value);
  return tokens[last.end]?.shown.endsWith("?") && !language.opens.has(opening) && !language.prepositions.has(opening)
    && last.matches.some(({ pattern, fills }) => pattern !== ASKER && fills.some(isMention))
    && (!mentions.length || mentions.some(({ names, asker }) => names.length || asker)) && !mentions.some(({ asked }) => asked) && !language.fronted.includes(/** @type {string} */ (values[0])) && !asks(rest, language);
}
