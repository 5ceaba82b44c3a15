/* Words as they were meant: a word that a language does not know, read as the one known word that it is a slip of. */

/** From so many letters on a word may have one slip, and two. */
const ONE_SLIP = 4, TWO_SLIPS = 7;

/**
 * Return how many letters are missing, too many, others or swapped with their neighbour.
 * @param {string} typed
 * @param {string} meant
 * @returns {number}
 */
function slips(typed, meant) {
  let earlier = /** @type {number[]} */ ([]), before = earlier, row = [...Array(meant.length + 1).keys()];
  for (let at = 1; at <= typed.length; at++) {
    [earlier, before, row] = [before, row, [at]];
    for (let to = 1; to <= meant.length; to++) {
      row.push(Math.min(before[to] + 1, row[to - 1] + 1, before[to - 1] + Number(typed[at - 1] !== meant[to - 1])));
      const isSwapped = at > 1 && to > 1 && typed[at - 1] === meant[to - 2] && typed[at - 2] === meant[to - 1];
      if (isSwapped) row[to] = Math.min(row[to], earlier[to - 2] + 1);
    }
  }
  return row[meant.length];
}

/**
 * Return the one known word that is nearest to a word as typed; empty if none is near, or several are. Of
 * several the one is meant that tells something, if no other does.
 * @param {string} typed
 * @param {Iterable<string>} words
 * @param {(word: string) => boolean} isTelling
 * @returns {string}
 */
export function meantBy(typed, words, isTelling) {
  const most = Number(typed.length >= ONE_SLIP) + Number(typed.length >= TWO_SLIPS);
  /** @type {string[][]} */
  const bySlips = [];
  for (const word of words) {
    if (word[0] !== typed[0] || word.length < ONE_SLIP || Math.abs(word.length - typed.length) > most) continue;
    (bySlips[slips(typed, word)] ??= []).push(word);
  }
  const nearest = bySlips.slice(1, most + 1).find(Boolean) ?? [];
  const telling = nearest.length > 1 ? nearest.filter(isTelling) : nearest;
  return telling.length === 1 ? telling[0] : "";
}
