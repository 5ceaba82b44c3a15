/* The derivations of the site's engine on a command line: a line {"rules": FILE} reads the parts of the rules in a further
   language, any other is a request; its derivation is a line, a list with the facts in the words of each language. The
   requests are answered by the rules of each language in turn. The arguments are the addresses of the modules engine.js,
   explain.js, derivation.js and fact-words.js. */

import { readFileSync } from "node:fs";

const [{ Engine }, { contradictionsBelow, prove }, { derivation }, { factWords }, { isKnown }] = await Promise.all(process.argv.slice(2).map((name) => import(name)));
const engines = [], answers = [];
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const request = JSON.parse(line);
  if (typeof request?.rules === "string") {
    engines.push(new Engine(JSON.parse(readFileSync(request.rules, "utf8"))));
    continue;
  }
  const engine = engines[answers.length % engines.length];
  const { position: { table } } = engine.prepare(request);
  const told = (steps, vocabulary) => steps.map(({ premises, ...step }) => ({
    ...step,
    premises: premises.map(({ group, steps: below, by }) => ({ words: factWords(group, vocabulary, table), known: isKnown(group), by, steps: told(below, vocabulary) })),
  }));
  const { steps, met, inapplicable } = derivation(prove(engine, request));
  const { status, clauses } = engine.ask(request), isOpen = status === "silent" && !clauses.length;
  const below = (isOpen ? contradictionsBelow(engine, request) : []).map(({ stated, answer }) => [stated.name, stated.args, answer.clauses]);
  answers.push(JSON.stringify(engines.map(({ rules }) => ({ steps: told(steps, rules.vocabulary), met, inapplicable, below }))));
}
process.stdout.write(answers.join("\n"));
