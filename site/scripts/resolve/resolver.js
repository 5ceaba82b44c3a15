/* What stands on a day: a text with all that it includes, as clauses and rules with numbers of their own. */

import { components, nodes, reachable } from "../model/graph.js";

/**
 * @typedef {Object} ClauseInForce
 * @property {number} index Its place in the order of citing.
 * @property {string} text
 * @property {string} number Its number on the day.
 * @property {string} citation `text:number`.
 * @property {string} words Its wording of the day.
 * @property {Clause} clause
 */

/** @typedef {{predicates: Set<string>, givens: Set<string>}} Reading What a predicate reads. */

/** @typedef {Rule & {number: number, clause: number, part: string | null, sentence: number, bit: bigint, overriders: number[]}} Standing */

/**
 * Return whether something said since and until certain days holds on a day (`null`: the newest).
 * @param {{since: string | null, until: string | null}} said
 * @param {string | null} day
 */
function inForce({ since, until }, day) {
  if (day === null) return until === null;
  return (since === null || since <= day) && (until === null || day < until);
}

/** A text on a day with everything that it includes. */
export class ResolvedText {
  /**
   * Gather what stands.
   * @param {string | null} on
   */
  constructor(rules, id, on) {
    this.id = id;
    this.on = on;
    this.vocabulary = rules.vocabulary;
    /** @type {ClauseInForce[]} */
    this.clauses = [];
    /** @type {Standing[]} */
    this.rules = [];
    /** @type {number | null} The clause with the text's principle. */
    this.principle = null;
    const { days, under } = gathered(rules, id, on);
    /** @type {string[]} The texts that it is put together of. */
    this.texts = [...days.keys()];
    /** @type {string} How its teams sit. */
    this.seated = [...days.keys()].map((name) => rules.texts[name].seated).find(Boolean) ?? "side by side";
    /** @type {Set<string>} */
    this.options = new Set([...days.keys()].flatMap((name) => rules.texts[name].options));
    const groups = [...days.keys()].flatMap((name) => rules.texts[name].alternatives);
    this.alternatives = groups.filter((group, n) => !groups.some((wide, m) => (wide.length > group.length || m < n) && group.every((name) => wide.includes(name))));
    this.usual = [...days.keys()].flatMap((name) => rules.texts[name].usual);
    const places = this.gather(rules, days, under);
    this.bindOverrides(days, places);
    /** @type {Map<string, Standing[]>} */
    this.about = new Map();
    for (const rule of this.rules) {
      const about = this.about.get(rule.predicate);
      if (about) about.push(rule);
      else this.about.set(rule.predicate, [rule]);
    }
    /** @type {Map<string, string[] | null>} The roles that its head names; where it says nothing, also those of the texts that it includes. */
    this.heads = new Map([[id, rules.texts[id].roles]]);
    for (const [name, roles] of this.heads) {
      if (roles === null) for (const { text } of rules.texts[name].includes) this.heads.set(text, rules.texts[text].roles);
    }
    /** @type {Set<string> | null} Worked out with the first question. */
    this.roles = null;
    /** @type {Map<string, Reading> | null} Worked out with the first question, like the circles: a table is shown without. */
    this.reads = null;
    /** @type {Map<string, string> | null} */
    this.circling = null;
    /** @type {Map<string, Set<string>>} The given facts behind each predicate that was looked at. */
    this.givens = new Map();
    /** @type {Map<string, string[]>} The choices that clauses behind each predicate speak of. */
    this.choices = new Map();
  }

  /**
   * Return the options in use where some are named: these, and the usual ones of which no alternative is.
   * @param {string[]} named
   * @returns {string[]}
   */
  inUse(named) {
    const replaced = this.alternatives.filter((group) => group.some((option) => named.includes(option))).flat();
    return [...new Set([...named, ...this.usual.filter((option) => !replaced.includes(option))])];
  }

  /**
   * What each predicate reads.
   * @returns {Map<string, Reading>}
   */
  get reading() {
    return (this.reads ??= this.readings());
  }

  /**
   * The predicates that may depend on themselves, each with the name of its circle.
   * @returns {Map<string, string>}
   */
  get circles() {
    return (this.circling ??= this.findCircles());
  }

  /**
   * Take in the clauses that stand, and their rules.
   * @param {Map<string, string | null>} days
   * @param {Map<string, string[]>} under The options under which each text counts.
   * @returns {Map<string, number>} The numbers of clauses by text and place.
   */
  gather(rules, days, under) {
    const places = new Map();
    let sentences = 0;
    for (const [text, day] of days) {
      rules.texts[text].clauses.forEach((clause, place) => {
        if (!inForce(clause, day)) return;
        const index = this.clauses.length;
        places.set(`${text} ${place}`, index);
        const held = clause.numbers.filter(({ since }) => day === null || since === null || since <= day);
        const { number } = held[held.length - 1] ?? clause.numbers[0];
        const words = clause.wordings.filter((wording) => inForce(wording, day)).at(-1)?.words ?? "";
        this.clauses.push({ index, text, number, citation: `${text}:${number}`, clause, words });
        for (const sentence of clause.sentences) {
          if (!inForce(sentence, day)) continue;
          sentences += 1;
          if (sentence.principle) this.principle ??= index;
          for (const rule of sentence.rules) {
            this.rules.push({
              ...rule, guard: underOptions(rule.guard, under.get(text) ?? []), number: this.rules.length, clause: index, part: sentence.part, arises: sentence.arises, sentence: sentences,
              bit: 1n << BigInt(index), overriders: [],
            });
          }
        }
      });
    }
    return places;
  }

  /**
   * Tell each rule the rules on the same predicate before which it yields.
   * @param {Map<string, string | null>} days
   * @param {Map<string, number>} places
   */
  bindOverrides(days, places) {
    const byClause = this.clauses.map(() => /** @type {Standing[]} */ ([]));
    for (const rule of this.rules) byClause[rule.clause].push(rule);
    for (const overrider of this.clauses) {
      const own = byClause[overrider.index].filter(({ kind }) => kind !== "met");
      for (const { text, part, means } of overrider.clause.overrides) {
        const day = days.get(text);
        if (day === undefined) continue;
        const targets = means.filter((meant) => inForce(meant, day)).map(({ clause }) => places.get(`${text} ${clause}`));
        for (const rule of new Set(targets.flatMap((target) => (target === undefined ? [] : byClause[target])))) {
          if (part === null || part === rule.part) {
            rule.overriders.push(...own.filter(({ predicate }) => predicate === rule.predicate).map(({ number }) => number));
          }
        }
      }
    }
  }

  /**
   * Return what each predicate reads: other predicates, and given facts.
   * @returns {Map<string, Reading>}
   */
  readings() {
    return new Map(Object.entries(this.vocabulary.predicates).map(([name, { means, premise }]) => {
      const rules = this.about.get(name);
      const trees = [...(rules ? rules.flatMap(({ guard, expression }) => [guard, expression]) : [means]), premise];
      /** @type {Tree[]} */
      const read = [];
      for (const tree of trees) nodes(tree, read);
      const slots = (rules ?? []).flatMap(({ place_key: key }) => key ?? []);
      const { predicates, givens: declared } = this.vocabulary;
      const keys = read.flatMap(({ key, predicate }) => key ?? (predicate !== undefined && Object.hasOwn(declared, predicate) ? predicate : []));
      const givens = new Set([...slots, ...keys]);
      return [name, { predicates: new Set(read.flatMap(({ predicate }) => predicate ?? [])), givens }];
    }));
  }

  /**
   * Return the predicates that may depend on themselves, each with the name of its circle.
   * @returns {Map<string, string>}
   */
  findCircles() {
    const graph = new Map([...this.reading].map(([name, { predicates }]) => [name, predicates]));
    const circles = new Map();
    for (const component of components(graph)) {
      if (component.length > 1 || graph.get(component[0])?.has(component[0])) {
        component.forEach((name) => circles.set(name, [...component].sort()[0]));
      }
    }
    return circles;
  }

  /**
   * Return every predicate that an answer may read: the cone of influence of a question.
   * @param {string} predicate
   * @returns {Set<string>}
   */
  cone(predicate) {
    return reachable(predicate, (name) => {
      const meant = nodes(this.vocabulary.predicates[name].means).flatMap((node) => node.predicate ?? []);
      return [...(this.reading.get(name)?.predicates ?? []), ...meant];
    });
  }

  /**
   * The roles that the text knows: those that its head names; without such a line, those that texts it includes name and
   * those of which it speaks. One that speaks of one role alone needs another for those who do not have it.
   * @returns {Set<string>}
   */
  get knownRoles() {
    if (!this.roles) {
      const { predicates, roles } = this.vocabulary, isSilent = (/** @type {Standing} */ { clause }) => this.heads.get(this.clauses[clause].text) === null;
      const own = this.rules.filter(isSilent), read = new Set(own.flatMap(({ predicate }) => [...this.cone(predicate)]));
      const trees = [...own.flatMap(({ guard, expression }) => [guard, expression]), ...[...read].flatMap((name) => [predicates[name].means, predicates[name].premise])];
      this.roles = new Set([...[...this.heads.values()].flat(), ...trees.flatMap((tree) => nodes(tree)).map(({ role }) => role)].flatMap((role) => role ?? []));
      const other = Object.keys(roles).find((role) => !this.roles?.has(role));
      if (this.heads.get(this.id) === null && this.roles.size === 1 && other) this.roles.add(other);
    }
    return this.roles;
  }

  /**
   * Whether the text, or one that it includes, says that it knows no role, and none is known besides. Then nobody has a
   * role, whatever the seats of a table tell: a rule about an emperor is for other games.
   */
  get knowsNoRole() {
    const said = [...this.heads.values()];
    return said.some((roles) => roles !== null) && !said.some((roles) => roles?.length) && !this.knownRoles.size;
  }

  /**
   * Return the rules about a predicate that can apply where nobody has a role that the text does not know.
   * @param {string} predicate
   * @returns {Standing[]}
   */
  rulesForItsRoles(predicate) {
    const isPossible = (/** @type {Tree} */ { op, kind, parts, where, body, role, positive }) => {
      if (op === "and") return parts.every(isPossible);
      return op === "quantified" && kind === "some" ? isPossible(where) && isPossible(body) : !role || !positive || this.knownRoles.has(role);
    };
    return (this.about.get(predicate) ?? []).filter(({ guard }) => isPossible(guard));
  }

  /**
   * Return the given facts that an answer may look at.
   * @param {string} predicate
   * @returns {Set<string>}
   */
  givensRead(predicate) {
    let givens = this.givens.get(predicate);
    if (!givens) {
      givens = new Set([...this.cone(predicate)].flatMap((name) => [...(this.reading.get(name)?.givens ?? [])]));
      this.givens.set(predicate, givens);
    }
    return givens;
  }

  /**
   * Return whether anything in the text can answer a question.
   * @param {string} predicate
   */
  speaksOf(predicate) {
    if (!Object.hasOwn(this.vocabulary.predicates, predicate)) return false;
    const { means, premise } = this.vocabulary.predicates[predicate];
    return this.about.has(predicate) || means !== null || premise !== null;
  }

  /**
   * Return the choices of a given fact that the clauses behind a question speak of; none: it is asked at its default.
   * @param {string} predicate
   * @returns {string[]}
   */
  allowedChoices(predicate, key) {
    const listed = this.choices.get(`${predicate} ${key}`);
    if (listed) return listed;
    const mentioned = new Set();
    for (const name of this.cone(predicate)) {
      for (const { guard } of this.about.get(name) ?? []) {
        for (const { op, left, right } of nodes(guard)) {
          if (op === "compare" && left.op === "given-term" && left.key === key && right.op === "choice") mentioned.add(right.word);
        }
      }
    }
    const given = this.vocabulary.givens[key];
    const words = given.choices.map(({ word }) => word).filter((word) => mentioned.has(word));
    const allowed = words.length === 1 && words[0] === given.default ? [] : words;
    this.choices.set(`${predicate} ${key}`, allowed);
    return allowed;
  }
}

/**
 * Return a condition as it counts where some options are in use.
 * @param {Tree} guard
 * @param {string[]} options
 * @returns {Tree}
 */
function underOptions(guard, options) {
  if (!options.length) return guard;
  const rest = guard.op === "and" ? guard.parts : guard.op === "always" ? [] : [guard];
  const parts = [...options.map((option) => ({ op: "option-on", option })), ...rest];
  return parts.length === 1 ? parts[0] : { op: "and", parts };
}

/**
 * Return the texts that a text takes in, itself included, each with its day, and the options under which it counts; a
 * text without editions has no day.
 * @param {string | null} on
 * @returns {{days: Map<string, string | null>, under: Map<string, string[]>}}
 */
function gathered(rules, id, on) {
  const days = new Map(), under = new Map();
  const gather = (/** @type {string} */ name, /** @type {string | null} */ day, /** @type {string[]} */ options) => {
    if (days.has(name)) return;
    days.set(name, day);
    under.set(name, options);
    rules.texts[name].includes.forEach(({ text, at, option }) => gather(text, at ?? day, option === null ? options : [...options, option]));
  };
  gather(id, on, []);
  const sorted = [...days.keys()].sort();
  return { days: new Map(sorted.map((name) => [name, rules.texts[name].editions.length > 1 ? days.get(name) : null])), under };
}
