/* The search of the site: a dialog over the page. All of it is loaded when it is first opened (opener.js), as scripts, so that it
   works on a server, offline and straight from a folder alike. */

import { fold, isNumber, wordsOf } from "./language.js";
import { readPosition } from "./position.js";
import { Ranking } from "./ranking.js";

/** So many hits are shown. */
const MOST = 30;
/** So many hits stand in where nothing is found. */
const NEAREST = 4;
/** After so many hits the live table is offered the query as a question, if it has so many words. */
const BEFORE_ASKING = 3, SENTENCE = 3;
/** An excerpt has so many characters. */
const EXCERPT = 260;

/** The dialog with what it searches. */
class SearchDialog {
  /**
   * @param {HTMLDialogElement} dialog
   */
  constructor(dialog) {
    this.dialog = dialog;
    this.box = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
    this.list = /** @type {HTMLElement} */ (dialog.querySelector("ol"));
    this.status = /** @type {HTMLElement} */ (dialog.querySelector("[role=status]"));
    this.said = dialog.dataset;
    this.base = new URL(this.said.base ?? "", location.href);
    this.asking = 0;
    /** @type {Promise<Ranking> | undefined} */
    this.ranking = undefined;
  }

  /**
   * Return what is searched, loaded when it is first asked for.
   * @returns {Promise<Ranking>}
   */
  load() {
    this.ranking ??= Promise.all([this.said.library, this.said.index].map(loadScript)).then(
      () => new Ranking(globalThis.siteSearchIndex, globalThis.MiniSearch),
    );
    this.ranking.catch(() => { this.ranking = undefined; });
    return this.ranking;
  }

  /** Show what the box asks for. */
  async answer() {
    const mine = ++this.asking;
    try {
      const ranking = await this.load();
      if (mine === this.asking) this.show(ranking, this.box.value);
    } catch {
      this.status.textContent = this.said.failed ?? "";
    }
    this.said.answered = this.box.value;
  }

  /**
   * Show what a query finds.
   * @param {Ranking} ranking
   */
  show(ranking, query) {
    const { position, offered, live, ask } = globalThis.siteSearchIndex, table = readPosition(query, position, ranking.namedBooks(query)), isAsked = query.trim() !== "";
    const pages = [...(table ? [table] : []), ...ranking.find(query)];
    const typed = isSentence(query) ? [{ ...ask, url: ask.url + encodeURIComponent(query.trim()), title: ask.title.replace("#", query.trim()) }] : [];
    const hits = pages.length
      ? [...pages.slice(0, BEFORE_ASKING), ...typed, ...pages.slice(BEFORE_ASKING, MOST)]
      : [...(isAsked ? ranking.nearest(query, NEAREST) : []), ...(typed.length ? typed : [live]), ...ranking.at(offered)];
    const said = new Set();
    this.list.replaceChildren(...hits.map((hit) => {
      const isSaid = said.has(hit.text); // a sentence that stands there already
      said.add(hit.text);
      return element("li", "", this.link(ranking, isSaid ? { ...hit, text: "" } : hit, query));
    }));
    this.list.scrollTop = 0;
    const { one, many, most, none, offered: often } = this.said;
    const count = !pages.length ? none : pages.length === 1 ? one : (pages.length > MOST ? most : many)?.replace("#", `${Math.min(pages.length, MOST)}`);
    this.status.textContent = (isAsked ? count : often) ?? "";
  }

  /**
   * Return a hit as the list shows it.
   * @param {Ranking} ranking
   * @param {Entry} hit
   * @returns {HTMLElement}
   */
  link(ranking, hit, query) {
    const terms = new Set(hit.terms), asked = wordsOf(query);
    const isFound = (word) => wordsOf(word).flatMap((one) => ranking.language.termsOf(one)).some((term) => terms.has(term));
    const link = /** @type {HTMLAnchorElement} */ (element("a", "", element("b", "", ...marked(hit.title, isFound))));
    link.href = new URL(hit.url, this.base).href;
    const former = (hit.former ?? []).filter((number) => asked.some((word) => `.${fold(number)}`.endsWith(`.${word}`)));
    if (hit.mark) link.append(element("span", "mark", hit.mark));
    if (hit.under) link.append(element("span", "under", hit.under));
    if (former.length) link.append(element("span", "former", `${this.said.former} ${former.join(", ")}`));
    if (hit.text) link.append(element("span", "text", ...marked(excerpt(hit.text, isFound), isFound)));
    return link;
  }

  /**
   * Keep the query in the history, or forget it: whoever comes back from a hit finds the list again.
   * @param {string} query Empty to forget it.
   */
  keep(query) {
    const { query: _, ...rest } = history.state ?? {};
    history.replaceState(query ? { ...rest, query } : rest, "");
  }

  /**
   * Hand on the first pages for a question, as the list shows them; none where the index cannot be loaded.
   * @param {{question: string, most: number, taken: (links: HTMLElement[]) => void}} wanted
   */
  async hand({ question, most, taken }) {
    const ranking = await this.load().catch(() => null);
    taken(ranking ? ranking.find(question).slice(0, most).map((hit) => this.link(ranking, hit, question)) : []);
  }

  /** Close the dialog, for a reader who wants no more of it. */
  close() {
    this.keep("");
    this.dialog.close();
  }

  /**
   * Return the links that are shown.
   * @returns {HTMLElement[]}
   */
  links() {
    return [...this.list.querySelectorAll("a")];
  }

  /** Follow what the reader does in the dialog. */
  listen() {
    this.box.addEventListener("input", () => this.answer());
    this.dialog.addEventListener("asked", () => this.answer());
    this.dialog.addEventListener("pageswanted", (event) => this.hand(/** @type {CustomEvent} */ (event).detail));
    this.dialog.querySelector("form")?.addEventListener("submit", async (event) => {
      event.preventDefault();
      this.show(await this.load(), this.box.value);
      this.links()[0]?.click();
    });
    this.dialog.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target === this.dialog || target.closest("[data-closes]")) this.close();
      if (!target.closest("ol a")) return;
      this.keep(this.box.value);
      this.dialog.close();
    });
    this.dialog.addEventListener("keydown", (event) => this.press(event));
  }

  /**
   * Follow a key: Escape closes, arrows walk through the hits.
   * @param {KeyboardEvent} event
   */
  press(event) {
    event.stopPropagation(); // the theme's own shortcuts
    if (event.key === "Escape") { // which would only empty the box
      event.preventDefault();
      this.close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [this.box, ...this.links()];
    const now = all.indexOf(/** @type {any} */ (document.activeElement));
    all[Math.min(Math.max(now + step, 0), all.length - 1)].focus();
  }
}

/** Return whether a query may be a question in plain words. */
function isSentence(query) {
  return wordsOf(query).length >= SENTENCE && !wordsOf(query).some(isNumber);
}

/**
 * Load a script; it fails where the script cannot be loaded.
 * @param {string | undefined} address
 * @returns {Promise<void>}
 */
function loadScript(address) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address ?? "";
    script.onload = () => done();
    script.onerror = failed;
    document.head.append(script);
  });
}

/**
 * Make an element.
 * @param {string} kind Its class.
 * @param {...(string | Node)} content
 * @returns {HTMLElement}
 */
function element(name, kind, ...content) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...content);
  return made;
}

/**
 * Return a text with the words found in it marked; the number of a rule is one word.
 * @param {(word: string) => boolean} isFound
 * @returns {(string | Node)[]}
 */
function marked(text, isFound) {
  return text.split(/((?:\p{N}+\.)*[\p{L}\p{N}]+)/u).map((piece, at) => (at % 2 && isFound(piece) ? element("mark", "", piece) : piece));
}

/**
 * Return the part of a text that begins with the sentence in which most words were found.
 * @param {(word: string) => boolean} isFound
 * @returns {string}
 */
function excerpt(text, isFound) {
  const sentences = text.match(/.+?(?:[.!?:](?=\s|$)|$)\s*/gs) ?? [text];
  const counts = sentences.map((sentence) => new Set((sentence.match(/[\p{L}\p{N}]+/gu) ?? []).filter(isFound).map((word) => fold(word))).size);
  const best = counts.indexOf(Math.max(...counts)), from = text.length <= EXCERPT ? 0 : sentences.slice(0, best).join("").length;
  return (from ? "… " : "") + text.slice(from, from + EXCERPT).trim() + (text.length > from + EXCERPT ? "…" : "");
}

const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("search"));
if (dialog) {
  new SearchDialog(dialog).listen();
}
