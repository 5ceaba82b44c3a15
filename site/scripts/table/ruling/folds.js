/* Folded parts below an answer. What is in one is worked out when somebody opens it, and anew where it stays open while
   the answer changes. */

import { element } from "../drawing/dom.js";

/**
 * @typedef {Object} Fold
 * @property {string} id
 * @property {string} title
 * @property {() => HTMLElement | Promise<HTMLElement>} content
 * @property {boolean} [isWanted] Whether the answer leaves open what stands there, so that it is shown at once.
 */

export class Folds {
  /**
   * Show nothing yet.
   * @param {HTMLElement} part Where they stand.
   * @param {string} failed What is said where the rules for one cannot be fetched.
   */
  constructor(part, failed) {
    this.part = part;
    this.failed = failed;
    /** @type {Map<string, FoldedPart>} */
    this.parts = new Map();
    this.shown = "";
  }

  /**
   * Show folds; those that were there already stay, and stay open. Where there are none, the last ones stay unseen, since mostly they come back.
   * @param {Fold[]} folds
   * @returns {Piece[]} What is left to do: to work out those that are open.
   */
  show(folds) {
    const ids = folds.map(({ id }) => id).join();
    for (const { id, title } of folds) if (!this.parts.has(id)) this.parts.set(id, new FoldedPart(id, title, this.failed));
    this.part.toggleAttribute("data-offscreen", !ids);
    if (ids && ids !== this.shown) {
      this.part.replaceChildren(...folds.flatMap(({ id }) => this.parts.get(id)?.made ?? []));
      this.shown = ids;
    }
    return folds.flatMap(({ id, content, isWanted = false }) => this.parts.get(id)?.take(content, isWanted) ?? []);
  }
}

class FoldedPart {
  /**
   * Make a part that is folded.
   * @param {string} title
   * @param {string} failed
   */
  constructor(id, title, failed) {
    this.failed = failed;
    this.inside = element("div", {});
    /** @type {Fold["content"] | null} */
    this.content = null;
    this.isDone = false;
    this.isWanted = false;
    this.wasOpen = false;
    this.made = element("details", { class: "tables", "data-fold": id, toggle: () => this.isOpen && this.fill() }, element("summary", {}, title), this.inside);
  }

  /** Return whether it is open. */
  get isOpen() {
    return /** @type {HTMLDetailsElement} */ (this.made).open;
  }

  /**
   * Take other content; until it is worked out, what was there cannot be read.
   * @param {Fold["content"]} content
   * @param {boolean} isWanted Whether it is to be opened; once it is not wanted, it is as it was before.
   * @returns {Piece[]} What is left to do.
   */
  take(content, isWanted) {
    if (isWanted && !this.isWanted) this.wasOpen = this.isOpen;
    if (isWanted !== this.isWanted) this.made.toggleAttribute("open", isWanted || this.wasOpen);
    this.isWanted = isWanted;
    this.content = content;
    this.isDone = false;
    this.inside.classList.add("live-waiting");
    return this.isOpen ? [() => void this.fill()] : [];
  }

  /** Work the content out, unless that is done. */
  async fill() {
    const { content } = this;
    if (!content || this.isDone) return;
    this.isDone = true;
    /** @type {Node | string} */
    let shown;
    try {
      shown = await content();
    } catch {
      shown = this.failed;
    }
    if (this.content !== content) return; // another answer came meanwhile
    this.inside.replaceChildren(shown);
    this.inside.classList.remove("live-waiting");
  }
}
