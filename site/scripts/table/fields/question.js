/* The fields that ask a question: which, from a list by topic, and of whom. */

import { teamOf } from "../../model/seating.js";
import { EVERYBODY } from "../../evaluate/lists.js";
import { lookUp } from "../../model/lookup.js";
import { element, labelled, select } from "../drawing/dom.js";
import { strings } from "../words/page.js";

/** @typedef {{title: string, questions: {ask: string, words: string}[]}} Topic */

/**
 * Return the field with the questions that a rulebook answers.
 * @param {() => State} now The state when a question is chosen.
 * @param {Topic[]} topics
 * @returns {HTMLElement}
 */
export function questionField(now, topics, resolved, names, change) {
  const { predicates } = resolved.vocabulary, { ask } = now();
  const groups = topics.map(({ title, questions }) =>
    ({ label: title, options: questions.filter((one) => resolved.speaksOf(one.ask)).map((one) => [one.ask, one.words]) }));
  const chooser = select({
    name: "ask", change: ({ target }) => change({ ask: target.value, of: peopleOf(now(), lookUp(predicates, target.value), names) }),
  }, [["", strings.choose_question], ...groups.filter((group) => group.options.length)], ask);
  if (chooser.value !== ask && Object.hasOwn(predicates, ask) && predicates[ask].ask) {
    const asked = topics.flatMap(({ questions }) => questions).find((question) => question.ask === ask);
    chooser.append(element("option", { value: ask }, asked?.words ?? ask));
    chooser.value = ask;
  }
  return labelled(strings.question, chooser);
}

/**
 * Return the fields of whom the question is asked.
 * @param {Vocabulary} vocabulary
 * @returns {HTMLElement[]}
 */
export function peopleFields(state, { predicates }, names, change) {
  const predicate = lookUp(predicates, state.ask);
  return (predicate?.parameters ?? []).map(({ sort }, n) => {
    const choices = sort === "team" ? [...new Set(names.map(teamOf))] : names;
    const words = sort === "team" ? strings.some_team : strings[`somebody_${n}`];
    const chosen = state.of[n] ?? "", listed = choices.includes(chosen) ? choices : [chosen, ...choices];
    return labelled(words, select({
      name: `of-${n}`, change: ({ target }) => change({ of: predicate?.parameters.map((_, at) => (at === n ? target.value : state.of[at] ?? choices[0])) }),
    }, listed.map((name) => [name, name === EVERYBODY ? strings.everybody : name]), chosen));
  });
}

/**
 * Return whom a question that is newly asked is about: the player who is chosen first, then others.
 * @param {State} state
 * @param {Predicate | undefined} predicate
 * @returns {string[]}
 */
function peopleOf({ of, left, leaving }, predicate, names) {
  const playing = names.filter((name) => !left.includes(name) && !leaving.includes(name));
  const first = of.find((name) => names.includes(name)), rest = playing.filter((name) => name !== first);
  const home = teamOf(first ?? names[0]), others = [...rest.filter((name) => teamOf(name) !== home), ...rest.filter((name) => teamOf(name) === home)];
  const players = first === undefined ? playing : [first, ...others];
  if (!predicate) return first === undefined ? [] : [first];
  let next = 0;
  return predicate.parameters.map(({ sort }) => (sort === "team" ? home : players[next++] ?? names[0]));
}
