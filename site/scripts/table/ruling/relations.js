/* What a table shows of one player. Which questions these are the vocabulary says: those that drawings of tables show
   between two players ("drawn as …"), asked of the player and, of what players do to one another, about the player. */

import { EVERYBODY } from "../../evaluate/lists.js";
import { fillPhrase, list, stated } from "../words/phrases.js";
import { strings } from "../words/page.js";

/**
 * @typedef {Object} Relation
 * @property {string} id
 * @property {string} drawn How drawings of tables show it.
 * @property {string} ask
 * @property {string[]} of The question, with EVERYBODY for others.
 */

/** @typedef {{relation: Relation, error: RequestError | null, related: Map<string, Answer>, sentences: {words: string, clauses: string[]}[]}} Shown */

/**
 * Return the relations of a player that a rulebook speaks of.
 * @param {string} player
 * @returns {Relation[]}
 */
export function relationsOf(resolved, player) {
  const relations = [];
  for (const [ask, predicate] of Object.entries(resolved.vocabulary.predicates)) {
    const { drawn, parameters } = predicate;
    if (!drawn || !predicate.ask || !predicate.words.holds || parameters.length !== 2 || !resolved.speaksOf(ask)) continue;
    relations.push({ id: ask, drawn, ask, of: [player, EVERYBODY] });
    if (drawn === "arrow") relations.push({ id: `${ask}-by`, drawn, ask, of: [EVERYBODY, player] });
  }
  return relations;
}

/**
 * Return the numbers that a table shows of a player.
 * @returns {string[]} Questions of one player.
 */
export function numbersOf(resolved) {
  return Object.entries(resolved.vocabulary.predicates)
    .filter(([ask, { drawn, parameters }]) => drawn === "reach" && parameters.length === 1 && resolved.speaksOf(ask))
    .map(([ask]) => ask);
}

/**
 * Return the single questions of a relation, by the other player of whom each is asked.
 * @param {Request} request The position.
 * @param {Relation} relation
 * @returns {Map<string, Request>}
 */
export function questionsOf(engine, request, { ask, of }) {
  const { position } = engine.situation({ ...request, ask, of });
  const others = position.table.names.filter((name, n) => !of.includes(name) && position.rings.now.holds(n));
  return new Map(others.map((name) => [name, { ...request, ask, of: of.map((other) => (other === EVERYBODY ? name : other)) }]));
}

/**
 * Ask a relation.
 * @param {Request} request The position.
 * @returns {Shown}
 */
export function askRelation(engine, request, relation) {
  const related = new Map([...questionsOf(engine, request, relation)].map(([name, question]) => [name, engine.ask(question)]));
  const error = [...related.values()].find((answer) => answer.error)?.error ?? null, { predicates } = engine.rules.vocabulary;
  return { relation, error, related, sentences: error ? [] : tell(predicates[relation.ask], relation.of, related) };
}

/**
 * Return a relation in words: for whom it holds, and of whom the rulebook does not say, each with its clauses. Where it
 * is certain of nobody, those of whom it is not said come first, and then that it holds for nobody else.
 * @param {Predicate} predicate
 * @param {string[]} of
 * @param {Map<string, Answer>} related
 * @returns {{words: string, clauses: string[]}[]}
 */
function tell(predicate, of, related) {
  const those = (/** @type {(answer: Answer) => boolean} */ wanted) => [...related].filter(([, answer]) => wanted(answer));
  const holding = those(({ answer }) => answer === true), open = those(({ status }) => status !== "answered");
  const denied = those(({ answer }) => answer === false);
  const sentences = [];
  if (holding.length || denied.length || !related.size) {
    const words = relationWords(predicate, of, holding.map(([name]) => name), open.length > 0);
    sentences.push({ words, clauses: clausesOfAll(holding.length ? holding : denied) });
  }
  if (open.length) {
    const words = relationWords(predicate, of, open.map(([name]) => name));
    sentences.push({ words: `${strings.not_said} ${words}`, clauses: clausesOfAll(open) });
  }
  return holding.length ? sentences : sentences.reverse();
}

/**
 * Return the clauses of some answers, each once.
 * @param {[string, Answer][]} answers
 * @returns {string[]}
 */
function clausesOfAll(answers) {
  return [...new Set(answers.flatMap(([, { clauses }]) => clauses))];
}

/**
 * Return in words for whom a relation holds.
 * @param {Predicate} predicate
 * @param {string[]} of
 * @param {boolean} besides Whether of somebody it is not said.
 * @returns {string}
 */
export function relationWords({ parameters, words }, of, names, besides = false) {
  const { holds, fails, many_hold } = words;
  const fillIn = (/** @type {string} */ phrase, /** @type {string} */ others) =>
    fillPhrase(phrase, parameters, of.map((name) => (name === EVERYBODY ? others : name)));
  const isSubject = holds.startsWith(`${parameters[of.indexOf(EVERYBODY)].letter} `);
  if (!names.length) return fillIn(!isSubject && strings.negates_nobody === "yes" ? fails : holds, strings[besides ? "nobody_else" : "nobody"]);
  const others = list(names);
  if (!isSubject || names.length === 1) return fillIn(holds, others);
  const isKnown = many_hold !== holds || strings.verbs_agree !== "yes";
  return isKnown ? fillIn(many_hold, others) : `${fillIn(holds, "…")}: ${others}`;
}

/**
 * Return in words what a table shows of a player as a number.
 * @returns {{words: string, answer: Answer}}
 */
export function askNumber(engine, request) {
  const answer = engine.ask(request), { predicates } = engine.rules.vocabulary;
  return { answer, words: answer.error ? "" : stated(predicates[request.ask], request.of ?? [], answer) };
}
