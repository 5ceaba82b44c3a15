/* Why an answer holds: clauses in their words, each with what it rests on. */

import { derivation } from "../../evaluate/derivation.js";
import { prove } from "../../evaluate/explain.js";
import { isKnown } from "../../evaluate/facts.js";
import { element } from "../drawing/dom.js";
import { factWords } from "../words/fact-words.js";
import { citedClauses, clauseLinks } from "./ruling.js";
import { strings } from "../words/page.js";

/**
 * Show why a question is answered as it is.
 * @returns {HTMLElement}
 */
export function reasonsShown(engine, request) {
  const { resolved } = engine.program(request.text, request.on);
  const { position: { table } } = engine.prepare(request);
  const { steps, inapplicable } = derivation(prove(engine, request)), made = element("div", {});
  if (steps.length) made.append(stepList(steps, engine.rules.vocabulary, table, resolved));
  if (inapplicable.length) {
    const heading = steps.length ? strings.neither : strings.inapplicable;
    made.append(element("p", {}, heading, " ", ...clauseLinks(resolved, inapplicable)));
  }
  if (!steps.length && !inapplicable.length) made.append(element("p", {}, strings.no_reason));
  return made;
}

/**
 * Return steps as a list.
 * @param {Step[]} steps
 * @returns {HTMLElement}
 */
function stepList(steps, vocabulary, table, resolved) {
  return element("ul", { class: "steps" }, ...steps.map(({ citation, premises, again, met, missed }) => {
    const [clause] = citedClauses(resolved, [citation]), note = met ? strings.met : missed ? strings.missed : "";
    const below = premises.map(({ group, steps: further, by }) => element("li", { class: isKnown(group) ? null : "unknown" },
      factWords(group, vocabulary, table), ...(by.length ? [" (", ...clauseLinks(resolved, by), ")"] : []),
      further.length ? stepList(further, vocabulary, table, resolved) : null));
    return element("li", {}, ...clauseLinks(resolved, [citation]), clause && !again ? ` ${clause.words}` : "",
      note ? element("i", {}, ` (${note})`) : null, below.length ? element("ul", {}, ...below) : null);
  }));
}
