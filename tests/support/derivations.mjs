/* The derivations of the site's engine on a command line: a line {"rules": FILE} reads the parts of the rules in one
   language, any other is a request; each derivation is a line, its facts in words. The arguments are the addresses of the
   modules engine.js, explain.js, derivation.js and fact-words.js. */

import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";

const [{ Engine }, { prove }, { derivation }, { factWords }, { isKnown }] = await Promise.all(process.argv.slice(2).map((name) => import(name)));
let engine;
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (typeof request?.rules === "string") {
    engine = new Engine(JSON.parse(readFileSync(request.rules, "utf8")));
    continue;
  }
  const { position: { table } } = engine.prepare(request), { vocabulary } = engine.rules;
  const told = (steps) => steps.map(({ premises, ...step }) => ({
    ...step,
    premises: premises.map(({ group, steps: below, by }) => ({ words: factWords(group, vocabulary, table), known: isKnown(group), by, steps: told(below) })),
  }));
  const { steps, met, inapplicable } = derivation(prove(engine, request));
  console.log(JSON.stringify({ steps: told(steps), met, inapplicable }));
}
