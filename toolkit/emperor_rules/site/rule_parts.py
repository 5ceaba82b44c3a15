"""The rules for the engine in the browser: a script for the vocabulary and one for each text.

A page from a folder may load nothing but scripts, so each part is one, and registers what it holds. It is the document
that ``emperor export`` writes, in one language and without what no answer needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from emperor_rules.evaluate.verbalise import negative_phrase
from emperor_rules.export.texts import text_tree
from emperor_rules.export.vocabulary import given_tree, predicate_tree
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.vocabulary import PredicateKind
from emperor_rules.site.i18n import LANGUAGES

#: Where the scripts lie below a language's folder, and the variable that they fill.
FOLDER, VARIABLE = "assets/rules", "emperorRules"
#: What of the document the engine has no use for.
OF_PREDICATES = frozenset({"spoken", "essential", "endsPlay", "slot"})
OF_TEXTS = frozenset({"source", "compared", "relations", "language"})
OF_CLAUSES = frozenset({"see", "redundant", "note"})


def rule_parts(rulebook: Rulebook, language: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the content of each script: first that of the vocabulary, then those of the texts."""
    yield f"{FOLDER}/vocabulary.js", _script("vocabulary", _vocabulary(rulebook, language))
    for text in rulebook.texts.values():
        tree = _without(text_tree(text, rulebook.texts, rulebook.vocabulary), OF_TEXTS)
        tree["clauses"] = [_clause(clause, language) for clause in tree["clauses"]]
        yield f"{FOLDER}/{text.id}.js", _script(f"text {text.id}", _localised(tree, language))


def included_texts(rulebook: Rulebook, id: str) -> tuple[str, ...]:
    """Return a text and all that it includes, whose scripts together answer questions about it."""
    texts = [id]
    for name in texts:  # which grows by what they include
        texts += [i.text for i in rulebook.texts[name].includes if i.text in rulebook.texts and i.text not in texts]
    return tuple(texts)


def _vocabulary(rulebook: Rulebook, language: str) -> Mapping[str, Any]:
    vocabulary = rulebook.vocabulary
    predicates = {}
    for predicate in vocabulary.predicates.values():
        tree = predicates[predicate.id] = _without(predicate_tree(predicate), OF_PREDICATES)
        if predicate.kind is not PredicateKind.VALUE:
            tree["negative"] = {language: negative_phrase(predicate, language)}
    return {
        "predicates": _localised(predicates, language),
        "givens": _localised({given.id: given_tree(given) for given in vocabulary.givens.values()}, language),
        "roles": {
            role.id: {"letter": role.letter, "symbol": role.symbol or None, "name": role.names[0].get(language)}
            for role in vocabulary.roles.values()
        },
        "options": {option.id: option.names.get(language) for option in vocabulary.options.values()},
    }


def _clause(tree: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return a clause with its words in one language, and its sentences without their source."""
    own = [words for words in tree["words"] if words["language"] == language] or tree["words"]
    clause = _without(tree, OF_CLAUSES)
    clause["words"] = [_without(words, {"language"}) for words in own]
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
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"(self.{VARIABLE} ??= {{}})[{json.dumps(name)}] = {written};\n"
