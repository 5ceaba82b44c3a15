/* Loading what answers the search: for its dialog, when it first opens, and for what shows its hits in a page of its own. */

/**
 * Load what answers, once; where that fails the dialog says so, and the next call tries again.
 * @param {HTMLDialogElement} search
 * @returns {Promise<boolean>} Whether it is there.
 */
export function loadDialog(search) {
  const keeper = /** @type {HTMLDialogElement & {loaded?: Promise<boolean>}} */ (search);
  return (keeper.loaded ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = search.dataset.script ?? "";
    script.onload = () => done(true);
    script.onerror = () => {
      keeper.loaded = undefined;
      const status = search.querySelector("[role=status]");
      if (status) status.textContent = search.dataset.failed ?? "";
      done(false);
    };
    document.head.append(script);
  }));
}

/**
 * Return the first pages that the search has for a question, as links; none where it cannot be loaded.
 * @param {number} most
 * @returns {Promise<HTMLElement[]>}
 */
export async function pagesFor(question, most) {
  const search = /** @type {HTMLDialogElement | null} */ (document.getElementById("search"));
  if (!search || !await loadDialog(search)) return [];
  return new Promise((taken) => search.dispatchEvent(new CustomEvent("pageswanted", { detail: { question, most, taken } })));
}
