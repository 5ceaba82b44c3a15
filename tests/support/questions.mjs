/* The reader of questions on a command line: a line {"parts": FILE} reads the parts of the rules, any other is
   {"question", "request", "preferred"}; what each can mean is a line, or the code for which it is refused. The arguments
   are the addresses of the modules engine.js and reader.js. */

import { readFileSync } from "node:fs";

const [{ Engine }, { Reader }] = await Promise.all(process.argv.slice(2).map((name) => import(name)));
let reader;
const answers = [];
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { parts, question, request, preferred } = JSON.parse(line);
  if (parts) {
    const { questions, ...rules } = JSON.parse(readFileSync(parts, "utf8"));
    reader = new Reader(new Engine(rules), questions);
    continue;
  }
  try {
    answers.push(JSON.stringify(reader.read(question, request, preferred)));
  } catch (error) {
    if (!error.code) throw error;
    answers.push(JSON.stringify({ refused: error.code, details: error.details }));
  }
}
process.stdout.write(answers.join("\n"));
