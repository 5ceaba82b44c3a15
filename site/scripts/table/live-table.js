/* The live table: it lays a table as the address says, answers what it shows and what is asked, and writes the address
   anew at every change. The rules are read, never known. */

import { RequestError } from "../engine/errors.js";
import { EVERYBODY } from "../engine/lists.js";
import { readTable } from "../engine/seating.js";
import { questionOf, readAddress, requestOf, writeAddress } from "./address.js";
import { peopleFields, questionField } from "./asking.js";
import { element } from "./dom.js";
import { otherDays, otherRulebooks, whyNot } from "./elsewhere.js";
import { Folds } from "./folds.js";
import { Later } from "./later.js";
import { errorWords, say } from "./phrases.js";
import { PlainQuestions } from "./plain.js";
import { PRESENCES, PlayerPart } from "./player.js";
import { reasonsShown } from "./reasons.js";
import { questionsOf, relationsOf } from "./relations.js";
import { SeatRing } from "./ring.js";
import { Rulebooks } from "./rulebooks.js";
import { ruling, rulingText } from "./ruling.js";
import { sharing } from "./sharing.js";
import { dateField, givenFields, optionFields, situationWords, tableFields } from "./situation.js";

/** A larger table is no game, and would keep a small processor busy. */
const MOST_PLAYERS = 40;
/** So often a player is shown before the first one is tapped. */
const REHEARSALS = 3;

/** The page while it is shown. */
class LiveTable {
  /**
   * Take the page over.
   * @param {HTMLElement} root
   * @param {any} data What the page brings along.
   * @param {string} beside The address of this script, beside which others lie.
   */
  constructor(root, data, beside) {
    this.root = root;
    this.data = data;
    /** @type {Strings} */
    this.strings = { ...data.strings, language: document.documentElement.lang };
    this.site = { strings: this.strings, root: data.root, folders: data.folders };
    this.rulebooks = new Rulebooks(data.rules, data.books);
    /** @type {State} */
    this.start = { ...data.start, on: "", left: [], leaving: [], options: [], given: {}, ask: "", of: [] };
    this.state = this.start;
    this.chosen = "";
    /** @type {Map<string, string>} What the content of each part depends on. */
    this.made = new Map();
    this.later = new Later();
    this.isWritten = true;
    this.ring = new SeatRing(data.symbols, this.strings, (name) => this.tapped(name));
    this.folds = new Folds(this.found("otherwise"), this.strings.error_loading);
    this.player = new PlayerPart(this.found("player"), data.relation, this.site,
      (presence) => this.setPresence(this.chosen, presence), (marks) => this.ring.mark((name) => this.presence(name), this.chosen, marks));
    this.isRehearsed = false;
    this.plain = new PlainQuestions(this.rulebooks, new URL(data.reader, beside).href, this.site, () => this.state, (changed) => this.change(changed));
    this.moment = root.querySelector("[data-moment]");
    this.moment?.addEventListener("toggle", () => this.showMoment());
    addEventListener("hashchange", () => this.open());
    addEventListener("pagehide", () => this.write());
    this.open();
  }

  /** Show what the address says; a question in plain words that it brings along is asked. */
  async open() {
    this.plain.clear();
    await this.show(readAddress(location.hash, this.start));
    const question = questionOf(location.hash);
    if (!question || !this.rulebooks.engines.has(this.state.text)) return;
    this.plain.field.value = question;
    this.plain.ask(question);
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
   * Change the state, and show it; the address follows.
   * @param {Partial<State>} changed
   */
  change(changed) {
    this.plain.clear();
    this.isWritten = false;
    this.show({ ...this.state, ...changed });
  }

  /** Write the address of the state, unless it is there. The browser does more then than an answer should wait for. */
  write() {
    if (!this.isWritten) history.replaceState(null, "", writeAddress(this.state));
    this.isWritten = true;
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
      if (!this.rulebooks.isThere(state.text)) {
        const engine = this.rulebooks.engine(state.text);
        this.part("answer", "loading", () => [element("p", {}, this.strings.loading)]);
        await engine;
      }
    } catch {
      this.part("answer", "failed", () => [element("p", { class: "live-wrong", role: "alert" }, this.strings.error_loading)]);
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
   * Return a part of the page.
   * @param {string} name
   * @returns {HTMLElement}
   */
  found(name) {
    const part = this.root.querySelector(`[data-part="${name}"]`);
    if (!part) throw new Error(`no part ${name}`);
    return /** @type {HTMLElement} */ (part);
  }

  /**
   * Put content into a part of the page, unless what it depends on is as it was; whoever was in a field there stays in it.
   * @param {string} name
   * @param {any} depends
   * @param {() => (Node | null)[]} content
   */
  part(name, depends, content) {
    const key = JSON.stringify(depends);
    if (this.made.get(name) === key) return;
    this.made.set(name, key);
    const part = this.found(name), active = document.activeElement, field = part.contains(active) && active?.getAttribute("name");
    const value = active?.getAttribute("value");
    part.replaceChildren(...content().filter((child) => child !== null));
    if (!field) return;
    const alike = [...part.querySelectorAll("[name]")].filter((other) => other.getAttribute("name") === field);
    const same = alike.find((other) => other.tagName !== "INPUT" || other.getAttribute("value") === value);
    /** @type {HTMLElement | undefined} */ (same)?.focus();
  }

  /**
   * Say what is wrong with the address, and offer the table at its start.
   * @param {RequestError} error
   */
  refuse(error) {
    const { strings, rulebooks } = this, { vocabulary } = rulebooks.engineNow(this.start.text).rules;
    const again = element("button", { type: "button", class: "live-button", click: () => this.change(this.start) }, strings.start_again);
    this.write();
    this.later.replace([]);
    for (const name of ["ring", "moment", "plain", "ask", "of", "share", "answer"]) this.part(name, null, () => []);
    this.folds.show([]);
    this.showTable();
    this.player.replace(element("p", { class: "live-wrong" }, errorWords(strings, error, vocabulary)), element("p", {}, again));
  }

  /** Show the fields of rulebook and table. */
  showTable() {
    const { text, seats } = this.state;
    this.part("table", [text, seats], () =>
      tableFields(this.state, [...this.rulebooks.books.values()], this.strings, (changed) => this.change(changed)));
  }

  /**
   * Show a state: at once what is asked of it and who is chosen, all else when that is drawn.
   * @param {State} state
   */
  render(state) {
    const { strings, rulebooks, data } = this, engine = rulebooks.engineNow(state.text), { vocabulary } = engine.rules;
    const request = requestOf(state, vocabulary), { resolved } = engine.program(state.text, request.on);
    const { names, roles } = readTable(state.seats, this.letters(engine));
    if (names.length > MOST_PLAYERS) throw new RequestError("seats-many", { most: MOST_PLAYERS });
    const stranger = [...state.left, ...state.leaving, ...(state.ask ? [] : state.of)].find((name) => !names.includes(name));
    if (stranger !== undefined) throw new RequestError("nobody", { name: stranger, last: names[names.length - 1] });
    const change = (/** @type {Partial<State>} */ changed) => this.change(changed);
    const player = this.chosen = state.of.find((name) => names.includes(name)) ?? "";
    this.showTable();
    this.part("ring", state.seats, () => [this.ring.draw(state.seats, vocabulary)]);
    const open = this.showAnswer(engine, request);
    const others = player ? this.showPlayer(engine, request, resolved, `${player}, ${this.role(engine, roles[names.indexOf(player)])}`) : [];
    if (!player) {
      this.ring.mark((name) => this.presence(name), "", new Map());
      this.player.replace(element("p", {}, strings.tap_player));
    }
    const { text, on, seats, ask, of } = state;
    this.later.replace([
      () => this.write(),
      ...others,
      () => this.part("ask", [text, on, seats, ask], () => [questionField(() => this.state, data.topics, resolved, names, strings, change)]),
      () => this.part("of", ask && [seats, ask, of], () => peopleFields(state, vocabulary, names, strings, change)),
      () => this.part("plain", "shown", () => [this.plain.made, this.plain.reply]),
      () => this.part("share", "shown", () => [sharing(() => this.shared(), strings)]),
      () => this.showMoment(),
      ...open,
      ...this.likelyNext(engine, request, resolved, names.filter((name) => name !== player && this.presence(name) === "plays")),
      ...this.rehearsals(engine, request, resolved, names),
    ]);
  }

  /**
   * Return whether a player plays, left before the turn, or during it.
   * @param {string} name
   * @returns {string}
   */
  presence(name) {
    return this.state.left.includes(name) ? "left" : this.state.leaving.includes(name) ? "leaving" : "plays";
  }

  /**
   * Show the chosen player.
   * @param {Engine} engine
   * @param {Request} request
   * @param {ResolvedText} resolved
   * @param {string} title
   * @returns {(() => void)[]} What is left to do.
   */
  showPlayer(engine, request, resolved, title) {
    return this.player.show({ engine, request, resolved, player: this.chosen, title, presence: this.presence(this.chosen) });
  }

  /**
   * Return what a tap on somebody else would have to ask, question by question, and say: done once, it is done quickly.
   * @param {Engine} engine
   * @param {Request} request
   * @param {ResolvedText} resolved
   * @param {string[]} names
   * @returns {(() => void)[]}
   */
  likelyNext(engine, request, resolved, names) {
    const shown = this.player.relation || this.data.relation;
    const relations = names.flatMap((name) => relationsOf(resolved, name).filter(({ id }) => id === shown));
    return relations.flatMap((relation) => [
      ...[...questionsOf(engine, request, relation).values()].map((question) => () => void engine.ask(question)),
      () => void this.player.sentence(engine, request, resolved, relation),
    ]);
  }

  /**
   * Return what shows a few players where nobody sees it, before the first seat is tapped: what a browser has run some times
   * it runs quickly.
   * @param {Engine} engine
   * @param {Request} request
   * @param {ResolvedText} resolved
   * @param {string[]} names
   * @returns {(() => void)[]}
   */
  rehearsals(engine, request, resolved, names) {
    if (this.isRehearsed || this.chosen) return [];
    this.isRehearsed = true;
    const part = new PlayerPart(element("div"), this.data.relation, this.site, () => {}, () => {});
    return names.slice(0, REHEARSALS).map((player) => () => {
      part.replace();
      part.show({ engine, request, resolved, player, title: player, presence: "plays" });
    });
  }

  /** Show the fields of the moment, where they are unfolded. */
  showMoment() {
    const { state, rulebooks } = this;
    if (!/** @type {HTMLDetailsElement | null} */ (this.moment)?.open || !rulebooks.engines.has(state.text)) return;
    const engine = rulebooks.engineNow(state.text), { names } = readTable(state.seats, this.letters(engine));
    const { text, on, seats, options, given, ask } = state;
    this.part("moment", [text, on, seats, options, given, ask], () =>
      this.momentFields(engine, requestOf(state, engine.rules.vocabulary), names, (changed) => this.change(changed)));
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
   */
  tapped(name) {
    const { state, chosen } = this;
    if (name === chosen) this.setPresence(name, PRESENCES[(PRESENCES.indexOf(this.presence(name)) + 1) % PRESENCES.length]);
    else if (state.ask) this.change({ of: state.of.length ? [name, ...state.of.slice(1)] : [] });
    else this.change({ of: [name] });
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
   * Return the letters of all roles.
   * @param {Engine} engine
   * @returns {string}
   */
  letters({ rules }) {
    return Object.values(rules.vocabulary.roles).map(({ letter }) => letter).join("");
  }

  /**
   * Return the name of a role.
   * @param {Engine} engine
   * @param {string} letter
   * @returns {string}
   */
  role({ rules }, letter) {
    return Object.values(rules.vocabulary.roles).find((role) => role.letter === letter)?.words ?? letter;
  }

  /**
   * Show the answer to the question, and fold away what would be otherwise.
   * @param {Engine} engine
   * @param {Request} request
   * @returns {(() => void)[]} What is left to do.
   */
  showAnswer(engine, request) {
    const { state, strings, site } = this;
    if (!state.ask) {
      this.part("answer", "", () => []);
      return this.folds.show([]);
    }
    const answer = engine.ask(request);
    this.part("answer", request, () => [ruling(engine, request, answer, site)]);
    if (answer.error) return this.folds.show([]);
    const isOfAll = request.of?.includes(EVERYBODY), hasDays = engine.rules.texts[state.text].editions.length > 1;
    return this.folds.show([
      ...(isOfAll ? [] : [{ id: "why", title: strings.why, content: () => reasonsShown(engine, request, site) }]),
      { id: "why-not", title: strings.why_not, content: () => whyNot(engine, request, site) },
      { id: "rulebooks", title: strings.other_rulebooks, content: () => otherRulebooks(this.rulebooks, request, site) },
      ...(hasDays ? [{ id: "days", title: strings.other_days, content: () => otherDays(engine, request, site, (date) => this.dated(date)) }] : []),
    ]);
  }

  /**
   * Return what is handed on: the address, and the ruling, or else the table, as text.
   * @returns {{address: string, text: string}}
   */
  shared() {
    const { strings, state } = this, engine = this.rulebooks.engineNow(state.text), request = requestOf(state, engine.rules.vocabulary);
    const address = new URL(writeAddress(state), location.href).href, title = this.rulebooks.books.get(request.text)?.title ?? request.text;
    const situation = `${title}: ${situationWords(state, engine.rules.vocabulary, strings)}`;
    const text = request.ask ? rulingText(engine, request, engine.ask(request), this.site, situation, address) : `${situation}\n${address}`;
    return { address, text };
  }
}

const page = document.getElementById("live-root"), brought = document.getElementById("live-data");
if (page && brought) {
  const own = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  new LiveTable(page, JSON.parse(brought.textContent ?? ""), own?.src || location.href);
}
