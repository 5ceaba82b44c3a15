/* A ruling: the answer, the clauses that decide it with their words, and those that yield. */

import { contradictionsBelow } from "../../evaluate/explain.js";
import { EVERYBODY } from "../../evaluate/lists.js";
import { lookUp } from "../../model/lookup.js";
import { element, fault } from "../drawing/dom.js";
import { broughtAlong, factWords } from "../words/fact-words.js";
import { answerKind, answerWord, answerWords, capital, errorWords, fillPhrase, list, sentence, stated } from "../words/phrases.js";
import { relationWords } from "./relations.js";
import { site, strings } from "../words/page.js";

/** So many clauses are named beside a short answer. */
const MOST_NAMED = 4;

/**
 * Return what an answer's clauses are, those of the rulebook itself first: number or else title, address and words on the day.
 * @returns {{number: string, href: string, words: string}[]}
 */
export function citedClauses(resolved, citations) {
  const cited = new Map(resolved.clauses.map((clause) => [clause.citation, clause]));
  const own = citations.filter((citation) => citation.startsWith(`${resolved.id}:`));
  return [...new Set([...own, ...citations])].flatMap((citation) => {
    const clause = cited.get(citation);
    if (!clause) return [];
    const href = `${site.root}${encodeURIComponent(lookUp(site.folders, clause.text) ?? clause.text)}/${encodeURIComponent(clause.clause.slug)}.html`;
    const number = clause.number === clause.clause.slug ? clause.clause.title ?? clause.number : clause.number;
    return [{ number, href, words: clause.words }];
  });
}

/**
 * Return the numbers of clauses as links, with commas between them.
 * @param {number} most Of so many clauses.
 * @returns {(Node | string)[]}
 */
export function clauseLinks(resolved, citations, most = Infinity) {
  return citedClauses(resolved, citations).slice(0, most)
    .flatMap(({ number, href, words }, n) => [n ? ", " : "", element("a", { href, title: words }, number)]);
}

/**
 * Return the numbers of the first of some clauses, in brackets.
 * @returns {HTMLElement | null}
 */
export function numbers(resolved, citations) {
  const links = clauseLinks(resolved, citations, MOST_NAMED);
  return links.length ? element("small", {}, "(", ...links, ")") : null;
}

/**
 * Show the answer to a question with its clauses.
 * @returns {HTMLElement}
 */
export function ruling(engine, request, answer) {
  const { vocabulary } = engine.rules;
  if (answer.error) return fault(errorWords(answer.error, vocabulary));
  const { resolved } = engine.program(request.text, request.on), predicate = vocabulary.predicates[request.ask];
  const { word, words } = answerInWords(request, predicate, answer), below = sidesBelow(engine, request, answer);
  const made = element("div", {}, element("p", { class: "live-answer" },
    word && element("span", { class: `answer ${answerKind(answer)}` }, word), " ", below.length ? strings.silent_contradicted : words === sentence(word) ? "" : words));
  const along = circumstancesOf(engine, request);
  if (along) made.append(element("p", { class: "live-along" }, `${strings.given} ${along}`));
  const groups = answer.claims.length
    ? answer.claims.map(({ answer: claim, clauses }) =>
      [answerWord(predicate, { ...answer, status: "answered", answer: claim }), clauses])
    : [[strings[answer.status === "silent" && answer.arises ? "because_open" : "because"], answer.clauses], [strings.over, answer.overridden]];
  for (const [heading, citations] of [...groups, ...below]) {
    const clauses = citedClauses(resolved, citations);
    if (clauses.length) {
      made.append(element("p", { class: "live-heading" }, heading), element("ul", { class: "live-clauses" },
        ...clauses.map(({ number, href, words }) => element("li", {}, element("a", { href }, number), ` ${words}`))));
    }
  }
  if (answer.ignored.length) {
    const names = answer.ignored.map((key) => vocabulary.givens[key].words).join("; ");
    made.append(element("p", { class: "more" }, `${strings.ignored} ${names}.`));
  }
  return made;
}

/**
 * Show an answer in short: its word, or of a list all of its words, and the numbers of its clauses.
 * @param {boolean} isWord Whether its word says enough; else it is told in all of its words.
 * @returns {(Node | string | null)[]}
 */
export function shortRuling(engine, request, answer, isWord = true) {
  const { vocabulary } = engine.rules;
  if (answer.error) return [errorWords(answer.error, vocabulary)];
  const { resolved } = engine.program(request.text, request.on);
  const { word, words } = answerInWords(request, vocabulary.predicates[request.ask], answer);
  return [word && (isWord || !words) ? element("span", { class: `answer ${answerKind(answer)}` }, word) : words, " ", numbers(resolved, answer.clauses)];
}

/**
 * Return the ruling as plain text, to be sent to somebody.
 * @param {string} situation
 * @returns {string}
 */
export function rulingText(engine, request, answer, situation, address) {
  const { vocabulary } = engine.rules, predicate = vocabulary.predicates[request.ask];
  if (answer.error) return errorWords(answer.error, vocabulary);
  const { resolved } = engine.program(request.text, request.on);
  const { word, words } = answerInWords(request, predicate, answer), along = circumstancesOf(engine, request);
  const below = sidesBelow(engine, request, answer), citations = [...answer.clauses, ...below.flatMap(([, by]) => by)];
  const clauses = citedClauses(resolved, citations).map((clause) => `${clause.number} ${clause.words}`);
  return [[word, below.length ? strings.silent_contradicted : words].filter(Boolean).join(": "), situation, along && `${strings.given} ${along}`, ...clauses, address].filter(Boolean).join("\n");
}

/**
 * Return what clauses say differently where a question is open because of that: each side in words, with its clauses.
 *
 * Where the same clauses differ about several players, one of them is the example.
 * @returns {[string, string[]][]}
 */
function sidesBelow(engine, request, answer) {
  if (answer.status !== "silent" || answer.clauses.length || request.of?.includes(EVERYBODY)) return [];
  const { position: { table } } = engine.situation(request), alike = new Map();
  for (const below of contradictionsBelow(engine, request)) {
    const sides = JSON.stringify(below.answer.claims);
    if (!alike.has(sides)) alike.set(sides, below);
  }
  return [...alike.values()].flatMap(({ stated: about, answer: { claims } }) => claims.map(({ answer: value, clauses }) =>
    [capital(factWords({ facts: [{ ...about, value }], slot: null }, engine.rules.vocabulary, table)), clauses]));
}

/**
 * Return in words what a question brings along beside the seats.
 * @returns {string}
 */
function circumstancesOf(engine, request) {
  const { position: { table } } = engine.situation(request);
  return broughtAlong(request.given ?? {}, engine.rules.vocabulary, table).join("; ");
}

/**
 * Return an answer as a word and a sentence; a list has no word.
 * @param {{of?: string[]}} request
 * @param {Predicate} predicate
 * @returns {{word: string, words: string}}
 */
export function answerInWords({ of = [] }, predicate, answer) {
  const isList = of.includes(EVERYBODY) && answer.status === "answered";
  if (!answer.arises) return { word: answerWord(predicate, answer), words: "" };
  if (!isList) return { word: answerWord(predicate, answer), words: answerWords(predicate, namesOf({ of }, predicate), answer) };
  /** @type {{of: string[], answer: any}[]} */
  const entries = answer.answer, at = of.indexOf(EVERYBODY), isOfOne = of.lastIndexOf(EVERYBODY) === at;
  const isSaid = entries.some((entry) => typeof entry.answer !== "boolean") || !isOfOne;
  const named = (names) => namesOf({ of: names }, predicate);
  const alike = new Map(); // those who have the same, of whom the first is told in full
  for (const entry of entries) {
    const key = isOfOne ? JSON.stringify(entry.answer) : entry;
    alike.set(key, [...(alike.get(key) ?? []), entry]);
  }
  const told = ([first, ...others]) => stated(predicate, named(first.of), { ...answer, answer: first.answer })
    + (others.length ? fillPhrase(strings.and_so_for.replace("#", list(others.map((entry) => named(entry.of)[at]))), [], []) : "");
  const holding = isSaid && entries.length ? [...alike.values()].map(told).join("; ")
    : relationWords(predicate, isOfOne ? named(of) : of, entries.map((entry) => named(entry.of)[at]), answer.open.length > 0);
  const open = answer.open.map((entry) => named(entry.of)).map((names) => fillPhrase(predicate.words.holds ?? predicate.words.value, predicate.parameters, names));
  const said = [sentence(holding), ...(open.length ? [sentence(`${strings.not_said} ${open.join("; ")}`)] : [])];
  return { word: "", words: (entries.length ? said : said.reverse()).join(" ") };
}

/**
 * Return in words whom a question is about.
 * @param {{of?: string[]}} request
 * @param {Predicate} predicate
 * @returns {string[]}
 */
function namesOf({ of = [] }, { parameters }) {
  return of.map((name, n) => (parameters[n]?.sort === "team" && name !== EVERYBODY ? strings.team.replace("{name}", name) : name));
}
