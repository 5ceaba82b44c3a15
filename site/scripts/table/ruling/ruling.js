/* A ruling: the answer, the clauses that decide it with their words, and those that yield. */

import { contradictionsBelow } from "../../evaluate/explain.js";
import { EVERYBODY } from "../../evaluate/lists.js";
import { lookUp } from "../../model/lookup.js";
import { inForce } from "../../resolve/resolver.js";
import { element, fault } from "../drawing/dom.js";
import { broughtAlong, factWords } from "../words/fact-words.js";
import { answerKind, answerWord, answerWords, capital, errorWords, fillPhrase, sentence, stated } from "../words/phrases.js";
import { relationWords } from "./relations.js";

/** So many clauses are named beside a short answer. */
const MOST_NAMED = 4;

/** @typedef {{strings: Strings, root: string, folders: Record<string, string>}} Site How pages are named, and the site's words. */

/**
 * Return what an answer's clauses are, those of the rulebook itself first: number or else title, address and words on the day.
 * @param {Site} site
 * @returns {{number: string, href: string, words: string}[]}
 */
export function citedClauses(resolved, citations, { root, folders }) {
  const cited = new Map(resolved.clauses.map((clause) => [clause.citation, clause]));
  const own = citations.filter((citation) => citation.startsWith(`${resolved.id}:`));
  return [...new Set([...own, ...citations])].flatMap((citation) => {
    const clause = cited.get(citation);
    if (!clause) return [];
    const held = clause.clause.wordings.filter((words) => inForce(words, clause.day));
    const href = `${root}${encodeURIComponent(lookUp(folders, clause.text) ?? clause.text)}/${encodeURIComponent(clause.clause.slug)}.html`;
    const number = clause.number === clause.clause.slug ? clause.clause.title ?? clause.number : clause.number;
    return [{ number, href, words: held[held.length - 1]?.words ?? "" }];
  });
}

/**
 * Return the numbers of some clauses as links.
 * @returns {HTMLElement | null}
 */
export function numbers(resolved, citations, site) {
  const links = citedClauses(resolved, citations, site).slice(0, MOST_NAMED)
    .map(({ number, href, words }, n) => [n ? ", " : "", element("a", { href, title: words }, number)]).flat();
  return links.length ? element("small", {}, "(", ...links, ")") : null;
}

/**
 * Show the answer to a question with its clauses.
 * @returns {HTMLElement}
 */
export function ruling(engine, request, answer, site) {
  const { strings } = site, { vocabulary } = engine.rules;
  if (answer.error) return fault(errorWords(strings, answer.error, vocabulary));
  const { resolved } = engine.program(request.text, request.on), predicate = vocabulary.predicates[request.ask];
  const { word, words } = answerInWords(request, predicate, answer, strings), below = sidesBelow(engine, request, answer);
  const made = element("div", {}, element("p", { class: "live-answer" },
    word && element("span", { class: `answer ${answerKind(answer)}` }, word), " ", below.length ? strings.silent_contradicted : words === sentence(word) ? "" : words));
  const along = circumstancesOf(engine, request);
  if (along) made.append(element("p", { class: "live-along" }, `${strings.given} ${along}`));
  const groups = answer.claims.length
    ? answer.claims.map(({ answer: claim, clauses }) =>
      [answerWord(strings, predicate, { ...answer, status: "answered", answer: claim }), clauses])
    : [[strings[answer.status === "silent" ? "because_open" : "because"], answer.clauses], [strings.over, answer.overridden]];
  for (const [heading, citations] of [...groups, ...below]) {
    const clauses = citedClauses(resolved, citations, site);
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
 * @returns {(Node | string | null)[]}
 */
export function shortRuling(engine, request, answer, site) {
  const { strings } = site, { vocabulary } = engine.rules;
  if (answer.error) return [errorWords(strings, answer.error, vocabulary)];
  const { resolved } = engine.program(request.text, request.on);
  const { word, words } = answerInWords(request, vocabulary.predicates[request.ask], answer, strings);
  return [word ? element("span", { class: `answer ${answerKind(answer)}` }, word) : words, " ", numbers(resolved, answer.clauses, site)];
}

/**
 * Return the ruling as plain text, to be sent to somebody.
 * @param {string} situation
 * @returns {string}
 */
export function rulingText(engine, request, answer, site, situation, address) {
  const { strings } = site, { vocabulary } = engine.rules, predicate = vocabulary.predicates[request.ask];
  if (answer.error) return errorWords(strings, answer.error, vocabulary);
  const { resolved } = engine.program(request.text, request.on);
  const { word, words } = answerInWords(request, predicate, answer, strings), along = circumstancesOf(engine, request);
  const below = sidesBelow(engine, request, answer), citations = [...answer.clauses, ...below.flatMap(([, by]) => by)];
  const clauses = citedClauses(resolved, citations, site).map((clause) => `${clause.number} ${clause.words}`);
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
export function answerInWords({ of = [] }, predicate, answer, strings) {
  const isList = of.includes(EVERYBODY) && answer.status === "answered";
  if (!isList) return { word: answerWord(strings, predicate, answer), words: answerWords(strings, predicate, namesOf({ of }, predicate, strings), answer) };
  /** @type {{of: string[], answer: any}[]} */
  const entries = answer.answer, at = of.indexOf(EVERYBODY), isOfOne = of.lastIndexOf(EVERYBODY) === at;
  const isSaid = entries.some((entry) => typeof entry.answer !== "boolean") || !isOfOne;
  const named = (/** @type {string[]} */ names) => namesOf({ of: names }, predicate, strings);
  const holding = isSaid && entries.length ? entries.map((entry) => stated(strings, predicate, named(entry.of), { ...answer, answer: entry.answer })).join("; ")
    : relationWords(predicate, isOfOne ? named(of) : of, entries.map((entry) => named(entry.of)[at]), strings, answer.open.length > 0);
  const open = answer.open.map((entry) => named(entry.of)).map((names) => fillPhrase(strings, predicate.words.holds ?? predicate.words.value, predicate.parameters, names));
  const said = [sentence(holding), ...(open.length ? [sentence(`${strings.not_said} ${open.join("; ")}`)] : [])];
  return { word: "", words: (entries.length ? said : said.reverse()).join(" ") };
}

/**
 * Return in words whom a question is about.
 * @param {{of?: string[]}} request
 * @param {Predicate} predicate
 * @returns {string[]}
 */
export function namesOf({ of = [] }, { parameters }, strings) {
  return of.map((name, n) => (parameters[n]?.sort === "team" && name !== EVERYBODY ? strings.team.replace("{name}", name) : name));
}
