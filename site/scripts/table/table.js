/* A table that is laid as the address says: its seats, and what the rules say of the player who is chosen. The address is
   written anew at every change. The rules are read, never known. */

import { RequestError } from "../model/errors.js";
import { lookUp } from "../model/lookup.js";
import { checkFacts, readPosition } from "../evaluate/request.js";
import { roleAt, tableOf, teamOf } from "../model/seating.js";
import { readAddress, requestOf, writeAddress } from "./state/address.js";
import { companionsOf, departuresNote } from "./ruling/departures.js";
import { button, element, fault } from "./drawing/dom.js";
import { strings, takePage } from "./words/page.js";
import { Steps } from "./state/history.js";
import { Later, afterDrawing, doAll } from "./state/later.js";
import { errorWords, fillPhrase, sentence } from "./words/phrases.js";
import { PRESENCES, PlayerPart } from "./fields/player.js";
import { relationsOf } from "./ruling/relations.js";
import { togetherAt } from "./ruling/together.js";
import { SeatRing } from "./drawing/ring.js";
import { Rulebooks } from "./state/rulebooks.js";
import { numbers } from "./ruling/ruling.js";

/** A larger table is no game, and would keep a small processor busy. */
const MOST_PLAYERS = 40;
/** Of so many players a tap is tried before the first one. */
const PRERENDERED = 6;

/**
 * Let somebody write on in a field that takes the place of another: over what stands there, or behind what is typed.
 * @param {HTMLInputElement} before
 * @param {HTMLInputElement} field
 */
function writeOn(before, field) {
  if (before.value === before.defaultValue) return void field.select();
  field.value = before.value;
  let isIn = false;
  field.addEventListener("change", () => { isIn = true; });
  field.addEventListener("blur", () => isIn || field.dispatchEvent(new Event("change", { bubbles: true })), { once: true });
}

/** The part of a page with a table, while it is shown. */
export class Table {
  /**
   * Take the part of the page over.
   * @param {HTMLElement} root
   * @param {any} data What the page brings along.
   */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    takePage(data);
    this.rulebooks = new Rulebooks(data.rules, data.books);
    /** @type {State} */
    this.start = { ...data.start, on: "", left: [], leaving: [], options: [], given: {}, ask: "", of: [], base: null };
    this.state = this.start;
    this.chosen = "";
    /** @type {import("./ruling/departures.js").Companions} */
    this.companions = new Map();
    /** @type {Map<string, string>} What the content of each part depends on. */
    this.made = new Map();
    this.later = new Later();
    this.steps = new Steps();
    this.ring = new SeatRing(data.symbols, (name) => this.tapped(name));
    this.player = new PlayerPart(this.slot("player"), data.relation,
      (presence) => this.setPresence(this.chosen, presence), (marks) => this.ring.mark((name) => this.stateOf(name), this.chosen, marks));
    this.invitation = element("p", {}, strings.tap_player);
    this.isPrerendered = false;
    for (const line of root.querySelectorAll("[data-swap]")) line.toggleAttribute("hidden"); // what is said before the table is there, and then
    addEventListener("hashchange", () => {
      if (!location.hash || location.hash.includes("=")) this.open(); // anything else is a place on the page
    });
    addEventListener("pagehide", () => this.write());
  }

  /** Show what the address says. */
  async open() {
    this.steps.unwritten = [];
    await this.show({ ...readAddress(location.hash, this.start, this.data.books), base: history.state?.base ?? null });
  }

  /** Change the state, and show it; the address follows. */
  change(changed) {
    const state = { ...this.state, ...changed };
    if (state.seats !== this.state.seats) state.given = this.factsOfSeated(state);
    this.steps.add({ address: this.addressOf(state), base: state.base });
    this.show(state);
  }

  /**
   * Return the given facts of a state without those of players who do not sit at its table.
   * @param {State} state
   * @returns {State["given"]}
   */
  factsOfSeated({ text, seats, given }) {
    const { vocabulary } = this.rulebooks.engineNow(text).rules, { givens } = vocabulary, names = namesAt(seats, vocabulary);
    const kept = Object.entries(given).map(([key, value]) => {
      const kind = lookUp(givens, key)?.kind, of = ["player", "players", "team", "numbers"].includes(kind) ? value.split(".") : [];
      const sits = (/** @type {string} */ name) => names.some((player) => player === name || teamOf(player) === name);
      return [key, of.length ? of.filter((one) => sits(one.split("-")[0])).join(".") : value];
    });
    return Object.fromEntries(kept.filter(([, value]) => value !== ""));
  }

  /** Tell the browser the steps that it does not know yet, and links to the whole table the address of the state. */
  write() {
    this.steps.write();
    const address = this.addressOf(this.state);
    for (const link of this.root.querySelectorAll("a[data-whole]")) /** @type {HTMLAnchorElement} */ (link).hash = address;
  }

  /**
   * Return the address of a state.
   * @returns {string}
   */
  addressOf(state) {
    return writeAddress(state);
  }

  /** Show a state once the rules that it needs are there. */
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
        this.later.replace([]); // what was left to do asks the rulebook of the state, whose rules are on their way
        this.part("answer", "loading", () => [element("p", {}, strings.loading)]);
        this.player.isBusy(true);
        await engine;
      }
    } catch {
      this.player.isBusy(false);
      this.part("answer", "failed", () => [element("p", { class: "live-wrong", role: "alert" }, strings.error_loading)]);
      return;
    }
    if (state !== this.state) return; // another one came meanwhile
    try {
      const { chosen, beside, next } = this.draw(state);
      this.later.replace([() => this.write(), ...chosen, ...beside, ...next]); // when what is asked is drawn
    } catch (error) {
      this.refuse(error instanceof RequestError ? error : new RequestError("no-object"));
      if (!(error instanceof RequestError)) throw error; // a fault of ours: the console has it, the reader a sentence
    }
  }

  /**
   * Return a part of the page.
   * @returns {HTMLElement}
   */
  slot(name) {
    const part = this.root.querySelector(`[data-part="${name}"]`);
    if (!part) throw new Error(`no part ${name}`);
    return /** @type {HTMLElement} */ (part);
  }

  /**
   * Put content into a part of the page, unless what it depends on is as it was; whoever was in a field there stays in it.
   * @param {any} depends
   * @param {() => (Node | null)[]} content
   */
  part(name, depends, content) {
    const key = JSON.stringify(depends);
    if (this.made.get(name) === key) return;
    this.made.set(name, key);
    const part = this.slot(name), active = document.activeElement, field = part.contains(active) && active?.getAttribute("name");
    const value = active?.getAttribute("value");
    part.replaceChildren(...content().filter((child) => child !== null));
    if (!field) return;
    const alike = [...part.querySelectorAll("[name]")].filter((other) => other.getAttribute("name") === field);
    const same = /** @type {HTMLElement | undefined} */ (alike.find((other) => other.getAttribute("value") === value) ?? alike[0]);
    same?.focus();
    if (active instanceof HTMLInputElement && same instanceof HTMLInputElement) writeOn(active, same);
  }

  /** Say what is wrong with the address, and offer the table at its start. */
  refuse(error) {
    const { rulebooks } = this, { vocabulary } = rulebooks.engineNow(this.start.text).rules;
    this.write();
    this.later.replace([]);
    for (const name of ["ring", "answer"]) this.part(name, null, () => []);
    this.player.replace(fault(errorWords(error, vocabulary)), element("p", {}, button(strings.start_again, () => this.change(this.start))));
  }

  /**
   * Put in what is asked of a state and who is chosen.
   * @returns {Record<"chosen" | "beside" | "next", import("./state/later.js").Piece[]>} What is left to do: of the player, else, and for the next tap.
   */
  draw(state) {
    const { rulebooks } = this, engine = rulebooks.engineNow(state.text), { vocabulary } = engine.rules;
    const request = requestOf(state, vocabulary), { resolved } = engine.program(state.text, request.on);
    const { table } = readPosition(request, resolved, false), { names, roles } = table;
    if (names.length > MOST_PLAYERS) throw new RequestError("seats-many", { most: MOST_PLAYERS });
    const stranger = state.ask ? undefined : state.of.find((name) => !names.includes(name));
    if (stranger !== undefined) throw new RequestError("nobody", { name: stranger, last: names[names.length - 1] });
    checkFacts(request.given ?? {}, vocabulary, table);
    const departures = engine.departures(request);
    this.companions = companionsOf(departures);
    const gone = { plays: [], left: namesIn(departures.left, names), leaving: namesIn(departures.leaving, names) };
    const note = departuresNote(departures, resolved);
    const player = this.chosen = state.of.find((name) => names.includes(name)) ?? "";
    const together = departures.isOver ? { bands: [], players: new Map() } : togetherAt(engine, request, resolved, table, names.filter((name) => this.stateOf(name) === "plays"));
    const seated = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.player;
    this.part("ring", [state.text, request.on, state.options, state.seats, together.bands, [...together.players]], () => [this.ring.draw(state.seats, vocabulary, together), this.illegality(engine, request, resolved)]);
    if (seated && document.activeElement === document.body) this.ring.focus(seated);
    const beside = this.showBeside(engine, request, resolved, names);
    const isTaken = this.companions.has(player), presence = PRESENCES.find((one) => gone[one].includes(player)) ?? PRESENCES[0];
    const title = [player, roleAt(roles[names.indexOf(player)], vocabulary)?.words].filter(Boolean).join(", ");
    const chosen = player ? this.player.show({ engine, request, resolved, player, title, presence, isOut: isTaken || departures.isOver, isTaken, note }) : [];
    if (!player) {
      this.ring.mark((name) => this.stateOf(name), "", new Map());
      this.player.replace(...(note ? [note] : []), this.invitation);
    }
    if (departures.isOver) return { chosen, beside, next: [] }; // nothing is asked of anybody any more
    const playing = names.filter((name) => name !== player && this.stateOf(name) === "plays");
    return { chosen, beside, next: [...this.likelyNext(engine, request, resolved, playing), ...this.prerenders(engine, request, resolved, playing)] };
  }

  /**
   * Show what else the page has of a state: here, nothing.
   * @param {Engine} _engine
   * @param {Request} _request
   * @param {ResolvedText} _resolved
   * @param {string[]} _names
   * @returns {import("./state/later.js").Piece[]} What is left to do.
   */
  showBeside(_engine, _request, _resolved, _names) {
    this.part("answer", "", () => []);
    return [];
  }

  /**
   * Return whether a player plays, left before the turn, or during it.
   * @returns {string}
   */
  presence(name) {
    return this.state.left.includes(name) ? "left" : this.state.leaving.includes(name) ? "leaving" : "plays";
  }

  /**
   * Return whether a player plays, left before the turn, or during it, or is out because of others.
   * @returns {string}
   */
  stateOf(name) {
    return this.companions.has(name) ? "out" : this.presence(name);
  }

  /**
   * Return that a rulebook rules a table out, and by which clauses; nothing where it does not.
   * @returns {HTMLElement | null}
   */
  illegality(engine, request, resolved) {
    const { predicates } = engine.rules.vocabulary;
    const ask = Object.keys(predicates).find((id) => predicates[id].drawn === "seating" && resolved.speaksOf(id));
    if (!ask) return null;
    const { answer, clauses } = engine.ask({ ...request, ask, of: [], given: {} }), { words, parameters } = predicates[ask];
    return answer === false ? fault(sentence(fillPhrase(words.fails, parameters, [])), " ", numbers(resolved, clauses)) : null;
  }

  /**
   * Return what a tap on somebody else would have to ask, question by question, and say: done once, it is done quickly.
   * @returns {import("./state/later.js").Piece[]}
   */
  likelyNext(engine, request, resolved, names) {
    const shown = this.player.relation || this.data.relation;
    const leaver = this.chosen && this.presence(this.chosen) === PRESENCES[0] ? [this.chosen] : [];
    const departures = leaver.map((name) => () => void engine.departures({ ...request, left: [...request.left ?? [], name] }));
    return [...departures, ...names.map((name) => () => [
      ...relationsOf(resolved, name).filter(({ id }) => id === shown).flatMap((relation) => [
        ...this.player.asking(engine, request, relation), () => void this.player.sentence(engine, request, relation),
      ]),
      ...(this.choosing(name).ask ? [() => void engine.ask({ ...request, of: this.choosing(name).of })] : []),
    ])];
  }

  /**
   * Return what tries some taps before the first one.
   * @returns {import("./state/later.js").Piece[]}
   */
  prerenders(engine, request, resolved, names) {
    if (this.isPrerendered) return [];
    this.isPrerendered = true;
    return names.slice(0, PRERENDERED).flatMap((name) => [
      ...relationsOf(resolved, name).map((relation) => () => this.player.asking(engine, request, relation)),
      () => this.prerender(this.choosing(name)),
      ...(name === names[0] ? [() => this.prerender({ ...this.choosing(name), left: [...this.state.left, name] })] : []),
    ]);
  }

  /**
   * Show another state and at once this one again, so that nobody sees it: what a browser has run and laid out some times, it
   * does quickly. Whoever is already at something that would be made anew stays there.
   * @returns {import("./state/later.js").Piece[]} What is left to do.
   */
  prerender(changed) {
    const { state } = this, answer = this.slot("answer"), parts = [answer, this.slot("player")];
    if (parts.some((part) => part.contains(document.activeElement)) || this.root.querySelector("[data-fold][open]")) return [];
    for (const part of parts) part.ariaLive = "off"; // nothing of it is to be read out
    afterDrawing(() => parts.forEach((part) => { part.ariaLive = "polite"; }));
    const shown = [...answer.childNodes], made = this.made.get("answer") ?? "", top = scrollY;
    try {
      this.state = { ...state, ...changed };
      doAll(this.draw(this.state).chosen);
      void this.root.offsetHeight; // which lays it out
    } finally {
      this.state = state;
      answer.replaceChildren(...shown); // the same elements: nothing new is read out
      this.made.set("answer", made);
    }
    const { chosen, beside } = this.draw(state);
    doAll(chosen);
    if (scrollY !== top) scrollTo({ top, behavior: "instant" });
    return beside;
  }

  /**
   * Tap a seat: choose its player; a player who is chosen leaves before the turn, then during it, then plays again. Whoever is
   * out because of others stays so as long as they are.
   */
  tapped(name) {
    if (name !== this.chosen) this.change(this.choosing(name));
    else if (!this.companions.has(name)) this.setPresence(name, PRESENCES[(PRESENCES.indexOf(this.presence(name)) + 1) % PRESENCES.length]);
  }

  /**
   * Return what changes when a player is chosen: it is asked of them, in the place of the first player of whom it was asked,
   * who changes places with them. A question that is not about players is asked no longer.
   * @returns {Pick<State, "ask" | "of">}
   */
  choosing(name) {
    const { text, ask, of } = this.state, parameters = lookUp(this.rulebooks.engineNow(text).rules.vocabulary.predicates, ask)?.parameters ?? [];
    const at = parameters.findIndex(({ sort }) => sort === "player");
    if (at < 0) return { ask: "", of: [name] };
    return { ask, of: of.map((other, n) => (n === at ? name : other === name ? of[at] : other)) };
  }

  /**
   * Say whether a player plays, left before the turn, or during it.
   * @param {string} presence
   */
  setPresence(name, presence) {
    const others = (/** @type {string[]} */ names) => names.filter((other) => other !== name);
    const { left, leaving, given, text } = this.state, { givens } = this.rulebooks.engineNow(text).rules.vocabulary;
    const isAbsent = (/** @type {[string, string]} */ [key, value]) => presence !== PRESENCES[0] && value === name && lookUp(givens, key)?.present;
    this.change({
      given: Object.fromEntries(Object.entries(given).filter((fact) => !isAbsent(fact))),
      left: presence === "left" ? [...others(left), name].sort() : others(left),
      leaving: presence === "leaving" ? [...others(leaving), name].sort() : others(leaving),
    });
  }
}

/**
 * Return who sits at a table; nobody where its seats cannot be read, which is said once it is shown.
 * @returns {string[]}
 */
function namesAt(seats, vocabulary) {
  try {
    return tableOf(seats, vocabulary).names;
  } catch {
    return [];
  }
}

/**
 * Return the names of some players.
 * @param {Set<number>} players
 * @returns {string[]}
 */
function namesIn(players, names) {
  return [...players].map((player) => names[player]);
}
