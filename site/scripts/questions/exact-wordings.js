/* Questions in the vocabulary's own words. */

/**
 * Return the question that just these words ask, and their language; null where none does.
 * @param {string} typed As it is typed.
 * @param {Record<string, Predicate>} predicates
 * @param {Record<string, import("./matcher.js").Spoken>} spoken What is exported of each language.
 * @returns {{ask: string, of: string[], language: string} | null}
 */
export function readExactly(typed, predicates, spoken) {
  // somebody's name, or a team's letter behind its noun in any language
  const nouns = Object.values(spoken).map(({ named_team }) => named_team.split(" ").slice(-2)[0]).join("|");
  const called = new RegExp(`\\b(?:([A-Za-z]{1,2}\\d{1,3})|(?:${nouns})\\s+([A-Z]{1,2}|[a-z]))\\b`, "g");
  const words = bare(typed), unnamed = words.replace(called, " ").toLowerCase().split(" ").filter((word) => /^\p{L}+$/u.test(word));
  const longest = unnamed.reduce((best, word) => (word.length > best.length ? word : best), ""), names = [...words.matchAll(called)].map(([, player, team]) => (player ?? team).toUpperCase());
  for (const [language, { asks, fittings, named_team: team }] of Object.entries(spoken)) {
    for (const [ask, written] of Object.entries(asks)) {
      if (!written.toLowerCase().includes(longest)) continue;
      const { parameters } = predicates[ask], left = [...names], of = /** @type {Record<string, string>} */ ({});
      const filled = bare(written).split(" ").map((word) => {
        const letter = word.replace(/[?,.]+$/, ""), { sort } = parameters.find((one) => one.letter === letter) ?? {};
        if (!sort) return word;
        of[letter] ??= left[0] ?? ""; // who is named twice is the same
        left.shift();
        return (sort === "team" ? team.replace("{letter}", of[letter]) : of[letter]) + word.slice(letter.length);
      }).join(" ");
      const said = fittings.reduce((fitting, [pattern, to]) => fitting.replace(new RegExp(pattern, "g"), to), filled);
      if (said.toLowerCase() === words.toLowerCase()) return { ask, of: parameters.map(({ letter }) => of[letter]), language };
    }
  }
  return null;
}

/**
 * Return a question as typed without what may be written otherwise.
 * @param {string} typed As it is typed.
 */
function bare(typed) {
  return typed.replaceAll("’", "'").split(/\s+/).filter(Boolean).join(" ").replace(/[?. ]+$/, "");
}
