"""Scaffold a house variant: a text that builds on another and overrides one of its clauses, with a scenario.

What it overrides, and with what, is read off the rules: a number that becomes one more, or a permission turned round. A
draft is taken only if it holds together and comparing it with its original shows a difference.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from emperor_rules.check.consistency.comparison import Comparison
from emperor_rules.check.consistency.scheduler import compare
from emperor_rules.check.validation import check_texts
from emperor_rules.check.witness import as_scenario
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.verbalise import say_fact, say_value
from emperor_rules.frontend.texts import read_text
from emperor_rules.language.formatter import layout
from emperor_rules.language.parser import parse
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.terms import Number
from emperor_rules.model.texts import Clause, Edition, Sentence
from emperor_rules.resolve.cone import cone_signature
from emperor_rules.resolve.resolver import resolve
from emperor_rules.source import SourceFile

#: What a text may be called.
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
#: The key of the clause that overrides.
KEY = "house-rule"
#: Seats of the tables on which a draft is compared with its original: larger ones only where small ones show nothing.
SEATS = (3, 6, 8)


@dataclass(frozen=True)
class Variant:
    """A variant ready to be written: its files by path below the folder of rules, and what it overrides with what."""

    files: Mapping[str, str]
    original: str
    overridden: Clause
    sentence: str
    questions: tuple[str, ...]


@dataclass(frozen=True)
class _Draft:
    """An overriding sentence for a clause, with its plain words in both languages."""

    clause: Clause
    original: Sentence
    sentence: str
    words: Mapping[str, str]


def chief_text(rulebook: Rulebook) -> str | None:
    """Give the text to which most others relate, if there is a single one: what people there play."""
    related = Counter(target.text for text in rulebook.texts.values() for _, target in text.relations)
    known = [(count, id) for id, count in related.items() if id in rulebook.texts]
    most = max((count for count, _ in known), default=0)
    chief = [id for count, id in known if count == most]
    return chief[0] if len(chief) == 1 else None


def clauses_of(rulebook: Rulebook, original: str) -> list[Clause]:
    """Give the clauses in force of a text and of what it includes, its own first."""
    resolved, _ = resolve(original, None, rulebook.texts, rulebook.vocabulary)
    assert resolved is not None, "a rulebook without errors resolves"
    return sorted((c.clause for c in resolved.clauses), key=lambda clause: clause.text != original)


def draft_variant(rulebook: Rulebook, name: str, original: str, overridden: Clause | None = None) -> Variant | None:
    """Make a variant of a text; ``None`` where no sentence offers itself.

    Without a clause to override, the first is taken whose change no other question reads.
    """
    clauses = clauses_of(rulebook, original) if overridden is None else [overridden]
    drafts = [draft for clause in clauses for draft in _drafts(rulebook, clause)]
    for draft in sorted(drafts, key=lambda d: d.original.kind != "value"):
        variant = _tried(rulebook, name, original, draft, alone=overridden is None)
        if variant is not None:
            return variant
    return None


# --- sentences that override ----------------------------------------------------------------------


def _drafts(rulebook: Rulebook, clause: Clause) -> Iterator[_Draft]:
    """Give the sentences that would override one of a clause, with one small change each."""
    for sentence in clause.sentences:
        relation = rulebook.vocabulary.relations.get(sentence.relation)
        if relation is None or not relation.is_question or sentence.until is not None:
            continue
        letters = [letter for letter, _ in relation.params]
        if sentence.kind == "value" and isinstance(sentence.expression, Number):
            old, new = sentence.expression.value, sentence.expression.value + 1
            written = re.sub(rf"\bis {old}\b", f"is {new}", sentence.written, count=1)
            words = {"en": say_value(relation, letters, new, "en"), "it": f"{relation.phrase.get('it')}: {new}"}
        elif sentence.kind == "fact" and relation.kind == "action":
            said = {holds: say_fact(relation, sentence.letters, holds, "en") for holds in (True, False)}
            if said[sentence.positive] not in sentence.written:
                continue
            written = sentence.written.replace(said[sentence.positive], said[not sentence.positive], 1)
            written = written.replace(" only when ", " when ", 1)
            words = {
                language: say_fact(relation, letters, not sentence.positive, language) for language in ("en", "it")
            }
        else:
            continue
        yield _Draft(clause, sentence, written, {key: f"{said[:1].upper()}{said[1:]}." for key, said in words.items()})


# --- trying one out -------------------------------------------------------------------------------


def _tried(rulebook: Rulebook, name: str, original: str, draft: _Draft, *, alone: bool) -> Variant | None:
    """Write a draft as files, if it reads well, differs, and differs on its own question (``alone``: only there)."""
    source = SourceFile(f"{name}.rules", _text(name, original, draft))
    phrases = rulebook.vocabulary.phrases
    parsed = parse(source, phrases)
    if parsed.findings:
        return None
    text, findings = read_text(parsed, rulebook.vocabulary)
    if text is None or findings:
        return None
    other = replace(rulebook, texts={**rulebook.texts, name: text})
    if any(finding.is_error for finding in check_texts(other)):
        return None
    engine = Engine(other)
    sides = Edition(name), Edition(original)
    ask, reading = draft.original.relation, _read_otherwise(engine, *sides)
    if alone and reading != {ask}:
        return None
    for seats in SEATS:
        narrow = compare(engine, *sides, up_to=seats, questions=[ask])
        first = next((d for d in narrow.differences if d.answers[name].status == "answered" and not d.options), None)
        if first is not None:
            break
    else:
        return None
    found = narrow if alone else compare(engine, *sides, up_to=seats, questions=reading)
    asks = tuple(dict.fromkeys(d.ask for d in found.differences))
    answer = first.answers[name]
    title = text.titles.en
    scenario = as_scenario(first.witness, {sides[0]: answer}, rulebook.vocabulary, f"{title}: the house rule")
    if answer.overridden:
        scenario = f"{scenario.rstrip()} over {', '.join(c.replace(':', ' ') for c in answer.overridden)}\n"
    files = {
        f"texts/house/{name}.rules": source.text,
        f"scenarios/{name}.rules": scenario,
        f"relations/{name}.rules": _declarations(name, original, draft, found),
    }
    laid_out = {path: layout(SourceFile(path, words), phrases) for path, words in files.items()}
    return Variant(laid_out, original, draft.clause, draft.sentence, asks)


def _read_otherwise(engine: Engine, one: Edition, other: Edition) -> set[str]:
    """Give the questions whose rules differ between two texts."""
    mine, theirs = (engine.program(side.text, side.on).resolved for side in (one, other))
    questions = engine.rulebook.vocabulary.questions
    return {id for id in questions if cone_signature(mine, id) != cone_signature(theirs, id)}


def _text(name: str, original: str, draft: _Draft) -> str:
    title = name.replace("-", " ").capitalize()
    reference = f"{draft.clause.text} {draft.clause.number}" + (
        f" ({draft.original.part})" if draft.original.part else ""
    )
    return f"""\
# A house variant: all of {original}, but for what the clauses below override.

text {name} "{title}"
  it "{title}"
  language en
  source "The rules of our table"
  includes {original}
  varies {original}

# In place of: {draft.original.written}
clause {KEY} overrides {reference}
  en "{draft.words["en"]}"
  it "{draft.words["it"]}"
  {draft.sentence}
"""


def _declarations(name: str, original: str, draft: _Draft, found: Comparison) -> str:
    """Declare the differences as meant: one for each set of options under which they show."""
    by_options: dict[tuple[str, ...], list[str]] = {}
    clauses = {f"{name}:{KEY}": None}
    for difference in found.differences:
        by_options.setdefault(difference.options, []).append(difference.ask)
        named = (c for cited in difference.clauses.values() for c in cited)
        clauses.update(dict.fromkeys(c for c in named if c.partition(":")[0] in (name, original)))
    blocks = []
    for options, asks in by_options.items():
        blocks.append(
            "\n".join(
                [
                    f"difference {'-'.join([name, KEY, *options])}",
                    f"  between {name}, {original}",
                    f"  asks {', '.join(dict.fromkeys(asks))}",
                    *([f"  options {', '.join(options)}"] if options else []),
                    f"  clauses {', '.join(c.replace(':', ' ') for c in clauses)}",
                    f'  en "{draft.words["en"]}"',
                    f'  it "{draft.words["it"]}"',
                    "",
                ]
            )
        )
    return "\n".join(blocks)
