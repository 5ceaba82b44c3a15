/* What a question in plain words supposes, apart from the table beneath it: it holds as long as the question is asked. */

/**
 * Return the table beneath what a question supposes.
 * @returns {State}
 */
export function beneath(state) {
  return { ...state, ...(state.base ?? {}), base: null };
}

/**
 * Return what a question leaves as it was, once it is read.
 * @param {State} state
 * @returns {Base}
 */
export function baseOf({ seats, on, left, leaving, options, given }) {
  return { seats, on, left, leaving, options, given };
}

/** Return whether a question supposes something that the table beneath it does not have. */
export function supposes(state) {
  const { base } = state;
  return base !== null && JSON.stringify(baseOf(state)) !== JSON.stringify(baseOf({ ...state, ...base }));
}

/**
 * Return the table beneath a question once somebody has changed the table that it supposes: the same change is made there.
 * @returns {Base | null}
 */
export function changedBeneath(state, changed) {
  const { base } = state, { text = state.text, seats = state.seats, on = state.on, options = state.options, given } = changed;
  if (!base || seats !== state.seats) return null;
  if (text !== state.text) return { ...base, on, options }; // of a rulebook's own days and options another one knows nothing
  if (base.seats !== state.seats) return base; // what is changed at another table says nothing of this one
  const after = (/** @type {"left" | "leaving" | "options"} */ key) => {
    const names = changed[key] ?? state[key], added = names.filter((name) => !state[key].includes(name));
    return [...new Set([...base[key].filter((name) => names.includes(name) || !state[key].includes(name)), ...added])].sort();
  };
  const facts = { ...base.given };
  for (const key of given ? Object.keys({ ...state.given, ...given }) : []) {
    if (given?.[key] === state.given[key]) continue;
    if (given?.[key] === undefined) delete facts[key];
    else facts[key] = given[key];
  }
  return { seats: base.seats, on: on === state.on ? base.on : on, left: after("left"), leaving: after("leaving"), options: after("options"), given: facts };
}
