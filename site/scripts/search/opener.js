/* What every page has of the search: the dialog opens at once, by its buttons, “/”, Ctrl+K, a query in the address, what another
   script asks for, and for a reader who comes back from a hit. What answers is loaded when it first opens (dialog.js). */

import { loadDialog } from "../table/state/site-search.js";

const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("search"));

/**
 * Open the dialog.
 * @param {HTMLDialogElement} search
 * @param {string} query What is asked for at once; empty for what stands in the box.
 */
function openSearch(search, query = "") {
  const box = /** @type {HTMLInputElement} */ (search.querySelector("input"));
  if (!search.open) search.showModal();
  if (query) box.value = query;
  box.focus();
  box.select();
  loadDialog(search).then((isThere) => isThere && search.dispatchEvent(new Event("asked")));
}

/**
 * Open the dialog from the page.
 * @param {HTMLDialogElement} search
 */
function followPage(search) {
  const takeRequest = () => { // which another script may have left before this one ran
    const { searched } = document.documentElement.dataset;
    delete document.documentElement.dataset.searched;
    if (searched) openSearch(search, searched);
    return searched;
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const writes = target.closest?.("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
    const asks = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if ((asks && !writes) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      openSearch(search);
    }
  });
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-opens=search]"))) {
    button.hidden = false;
    button.addEventListener("click", () => openSearch(search));
  }
  addEventListener("searchrequest", takeRequest);
  const resume = () => { if (history.state?.query) openSearch(search, history.state.query); };
  const given = new URLSearchParams(location.search).get("q");
  if (given) openSearch(search, given);
  else if (!takeRequest()) resume();
  addEventListener("pageshow", ({ persisted }) => { if (persisted) resume(); });
}

if (dialog) followPage(dialog);
