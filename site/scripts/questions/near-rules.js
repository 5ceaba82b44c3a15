/* The rules that a question may be about by its words, where it is not understood. */

import { BREAK, isNumber } from "./language.js";
import { isMention } from "./mentions.js";

/** @typedef {{byClause: Map<string, number>[], weight: Map<string, number>}} Weighed What each word counts for each clause, and how much each tells clauses apart. */

/** @type {WeakMap<any, Map<any, Weighed>>} */
const kept = new WeakMap();

/**
 * Return the citations of the clauses that share most with a question, rare words counting more; none where little is shared.
 * @param {any} resolved The text that is asked.
 * @param {any} patterns Those of the language of the question.
 * @param {Token[]} tokens The words of the question.
 * @returns {string[]}
 */
export function nearRules(resolved, patterns, tokens) {
  const { most, own_text: ownText, share, least } = patterns.language.table.near_rules;
  const { byClause, weight } = weighed(resolved, patterns), words = [...new Set(wordsIn(tokens, patterns.language))];
  const scores = byClause.map((counts, index) => {
    const common = words.reduce((sum, word) => sum + (weight.get(word) ?? 0) * (counts.get(word) ?? 0), 0);
    return { clause: resolved.clauses[index], score: common * (resolved.clauses[index].text === resolved.id ? ownText : 1) };
  });
  const enough = Math.max(least, share * Math.max(0, ...scores.map(({ score }) => score)));
  scores.sort((one, other) => other.score - one.score);
  return [...new Set(scores.filter(({ score }) => score >= enough).map(({ clause }) => clause.citation))].slice(0, most);
}

/**
 * Return what each word counts for a clause: of its own, and by its share in the phrasings of what it decides.
 * @param {any} patterns Those of a language.
 * @returns {Weighed}
 */
function weighed(resolved, patterns) {
  let byLanguage = kept.get(resolved);
  if (!byLanguage) kept.set(resolved, (byLanguage = new Map()));
  const earlier = byLanguage.get(patterns);
  if (earlier) return earlier;
  const { language, nouns, ownWords } = patterns, { word_of_rule: wordOfRule, people, length } = language.table.near_rules, asks = resolved.clauses.map(() => new Set());
  for (const { clause, predicate } of resolved.rules) if (ownWords.has(predicate)) asks[clause].add(predicate);
  const spread = new Map();
  /** @type {Map<string, number>[]} */
  const byClause = resolved.clauses.map(({ words }, index) => {
    const counts = new Map(wordsIn(language.shortened(nouns.find(language.words(words))), language).map((word) => [word, wordOfRule]));
    for (const ask of asks[index]) {
      const own = ownWords.get(ask), most = Math.max(...own.values());
      for (const [word, count] of own) counts.set(word, Math.max(counts.get(word) ?? 0, Math.sqrt(count / most)));
    }
    for (const [word, count] of counts) spread.set(word, (spread.get(word) ?? 0) + count);
    return counts;
  });
  const weight = new Map([...spread].map(([word, count]) => [word, (word.startsWith("@") ? people : 1) * Math.log(1 + byClause.length / count)]));
  const sum = (/** @type {Iterable<number>} */ numbers) => [...numbers].reduce((all, number) => all + number, 0);
  const lengths = byClause.map((counts) => sum(counts.values())), mean = sum(lengths) / lengths.length;
  byClause.forEach((counts, index) => {
    const less = 1 + length * (lengths[index] / mean - 1);
    for (const [word, count] of counts) counts.set(word, count / less);
  });
  byLanguage.set(patterns, { byClause, weight });
  return { byClause, weight };
}

/**
 * Return what words tell of a rule: those that are read, but for what opens a clause, and of people their roles.
 * @param {import("./language.js").Language} language
 * @returns {string[]}
 */
function wordsIn(tokens, { opens }) {
  return tokens.flatMap(({ value }) => {
    if (isMention(value)) return [...value.roles.map((role) => `@${role}`), ...(value.side ? [`@${value.side === "own" ? "own" : "foreign"}`] : []), ...(value.team ? ["@"] : [])];
    return value === BREAK || value.length < 2 || isNumber(value) || opens.has(value) ? [] : [value];
  });
}
