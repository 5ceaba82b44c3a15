/* The engine of the site on a command line: a line {"rules": FILE} reads a document, any other is a request; each answer
   is a line, as of `emperor ask --batch` but for the message. The first argument is the address of the engine's module. */

import { readFileSync } from "node:fs";

const { Engine } = await import(process.argv[2]);
let engine;
const answers = [];
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const request = JSON.parse(line);
  if (typeof request?.rules === "string") {
    engine = new Engine(JSON.parse(readFileSync(request.rules, "utf8")));
  } else {
    const { status, answer, clauses, overridden, ignored, open, arises } = engine.ask(request);
    const further = Object.entries({ ignored, open }).filter(([, names]) => names.length);
    answers.push(JSON.stringify({ status, answer, clauses, overridden, ...(arises ? {} : { arises }), ...Object.fromEntries(further) }));
  }
}
process.stdout.write(answers.join("\n"));
