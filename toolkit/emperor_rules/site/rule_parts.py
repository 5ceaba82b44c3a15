"""The rules for the engine in the browser: scripts for the vocabulary, for texts, and for questions in plain words.

A page from a folder may load nothing but scripts, so each part is one, and registers what it holds. It is the document
that ``emperor export`` writes, in one language and without what no answer needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from emperor_rules.evaluate.verbalise import (
    AND,
    EMPTY_SEATS,
    IN_ORDER,
    MOMENT_ENDINGS,
    NOBODY_WORDS,
    TEAM_NAME,
    TEAM_NAMES,
    fact_sentences,
    listed_sentences,
    names_in_words,
    say_count,
    say_given,
    say_option,
    say_role,
    say_value,
)
from emperor_rules.export.records import VERDICTS, plain, unfolded
from emperor_rules.groups import by_key
from emperor_rules.language.sentences import fittings
from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.model.phrasings import Phrasings
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.terms import PLAYER, TEAM
from emperor_rules.model.texts import included_texts
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Predicate, PredicateKind, Vocabulary, Words
from emperor_rules.questions.language import Language
from emperor_rules.questions.noun_phrases import NounPhrases
from emperor_rules.questions.patterns import Patterns
from emperor_rules.questions.tables import tables, written_tables
from emperor_rules.semantics.builtins import BUILTINS, FAR
from emperor_rules.site.texts import arrange_texts

#: Where the scripts lie below a language's folder, and the variable that they fill.
RULES_FOLDER, RULES_VARIABLE = "assets/rules", "emperorRules"
#: What the parts are called that say what words mean, and how questions in plain words are read.
VOCABULARY_PART, QUESTIONS_PART = "vocabulary", "questions"
#: Where the script lies by which questions are read: all languages share it.
QUESTIONS_SCRIPT = "assets/javascripts/questions.js"
#: That something holds, and that it does not.
ONE = ("holds", "fails")
#: What of the document the engine has no use for.
OF_WORDS = frozenset({"id", "phrase", "negative", "plural", "said", "short", "noun", "where"})
OF_PREDICATES = OF_WORDS | {"spoken", "essential", "slot", "choices"}
OF_TEXTS = frozenset({"sources", "compared", "relations", "language"})
OF_CLAUSES = frozenset({"see", "note", "title"})
OF_ROWS = frozenset({"name", "says", "there_is", "verdict"})
#: Stands where a name or value is to be put in.
SLOT = "{}"


def rule_parts(rulebook: Rulebook, language: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the content of each script: first that of the vocabulary, then those of the texts."""
    yield f"{RULES_FOLDER}/{VOCABULARY_PART}.js", _script(VOCABULARY_PART, _vocabulary(rulebook, language))
    for name, texts in text_scripts(rulebook).items():
        written = (_script(f"text {id}", _text(rulebook, id, language)) for id in texts)
        yield f"{RULES_FOLDER}/{name}.js", "".join(written)
    yield QUESTIONS_SCRIPT, _script(QUESTIONS_PART, {id: _spoken(rulebook, id) for id in LANGUAGES})


def text_scripts(rulebook: Rulebook) -> Mapping[str, Sequence[str]]:
    """Return the texts of each script, which has the name of the first.

    Texts that the same rulebooks include are one script: each that is fetched costs a slow phone time of its own.
    """
    books = {text.id: included_texts(rulebook.texts, text.id) for text in arrange_texts(rulebook)[0]}
    together = by_key((tuple(book for book, texts in books.items() if id in texts), id) for id in rulebook.texts)
    return {texts[0]: texts for texts in together.values()}


def _text(rulebook: Rulebook, id: str, language: str) -> Any:
    tree = _without(plain(unfolded(rulebook.texts[id], rulebook.texts, rulebook.vocabulary)), OF_TEXTS)
    tree["clauses"] = [_clause(clause, language) for clause in tree["clauses"]]
    return _localised(tree, language)


def _spoken(rulebook: Rulebook, id: str) -> Mapping[str, Any]:
    """Return how questions are put in a language: its tables, the nouns for people, and all phrasings."""
    vocabulary, phrasings = rulebook.vocabulary, rulebook.phrasings or Phrasings()
    written = written_tables(phrasings.words)
    own = Language(id, tables(phrasings.words)[id])
    patterns = Patterns(own, NounPhrases(own, vocabulary), vocabulary, phrasings)
    nouns = {sort: vocabulary.sorts[sort].names if sort in vocabulary.sorts else () for sort in (PLAYER, TEAM)}
    asks = {ask: predicate.ask.get(id) for ask, predicate in vocabulary.questions.items()}
    # what stands among `asks` is not said again, and each id once for all that is in a row: what is loaded stays small
    questions = (t for t in patterns.questions if t.words != asks[t.id].rstrip("? "))
    circumstances = groupby(patterns.circumstances, lambda t: (t.id, t.value, t.sorts))
    return {
        "table": written[id],
        "nouns": {sort: _nouns(names, id) for sort, names in nouns.items()}
        | {"roles": {role.id: _nouns(role.names, id) for role in vocabulary.roles.values()}},
        "asks": asks,
        "fittings": fittings(id),
        "named_team": Message("team {letter}").get(id),
        "options": {option.id: option.names.get(id) for option in vocabulary.options.values()},
        "questions": [[ask, [t.words for t in same]] for ask, same in groupby(questions, lambda t: t.id)],
        "circumstances": [[*of, [t.words for t in same]] for of, same in circumstances],
    }


def _nouns(names: Iterable[Words], id: str) -> list[str]:
    return [name.own(id).lower() for name in names]


def _vocabulary(rulebook: Rulebook, language: str) -> Mapping[str, Any]:
    vocabulary = rulebook.vocabulary
    predicates = {}
    for predicate in vocabulary.predicates.values():
        tree = predicates[predicate.id] = _without(plain(predicate), OF_PREDICATES)
        tree["ask"] = predicate.is_question
        tree["words"] = _statements(predicate, language)
        tree["elsewhere"] = predicate.elsewhere.get(language)
    givens = {}
    for given in vocabulary.givens.values():
        tree = givens[given.id] = _without(plain(given), OF_WORDS)
        tree["words"] = given.statement(language)
        tree["sentences"] = _given_sentences(given, vocabulary, language)
    return {
        "predicates": predicates,
        "givens": _localised(givens, language),
        "roles": {
            role.id: {
                "letter": role.letter,
                "symbol": role.symbol or None,
                "words": role.names[0].get(language),
                "sentences": _role_sentences(role.id, vocabulary, language),
                "count": say_count(role.names, language),
            }
            for role in vocabulary.roles.values()
        },
        "sorts": {sort.id: {"count": say_count(sort.names, language)} for sort in vocabulary.sorts.values()},
        "options": {
            option.id: {
                "words": option.names.get(language),
                "sentences": {key: say_option(vocabulary, option.id, key == "holds", language) for key in ONE},
            }
            for option in vocabulary.options.values()
        },
        "builtins": {name: _without(plain(row), OF_ROWS) for name, row in BUILTINS.items()},
        "verdicts": {of: [_without(row, OF_ROWS) for row in rows] for of, rows in plain(VERDICTS).items()},
        "wording": {
            "fittings": fittings(language),
            "and": AND.get(language),
            "nobody": NOBODY_WORDS.get(language),
            "team": TEAM_NAME.get(language),
            "teams": TEAM_NAMES.get(language),
            "emptySeats": {when: [words.get(language) for words in both] for when, both in EMPTY_SEATS.items()},
            "inOrder": {side: [words.get(language) for words in both] for side, both in IN_ORDER.items()},
            "moments": {moment: words.get(language) for moment, words in MOMENT_ENDINGS.items()},
        },
    }


def _statements(predicate: Predicate, language: str) -> Mapping[str, Any]:
    """Return the sentences that state a predicate, with letters where names are to stand.

    Of a fact or action: its ``sentences``, as in the document. Of a value: the sentence of a ``value``, which takes the
    place of ``{}``, those of the ``choices`` and of what cannot be counted; ``named`` are the choices alone.
    """
    letters = [letter for letter, _ in predicate.parameters]
    if predicate.kind is PredicateKind.VALUE:
        return {
            "value": say_value(predicate, letters, SLOT, language),
            "uncounted": say_value(predicate, letters, FAR, language) if predicate.builtin else None,
            "choices": {word: say_value(predicate, letters, word, language) for word, _ in predicate.choices},
            "named": {word: words.get(language) for word, words in predicate.choices},
        }
    return fact_sentences(predicate, language)._asdict()


def _role_sentences(role: str, vocabulary: Vocabulary, language: str) -> Mapping[str, str]:
    """Return the sentences that a player, or several in the place of ``{}``, have a role, or have not."""
    two = names_in_words([SLOT, SLOT], language)
    one = {key: say_role(vocabulary, role, SLOT, key == "holds", language) for key in ONE}
    many = {key: say_role(vocabulary, role, [SLOT, SLOT], key == "holds", language) for key in ONE}
    return one | {f"many_{key[:-1]}": sentence.replace(two, SLOT) for key, sentence in many.items()}


def _given_sentences(given: GivenFact, vocabulary: Vocabulary, language: str) -> Mapping[str, Any]:
    """Return the sentences that state a given fact: that it holds or not, of a list as in the document.

    Of a list also the ``letter`` of the player. Of anything else: the sentence of a ``value`` in the place of ``{}``,
    those of the ``choices``, and that it is ``nobody``.
    """
    if given.kind is GivenKind.PLAYERS:
        letter = given.phrase.en.partition(" ")[0]
        return {"letter": letter, **listed_sentences(given, language)._asdict()}
    if given.kind is GivenKind.FLAG:
        return {key: say_given(vocabulary, given.id, key == "holds", language) for key in ONE}
    return {
        "nobody": say_given(vocabulary, given.id, None, language),
        "value": say_given(vocabulary, given.id, SLOT, language),
        "choices": {word: say_given(vocabulary, given.id, word, language) for word, _ in given.choices},
    }


def _clause(tree: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return a clause with words in one language, a title if it bears no number, and sentences without their source."""
    own = [words for words in tree["wordings"] if words["language"] == language] or tree["wordings"]
    clause = _without(tree, OF_CLAUSES if tree["redundant"] else {*OF_CLAUSES, "redundant"})
    if tree["title"] and any(number["number"] == tree["slug"] for number in tree["numbers"]):
        clause["title"] = tree["title"]
    clause["wordings"] = [_without(words, {"language"}) for words in own]
    clause["sentences"] = [_without(sentence, {"written"}) for sentence in tree["sentences"]]
    return clause


def _localised(tree: Any, language: str) -> Any:
    """Return a tree with words of one language in the place of words in both."""
    if isinstance(tree, list):
        return [_localised(part, language) for part in tree]
    if not isinstance(tree, dict):
        return tree
    if tree and set(LANGUAGES) >= tree.keys():
        return tree.get(language) or next((words for words in tree.values() if words), "")
    if {*LANGUAGES} <= tree.keys():
        words = tree[language] or tree[LANGUAGES[0]]
        return {**_without(tree, LANGUAGES), "words": words}
    return {key: _localised(part, language) for key, part in tree.items()}


def _without(tree: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    left_out = frozenset(keys)
    return {key: value for key, value in tree.items() if key not in left_out}


def _script(name: str, content: object) -> str:
    return f"(self.{RULES_VARIABLE} ??= {{}})[{json.dumps(name)}] = {written(content)};\n"


def written(data: object) -> str:
    """Return data as a script and a page hold it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
