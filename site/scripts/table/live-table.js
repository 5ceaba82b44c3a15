/* The live table: it lays a table as the address says, answers what it shows and what is asked, and writes the address
   anew at every change. The rules are read, never known. */

import { RequestError } from "../engine/errors.js";
import { EVERYBODY } from "../engine/lists.js";
import { readTable } from "../engine/seating.js";
import { readAddress, requestOf, writeAddress } from "./address.js";
import { questionFields } from "./asking.js";
import { element } from "./dom.js";
import { otherDays, otherRulebooks, whyNot } from "./elsewhere.js";
import { answerKind, errorWords, fillPhrase, say } from "./phrases.js";
import { reasonsShown } from "./reasons.js";
import { askNumber, askRelation, numbersOf, relationsOf } from "./relations.js";
import { ring } from "./ring.js";
import { Rulebooks } from "./rulebooks.js";
import { numbers, ruling, rulingText } from "./ruling.js";
import { sharing } from "./sharing.js";
import { dateField, givenFields, optionFields, situationWords, tableFields } from "./situation.js";

/** What a player in the game becomes when their seat is tapped again, and so on round. */
const PRESENCES = ["plays", "left", "leaving"];

/** A larger table is no game, and would keep a small processor busy. */
const MOST_PLAYERS = 40;

/** The page while it is shown. */
class LiveTable {
  /**
   * Take the page over.
   * @param {HTMLElement} root
   * @param {any} data What the page brings along.
   */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    /** @type {Strings} */
    this.strings = { ...data.strings, language: document.documentElement.lang };
    this.site = { strings: this.strings, root: data.root, folders: data.folders };
    this.rulebooks = new Rulebooks(data.rules, data.books);
    /** @type {State} */
    this.start = { ...data.start, on: "", left: [], leaving: [], options: [], given: {}, ask: "", of: [] };
    this.state = this.start;
    this.relation = "";
    /** @type {Set<string>} The folded parts that are open. */
    this.unfolded = new Set();
    addEventListener("hashchange", () => this.show(readAddress(location.hash, this.start)));
    this.show(readAddress(location.hash, this.start));
  }

  /**
   * Return a date in words.
   * @param {string} date
   * @returns {string}
   */
  dated(date) {
    const [year, month, day] = date.split("-");
    return say(this.strings, "date_words", {
      day: Number(day) === 1 ? this.strings.first_day : Number(day), month: this.data.months[Number(month) - 1], year,
    });
  }

  /**
   * Change the state: write the address and show what it says.
   * @param {Partial<State>} changed
   */
  change(changed) {
    const state = { ...this.state, ...changed };
    history.replaceState(null, "", writeAddress(state));
    this.show(state);
  }

  /**
   * Show a state once the rules that it needs are there.
   * @param {State} state
   */
  async show(state) {
    this.state = state;
    try {
      if (!this.rulebooks.books.has(state.text)) {
        await this.rulebooks.engine(this.start.text);
        this.refuse(new RequestError("unknown-text", { name: state.text }));
        return;
      }
      if (!this.rulebooks.engines.has(state.text)) {
        const engine = this.rulebooks.engine(state.text);
        this.part("answer", element("p", {}, this.strings.loading));
        await engine;
      }
    } catch {
      this.part("answer", element("p", { class: "live-wrong", role: "alert" }, this.strings.error_loading));
      return;
    }
    if (state !== this.state) return; // another one came meanwhile
    try {
      this.render(state);
    } catch (error) {
      this.refuse(error instanceof RequestError ? error : new RequestError("no-object"));
      if (!(error instanceof RequestError)) throw error; // a fault of ours: the console has it, the reader a sentence
    }
  }

  /**
   * Put content into a part of the page; whoever was in a field there stays in it.
   * @param {string} name
   * @param {(Node | null)[]} content
   */
  part(name, ...content) {
    const part = this.root.querySelector(`[data-part="${name}"]`);
    if (!part) return;
    const active = document.activeElement, inside = part.contains(active);
    const key = inside && active?.getAttribute("name"), player = inside && active?.getAttribute("data-player");
    part.replaceChildren(...content.filter((child) => child !== null));
    if (!key && !player) return;
    const same = [...part.querySelectorAll("[name], [data-player]")].find((field) =>
      (key ? field.getAttribute("name") === key && field.getAttribute("value") === active?.getAttribute("value") || field.getAttribute("name") === key && field.tagName !== "INPUT"
        : field.getAttribute("data-player") === player));
    /** @type {HTMLElement | undefined} */ (same)?.focus();
  }

  /**
   * Say what is wrong with the address, and offer the table at its start.
   * @param {RequestError} error
   */
  refuse(error) {
    const { strings, rulebooks } = this, { vocabulary } = rulebooks.engineNow(this.start.text).rules;
    const again = element("button", { type: "button", class: "live-button", click: () => this.change(this.start) }, strings.start_again);
    ["ring", "moment", "ask", "otherwise", "share"].forEach((name) => this.part(name));
    this.part("table", ...this.tableFields());
    this.part("answer");
    this.part("player", element("p", { class: "live-wrong" }, errorWords(strings, error, vocabulary)), element("p", {}, again));
  }

  /**
   * Return the fields of rulebook and table.
   * @returns {HTMLElement[]}
   */
  tableFields() {
    return tableFields(this.state, [...this.rulebooks.books.values()], this.strings, (changed) => this.change(changed));
  }

  /**
   * Show a state.
   * @param {State} state
   */
  render(state) {
    const { strings, rulebooks } = this, engine = rulebooks.engineNow(state.text), { vocabulary } = engine.rules;
    const request = requestOf(state, vocabulary), { resolved } = engine.program(state.text, request.on);
    const { names } = readTable(state.seats, this.letters(engine));
    if (names.length > MOST_PLAYERS) throw new RequestError("seats-many", { most: MOST_PLAYERS });
    const stranger = [...state.left, ...state.leaving, ...(state.ask ? [] : state.of)].find((name) => !names.includes(name));
    if (stranger !== undefined) throw new RequestError("nobody", { name: stranger, last: names[names.length - 1] });
    const change = (/** @type {Partial<State>} */ changed) => this.change(changed);
    const player = state.of.find((name) => names.includes(name)) ?? "";
    this.part("table", ...this.tableFields());
    this.part("moment", ...this.momentFields(engine, request, names, change));
    const marks = this.showPlayer(engine, request, resolved, player);
    this.part("ring", ring(state, vocabulary, player, marks, this.data.symbols, strings, (name) => this.tapped(name, player)));
    this.part("ask", ...questionFields(state, this.data.topics, resolved, names, strings, change));
    this.showAnswer(engine, request, resolved);
    const shared = () => ({
      address: new URL(writeAddress(this.state), location.href).href,
      text: this.sharedText(engine, request, new URL(writeAddress(this.state), location.href).href),
    });
    this.part("share", sharing(shared, strings));
  }

  /**
   * Return the fields for day, options, and what the questions that the table shows look at.
   * @param {Engine} engine
   * @param {Request} request
   * @param {string[]} names
   * @param {(changed: Partial<State>) => void} change
   * @returns {(HTMLElement | null)[]}
   */
  momentFields(engine, { text, on }, names, change) {
    const { resolved } = engine.program(text, on), { vocabulary } = engine.rules, { state, strings } = this;
    const shown = relationsOf(resolved, "").map(({ ask }) => ask);
    const read = new Set([...shown, ...(state.ask && resolved.speaksOf(state.ask) ? [state.ask] : [])].flatMap((ask) => [...resolved.givensRead(ask)]));
    const keys = Object.keys(vocabulary.givens).filter((key) => read.has(key) || Object.hasOwn(state.given, key));
    return [
      dateField(state, engine.rules.texts[text], strings, (date) => this.dated(date), change),
      ...optionFields(state, resolved, change), ...givenFields(state, vocabulary, keys, names, strings, change),
    ];
  }

  /**
   * Tap a seat: choose its player; a player who is chosen leaves before the turn, then during it, then plays again.
   * @param {string} name
   * @param {string} player The player who is chosen.
   */
  tapped(name, player) {
    if (name !== player) {
      const { state } = this, of = state.ask ? [name, ...state.of.slice(1)] : [name];
      this.change({ of: state.ask && !state.of.length ? [] : of });
      return;
    }
    const { left, leaving } = this.state;
    const presence = left.includes(name) ? "left" : leaving.includes(name) ? "leaving" : "plays";
    this.setPresence(name, PRESENCES[(PRESENCES.indexOf(presence) + 1) % PRESENCES.length]);
  }

  /**
   * Say whether a player plays, left before the turn, or during it.
   * @param {string} name
   * @param {string} presence
   */
  setPresence(name, presence) {
    const others = (/** @type {string[]} */ names) => names.filter((other) => other !== name);
    const { left, leaving } = this.state;
    this.change({
      left: presence === "left" ? [...others(left), name].sort() : others(left),
      leaving: presence === "leaving" ? [...others(leaving), name].sort() : others(leaving),
    });
  }

  /**
   * Show what the chosen player can do, in words.
   * @param {Engine} engine
   * @param {Request} request
   * @param {ResolvedText} resolved
   * @param {string} player
   * @returns {Map<string, {kind: string, words: string}>} What the chosen relation says of each other player.
   */
  showPlayer(engine, request, resolved, player) {
    const { strings, state } = this, marks = new Map();
    if (!player) {
      this.part("player", element("p", {}, strings.tap_player));
      const [someone] = readTable(request.seats, this.letters(engine)).names;
      setTimeout(() => this.relations(engine, request, resolved, someone)); // the first tap will find much of it done
      return marks;
    }
    const presence = state.left.includes(player) ? "left" : state.leaving.includes(player) ? "leaving" : "plays";
    const choices = PRESENCES.map((value) => element("label", { class: "live-box" }, element("input", {
      type: "radio", name: "presence", value, checked: value === presence, change: () => this.setPresence(player, value),
    }), element("span", {}, strings[value])));
    const content = [element("fieldset", { class: "live-presence" }, element("legend", {}, this.named(engine, request.seats, player)), ...choices)];
    if (presence === "plays") {
      const relations = this.relations(engine, request, resolved, player);
      const chosen = relations.find(({ relation }) => relation.id === this.relation) ?? relations.find(({ relation }) => relation.id === this.data.relation) ?? relations[0];
      const told = numbersOf(resolved).map((ask) => {
        const { words, answer } = askNumber(engine, { ...request, ask, of: [player] }, strings);
        return element("li", {}, words, " ", numbers(resolved, answer.clauses, this.site));
      });
      for (const shown of relations) {
        const { relation, error } = shown;
        const button = element("button", {
          type: "button", class: "live-relation", "aria-pressed": String(shown === chosen), "data-relation": relation.id,
          click: () => {
            this.relation = relation.id;
            this.render(this.state);
          },
        }, strings.show_on_ring);
        const sentences = shown.told.flatMap(({ words, clauses }) => [words, " ", numbers(resolved, clauses, this.site), " "]);
        const wrong = error && errorWords(strings, error, engine.rules.vocabulary);
        told.push(element("li", { "data-ask": relation.id }, ...(wrong ? [wrong] : [...sentences, button])));
      }
      content.push(element("ul", { class: "live-said" }, ...told));
      const predicate = chosen && engine.rules.vocabulary.predicates[chosen.relation.ask];
      for (const [name, answer] of chosen?.related ?? []) {
        const of = chosen.relation.of.map((other) => (other === "?" ? name : other)), kind = answerKind(answer);
        const words = fillPhrase(strings, kind === "no" ? predicate.words.fails : predicate.words.holds, predicate.parameters, of);
        marks.set(name, { kind, words: kind === "yes" || kind === "no" ? words : `${words}: ${strings[kind]}` });
      }
    }
    this.part("player", ...content);
    return marks;
  }

  /**
   * Return the letters of all roles.
   * @param {Engine} engine
   * @returns {string}
   */
  letters({ rules }) {
    return Object.values(rules.vocabulary.roles).map(({ letter }) => letter).join("");
  }

  /**
   * Return a player with the name of the role.
   * @param {Engine} engine
   * @param {string} seats
   * @param {string} player
   * @returns {string}
   */
  named(engine, seats, player) {
    const table = readTable(seats, this.letters(engine)), letter = table.roles[table.names.indexOf(player)];
    const role = /** @type {any} */ (Object.values(engine.rules.vocabulary.roles).find((other) => other.letter === letter));
    return `${player}, ${role.words}`;
  }

  /**
   * Ask what the table shows of a player.
   * @param {Engine} engine
   * @param {Request} request
   * @param {ResolvedText} resolved
   * @param {string} player
   * @returns {import("./relations.js").Shown[]}
   */
  relations(engine, request, resolved, player) {
    return relationsOf(resolved, player).map((relation) => askRelation(engine, request, relation, this.strings));
  }

  /**
   * Show the answer to the question, and fold away what would be otherwise.
   * @param {Engine} engine
   * @param {Request} request
   * @param {ResolvedText} resolved
   */
  showAnswer(engine, request, resolved) {
    const { state, strings, site } = this;
    if (!state.ask) {
      this.part("answer");
      this.part("otherwise");
      return;
    }
    const answer = engine.ask(request);
    this.part("answer", ruling(engine, request, answer, site));
    if (answer.error) {
      this.part("otherwise");
      return;
    }
    const folds = [
      request.of?.includes(EVERYBODY) ? null : this.folded("why", strings.why, () => reasonsShown(engine, request, site)),
      this.folded("why-not", strings.why_not, () => whyNot(engine, request, site)),
      this.folded("rulebooks", strings.other_rulebooks, () => otherRulebooks(this.rulebooks, request, site)),
      engine.rules.texts[state.text].editions.length > 1
        ? this.folded("days", strings.other_days, () => otherDays(engine, request, site, (date) => this.dated(date))) : null,
    ];
    this.part("otherwise", ...folds);
  }

  /**
   * Return a part that is worked out when somebody opens it.
   * @param {string} id
   * @param {string} title
   * @param {() => HTMLElement | Promise<HTMLElement>} content
   * @returns {HTMLElement}
   */
  folded(id, title, content) {
    const inside = element("div", {}), made = element("details", { class: "tables", "data-fold": id }, element("summary", {}, title), inside);
    const work = async () => {
      try {
        inside.replaceChildren(await content());
      } catch {
        inside.replaceChildren(this.strings.error_loading);
      }
    };
    if (this.unfolded.has(id)) {
      /** @type {HTMLDetailsElement} */ (made).open = true;
      work();
    }
    made.addEventListener("toggle", () => {
      const isOpen = /** @type {HTMLDetailsElement} */ (made).open;
      if (isOpen && !this.unfolded.has(id)) work();
      if (isOpen) this.unfolded.add(id);
      else this.unfolded.delete(id);
    });
    return made;
  }

  /**
   * Return what is handed on: the ruling, or else the table.
   * @param {Engine} engine
   * @param {Request} request
   * @param {string} address
   * @returns {string}
   */
  sharedText(engine, request, address) {
    const { strings } = this, title = this.rulebooks.books.get(request.text)?.title ?? request.text;
    const situation = `${title}: ${situationWords(this.state, engine.rules.vocabulary, strings)}`;
    if (!request.ask) return `${situation}\n${address}`;
    return rulingText(engine, request, engine.ask(request), this.site, situation, address);
  }
}

const page = document.getElementById("live-root"), brought = document.getElementById("live-data");
if (page && brought) new LiveTable(page, JSON.parse(brought.textContent ?? ""));
