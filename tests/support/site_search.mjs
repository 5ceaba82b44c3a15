/* What the search of the site finds, without a page: node site_search.mjs FOLDER LIBRARY INDEX, queries in, one by one, hits
   out, as JSON; those that stand in where nothing is found say `instead`. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const [folder, library, index] = process.argv.slice(2);
const { Ranking } = await import(`${pathToFileURL(folder)}/ranking.js`);
const { readPosition } = await import(`${pathToFileURL(folder)}/position.js`);
runInThisContext(readFileSync(library, "utf8"));
runInThisContext(readFileSync(index, "utf8"));
const data = globalThis.siteSearchIndex, ranking = new Ranking(data, globalThis.MiniSearch);
for await (const line of createInterface({ input: process.stdin })) {
  const query = JSON.parse(line), table = readPosition(query, data.position, ranking.namedBooks(query));
  const found = [...(table ? [table] : []), ...ranking.find(query)];
  const shown = found.length ? found : ranking.nearest(query, 4).map((hit) => ({ ...hit, instead: true }));
  console.log(JSON.stringify(shown.slice(0, 30)));
}
