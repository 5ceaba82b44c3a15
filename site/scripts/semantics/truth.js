/* Truth in three values (strong Kleene logic) and what is behind it. A fact that clauses decide can be contradicted as
   well; whatever reads such a fact takes it for unknown.

   The reasons of a value are a set of bits in one big integer: a bit for each clause, one for each given fact that was
   needed and is missing, and beyond these one for each fact of a circle that is still open. */

export const FALSE = 0, TRUE = 1, UNKNOWN = 2, CONTRADICTED = 3;

/**
 * @typedef {Object} Judged A value with what is behind it.
 * @property {any} value A truth, or the value of a term (`null`: unknown).
 * @property {bigint} why The reasons: of what is true or false, those of every part that decides it alike; of what is
 *   unknown, those that leave its unknown parts open.
 */

/** @type {Judged} */
export const YES = { value: TRUE, why: 0n };
/** @type {Judged} */
export const NO = { value: FALSE, why: 0n };
/** @type {Judged} */
export const OPEN_WITHOUT_REASON = { value: UNKNOWN, why: 0n };
/** @type {Judged} */
export const NO_VALUE = { value: null, why: 0n };

/** What a truth turns into under *not*. */
const NEGATION = [TRUE, FALSE, UNKNOWN];

/**
 * Return the plain judgement of a test that rests on no clause.
 * @param {boolean} holds
 * @returns {Judged}
 */
export function plainly(holds) {
  return holds ? YES : NO;
}

/**
 * Return the judgement of the negation.
 * @param {Judged} judged
 * @returns {Judged}
 */
export function negated(judged) {
  if (judged === YES) return NO;
  return judged === NO ? YES : { value: NEGATION[judged.value], why: judged.why };
}

/**
 * Join parts, one of which decides when its truth is `decisive`: FALSE for a conjunction, TRUE for a disjunction.
 * @param {(() => Judged)[]} parts The parts, those without reasons first.
 * @param {number} decisive
 * @param {boolean} allReasons Whether the reasons of every decisive part are wanted; otherwise the first one ends it.
 * @returns {Judged}
 */
export function joined(parts, decisive, allReasons) {
  const opposite = NEGATION[decisive];
  let isDecided = false, isOpen = false;
  let deciding = 0n, open = 0n, others = 0n;
  for (const part of parts) {
    const { value, why } = part();
    if (value === decisive) {
      if (!allReasons) return plainly(decisive === TRUE);
      isDecided = true;
      deciding |= why;
    } else if (value === opposite) {
      others |= why;
    } else {
      isOpen = true;
      open |= why;
    }
  }
  if (isDecided) return { value: decisive, why: deciding };
  if (isOpen) return { value: UNKNOWN, why: open };
  return others ? { value: opposite, why: others } : plainly(opposite === TRUE);
}

/**
 * Conjoin a member's filter, which does not exclude it, and what is asked of it.
 * @param {Judged} included
 * @param {Judged} asked
 * @returns {Judged}
 */
export function included(included, asked) {
  if (asked.value === FALSE || included === YES) return asked;
  if (included.value === TRUE && asked.value === TRUE) return { value: TRUE, why: included.why | asked.why };
  return { value: UNKNOWN, why: (included.value === UNKNOWN ? included.why : 0n) | (asked.value === UNKNOWN ? asked.why : 0n) };
}
