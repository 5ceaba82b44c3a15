/* The engine from a command line, for programs and for tests: `node answers.js RULES` reads a question a line, as JSON,
   and writes its answer, as `emperor ask --batch` does. */

import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { Engine } from "./engine.js";

const engine = new Engine(JSON.parse(readFileSync(process.argv[2], "utf8")));
for await (const line of createInterface({ input: process.stdin })) {
  const { claims, error, ...answer } = engine.ask(JSON.parse(line));
  console.log(JSON.stringify(error ? { ...answer, message: error.message } : answer));
}
