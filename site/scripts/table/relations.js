/* What a table shows of one player. Which questions these are the vocabulary says: those that drawings of tables show
   between two players ("drawn as …"), asked of the player and, of what players do to one another, about the player. */

import { EVERYBODY } from "../engine/lists.js";
import { answerWords, fillPhrase, list, sentence } from "./phrases.js";

/**
 * @typedef {Object} Relation
 * @property {string} id
 * @property {string} ask
 * @property {string[]} of The question, with EVERYBODY for others.
 * @property {string} label
 */

/** @typedef {{relation: Relation, answer: Answer, related: Map<string, Answer>, words: string}} Shown */

/**
 * Return the relations of a player that a rulebook speaks of.
 * @param {ResolvedText} resolved
 * @param {string} player
 * @returns {Relation[]}
 */
export function relationsOf(resolved, player) {
  const relations = [];
  for (const [ask, predicate] of Object.entries(resolved.vocabulary.predicates)) {
    const { drawn, parameters } = predicate;
    if (!drawn || !predicate.ask || parameters.length !== 2 || !resolved.speaksOf(ask)) continue;
    const label = (/** @type {string[]} */ names) => sentence(fillPhrase(/** @type {any} */ (predicate.phrase), parameters, names));
    relations.push({ id: ask, ask, of: [player, EVERYBODY], label: label([player, "…"]) });
    if (drawn === "arrow") relations.push({ id: `${ask}-by`, ask, of: [EVERYBODY, player], label: label(["…", player]) });
  }
  return relations;
}

/**
 * Return the numbers that a table shows of a player.
 * @param {ResolvedText} resolved
 * @returns {string[]} Questions of one player.
 */
export function numbersOf(resolved) {
  return Object.entries(resolved.vocabulary.predicates)
    .filter(([ask, { drawn, parameters }]) => drawn === "reach" && parameters.length === 1 && resolved.speaksOf(ask))
    .map(([ask]) => ask);
}

/**
 * Ask a relation.
 * @param {Engine} engine
 * @param {Request} request The position.
 * @param {Relation} relation
 * @param {Strings} strings
 * @returns {Shown}
 */
export function askRelation(engine, request, relation, strings) {
  const { predicate, position } = engine.situation({ ...request, ask: relation.ask, of: relation.of });
  const at = relation.of.indexOf(EVERYBODY), player = relation.of[1 - at];
  const related = new Map(position.table.names
    .filter((name, n) => name !== player && position.rings.now.holds(n))
    .map((name) => [name, engine.ask({ ...request, ask: relation.ask, of: relation.of.map((of) => (of === EVERYBODY ? name : of)) })]));
  const answers = [...related.values()];
  const names = [...related].filter(([, { answer }]) => answer === true).map(([name]) => name);
  const deciding = answers.filter(({ status, answer }) => status === "answered" && (answer === true || !names.length));
  const error = answers.find((answer) => answer.error);
  const clauses = [...new Set(deciding.flatMap((answer) => answer.clauses))];
  const open = [...related].filter(([, { status }]) => status === "silent" || status === "contradicted").map(([name]) => name);
  const isOpen = !error && open.length === related.size;
  const answer = error ?? { ...answers[0], status: isOpen ? "silent" : "answered", clauses: isOpen ? answers[0]?.clauses ?? [] : clauses };
  return { relation, answer, related, words: isOpen ? strings.silent_nothing : words(predicate, relation.of, names, open, strings) };
}

/**
 * Return a relation in words.
 * @param {Predicate} predicate
 * @param {string[]} of
 * @param {string[]} names Those for whom it holds.
 * @param {string[]} open Those of whom the rulebook does not say.
 * @param {Strings} strings
 * @returns {string}
 */
function words(predicate, of, names, open, strings) {
  const { parameters, phrase, negative } = /** @type {any} */ (predicate);
  const others = names.length ? list(strings, names) : strings.nobody;
  const isObject = of[1] === EVERYBODY;
  const told = !names.length && isObject && strings.negates_nobody === "yes" ? negative : phrase;
  const main = sentence(fillPhrase(told, parameters, of.map((name) => (name === EVERYBODY ? others : name))));
  return open.length ? `${main} ${strings.not_said} ${list(strings, open)}.` : main;
}

/**
 * Return in words what a table shows of a player as a number.
 * @param {Engine} engine
 * @param {Request} request
 * @param {Strings} strings
 * @returns {{words: string, answer: Answer}}
 */
export function askNumber(engine, request, strings) {
  const answer = engine.ask(request), { predicates } = engine.rules.vocabulary;
  return { answer, words: answer.error ? "" : answerWords(strings, predicates[request.ask], request.of ?? [], answer) };
}
