/* Asking in plain words: the question is read when it is asked, with all that is needed for it loaded only then. What it
   says sets the table; where it can mean several things the reader is asked which, and what is not understood is said so. */

import { EVERYBODY } from "../evaluate/lists.js";
import { lookUp } from "../model/lookup.js";
import { tableOf } from "../model/seating.js";
import { button, element, fault, labelled } from "./drawing/dom.js";
import { broughtAlong } from "./words/fact-words.js";
import { answerKind, dated, errorWords, goneWords, questionWords, say, sentence } from "./words/phrases.js";
import { dayWords, tableWords } from "./fields/situation.js";
import { writtenGiven } from "./state/address.js";
import { foldDays, groupMirrored } from "./state/mirrors.js";
import { answerInWords, citedClauses, shortRuling } from "./ruling/ruling.js";
import { pagesFor } from "./state/site-search.js";
import { baseOf, beneath } from "./state/supposition.js";
import { strings } from "./words/page.js";

/** So many cases of a question are shown one by one. */
const MOST_CASES_SHOWN = 24;
/** A longer question is not read. */
const LONGEST_QUESTION = 300;
/** So many pages are shown for a question that is not understood, if the search has them within so many milliseconds. */
const MOST_PAGES = 4, LONGEST_WAIT = 3_000;
/** What is no question but the number of a rule, which the search finds. */
const RULE_NUMBER = /^\s*\d+(\.\d+[a-z]?)?\.?\s*$/i;

/** @typedef {{ask: string, of: string[], left: string[], leaving: string[], given: [string, any][], on: string | null, seats: string | null, options: string[]}} Case */

/** A case that supposes nothing. */
const SUPPOSING_NOTHING = { left: [], leaving: [], given: [], on: null, seats: null, options: [], staying: [] };

export class PlainQuestions {
  /**
   * Make the field.
   * @param {LiveTable} live Where it is asked, and answered if the state can say the question.
   * @param {string} script The address of the script that reads questions.
   */
  constructor(live, script) {
    this.live = live;
    this.script = script;
    this.question = ""; // the last one, as long as what it came to is shown and the state does not say it
    this.isAnswered = false;
    /** @type {Map<Engine, any>} */
    this.readers = new Map();
    this.field = /** @type {HTMLInputElement} */ (element("input", {
      name: "plain", maxlength: LONGEST_QUESTION, autocomplete: "off", enterkeyhint: "go", placeholder: strings.plain_example,
    }));
    this.reply = element("div", { class: "live-reply", role: "status" });
    this.made = element("form", {
      class: "live-plain", submit: (event) => {
        event.preventDefault();
        this.ask(this.field.value);
      },
    }, labelled(strings.plain, this.field), element("button", { class: "live-button" }, strings.plain_ask));
  }

  /** Forget what the last question came to: something else is asked now. */
  clear() {
    this.question = "";
    this.isAnswered = false;
    this.reply.replaceChildren();
  }

  /**
   * Return what is shown in answer to a question that the state cannot say, line by line; nothing if there is none.
   * @returns {string[]}
   */
  lines() {
    if (!this.isAnswered) return [];
    return [this.question, ...[...this.reply.querySelectorAll("p, li")].map((line) => (line.textContent ?? "").trim())];
  }

  /** Read a question, and set the table by it or say what is to be said. */
  async ask(question) {
    const state = this.live.state, { text } = state;
    this.reply.replaceChildren(strings.loading);
    this.field.blur(); // which closes the keyboard of a phone
    const reader = await this.reader(text).catch(() => null);
    if (state !== this.live.state) return;
    if (!reader) {
      this.reply.replaceChildren(fault(strings.error_loading));
      return;
    }
    try {
      const { readings } = reader.read(question, this.position(), strings.language);
      if (readings.length === 1) this.take(readings[0], reader, question);
      else this.askBack(readings, reader, question);
      this.live.reveal();
    } catch (error) {
      if (typeof (/** @type {any} */ (error).code) !== "string") { // a fault of ours: the console has it, the reader a sentence
        this.put(fault(strings.error_fault));
        throw error;
      }
      const pages = await Promise.race([pagesFor(question, MOST_PAGES), new Promise((done) => setTimeout(done, LONGEST_WAIT, []))]);
      if (state !== this.live.state) return;
      this.refuse(/** @type {RequestError} */ (error), /** @type {any} */ (error).details.suggestions ?? [], reader, question, pages);
      this.live.reveal();
    }
  }

  /**
   * Return the table beneath what the last question supposed, for the reader.
   * @returns {any}
   */
  position() {
    const { text, on, seats, left, leaving, options } = beneath(this.live.state);
    return { text, seats, left, leaving, options, ask: "", ...(on && { on }) };
  }

  /**
   * Show something in answer to a question that has no single ruling: the last ruling goes, with what it supposed.
   * @param {(Node | string)[]} content
   */
  put(...content) {
    const state = this.live.state;
    if (state.ask || state.base) this.live.change({ ...beneath(state), ask: "", of: [] });
    this.reply.replaceChildren(...content);
  }

  /**
   * Return the reader of a rulebook's questions once it is there.
   * @returns {Promise<any>}
   */
  async reader(text) {
    const [engine] = await Promise.all([
      this.live.rulebooks.engine(text),
      this.live.rulebooks.script("questions", new URL("questions.js", this.script).href),
      this.live.rulebooks.script("reader", this.script),
    ]);
    const { emperorReader, emperorRules } = /** @type {any} */ (globalThis);
    let reader = this.readers.get(engine);
    if (!reader) this.readers.set(engine, (reader = new emperorReader(engine, emperorRules.questions)));
    return reader;
  }

  /**
   * Take a meaning of the question: one case sets the table, several are answered one by one.
   * @param {import("../questions/cases.js").Reading} reading
   * @param {any} reader
   */
  take({ cases, listed, opposite }, reader, question) {
    const [first] = cases;
    if (cases.length === 1) {
      this.set(first, reader, question, opposite);
      return;
    }
    if (first.seats !== null) this.live.change({ ...beneath(this.live.state), base: baseOf(beneath(this.live.state)), seats: first.seats, left: [], leaving: [], ask: "", of: [] }); // the table that the question names is shown
    else this.put();
    const engine = this.live.rulebooks.engineNow(this.live.state.text);
    const answered = cases.map((one) => ({ one, request: this.request(one) })).map((asked) => ({ ...asked, answer: engine.ask(asked.request) }));
    const shown = listed ? answered.filter(({ answer }) => answer.answer !== false) : answered;
    const same = !listed && new Set(answered.map(({ answer }) => JSON.stringify([answer.status, answer.answer]))).size === 1 && !answered[0].answer.error;
    const isOneQuestion = new Set(cases.map(({ of }) => of.join())).size === 1;
    const tell = (/** @type {any} */ answer) => answerInWords(first, engine.rules.vocabulary.predicates[first.ask], answer);
    const { word, words } = same ? tell(answered[0].answer) : { word: "", words: "" };
    const why = (/** @type {any} */ answer) => !answer.error && answer.status === "silent" && !answer.clauses.length && ` ${tell(answer).words}`; // no clause tells it
    const { text, on, seats } = answered[0].request;
    const table = engine.program(text, on) && tableOf(seats, engine.rules.vocabulary), groups = foldDays(groupMirrored(shown, table));
    const read = groupMirrored(answered, table).map(({ asked }) => asked.one); // of mirror images one
    const chip = word && !opposite && element("span", { class: `answer ${answerKind(answered[0].answer)}` }, word); // yes to the opposite would be read as yes
    const verdict = chip || (isOneQuestion && same && sentence(words || word));
    const isTold = same ? Boolean(verdict) : groups.length !== 1; // a single case is told in its own line
    this.reply.replaceChildren(
      element("p", {}, strings[opposite ? "plain_read_opposite" : "plain_read"], " ", this.words(read, reader)),
      isTold ? element("p", {}, strings[same ? "plain_all" : "plain_cases"], " ", verdict, same && why(answered[0].answer)) : "",
      element("ul", {}, ...groups.slice(0, MOST_CASES_SHOWN).map(({ asked: { one, request, answer }, alike, later }) =>
        element("li", { class: "live-case" }, this.button(one, reader), " ", ...shortRuling(engine, request, answer, !opposite), !same && why(answer),
          alike > 0 && element("span", { class: "more" }, " ", alike === 1 ? strings.mirrored_once : say("mirrored", { count: alike })),
          later.length > 0 && element("span", { class: "more" }, " ", say(later.length === 1 ? "later_once" : "later", { count: later.length, last: dated(later[later.length - 1]) }))))),
      shown.length ? "" : sentence(strings.nobody), groups.length > MOST_CASES_SHOWN ? "…" : "");
    this.doubt(question, reader);
    this.isAnswered = true;
    this.keep(question);
  }

  /**
   * Ask which of several things is meant.
   * @param {import("../questions/cases.js").Reading[]} readings
   * @param {any} reader
   */
  askBack(readings, reader, question) {
    this.put(element("p", {}, strings.plain_unclear), element("ul", {}, ...readings.map((reading) =>
      element("li", {}, button(this.words(reading.cases, reader), () => this.take(reading, reader, question))))));
  }

  /**
   * Say what is wrong with a question, which pages the search has for it, and what can be asked instead.
   * @param {{ask: string, of: string[]}[]} suggestions
   * @param {any} reader
   * @param {HTMLElement[]} pages Where there are none, the rules stand that are near by their words.
   */
  refuse(error, suggestions, reader, question, pages) {
    const engine = this.live.rulebooks.engineNow(this.live.state.text), { vocabulary } = engine.rules, { books } = this.live.rulebooks;
    const other = error.code === "question-game" && books.get(error.details.name);
    if (other) error.details.name = other.title;
    const cases = suggestions.map(({ ask, of }) => ({ ...SUPPOSING_NOTHING, ask, of })), { clauses = [], near = [], on } = error.details;
    const { resolved } = engine.program(this.live.state.text, on);
    const list = (/** @type {string[]} */ cited) => element("ul", {}, ...citedClauses(resolved, cited).map(({ number, href, words }) => element("li", {}, element("a", { href }, number), " ", words)));
    const told = errorWords(error, vocabulary), isLeading = told.endsWith(":"); // to what can be asked
    const items = (/** @type {HTMLElement[]} */ some) => some.map((one) => element("li", {}, one));
    const questions = cases.length ? [isLeading ? "" : element("p", {}, strings.plain_instead), element("ul", {}, ...items(cases.map((one) => this.button(one, reader))))] : [];
    const found = clauses.length ? [] : pages.length ? [element("p", {}, strings[reader.isFormer(question) ? "plain_pages_today" : "plain_pages"]), element("ul", { class: "live-pages" }, ...items(pages))]
      : near.length ? [element("p", {}, strings.plain_near), list(near)] : [];
    this.put(fault(told),
      ...(clauses.length ? [list(clauses)] : []),
      ...(other ? [element("p", {}, button(say("plain_elsewhere", { name: other.title }), () => this.askOf(other.id, question)))] : []),
      ...(isLeading ? [...questions, ...found] : [...found, ...questions]),
      question.trim() ? searchLine(question) : "");
    if (RULE_NUMBER.test(question)) search(question.trim());
    else if (question.trim()) this.keep(question);
  }

  /** Keep a question in the address: whoever comes back from a page that it led to finds what it came to again. */
  keep(question) {
    this.question = question;
    this.live.writeQuestion();
  }

  /** Choose another rulebook, with the table with which it opens, and ask a question of it. */
  askOf(id, question) {
    const { opening } = /** @type {import("./state/rulebooks.js").Book} */ (this.live.rulebooks.books.get(id));
    this.live.change({ text: id, on: "", options: [], ...(opening && { seats: opening, left: [], leaving: [], of: [], ask: "" }) });
    this.ask(question);
  }

  /**
   * Return a button that asks a case.
   * @param {Case} one
   * @param {any} reader
   * @returns {HTMLElement}
   */
  button(one, reader) {
    return button(this.words([one], reader), () => this.set(one, reader));
  }

  /**
   * Set the table by a case, and say how the question was read.
   * @param {Case} one
   * @param {any} reader
   * @param {string} question As it was typed; empty where it was chosen.
   * @param {boolean} opposite Whether it was put the other way round.
   */
  set(one, reader, question = "", opposite = false) {
    const { left, leaving, given, ...request } = this.request(one), table = beneath(this.live.state), on = one.on ?? table.on;
    const written = Object.entries(given).map(([key, value]) => [key, writtenGiven(value)]);
    const words = this.words([one], reader);
    this.live.change({ ask: request.ask, of: request.of, left, leaving, given: Object.fromEntries(written), on, seats: request.seats, options: request.options, base: baseOf(table) });
    this.reply.replaceChildren(element("p", {}, strings[opposite ? "plain_read_opposite" : "plain_read"], " ", words));
    if (question) this.doubt(question, reader);
    this.live.reveal();
  }

  /**
   * Put beside what was read that something else was meant, which opens what the question can mean else.
   * @param {any} reader
   */
  doubt(question, reader) {
    const instead = element("div", {});
    const open = () => {
      const cases = reader.others(question, this.position(), strings.language).map((/** @type {Case} */ { ask, of }) => ({ ...SUPPOSING_NOTHING, ask, of }));
      instead.replaceChildren(element("p", {}, strings[cases.length ? "plain_others" : "plain_reword"]),
        element("ul", {}, ...cases.map((/** @type {Case} */ one) => element("li", {}, this.button(one, reader)))), searchLine(question));
      const first = /** @type {HTMLElement | null} */ (instead.querySelector("button"));
      (first ?? this.field).focus();
    };
    this.reply.querySelector("p")?.append(" ", button(strings.plain_doubt, open));
    this.reply.append(instead);
  }

  /**
   * Return the request of a case: what the table says of who has left is kept unless the question says otherwise, what an
   * earlier question brought along is not.
   * @param {Case} one
   * @returns {any}
   */
  request({ ask, of, left, leaving, given, on, seats, options }) {
    const state = beneath(this.live.state), both = (names, /** @type {string[]} */ more) => [...new Set([...names, ...more])].sort();
    const day = on ?? state.on, others = (names, /** @type {string[]} */ but) => names.filter((name) => !but.includes(name));
    return {
      text: state.text, seats: seats ?? state.seats, ...(day && { on: day }), options: both(state.options, options), ask, of,
      left: both(others(state.left, leaving), left), leaving: both(others(state.leaving, left), leaving), given: Object.fromEntries(given),
    };
  }

  /**
   * Return cases in the reader's language as one sentence: each question, with those who differ in one place alone together, and
   * what goes with it: "can A1 or A3 attack B2 (B1 left before this turn, or B1 left during this turn)?".
   * @param {Case[]} cases
   * @param {any} reader
   * @returns {string}
   */
  words(cases, reader) {
    const { vocabulary } = this.live.rulebooks.engineNow(this.live.state.text).rules;
    /** @type {Map<string, Case[]>} */
    const byCircumstance = new Map();
    for (const [one, days] of byDays(cases)) {
      const along = this.along(one, days, vocabulary).join("; ");
      byCircumstance.set(along, [...(byCircumstance.get(along) ?? []), one]);
    }
    /** @type {Map<string, string[]>} */
    const byQuestion = new Map();
    const [{ ask }] = cases;
    for (const [along, alike] of byCircumstance) {
      for (const of of joinedNames(alike.map((one) => one.of))) {
        const words = this.askedOf(ask, of, vocabulary.predicates[ask], reader);
        byQuestion.set(words, [...(byQuestion.get(words) ?? []), along]);
      }
    }
    return [...byQuestion].map(([words, alongs]) => alongs.some(Boolean) ? words.replace(/\??$/, (mark) => ` (${alongs.join(`, ${strings.or} `)})${mark}`) : words).join(" ");
  }

  /**
   * Return a question with the names of those of whom it is asked.
   * @param {string[]} of
   * @param {Predicate} predicate
   * @param {any} reader
   * @returns {string}
   */
  askedOf(ask, of, predicate, reader) {
    const { asks, table: { people } } = reader.matcher.spoken[strings.language];
    const names = of.map((name, n) => (predicate.parameters[n].sort === "team" ? (name === EVERYBODY ? `${people.which[0]} ${people.teams[0]}` : strings.team.replace("{name}", name))
      : name === EVERYBODY ? people.who[0] : name));
    return questionWords(asks[ask], predicate, names, of.indexOf(EVERYBODY), of.lastIndexOf(EVERYBODY));
  }

  /**
   * Return in words what goes with the question of a case.
   * @param {Case} one
   * @param {string[]} days Those on which it is asked, if any.
   * @param {any} vocabulary
   * @returns {string[]}
   */
  along({ left, leaving, given, seats, options }, days, vocabulary) {
    const table = tableOf(seats ?? this.live.state.seats, vocabulary);
    return [
      ...goneWords(left, leaving),
      ...options.map((option) => say("with_option", { name: lookUp(vocabulary.options, option)?.words ?? option })),
      ...broughtAlong(Object.fromEntries(given), vocabulary, table),
      ...(days.length > 1 ? [say("each_wording", { count: days.length, first: dated(days[0]), last: dated(days[days.length - 1]) })] : days.map(dayWords)), ...(seats ? [tableWords(seats, this.live.tables())] : []),
    ];
  }
}

/**
 * Return cases that differ by their day alone once, each with its days.
 * @param {Case[]} cases
 * @returns {[Case, string[]][]}
 */
function byDays(cases) {
  /** @type {Map<string, [Case, string[]]>} */
  const folded = new Map();
  for (const one of cases) {
    const key = JSON.stringify({ ...one, on: null }), [first, days] = folded.get(key) ?? [one, []];
    folded.set(key, [first, one.on ? [...days, one.on] : days]);
  }
  return [...folded.values()];
}

/**
 * Return a line that leads on to what the search finds for a question.
 * @returns {HTMLElement}
 */
function searchLine(question) {
  return element("p", {}, button(strings.plain_search, () => search(question)));
}

/** Open the search of the page for something; where its script has not run yet, it finds the request when it does. */
function search(question) {
  document.documentElement.dataset.searched = question;
  dispatchEvent(new Event("searchrequest"));
}

/**
 * Return the names of several questions, with one name for those that differ in it alone: "B1 or B3".
 * @param {string[][]} ofs
 * @returns {string[][]}
 */
function joinedNames(ofs) {
  let rows = ofs.map((of) => of.map((name) => [name]));
  for (let at = ofs[0].length - 1; at >= 0; at -= 1) {
    /** @type {Map<string, string[][]>} */
    const alike = new Map();
    for (const of of rows) {
      const others = JSON.stringify(of.filter((_, n) => n !== at)), first = alike.get(others);
      alike.set(others, first ? first.map((names, n) => (n === at ? [...new Set([...names, ...of[at]])] : names)) : of);
    }
    rows = [...alike.values()];
  }
  return rows.map((of) => of.map((names) => (names.length < 2 ? names[0] : `${names.slice(0, -1).join(", ")} ${strings.or} ${names[names.length - 1]}`)));
}
