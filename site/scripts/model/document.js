/* The shapes of what the engine reads: the document of `emperor export` (rules.json), as far as answers need it. Its
   schema, rules.schema.json, says the same in full. At the end, what parameters are called in all scripts. Nothing here runs. */

/** @typedef {"now" | "began" | "start"} Moment When the seats are looked at. */

/** @typedef {Record<string, any> & {op: string}} Tree A condition or term; `op` says what it is. */

/**
 * @typedef {Object} Rule One conclusion of one sentence.
 * @property {"yes" | "no" | "open" | "value" | "met"} kind What it concludes.
 * @property {string} predicate The predicate that it concludes something about.
 * @property {string[]} letters The letters that stand for the arguments.
 * @property {Tree} guard The condition under which it applies.
 * @property {boolean} defeasible Whether it is the yes of an *only*, which gives way to any no.
 * @property {boolean} prohibits Whether it is a no to which a yes gives way in a text with a principle.
 * @property {Tree | null} expression The term whose value it gives.
 * @property {string | null} place The letter that stands for a given fact.
 * @property {string | null} place_key That given fact.
 */

/**
 * @typedef {Object} Predicate A fact, value or action of the vocabulary.
 * @property {"fact" | "value" | "action"} kind
 * @property {{letter: string, sort: string}[]} parameters
 * @property {string} answer `yes-no`, `number`, `player`, `players`, `team` or `choice`.
 * @property {boolean} closed Whether it is false where nothing concludes it.
 * @property {string | null} builtin The built-in of the engine that it names.
 * @property {boolean} requirement Whether it collects what texts require of a table.
 * @property {boolean} gone_allowed Whether it may be asked of players who have left.
 * @property {boolean} after_game Whether it may be asked when the game is over.
 * @property {boolean} leaves_game Whether those of whom it certainly holds have gone.
 * @property {boolean} ends_play Whether play is over where it certainly holds.
 * @property {string[]} asks Of the fact that ends play: the questions that tell how the game ended.
 * @property {string[]} ignores What of a position it does not look at.
 * @property {{given: string, letter: string}[]} defaults Given facts that are an argument unless given otherwise.
 * @property {Tree | null} means What it means where no clause of a text speaks of it.
 * @property {Tree | null} premise Where it holds whatever clauses say.
 * @property {string} elsewhere What decides it where a text says nothing, in words; empty where that is not told.
 * @property {any} ask How it is asked, or whether it is a question; `null` or `false` if it is none.
 * @property {any} words The sentences that state it, with letters where names are to stand; the engine needs none.
 * @property {string | null} drawn How a drawing of a table shows it.
 */

/**
 * @typedef {Object} GivenFact A fact that a question may bring along.
 * @property {"flag" | "number" | "numbers" | "player" | "players" | "team" | "choice"} kind
 * @property {any} words
 * @property {string | null} default `"first"` is the first player asked about, `"none"` nobody; `null` is no default.
 * @property {{word: string, words: string}[]} choices
 * @property {boolean} best Whether the question is asked at whichever choice its text allows.
 * @property {boolean} present Whether it must be a player who is still in the game.
 * @property {"player" | "team" | null} of The sort of which each has a number.
 * @property {string} symbol The sign of its number on the bands of teams, or beside the players named; empty for none.
 */

/**
 * @typedef {Object} BuiltinRow What is to be known of a built-in.
 * @property {string[]} parameters The sorts of its arguments.
 * @property {string | null} answer The sort of its value.
 * @property {boolean} positional Whether it looks at the seats of a moment.
 * @property {boolean} directed Whether it matters which way round seats are counted.
 * @property {boolean} given Whether it is what a question gives of its argument.
 * @property {{builtin: string, slots: number[]} | null} measures The number that it compares with a bound.
 */

/**
 * @typedef {Object} VerdictRow A row of the table of verdicts: it decides where no row before it does.
 * @property {string[]} when The groups of conclusions that must not be empty.
 * @property {string[]} unless Those that must be.
 * @property {"yes" | "no" | "contradicted" | "unknown" | "default" | "value"} outcome
 * @property {string[]} cites The groups whose clauses are cited with what is behind these.
 * @property {string[]} clauses The groups of which the clauses alone are cited.
 * @property {string[]} doubts The groups of which only what is behind them is cited.
 */

/**
 * @typedef {Object} Vocabulary
 * @property {Record<string, Predicate>} predicates
 * @property {Record<string, GivenFact>} givens
 * @property {Record<string, {letter: string, symbol: string | null, words: string}>} roles
 * @property {Record<string, {words: string}>} options
 * @property {Record<string, BuiltinRow>} builtins
 * @property {{facts: VerdictRow[], values: VerdictRow[]}} verdicts
 */

/**
 * @typedef {Object} Clause
 * @property {string} slug
 * @property {string} [title] What people call it, where its slug stands for a number.
 * @property {string | null} since
 * @property {string | null} until
 * @property {{number: string, since: string | null}[]} numbers
 * @property {{language: string, words: string, since: string | null, until: string | null}[]} wordings
 * @property {{since: string | null, until: string | null, part: string | null, principle: boolean, arises: boolean, rules: Rule[]}[]} sentences
 * @property {{text: string, part: string | null, means: Meant[]}[]} overrides
 */

/** @typedef {{clause: number, since: string | null, until: string | null}} Meant A clause, by its place in its text. */

/**
 * @typedef {Object} Text
 * @property {string} titles
 * @property {string[]} editions
 * @property {string[]} dates All days on which it, or a text that it includes, changes.
 * @property {{text: string, at: string | null, option: string | null}[]} includes
 * @property {string[]} options
 * @property {string[][]} alternatives Groups of options of which no more than one is in use.
 * @property {string[]} usual Those in use unless another of the group is named.
 * @property {Clause[]} clauses
 */

/** @typedef {{vocabulary: Vocabulary, texts: Record<string, Text>}} RulesDocument */

/**
 * @typedef {Object} Names What a parameter of such a name is, wherever it stands, unless its function says otherwise.
 * @property {Engine} engine
 * @property {Request} request A question about a position, or the position alone.
 * @property {ResolvedText} resolved The text that is asked, on the day of the request.
 * @property {Program} program
 * @property {Prepared} prepared
 * @property {Vocabulary} vocabulary
 * @property {Wording} wording The fixed words of the vocabulary, or the words of the page.
 * @property {RulesDocument} rules
 * @property {Table} table
 * @property {Position} position
 * @property {Moment} moment
 * @property {Answer} answer
 * @property {RequestError} error
 * @property {Tree} node A condition or term.
 * @property {Scope} scope
 * @property {Wanted} wanted
 * @property {Compiled} where The filter of a quantifier.
 * @property {Compiled} body What a quantifier says of its members.
 * @property {StatedFact} stated
 * @property {Fact} about The fact whose rules are looked at.
 * @property {Stages} stages
 * @property {FactGroup} group
 * @property {State} state The state of the live table.
 * @property {(changed: Partial<State>) => void} change Changes that state, and shows it.
 * @property {Partial<State>} changed
 * @property {Relation} relation
 * @property {Book[]} books
 * @property {(date: string) => string} dated Says a date in words.
 * @property {Record<string, any>} attributes
 * @property {Language} language
 * @property {Token[]} tokens
 * @property {Candidate[]} candidates
 * @property {Mention} mentioned
 * @property {Seated} seated
 * @property {Match} match
 * @property {Refusals} refusals
 * @property {Matcher} matcher
 * @property {Item[]} items
 * @property {string} id
 * @property {string} name
 * @property {string[]} names Those of players or teams.
 * @property {string} key
 * @property {string} word
 * @property {string} written
 * @property {string} question As it is typed.
 * @property {string} query As it is typed into the search.
 * @property {string} ask The id of a question.
 * @property {string} text The id of a text.
 * @property {string} seats As in "g E g | g E g".
 * @property {string} sort
 * @property {number} at A place in a list.
 * @property {Set<string>} light
 * @property {string} asker
 * @property {string} preferred
 * @property {string[]} citations
 * @property {string} address
 */
