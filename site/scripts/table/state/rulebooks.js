/* The rules, fetched when they are first used: as scripts, because a page from a folder may load nothing else. */

import { Engine } from "../../evaluate/engine.js";

/**
 * @typedef {{id: string, title: string, today: boolean, texts: string[], scripts: string[], tables: {words: string, seats: string}[], opening?: string}} Book
 *   A rulebook that can be asked, with all texts that it includes, the scripts that hold them, and the table with which it opens.
 */

export class Rulebooks {
  /**
   * Fetch nothing yet.
   * @param {string} folder The address of the folder of the scripts.
   */
  constructor(folder, books) {
    this.folder = folder;
    this.books = new Map(books.map((book) => [book.id, book]));
    /** @type {Map<string, Promise<void>>} */
    this.scripts = new Map();
    /** @type {Map<string, Engine>} */
    this.engines = new Map();
  }

  /**
   * Return the engine of a rulebook once its rules are there.
   * @returns {Promise<Engine>}
   */
  async engine(id) {
    const book = this.books.get(id);
    if (!book) throw new Error(`no rulebook ${id}`);
    if (!this.isThere(id)) await Promise.all(book.scripts.map((name) => this.script(name)));
    return this.engineNow(id);
  }

  /** Return whether the rules of a rulebook are there; those that the address names the page fetches itself. */
  isThere(id) {
    const parts = /** @type {any} */ (globalThis).emperorRules ?? {}, texts = this.books.get(id)?.texts ?? [];
    return "vocabulary" in parts && texts.every((name) => `text ${name}` in parts);
  }

  /**
   * Return the engine of a rulebook; while its rules are on their way, one that knows the vocabulary, and is not kept.
   * @returns {Engine}
   */
  engineNow(id) {
    let engine = this.engines.get(id);
    if (!engine) {
      const parts = /** @type {any} */ (globalThis).emperorRules;
      const texts = Object.fromEntries((this.books.get(id)?.texts ?? []).map((name) => [name, parts[`text ${name}`]]));
      engine = new Engine({ vocabulary: parts.vocabulary, texts });
      if (this.isThere(id)) this.engines.set(id, engine);
    }
    return engine;
  }

  /**
   * Load a script once; one that failed is tried again.
   * @returns {Promise<void>}
   */
  script(name, address = `${this.folder}/${name}.js`) {
    let loading = this.scripts.get(name);
    if (!loading) {
      loading = new Promise((done, failed) => {
        const script = document.createElement("script");
        script.src = address;
        script.onload = () => done();
        script.onerror = () => {
          this.scripts.delete(name);
          failed(new Error(script.src));
        };
        document.head.append(script);
      });
      this.scripts.set(name, loading);
    }
    return loading;
  }
}
