/* The chosen player: whether they play, and in two sentences what they can do and what can be done to them. One part of
   the sentences is chosen to be shown on the ring and is answered at once; the others follow. */

import { EVERYBODY } from "../../evaluate/lists.js";
import { element, keep, typographic } from "../drawing/dom.js";
import { answerKind, capital, errorWords, fillPhrase } from "../words/phrases.js";
import { askNumber, askRelation, numbersOf, questionsOf, relationsOf } from "../ruling/relations.js";
import { numbers } from "../ruling/ruling.js";
import { strings } from "../words/page.js";

/** What a player in the game becomes when their seat is tapped again, and so on round. */
export const PRESENCES = ["plays", "left", "leaving"];

/** Answers kept: of some positions, those about every player. */
const KEPT_ANSWERS = 200;

/** @typedef {{engine: Engine, request: Request, resolved: ResolvedText, player: string, title: string, presence: string, isOut: boolean, isTaken: boolean, note: HTMLElement | null}} Chosen */

export class PlayerPart {
  /**
   * Show nobody yet.
   * @param {HTMLElement} part Where they are shown.
   * @param {string} first The relation that is shown first.
   * @param {(presence: string) => void} setPresence
   * @param {(marks: Marks) => void} mark
   */
  constructor(part, first, setPresence, mark) {
    this.part = part;
    this.first = first;
    this.setPresence = setPresence;
    this.mark = mark;
    this.relation = "";
    this.asked = "";
    /** @type {Engine | null} */
    this.engine = null;
    this.note = element("div", {});
    this.legend = element("legend", {});
    this.fields = PRESENCES.map((value) => /** @type {HTMLInputElement} */ (
      element("input", { type: "radio", name: "presence", value, change: () => this.setPresence(value) })));
    this.sentences = element("div", { class: "live-sentences" });
    this.body = element("div", { class: "live-chosen", "data-offscreen": true },
      element("fieldset", { class: "live-presence" }, this.legend, ...this.fields.map((field) =>
        element("label", { class: "live-box" }, field, element("span", {}, strings[field.value])))), this.sentences);
    part.replaceChildren(this.note, this.body);
    this.frame = "";
    /** @type {Map<string, HTMLElement>} Where each question of the sentences is answered. */
    this.slots = new Map();
    /** @type {Set<string>} Those that are still to be answered. */
    this.waiting = new Set();
    /** @type {Map<string, {resolved: ResolvedText, key: string, said: Text[]}>} What stands there, and its words. */
    this.filled = new Map();
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
    /** @type {Map<string, Shown>} What relations say in the positions seen last. */
    this.answered = new Map();
  }

  /**
   * Put something else in the place of the player.
   * @param {HTMLElement[]} content
   */
  replace(...content) {
    this.note.replaceChildren(...content);
    this.body.toggleAttribute("data-offscreen", true);
    this.isBusy(false);
  }

  /**
   * Show a player, and at once what one relation says of the others.
   * @param {Chosen} chosen
   * @returns {Piece[]} What is left to do.
   */
  show(chosen) {
    const { engine, request, resolved, player, title, presence, isOut, isTaken, note } = chosen, relations = relationsOf(resolved, player), asked = numbersOf(resolved);
    const ids = [...asked, ...relations.map(({ id }) => id)], isTold = presence === "plays" && !isOut && ids.length > 0;
    if (this.note.firstChild || note) this.note.replaceChildren(...(note ? [note] : []));
    this.body.removeAttribute("data-offscreen");
    if (this.legend.textContent !== title) this.legend.textContent = title;
    for (const field of this.fields) {
      if (field.checked !== (field.value === presence)) field.checked = !field.checked;
      if (field.disabled !== isTaken) field.disabled = isTaken; // whoever went with others comes back with them
    }
    this.frameFor(ids, relations);
    this.sentences.toggleAttribute("data-offscreen", !isTold);
    this.shown.clear();
    this.isBusy(isTold);
    if (!isTold) {
      this.mark(new Map());
      return [];
    }
    const about = relations.find(({ ask, of }) => ask === request.ask && of.indexOf(player) === request.of?.indexOf(player))?.id ?? "";
    if (about !== this.asked) this.relation = about || this.relation; // whoever then chooses another part of the sentences sees that
    this.asked = about;
    const first = relations.find(({ id }) => id === this.relation) ?? relations.find(({ id }) => id === this.first) ?? relations[0];
    const others = relations.filter((relation) => relation !== first);
    this.wait(first?.id);
    if (first) {
      this.relation = first.id;
      this.answer(chosen, first);
      this.press();
      this.mark(this.marks(engine));
    }
    return [
      ...asked.map((ask) => () => this.number(chosen, ask)),
      ...others.flatMap((relation) => [() => this.asking(engine, request, relation), () => this.answer(chosen, relation)]),
      () => this.isBusy(false),
    ];
  }

  /**
   * Return the sentences that are shown, one a line; none while nobody is chosen, or one who has left.
   * @returns {string[]}
   */
  lines() {
    return [...this.body.querySelectorAll(":not([data-offscreen]) > :not([data-offscreen]) > .live-said")].map((line) => line.textContent ?? "");
  }

  /**
   * Let all places wait but one: what is in them cannot be seen. A sentence waits as a whole where it can, which changes less.
   * @param {string | undefined} first
   */
  wait(first) {
    this.waiting = new Set(this.slots.keys());
    for (const sentence of this.sentences.querySelectorAll(".live-said")) {
      const slots = /** @type {HTMLElement[]} */ ([...sentence.children]), isWhole = slots.every(({ dataset }) => dataset.ask !== first);
      sentence.toggleAttribute("data-waiting", isWhole);
      for (const slot of slots) slot.toggleAttribute("data-waiting", !isWhole && slot.dataset.ask !== first);
    }
  }

  /**
   * Show a place, and its sentence once all of it is there.
   * @param {HTMLElement} slot
   */
  reveal(id, slot) {
    const sentence = slot.parentElement;
    this.waiting.delete(id);
    slot.removeAttribute("data-waiting");
    this.citeOnce(slot);
    if (![...sentence?.children ?? []].some((other) => this.waiting.has(other.getAttribute("data-ask") ?? ""))) sentence?.removeAttribute("data-waiting");
  }

  /**
   * Name the same clauses of places that follow one another only once.
   * @param {HTMLElement} slot One that was filled.
   */
  citeOnce(slot) {
    const last = (/** @type {Element | null} */ one) => [...one?.querySelectorAll("small") ?? []].pop();
    const first = (/** @type {Element | null} */ one) => one?.querySelector("small");
    for (const [before, after] of [[slot.previousElementSibling, slot], [slot, slot.nextElementSibling]]) {
      const one = last(before), other = first(after);
      if (other) other.hidden = one?.textContent === other.textContent;
    }
  }

  /**
   * Make the places of the sentences, where they are not there already.
   * @param {string[]} ids
   * @param {Relation[]} relations
   */
  frameFor(ids, relations) {
    const frame = ids.join(" ");
    if (frame === this.frame) return;
    this.frame = frame;
    this.filled.clear();
    this.slots = new Map(ids.map((id) => [id, element("span", { "data-ask": id })]));
    const arrows = relations.filter(({ drawn }) => drawn === "arrow").map(({ id }) => id);
    const sentences = [arrows, ids.filter((id) => !arrows.includes(id))].filter(({ length }) => length);
    this.sentences.replaceChildren(...sentences.map((ids) => element("p", { class: "live-said" }, ...ids.map((id) => this.slots.get(id)), ".")),
      ...(sentences.length ? [element("p", { class: "more" }, strings.show_on_ring)] : []));
  }

  /**
   * Say whether answers are still to come, so that they are read out together.
   * @param {boolean} isBusy
   */
  isBusy(isBusy) {
    keep(this.part, "aria-busy", String(isBusy));
  }

  /**
   * Put an answer in its place. Where the same clauses decide as before, only words change.
   * @param {{words: string, clauses: string[]}[]} sentences
   * @param {boolean} isChoice Whether it can be shown on the ring.
   */
  fill(id, sentences, resolved, isChoice) {
    const slot = this.slots.get(id);
    if (!slot) return;
    const begins = !slot.previousSibling, key = JSON.stringify([isChoice, sentences.map(({ clauses }) => clauses)]);
    const words = sentences.map((one, n) => typographic(begins && !n ? capital(one.words) : one.words).replace(/\.$/, "")), filled = this.filled.get(id);
    if (filled?.key === key && filled.resolved === resolved) {
      filled.said.forEach((text, n) => {
        if (text.data !== words[n]) text.data = words[n];
      });
    } else {
      const said = words.map((one) => document.createTextNode(one));
      const content = sentences.flatMap(({ clauses }, n) =>
        [n ? "; " : "", isChoice ? this.choice(id, said[n]) : said[n], ...(clauses.length ? [citedBehind(resolved, clauses)] : [])]);
      slot.replaceChildren(...(begins || !content.length ? content : ["; ", ...content]).filter((one) => one !== null));
      this.filled.set(id, { resolved, key, said });
    }
    this.reveal(id, slot);
  }

  /**
   * Return a part of a sentence that can be shown on the ring.
   * @param {Text} said
   * @returns {HTMLElement}
   */
  choice(id, said) {
    return element("span", {
      role: "button", tabindex: 0, class: "live-relation", "data-relation": id, "aria-pressed": String(id === this.relation), click: () => this.choose(id),
      keydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.choose(id);
      },
    }, said);
  }

  /**
   * Return the questions of a relation, each to be asked by itself: what was asked once is answered quickly.
   * @returns {Piece[]}
   */
  asking(engine, request, relation) {
    if (this.answered.has(keyOf(request, relation))) return [];
    return [...questionsOf(engine, request, relation).values()].map((question) => () => void engine.ask(question));
  }

  /**
   * Answer a relation.
   * @param {Chosen} chosen
   */
  answer({ engine, request, resolved }, relation) {
    const shown = this.sentence(engine, request, relation), { error, sentences } = shown;
    this.engine = engine;
    this.shown.set(relation.id, shown);
    this.fill(relation.id, error ? [{ words: errorWords(error, engine.rules.vocabulary), clauses: [] }] : sentences, resolved, !error);
  }

  /**
   * Return what a relation says of the others; what was said of a position lately is kept.
   * @returns {Shown}
   */
  sentence(engine, request, relation) {
    const key = keyOf(request, relation);
    let shown = this.answered.get(key);
    if (!shown) {
      if (this.answered.size >= KEPT_ANSWERS) this.answered.delete([...this.answered.keys()][0]);
      this.answered.set(key, (shown = askRelation(engine, request, relation)));
    }
    return shown;
  }

  /**
   * Answer what is a number.
   * @param {Chosen} chosen
   */
  number({ engine, request, resolved, player }, ask) {
    const { words, answer } = askNumber(engine, { ...request, ask, of: [player] });
    this.fill(ask, [{ words, clauses: answer.clauses }], resolved, false);
  }

  /** Show another relation on the ring. */
  choose(id) {
    if (!this.engine || !this.shown.has(id)) return;
    this.relation = id;
    this.press();
    this.mark(this.marks(this.engine));
  }

  /** Mark in the sentences what is shown on the ring. */
  press() {
    for (const button of this.part.querySelectorAll("[data-relation]")) {
      keep(button, "aria-pressed", String(button.getAttribute("data-relation") === this.relation));
    }
  }

  /**
   * Return what the chosen relation says of each other player.
   * @returns {Marks}
   */
  marks(engine) {
    const shown = this.shown.get(this.relation);
    if (!shown) return new Map();
    const { words, parameters } = engine.rules.vocabulary.predicates[shown.relation.ask];
    return new Map([...shown.related].map(([name, answer]) => {
      const of = shown.relation.of.map((other) => (other === EVERYBODY ? name : other)), kind = answerKind(answer);
      const said = fillPhrase(kind === "no" ? words.fails : words.holds, parameters, of);
      return [name, { kind, words: kind === "yes" || kind === "no" ? said : `${said}: ${strings[kind]}` }];
    }));
  }
}

/**
 * Return what a relation is kept by.
 * @param {Relation} relation
 * @returns {string}
 */
function keyOf(request, { id, of }) {
  return JSON.stringify([{ ...request, ask: id, of }]);
}

/**
 * Return the numbers of some clauses with the space before them, which goes where they do.
 * @param {string[]} clauses
 * @returns {HTMLElement | null}
 */
function citedBehind(resolved, clauses) {
  const made = numbers(resolved, clauses);
  made?.prepend(" ");
  return made;
}
