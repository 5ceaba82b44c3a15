/* The chosen player: whether they play, and in two sentences what they can do and what can be done to them. One part of
   the sentences is chosen to be shown on the ring and is answered at once; the others follow. */

import { EVERYBODY } from "../engine/lists.js";
import { element, keep } from "./dom.js";
import { answerKind, capital, errorWords, fillPhrase } from "./phrases.js";
import { askNumber, askRelation, numbersOf, questionsOf, relationsOf } from "./relations.js";
import { numbers } from "./ruling.js";

/** What a player in the game becomes when their seat is tapped again, and so on round. */
export const PRESENCES = ["plays", "left", "leaving"];

/** @typedef {{engine: Engine, request: Request, resolved: ResolvedText, player: string, title: string, presence: string}} Chosen */

export class PlayerPart {
  /**
   * Show nobody yet.
   * @param {HTMLElement} part Where they are shown.
   * @param {string} first The relation that is shown first.
   * @param {Site} site
   * @param {(presence: string) => void} setPresence
   * @param {(marks: import("./ring.js").Marks) => void} mark
   */
  constructor(part, first, site, setPresence, mark) {
    this.part = part;
    this.first = first;
    this.site = site;
    this.setPresence = setPresence;
    this.mark = mark;
    this.relation = "";
    /** @type {Engine | null} */
    this.engine = null;
    this.frame = "";
    /** @type {Map<string, HTMLElement>} Where each question of the sentences is answered. */
    this.slots = new Map();
    /** @type {Map<string, import("./relations.js").Shown>} */
    this.shown = new Map();
  }

  /**
   * Put something else in the place of the player.
   * @param {HTMLElement[]} content
   */
  replace(...content) {
    this.frame = "";
    this.slots.clear();
    this.part.replaceChildren(...content);
  }

  /**
   * Show a player, and what one relation says of the others.
   * @param {Chosen} chosen
   * @returns {(() => void)[]} What is left to do.
   */
  show(chosen) {
    const { engine, request, resolved, player, title, presence } = chosen, relations = relationsOf(resolved, player);
    const told = presence === "plays" ? [...numbersOf(resolved), ...relations.map(({ id }) => id)] : [];
    this.frameFor(title, presence, told, relations);
    this.shown.clear();
    if (!told.length) {
      this.mark(new Map());
      this.isBusy(false);
      return [];
    }
    const first = relations.find(({ id }) => id === this.relation) ?? relations.find(({ id }) => id === this.first) ?? relations[0];
    const others = relations.filter((relation) => relation !== first);
    for (const slot of this.slots.values()) slot.classList.add("live-waiting");
    this.isBusy(true);
    if (first) {
      this.relation = first.id;
      this.answer(chosen, first);
      this.mark(this.marks(engine));
    }
    return [
      ...numbersOf(resolved).map((ask) => () => this.number(chosen, ask)),
      ...others.flatMap((relation) => [
        ...[...questionsOf(engine, request, relation).values()].map((question) => () => void engine.ask(question)),
        () => this.answer(chosen, relation),
      ]),
      () => this.isBusy(false),
    ];
  }

  /**
   * Make the fields and the places of the sentences, where they are not there already.
   * @param {string} title
   * @param {string} presence
   * @param {string[]} told
   * @param {import("./relations.js").Relation[]} relations
   */
  frameFor(title, presence, told, relations) {
    const frame = told.join(" ") || "nothing";
    if (frame !== this.frame) {
      this.frame = frame;
      this.slots = new Map(told.map((id) => [id, element("span", { "data-ask": id })]));
      const arrows = relations.filter(({ id, drawn }) => drawn === "arrow" && this.slots.has(id)).map(({ id }) => id);
      const sentences = [arrows, told.filter((id) => !arrows.includes(id))].filter(({ length }) => length);
      const legend = element("legend", {});
      this.part.replaceChildren(element("fieldset", { class: "live-presence" }, legend, ...PRESENCES.map((value) =>
        element("label", { class: "live-box" }, element("input", {
          type: "radio", name: "presence", value, change: () => this.setPresence(value),
        }), element("span", {}, this.site.strings[value])))),
      ...sentences.map((ids) => element("p", { class: "live-said" }, ...ids.map((id) => this.slots.get(id)), ".")),
      ...(sentences.length ? [element("p", { class: "more" }, this.site.strings.show_on_ring)] : []));
    }
    const legend = this.part.querySelector("legend");
    if (legend && legend.textContent !== title) legend.textContent = title;
    for (const field of this.part.querySelectorAll("input")) field.checked = field.value === presence;
  }

  /**
   * Say whether answers are still to come, so that they are read out together.
   * @param {boolean} isBusy
   */
  isBusy(isBusy) {
    keep(this.part, "aria-busy", String(isBusy));
  }

  /**
   * Put an answer in its place.
   * @param {string} id
   * @param {{words: string, more: (Node | string | null)[]}[]} told
   * @param {boolean} isChoice Whether it can be shown on the ring.
   */
  fill(id, told, isChoice) {
    const slot = this.slots.get(id);
    if (!slot) return;
    const choose = () => this.choose(id), begins = !slot.previousSibling;
    const content = told.flatMap(({ words, more }, n) => {
      const said = (begins && !n ? capital(words) : words).replace(/\.$/, "");
      const shown = isChoice && element("span", {
        role: "button", tabindex: 0, class: "live-relation", "data-relation": id, "aria-pressed": String(id === this.relation), click: choose,
        keydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          choose();
        },
      }, said);
      return [n ? "; " : "", shown || said, ...more.flatMap((one) => (one ? [" ", one] : []))];
    });
    slot.replaceChildren(...(begins || !content.length ? content : ["; ", ...content]));
    slot.classList.remove("live-waiting");
  }

  /**
   * Answer a relation.
   * @param {Chosen} chosen
   * @param {import("./relations.js").Relation} relation
   */
  answer({ engine, request, resolved }, relation) {
    const { shown, told } = this.sentence(engine, request, resolved, relation);
    this.engine = engine;
    this.shown.set(relation.id, shown);
    this.fill(relation.id, told, !shown.error);
  }

  /**
   * Return what a relation says of the others, and how that is shown.
   * @param {Engine} engine
   * @param {Request} request
   * @param {ResolvedText} resolved
   * @param {import("./relations.js").Relation} relation
   * @returns {{shown: import("./relations.js").Shown, told: {words: string, more: (Node | null)[]}[]}}
   */
  sentence(engine, request, resolved, relation) {
    const { site } = this, shown = askRelation(engine, request, relation, site.strings), { error } = shown;
    if (error) return { shown, told: [{ words: errorWords(site.strings, error, engine.rules.vocabulary), more: [] }] };
    return { shown, told: shown.told.map(({ words, clauses }) => ({ words, more: [numbers(resolved, clauses, site)] })) };
  }

  /**
   * Answer what is a number.
   * @param {Chosen} chosen
   * @param {string} ask
   */
  number({ engine, request, resolved, player }, ask) {
    const { words, answer } = askNumber(engine, { ...request, ask, of: [player] }, this.site.strings);
    this.fill(ask, [{ words, more: [numbers(resolved, answer.clauses, this.site)] }], false);
  }

  /**
   * Show another relation on the ring.
   * @param {string} id
   */
  choose(id) {
    if (!this.engine || !this.shown.has(id)) return;
    this.relation = id;
    for (const button of this.part.querySelectorAll("[data-relation]")) {
      keep(button, "aria-pressed", String(button.getAttribute("data-relation") === id));
    }
    this.mark(this.marks(this.engine));
  }

  /**
   * Return what the chosen relation says of each other player.
   * @param {Engine} engine
   * @returns {import("./ring.js").Marks}
   */
  marks(engine) {
    const shown = this.shown.get(this.relation), { strings } = this.site;
    if (!shown) return new Map();
    const { words, parameters } = engine.rules.vocabulary.predicates[shown.relation.ask];
    return new Map([...shown.related].map(([name, answer]) => {
      const of = shown.relation.of.map((other) => (other === EVERYBODY ? name : other)), kind = answerKind(answer);
      const said = fillPhrase(strings, kind === "no" ? words.fails : words.holds, parameters, of);
      return [name, { kind, words: kind === "yes" || kind === "no" ? said : `${said}: ${strings[kind]}` }];
    }));
  }
}
