// Colours files by a grammar of TextMate with the engine of VS Code: node textmate.mjs MODULES GRAMMAR FILE…
// Prints a JSON list of [start, end, name] for each file, in UTF-16 units.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, grammarPath, ...files] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const oniguruma = require("vscode-oniguruma"), textmate = require("vscode-textmate");
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(grammarPath, "utf8"), grammarPath),
});
const grammar = await registry.loadGrammar("source.emperor-rules");
const all = files.map((file) => {
  const stretches = [];
  let state = textmate.INITIAL, start = 0;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    for (const token of tokens) {
      if (token.scopes.length > 1) stretches.push([start + token.startIndex, start + Math.min(token.endIndex, line.length), token.scopes.at(-1)]);
    }
    state = ruleStack;
    start += line.length + 1;
  }
  return stretches;
});
console.log(JSON.stringify(all));
