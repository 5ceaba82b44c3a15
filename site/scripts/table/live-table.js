/* The live table: beside the table itself, it sets rulebook, seats and moment, answers what is asked, and hands it on. On
   the start page, whose part has no place for these, it is the table alone. */

import { EVERYBODY } from "../evaluate/lists.js";
import { roleAt, tableOf } from "../model/seating.js";
import { questionOf, requestOf, writeAddress } from "./state/address.js";
import { peopleFields, questionField } from "./fields/question.js";
import { situationBar } from "./fields/bar.js";
import { typographic } from "./drawing/dom.js";
import { otherDays, otherRulebooks, whyNot } from "./ruling/elsewhere.js";
import { Folds } from "./ruling/folds.js";
import { PlainQuestions } from "./plain.js";
import { reasonsShown } from "./ruling/reasons.js";
import { relationsOf } from "./ruling/relations.js";
import { ruling, rulingText } from "./ruling/ruling.js";
import { sharing } from "./ruling/share.js";
import { beneath, changedBeneath } from "./state/supposition.js";
import { dateField, givenFields, optionFields, situationWords, tableFields } from "./fields/situation.js";
import { Table } from "./table.js";
import { strings } from "./words/page.js";

/** The page while it is shown. */
class LiveTable extends Table {
  /**
   * Take the page over.
   * @param {HTMLElement} root
   * @param {any} data What the page brings along.
   * @param {string} beside The address of this script, beside which others lie.
   */
  constructor(root, data, beside) {
    super(root, data);
    this.folds = new Folds(this.slot("otherwise"), strings.error_loading);
    this.plain = new PlainQuestions(this, new URL(data.reader, beside).href);
    /** @type {ResizeObserver | null} Keeps in sight what was answered last. */
    this.growth = null;
    this.moment = root.querySelector("[data-moment]");
    this.moment?.addEventListener("toggle", () => this.showMoment());
  }

  /** Show what the address says, of a player who is chosen on the first screen; a question in plain words that it brings along is asked. */
  async open() {
    this.plain.clear();
    await super.open();
    if (this.chosen && !scrollY && this.player.part.getBoundingClientRect().bottom > innerHeight) this.slot("ring").scrollIntoView();
    const question = questionOf(location.hash);
    if (!question || !this.rulebooks.engines.has(this.state.text)) return;
    this.plain.field.value = question;
    this.plain.ask(question);
  }

  /** Change the state, and show it; the address follows. */
  change(changed) {
    this.plain.clear();
    super.change({ base: changedBeneath(this.state, changed), ...changed });
  }

  /**
   * Return the address of a state, and of the question whose answers are shown where the state does not say it.
   * @returns {string}
   */
  addressOf(state) {
    return writeAddress(state, this.plain.question);
  }

  /** Note as a step a question that the state cannot say. */
  writeQuestion() {
    this.steps.add({ address: this.addressOf(this.state), base: this.state.base }, true);
    this.write();
  }

  /** Bring what was answered into sight, and whoever asked to it. */
  reveal() {
    const result = this.slot("result");
    result.focus({ preventScroll: true });
    const show = () => result.scrollIntoView({ block: "start", behavior: "instant" });
    show();
    this.growth?.disconnect();
    const growth = this.growth = new ResizeObserver(show); // what stands above it finds its height bit by bit, the longer where the page has just been opened
    growth.observe(this.root);
    for (const act of ["pointerdown", "wheel", "keydown"]) addEventListener(act, () => growth.disconnect(), { once: true, passive: true }); // who reads on is not called back
  }

  /** Say what is wrong with the address, and offer the table at its start. */
  refuse(error) {
    for (const name of ["options", "bar", "moment", "plain", "ask", "of", "share"]) this.part(name, null, () => []);
    this.folds.show([]);
    this.showTable();
    this.hideMoment(true); // there are no fields without a table
    super.refuse(error);
  }

  /** Show the fields of rulebook and table. */
  showTable() {
    const { text, seats } = this.state;
    this.part("table", [text, seats], () =>
      tableFields(this.state, [...this.rulebooks.books.values()], (changed) => this.change(changed)));
  }

  /**
   * Show the fields, at once the answer to the question, and all else when that is drawn.
   * @returns {Piece[]} What is left to do.
   */
  showBeside(engine, request, resolved, names) {
    const { data, state } = this, { vocabulary } = engine.rules, { text, on, seats, ask, of } = state;
    const change = (changed) => this.change(changed);
    this.showTable();
    this.hideMoment(false);
    this.part("options", [text, on, state.options], () => optionFields(state, resolved, change));
    const open = this.showAnswer(engine, request);
    return [
      () => this.showBar(request, vocabulary, names),
      () => this.part("ask", [text, on, seats, ask], () => [questionField(() => this.state, data.topics, resolved, names, (changed) => this.change({ ...beneath(this.state), ...changed }))]),
      () => this.part("of", ask && [seats, ask, of], () => peopleFields(state, vocabulary, names, change)),
      () => this.part("plain", "shown", () => [this.plain.made]),
      () => this.part("reply", "shown", () => [this.plain.reply]),
      () => this.part("share", "shown", () => [sharing(() => this.shared())]),
      () => this.showMoment(),
      ...open,
    ];
  }

  /**
   * Show what holds at the table, and what takes it back.
   * @param {Request} request
   */
  showBar({ given = {} }, vocabulary, names) {
    const { state } = this, { text, seats, on, left, leaving, options, ask, of, base } = state, canUndo = this.steps.count > 0;
    const { editions } = this.rulebooks.engineNow(text).rules.texts[text], [newest = ""] = editions.slice(-1);
    this.part("bar", [text, seats, on, left, leaving, options, given, base, canUndo, !ask, !of.length], () =>
      situationBar(state, given, vocabulary, tableOf(seats, vocabulary), newest, {
        change: (changed) => this.change(changed),
        undo: canUndo ? () => this.steps.back() : null,
        clear: () => this.change({ ...this.start, text, seats }),
      }));
  }

  /**
   * Hide the fields of the moment, or show that they are there.
   * @param {boolean} isHidden
   */
  hideMoment(isHidden) {
    /** @type {HTMLElement | null} */ (this.moment)?.toggleAttribute("hidden", isHidden);
  }

  /** Show the fields of the moment, where they are unfolded. */
  showMoment() {
    const { state, rulebooks } = this;
    if (!/** @type {HTMLDetailsElement | null} */ (this.moment)?.open || !rulebooks.engines.has(state.text)) return;
    const engine = rulebooks.engineNow(state.text), { names } = tableOf(state.seats, engine.rules.vocabulary);
    const { text, on, seats, options, given, ask } = state;
    this.part("moment", [text, on, seats, options, given, ask], () =>
      this.momentFields(engine, requestOf(state, engine.rules.vocabulary), names, (changed) => this.change(changed)));
  }

  /**
   * Return the fields for the day, and what the questions that the table shows look at.
   * @param {Request} request
   * @returns {(HTMLElement | null)[]}
   */
  momentFields(engine, { text, on }, names, change) {
    const { resolved } = engine.program(text, on), { vocabulary } = engine.rules, { state } = this;
    const shown = relationsOf(resolved, "").map(({ ask }) => ask);
    const read = new Set([...shown, ...(state.ask && resolved.speaksOf(state.ask) ? [state.ask] : [])].flatMap((ask) => [...resolved.givensRead(ask)]));
    const keys = Object.keys(vocabulary.givens).filter((key) => read.has(key) || Object.hasOwn(state.given, key));
    return [
      dateField(state, engine.rules.texts[text], change),
      ...givenFields(() => this.state, vocabulary, keys, names, change),
    ];
  }

  /**
   * Show the answer to the question, and fold away what would be otherwise.
   * @returns {Piece[]} What is left to do.
   */
  showAnswer(engine, request) {
    const { state } = this;
    if (!state.ask) {
      this.part("answer", "", () => []);
      return this.folds.show([]);
    }
    const answer = engine.ask(request);
    this.part("answer", request, () => [ruling(engine, request, answer)]);
    if (answer.error) return this.folds.show([]);
    const isOfAll = request.of?.includes(EVERYBODY), hasDays = engine.rules.texts[state.text].editions.length > 1;
    return this.folds.show([
      ...(isOfAll ? [] : [
        { id: "why", title: strings.why, content: () => reasonsShown(engine, request) },
        { id: "why-not", title: strings.why_not, content: () => whyNot(engine, request), isWanted: answer.status === "silent" && answer.clauses.length > 0 },
      ]),
      { id: "rulebooks", title: strings.other_rulebooks, content: () => otherRulebooks(this.rulebooks, request) },
      ...(hasDays ? [{ id: "days", title: strings.other_days, content: () => otherDays(engine, request) }] : []),
    ]);
  }

  /**
   * Return the table drawn in one line: the seats clockwise by teams, each with the role where it is not the common one, and
   * in brackets whoever is gone.
   * @returns {string}
   */
  seatsDrawn(vocabulary) {
    const { names, roles, seats: written } = tableOf(this.state.seats, vocabulary), marks = written.split("|");
    const starts = marks.map((_, n) => marks.slice(0, n).flatMap((side) => side.trim().split(" ")).length);
    const seats = names.map((name, n) => {
      const words = `${name} ${roleAt(roles[n], vocabulary)?.words ?? ""}`.trimEnd();
      return this.stateOf(name) === "plays" ? words : `[${words}]`;
    });
    return `↻ ${seats.map((words, n) => (n && starts.includes(n) ? `| ${words}` : words)).join(" · ").replaceAll(" · |", " |")}`;
  }

  /**
   * Return the tables of the rulebook that have a name.
   * @returns {{words: string, seats: string}[]}
   */
  tables() {
    return this.rulebooks.books.get(this.state.text)?.tables ?? [];
  }

  /**
   * Return what is handed on: the address, and the ruling, or else the table, as text.
   * @returns {{address: string, text: string}}
   */
  shared() {
    const { state } = this, engine = this.rulebooks.engineNow(state.text), { vocabulary } = engine.rules, request = requestOf(state, vocabulary);
    const address = new URL(this.addressOf(this.state), location.href).href, plain = this.plain.lines(), lines = plain.length ? plain : this.player.lines();
    const { title = request.text } = this.rulebooks.books.get(request.text) ?? {}, { editions } = engine.rules.texts[request.text];
    const situation = `${title}: ${situationWords(state, this.tables(), state.on || editions[editions.length - 1], vocabulary)}\n${this.seatsDrawn(vocabulary)}`;
    const text = request.ask && !plain.length ? rulingText(engine, request, engine.ask(request), situation, address)
      : [...lines, situation, address].join("\n");
    return { address, text: typographic(text) };
  }
}

const page = /** @type {any} */ (document.getElementById("live-root")), brought = document.getElementById("live-data");
const scriptAddress = /** @type {HTMLScriptElement | null} */ (document.currentScript)?.src || location.href;
if (page && brought) {
  const data = JSON.parse(brought.textContent ?? "");
  const begin = () => {
    const isWhole = page.querySelector("[data-part=otherwise]"), from = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.seat;
    const table = isWhole ? new LiveTable(page, data, scriptAddress) : new Table(page, data);
    table.open().then(() => from && table.ring.focus(from)); // whoever was at a seat by keyboard stays there
  };
  if (page.styled) page.styled.then(begin, () => {}); // the start page fetches the style with this script, and says what failed
  else begin();
}
