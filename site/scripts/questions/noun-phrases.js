/* Finding who is spoken of: names, teams, roles with their articles and owners, pronouns, words that ask who. */

import { BREAK, POSSESSIVE, TEAM_MARK, split } from "./language.js";
import { isAlike, isMention, isOpen, mention, namedAs } from "./mentions.js";

const NAME = /^(?:[a-z]|a[a-z])[1-9]\d{0,2}$/;

/** @typedef {{said: Mention, needsArticle: boolean, relative: boolean}} Noun A noun for players or teams: what it says of them, and whether it needs an article or the like beside it. */

/** Finds mentions among the words of one language, with the nouns of a vocabulary. */
export class NounPhrases {
  /**
   * Collect the nouns of players, teams and roles.
   * @param {{player: string[], team: string[], roles: Record<string, string[]>}} declared Each in the singular and the plural.
   */
  constructor(language, declared) {
    this.language = language;
    this.people = Object.fromEntries(Object.entries(language.people).map(([key, words]) => [key, new Set(words)]));
    /** @type {Map<string, Noun>} */
    this.nouns = new Map();
    const add = (word, /** @type {Noun} */ noun) => this.nouns.has(word) || this.nouns.set(word, noun);
    const sorts = /** @type {[boolean, string[], string][]} */ ([[false, declared.player, "players"], [true, declared.team, "teams"]]);
    for (const [team, names, extra] of sorts) {
      names.forEach((word, n) => this.nouns.set(word, { said: mention({ team, together: n > 0 }), needsArticle: n === 0, relative: false }));
      for (const word of language.people[extra]) add(word, { said: mention({ team, together: isPlural(word, language) }), needsArticle: true, relative: false });
    }
    const sides = /** @type {[string, Mention["side"]][]} */ ([["teammates", "own"], ["opponents", "foreign"]]);
    for (const [words, side] of sides) {
      for (const word of language.people[words]) {
        this.nouns.set(word, { said: mention({ side, together: isPlural(word, language) }), needsArticle: false, relative: true });
      }
    }
    for (const [role, names] of Object.entries(declared.roles)) {
      names.forEach((word, n) => add(word, { said: mention({ roles: [role], together: n > 0 }), needsArticle: false, relative: false }));
    }
  }

  /** Return whether a word by itself speaks of somebody. */
  speaks(word) {
    return this.nouns.has(word) || ["self", "who", "everyone"].some((key) => this.people[key].has(word));
  }

  /**
   * Return the words with a mention in the place of each noun phrase.
   * @returns {Token[]}
   */
  find(tokens) {
    /** @type {Token[]} */
    const words = [];
    for (let at = 0; at < tokens.length;) {
      const { who, end } = this.phrase(tokens, at);
      if (!who) {
        words.push(tokens[at++]);
        continue;
      }
      words.push({ value: who, shown: shownOf(tokens, at, end) });
      if (end === at + 1 && this.people.mine.has(/** @type {string} */ (tokens[at].value))) words.push({ value: POSSESSIVE, shown: "" }); // "my hand" is read like "A1's hand"
      at = end;
    }
    return this.focused(this.excepted(namedOnce(this.joined(words), this.language)));
  }

  /**
   * Return the mention that begins at a word, and where it ends.
   * @param {number} start
   * @returns {{who: Mention | null, end: number}}
   */
  phrase(tokens, start) {
    const words = new Values(tokens), { people } = this, word = words.at(start);
    for (const said of new Set([...people.each_other, ...people.same, ...people.reflexive])) {
      const parts = split(said);
      if (!isAlike(words.window(start, parts.length), parts)) continue;
      return { who: mention(people.each_other.has(said) ? { eachOther: true } : { same: true, reflexive: people.reflexive.has(said) }), end: start + parts.length };
    }
    if (people.self.has(word)) return { who: mention({ asker: true }), end: start + 1 };
    if (people.who.has(word)) return { who: mention({ asked: true }), end: start + 1 };
    const { draft, at, isMarked } = this.before(words, start), noun = this.nouns.get(words.at(at));
    if (!noun && (people.everyone.has(word) || people.every.has(word)) && !nameOf(words.at(at))) {
      const isElse = people.another.has(words.at(start + 1)); // "everybody else", "all the others"
      if (isElse || (draft.another && draft.together)) return { who: mention({ together: true, another: true }), end: Math.max(at, start + 1 + Number(isElse)) };
    }
    if (people.everyone.has(word) && !noun) return { who: mention({ together: true }), end: start + 1 };
    if (!noun) {
      const name = nameOf(words.at(at));
      if (name && !draft.owner) return { who: mention({ names: [name], team: name.length === 1 }), end: at + 1 }; // "both A1 and A3"
      if (people.mine.has(word) && words.at(start + 1)) return { who: mention({ asker: true }), end: start + 1 };
      return { who: null, end: start };
    }
    if (noun.needsArticle && !isMarked && !nameOf(words.at(at + 1)) && !letterOf(words, at + 1, noun)) return { who: null, end: start };
    const before = words.window(start, at - start), isTheTeam = noun.said.team && draft.side === "" && !draft.asked && before.some((word) => people.the.has(word));
    const side = isTheTeam ? "own" : draft.side; // "the team" is that of whoever is spoken of
    return this.noun(words, { ...draft, side, definite: before.some((word) => people.definite.has(word)) }, noun, at);
  }

  /**
   * Return what articles, owners and the like say, where the noun stands, and whether there are any.
   * @param {Values} words
   * @param {number} start
   * @returns {{draft: Mention, at: number, isMarked: boolean}}
   */
  before(words, start) {
    const { people, nouns } = this;
    let draft = mention(), at = start;
    for (;; at++) {
      const word = words.at(at), name = nameOf(word), noun = nouns.get(word), beforeNoun = nouns.has(words.at(at + 1));
      if (people.every.has(word)) draft = { ...draft, together: true, pair: people.both.has(word) };
      else if (people.mine.has(word)) draft = { ...draft, side: "own", viewpoint: "asker" };
      else if (people.his.has(word)) draft = { ...draft, side: "own", his: true };
      else if (people.their.has(word)) draft = { ...draft, side: "their" };
      else if (people.own.has(word) && beforeNoun) draft = { ...draft, side: draft.side || "own" };
      else if (people.foreign.has(word) && beforeNoun) draft = { ...draft, side: "foreign" };
      else if (people.which.has(word)) draft = { ...draft, asked: true };
      else if (people.left.has(word) && beforeNoun) draft = { ...draft, place: "left" };
      else if (people.right.has(word) && beforeNoun) draft = { ...draft, place: "right" };
      else if (name && words.at(at + 1) === POSSESSIVE && nouns.has(words.at(at + 2))) {
        draft = { ...draft, side: "own", owner: name };
        at++;
      } else if (noun && this.owns(words, at, noun)) {
        const foreign = people.opponents.has(word) || (people.teams.has(word) && people.another.has(words.at(at - 1)));
        const letter = letterOf(words, at + 1, noun);
        draft = { ...draft, side: foreign || draft.side === "foreign" ? "foreign" : "own", owner: letter || draft.owner };
        at += letter ? 2 : 1;
      } else if (people.same_team.has(word) && nouns.get(words.at(at + 1))?.said.team) {
        draft = { ...draft, side: "own" };
      } else if (people.another.has(word)) {
        draft = { ...draft, another: true };
      } else if (!people.some.has(word)) {
        return { draft, at, isMarked: at > start };
      }
    }
  }

  /**
   * Return whether a noun for a team or an opponent stands before what it owns: "team B's player".
   * @param {Values} words
   * @param {Noun} noun
   */
  owns(words, at, noun) {
    if (!noun.said.team && noun.said.side !== "foreign") return false;
    const after = letterOf(words, at + 1, noun) ? at + 2 : at + 1;
    return words.at(after) === POSSESSIVE && this.nouns.has(words.at(after + 1));
  }

  /**
   * Return the mention that a noun makes with what stands before and after it.
   * @param {Values} words
   * @param {Mention} draft
   * @param {Noun} noun
   * @returns {{who: Mention, end: number}}
   */
  noun(words, draft, noun, at) {
    const letter = letterOf(words, at + 1, noun), name = nameOf(words.at(at + 1)), { people } = this;
    if (letter) return { who: mention({ names: [letter], team: true }), end: at + 2 };
    if (name.length > 1) {
      const who = draft.viewpoint === "asker" ? draft : mention(); // "my pawn A3"
      const side = noun.relative ? noun.said.side : who.side; // "my opponent B3" is none of mine
      return { who: namedAs({ ...who, roles: noun.said.roles, side }, [name]), end: at + 2 };
    }
    for (at++; ; at++) {
      const word = words.at(at);
      if (people.foreign.has(word)) draft = { ...draft, side: "foreign" };
      else if (people.mine.has(word)) draft = { ...draft, side: draft.side || "own", viewpoint: "asker" };
      else if (people.his.has(word) || people.own.has(word)) draft = { ...draft, side: draft.side || "own", his: draft.his || people.his.has(word) };
      else if (people.their.has(word) && !this.nouns.has(words.at(at + 1))) draft = { ...draft, side: "their" };
      else break;
    }
    ({ draft, at } = this.owner(words, draft, at));
    ({ draft, at } = this.place(words, draft, at));
    const { said } = noun;
    const who = { ...draft, roles: said.roles, team: said.team, side: noun.relative ? said.side : draft.side, together: draft.together || said.together,
      without: noun.relative && draft.owner ? [draft.owner] : draft.without };
    return { who, end: at };
  }

  /**
   * Read on: "of team B", "of the other team", "of A1".
   * @param {Values} words
   * @param {Mention} draft
   * @returns {{draft: Mention, at: number}}
   */
  owner(words, draft, at) {
    const { people } = this;
    if (!people.of_team.has(words.at(at))) return { draft, at };
    const { draft: inner, at: end, isMarked } = this.before(words, at + 1);
    const noun = this.nouns.get(words.at(end)), name = nameOf(words.at(end));
    if (name && !isMarked && words.at(at) === this.language.table.of) return { draft: { ...draft, side: "own", owner: name }, at: end + 1 };
    if (!noun || !noun.said.team || inner.asked) return { draft, at };
    const letter = letterOf(words, end + 1, noun);
    if (letter) return { draft: { ...draft, side: "own", owner: letter }, at: end + 2 };
    if (people.foreign.has(words.at(end + 1))) return { draft: { ...draft, side: "foreign" }, at: end + 2 };
    if (people.mine.has(words.at(end + 1))) return { draft: { ...draft, side: "own", viewpoint: "asker" }, at: end + 2 };
    if (inner.side !== "") return { draft: { ...draft, side: inner.side, viewpoint: inner.viewpoint }, at: end + 1 };
    const between = words.window(at + 1, end - at - 1);
    if (between.some((word) => people.another.has(word))) return { draft: { ...draft, side: "foreign" }, at: end + 1 };
    if (between.some((word) => people.same_team.has(word))) return { draft: { ...draft, side: "own" }, at: end + 1 };
    return { draft, at };
  }

  /**
   * Read on: "next to A1", "in front of me", "on the left": from a name, the asker or somebody else.
   * @param {Values} words
   * @param {Mention} draft
   * @returns {{draft: Mention, at: number}}
   */
  place(words, draft, at) {
    for (const [said, place, seenFrom, distance = 1] of this.language.table.places) {
      const phrase = split(said), end = at + phrase.length;
      if (!isAlike(words.window(at, phrase.length), phrase)) continue;
      const placed = { ...draft, place, distance: Number(distance) };
      if (seenFrom === "asker") return { draft: { ...placed, viewpoint: "asker" }, at: end };
      if (seenFrom !== "name") return { draft: placed, at: end };
      const name = nameOf(words.at(end));
      if (name.length > 1) return { draft: { ...placed, owner: name }, at: end + 1 };
    }
    return { draft, at };
  }

  /**
   * Return whether what is behind an "and" is a clause of its own: "if I am A2 and A1 is dead", "… and I am A1". What one does
   * stands behind "or" too where it is said of either: "if A1 or A3 leaves".
   */
  parted(tokens, at) {
    const after = tokens[at + 1]?.value, { be } = this.language.table;
    if (after === be || (isMention(after) && after.asker)) return true;
    const ofOne = this.people.and.has(tokens[at].value) && this.language.table.of_one.includes(tokens[at + 2]?.shown || tokens[at + 2]?.value);
    return isMention(after) && ofOne;
  }

  /**
   * Take the players who are not meant from those who are: "anyone other than B3".
   * @returns {Token[]}
   */
  excepted(tokens) {
    const words = new Values(tokens), phrases = this.language.table.except_for.map(split);
    for (const [at, { value }] of tokens.entries()) {
      for (const phrase of phrases) {
        const end = at + 1 + phrase.length, names = end < tokens.length ? namesOf(tokens[end]) : [];
        if (!isMention(value) || !isOpen(value) || value.asker || !names.length || !isAlike(words.window(at + 1, phrase.length), phrase)) continue;
        const merged = { value: { ...value, without: names }, shown: shownOf(tokens, at, end + 1) };
        return this.excepted([...tokens.slice(0, at), merged, ...tokens.slice(end + 1)]);
      }
    }
    return tokens;
  }

  /**
   * Ask who where the question is whether it is only one: "only …" asks for all of them.
   * @returns {Token[]}
   */
  focused(tokens) {
    const at = tokens.findIndex(({ value }) => this.language.table.only.includes(value));
    const behind = at < 0 ? -1 : tokens.findIndex(({ value }, n) => n >= at && isMention(value));
    const owned = tokens[behind + 1];
    if (behind < 0 || (owned?.value === POSSESSIVE && !owned.shown)) return tokens; // "only my hand" is not "only me"
    // "only A1 is here: can A2 help him?" asks of A1
    if (tokens.slice(behind + 1).some(({ value }) => isMention(value) && value.same)) return tokens;
    const asked = { value: mention({ asked: true, definite: true }), shown: `${tokens[at].shown} ${tokens[behind].shown}` };
    return [...tokens.slice(0, at), ...tokens.slice(at + 1, behind), asked, ...tokens.slice(behind + 1)];
  }

  /**
   * Join names with "and" or "or" between them; elsewhere the Italian "e" is the verb without its accent.
   * @returns {Token[]}
   */
  joined(tokens) {
    /** @type {Token[]} */
    const joined = [];
    const { and: both, or: either } = this.people;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at], word = /** @type {string} */ (token.value), before = joined[joined.length - 1], after = tokens[at + 1];
      const last = before?.value, next = after?.value, joins = both.has(word) || either.has(word), merged = joins ? oneOf(last, next, both.has(word)) : null;
      if (joins && isMention(last) && isMention(next) && last.names.length && next.names.length &&
          last.team === next.team && !this.parted(tokens, at)) {
        const named = { ...last, names: [...last.names, ...next.names], together: both.has(word), called: [...last.called, ...next.called] };
        joined[joined.length - 1] = { value: named, shown: `${before.shown} ${token.shown} ${after.shown}` };
        at++;
        while (isSeries(joined)) {
          const [one, , other] = joined.splice(-3);
          joined.push({ value: { ...named, names: [...namesOf(one), ...namesOf(other)] }, shown: `${one.shown}, ${other.shown}` });
        }
      } else if (merged) {
        joined[joined.length - 1] = { value: merged, shown: `${before.shown} ${token.shown} ${after.shown}` };
        at++;
      } else if (both.has(word) && joined.length && last !== BREAK && !this.parted(tokens, at)) {
        joined.push({ value: this.language.table.stray_and, shown: token.shown });
      } else {
        joined.push(token);
      }
    }
    return joined;
  }
}

/** The words of some tokens; beyond them there is nothing. */
class Values {
  /** Take the words. */
  constructor(tokens) {
    this.words = tokens.map(({ value }) => (isMention(value) ? "" : value));
  }

  /**
   * Return the word at a place.
   * @param {number} place
   * @returns {string}
   */
  at(place) {
    return this.words[place] ?? "";
  }

  /**
   * Return some words in a row.
   * @param {number} place
   * @param {number} count
   * @returns {string[]}
   */
  window(place, count) {
    return this.words.slice(place, place + count);
  }
}

/**
 * Return the player or team that a word names, as a table has it; empty if it names none.
 * @returns {string}
 */
function nameOf(word) {
  if (word.startsWith(TEAM_MARK)) return word.slice(TEAM_MARK.length).toUpperCase();
  return NAME.test(word) ? word.toUpperCase() : "";
}

/**
 * Return the letter of a team that stands behind its noun.
 * @param {Values} words
 * @param {Noun} noun
 * @returns {string}
 */
function letterOf(words, at, { said }) {
  const written = words.at(at), word = written.startsWith(TEAM_MARK) ? written.slice(TEAM_MARK.length) : written;
  return said.team && /^\p{L}$/u.test(word) ? word.toUpperCase() : "";
}

/** Return whether the last tokens are a name, a break and names: "A1, A2 and A3". */
function isSeries(tokens) {
  const [one, between, other] = tokens.slice(-3);
  return tokens.length > 2 && between.value === BREAK && namesOf(one).length === 1 && namesOf(other).length > 0;
}

/**
 * Return the names in a word.
 * @param {Token} token
 * @returns {string[]}
 */
function namesOf({ value }) {
  return isMention(value) ? value.names : [];
}

/**
 * Return whether one of the extra nouns of a language is a plural: it stands behind its singular there.
 * @param {import("./language.js").Language} language
 */
function isPlural(word, { people }) {
  const words = ["players", "teams", "teammates", "opponents"].map((key) => people[key]).find((group) => group.includes(word));
  return words !== undefined && words.indexOf(word) % 2 === 1;
}

/**
 * Return what some tokens stand for.
 * @param {number} start
 * @param {number} end
 * @returns {string}
 */
function shownOf(tokens, start, end) {
  return tokens.slice(start, end).map(({ shown }) => shown).filter(Boolean).join(" ");
}

/**
 * Take together what is said of one player in several parts of a question. A name and a role between breaks are one ("A2,
 * the king, …"). Who is spoken of first is meant by the pronoun behind ("A2, whom can he hit?"). Who stands last is
 * whom the question is about ("who begins, A2 or B2?").
 * @returns {Token[]}
 */
function namedOnce(tokens, language) {
  for (let at = 0; at + 2 < tokens.length; at++) {
    const first = tokens[at].value, last = tokens[at + 2].value, closed = at + 3 === tokens.length || tokens[at + 3].value === BREAK;
    if (tokens[at + 1].value !== BREAK || !closed || !isMention(first) || !isMention(last)) continue;
    const isFirst = first.names.length && last.roles.length, isLast = first.roles.length && !first.asked && last.names.length;
    if (!isFirst && !isLast) continue;
    const [said, named, { shown }] = isFirst ? [last, first, tokens[at]] : [first, last, tokens[at + 2]];
    const value = { ...named, called: namedAs(said, named.names).called };
    return namedOnce([...tokens.slice(0, at), { value, shown }, ...tokens.slice(at + 3)], language);
  }
  const spoken = [...tokens.keys()].filter((n) => tokens[n].value !== BREAK);
  const cut = tokens.findIndex(({ value }) => value === BREAK) + 1, isAsker = spoken.length > 1 && isMention(tokens[spoken[0]].value) && tokens[spoken[0]].value.asker;
  if (spoken.length > 2 && isAsker && tokens[spoken[0] + 1].value === language.table.be && cut && cut < tokens.length) {
    return [...tokens.slice(0, cut), ...namedOnce(tokens.slice(cut), language)]; // "I am A2. The king ..., can I ..."
  }
  return spoken.length < 3 ? tokens : ledBy(tokens, spoken, language) ?? closedBy(tokens, spoken, language) ?? tokens;
}

/**
 * Put whoever stands alone at the front in the place of the first pronoun behind; `null` if nobody does.
 * @param {number[]} spoken Where the words are.
 * @returns {Token[] | null}
 */
function ledBy(tokens, spoken, language) {
  const isPronoun = (/** @type {Token} */ { value }) => isMention(value) && value.same, pronoun = spoken.slice(1).find((n) => isPronoun(tokens[n]));
  const [lead] = spoken, who = tokens[lead].value;
  if (pronoun === undefined || !isMention(who) || who.asked || tokens[lead + 1]?.value !== BREAK) return null;
  return [...tokens.slice(lead + 2, pronoun), { value: who, shown: tokens[pronoun].shown }, ...tokens.slice(pronoun + 1)];
}

/**
 * Put whoever stands last, set off, in the place of the one word that asks who; `null` if nobody does.
 * @param {number[]} spoken Where the words are.
 * @returns {Token[] | null}
 */
function closedBy(tokens, spoken, language) {
  const tail = spoken[spoken.length - 1], who = tokens[tail].value, apart = tokens[tail - 1].value;
  const isAsked = (/** @type {Token} */ { value }) => isMention(value) && value.asked, [asked, ...others] = spoken.slice(0, -1).filter((n) => isAsked(tokens[n]));
  if (!isMention(who) || asked === undefined || others.length || !(who.roles.length || who.names.length)) return null;
  if (apart !== BREAK && !(language.table.between.includes(apart) && who.roles.length > 1)) return null;
  const shown = `${tokens[asked].shown} ${tokens[tail].shown}`;
  return [...tokens.slice(0, asked), { value: who, shown }, ...tokens.slice(asked + 1, tail - 1)];
}

/**
 * Return whoever has one of two roles, "a king or a pawn", or a joint one of each, "a king and a pawn".
 * @param {Value | undefined} first
 * @param {Value | undefined} second
 * @param {boolean} joint
 * @returns {Mention | null}
 */
function oneOf(first, second, joint) {
  if (!isMention(first) || !isMention(second) || !first.roles.length || !second.roles.length || first.asked) return null;
  const alike = isAlike({ ...first, roles: [], together: false }, { ...second, roles: [], together: false });
  return alike ? { ...first, roles: [...first.roles, ...second.roles], joint } : null;
}
