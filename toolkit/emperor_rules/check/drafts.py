"""Drafts of rules: a house variant, and declarations of differences, of which only the reason is left to write.

A house variant builds on another text and overrides one of its clauses, with a scenario. The overriding sentence is
derived from the rules: a number plus one, or a permission negated. A draft is used only if it is well-formed and a
comparison with its original shows a difference.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, takewhile
from pathlib import Path

from emperor_rules.check.cache import SearchCache
from emperor_rules.check.consistency.relation_run import ClauseName, Declarable, RelationRun, day_of, written_name
from emperor_rules.check.consistency.scheduler import RelationSearch, compare, search_text
from emperor_rules.check.editions import cited, resolved
from emperor_rules.check.search_report import SearchFinding, UnitResult
from emperor_rules.check.validation import check_texts
from emperor_rules.check.witness import as_scenario
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.edits import TextEdit
from emperor_rules.evaluate.engine import ANSWERED, Engine
from emperor_rules.evaluate.verbalise import fill, negative_phrase, say_fact, say_value
from emperor_rules.frontend.rule_files import display_name
from emperor_rules.frontend.texts import read_text
from emperor_rules.language.blocks import block_lines
from emperor_rules.language.formatter import layout
from emperor_rules.language.parser import parse
from emperor_rules.limits import SEARCHED_SEATS, Bounds
from emperor_rules.messages import ENGLISH, LANGUAGES, Message
from emperor_rules.model.accepted import DIFFERENCE, UNWRITTEN, AcceptedFinding
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.terms import Number
from emperor_rules.model.texts import Clause, Edition, Guards, Sentence, SentenceKind
from emperor_rules.model.vocabulary import PredicateKind, Words
from emperor_rules.resolve.cone import cone_signature
from emperor_rules.source import SourceFile, Span

#: The form of a text's id.
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
#: The slug of the overriding clause.
KEY = "house-rule"
#: Seats of the tables on which a draft is compared with its original: larger ones only where small ones show nothing.
COMPARED_SEATS = (3, 6, 8)

TEXT_TEMPLATE = """\
# A house variant: all of {original}, but for what the clauses below override.

text {name} "{title}"
{titles}
  language {language}
  source "The rules of our table"
  includes {original}
  varies {original}

{remarks}
clause {key} overrides {reference}
{words}
  {sentence}
"""


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
    """An overriding sentence for a clause, with its plain words in each language.

    ``further`` are other clauses that it must override, as they conclude something else where it applies.
    """

    clause: Clause
    original: Sentence
    sentence: str
    words: Mapping[str, str]
    further: tuple[Clause, ...] = ()


def most_related_text(rulebook: Rulebook) -> str | None:
    """Return the text to which the most others relate, or ``None`` if there is a tie or no relation."""
    targets = (target.text for text in rulebook.texts.values() for _, target in text.relations)
    related = Counter(target for target in targets if target in rulebook.texts).most_common(2)
    if not related or (len(related) == 2 and related[0][1] == related[1][1]):
        return None
    return related[0][0]


def clauses_in_force(rulebook: Rulebook, original: str) -> list[Clause]:
    """Return the clauses in force of a text and of what it includes, its own first."""
    standing = resolved(Engine(rulebook), Edition(original)).clauses
    return sorted((c.clause for c in standing), key=lambda clause: clause.text != original)


def draft_variant(rulebook: Rulebook, name: str, original: str, overridden: Clause | None = None) -> Variant | None:
    """Return a variant of a text, or ``None`` where no sentence can be changed so that an answer differs.

    Without ``overridden``, the first clause is chosen whose change alters the rules of no other question; a value that
    holds without a condition makes the shortest example.
    """
    clauses = clauses_in_force(rulebook, original) if overridden is None else [overridden]
    drafts = [draft for clause in clauses for draft in _drafts(rulebook, clause)]
    for draft in sorted(drafts, key=lambda d: (d.original.kind != SentenceKind.VALUE, d.original.guards != Guards())):
        variant = _variant_from(rulebook, name, original, draft, alone=overridden is None)
        if variant is not None:
            return variant
    return None


def _drafts(rulebook: Rulebook, clause: Clause) -> Iterator[_Draft]:
    """Yield overriding sentences for a clause: a sentence of it with one change each."""
    for sentence in clause.sentences:
        predicate = rulebook.vocabulary.predicates.get(sentence.predicate)
        if predicate is None or not predicate.is_question or sentence.until is not None:
            continue
        letters = [letter for letter, _ in predicate.parameters]
        if sentence.kind == SentenceKind.VALUE and isinstance(sentence.expression, Number):
            old, new = sentence.expression.value, sentence.expression.value + 1
            at = sentence.words.index(("NUMBER", str(old)))
            terminals = (*sentence.words[:at], ("NUMBER", str(new)), *sentence.words[at + 1 :])
            written = replace(sentence, words=terminals).written
            words = {language: f"{predicate.phrase.get(language)}: {new}" for language in LANGUAGES}
            words[ENGLISH] = say_value(predicate, letters, new, ENGLISH)
        elif sentence.kind == SentenceKind.FACT and predicate.kind == PredicateKind.ACTION:
            forms = predicate.phrase.en, negative_phrase(predicate, ENGLISH)
            yes, no = (fill(form, letters, sentence.letters) for form in forms)
            old_words, new_words = (yes, no) if sentence.positive else (no, yes)
            if old_words not in sentence.written:
                continue
            terminals = tuple(("WHEN", "when") if kind == "ONLY_WHEN" else (kind, of) for kind, of in sentence.words)
            written = replace(sentence, words=terminals).written.replace(old_words, new_words, 1)
            words = {key: say_fact(predicate, letters, not sentence.positive, key) for key in LANGUAGES}
        else:
            continue
        phrases = {key: f"{phrase[:1].upper()}{phrase[1:]}." for key, phrase in words.items()}
        if sentence.guards != Guards():  # when it holds is said in the words of the sentence, which are English
            cases = Message("in the cases of which {clause} speaks", clause=f"{clause.text} {clause.number}")
            phrases = {id: f"{phrase[:-1]}, {cases.get(id)}." for id, phrase in phrases.items()}
            phrases[ENGLISH] = f"{written[:1].upper()}{written[1:]}"
        yield _Draft(clause, sentence, written, phrases)


def _variant_from(rulebook: Rulebook, name: str, original: str, draft: _Draft, *, alone: bool) -> Variant | None:
    """Return a draft as files, or ``None`` unless it is valid and differs on its question (``alone``: only there).

    Where the draft contradicts further clauses it overrides them too; what then contradicts itself is no draft.
    """
    source = SourceFile(f"{name}.rules", _text(name, original, draft))
    phrases = rulebook.vocabulary.phrases
    parsed = parse(source, phrases)
    text, findings = read_text(parsed, rulebook.vocabulary) if not parsed.findings else (None, ())
    if text is None or findings:
        return None
    extended = rulebook.with_text(text)
    if any(finding.is_error for finding in check_texts(extended)):
        return None
    engine = Engine(extended)
    texts = resolved(engine, Edition(name)), resolved(engine, Edition(original))
    asks = rulebook.vocabulary.questions
    questions = {id for id in asks if cone_signature(texts[0], id) != cone_signature(texts[1], id)}
    ask = draft.original.predicate
    if alone and questions != {ask}:
        return None
    # What the draft leaves as it is contradicts itself no more than it did.
    searched = search_text(engine, Edition(name), questions=questions, up_to=SEARCHED_SEATS)
    further = [clause for clause in _clashing(engine, searched, ask) if clause not in draft.further]
    if further:
        draft = replace(draft, further=(*draft.further, *further))
        return _variant_from(rulebook, name, original, draft, alone=alone)
    if searched.own_conflicts or not searched.searched.tables:
        return None
    fewest = min((len(table.roles) for table in searched.candidates.tables), default=0) if searched.candidates else 0
    for seats in dict.fromkeys(max(seats, fewest) for seats in COMPARED_SEATS):
        comparison = compare(engine, Edition(name), Edition(original), up_to=seats, questions=questions)
        without_options = (d for d in comparison.findings if d.ask == ask and not d.options)
        witnessed = next((d for d in without_options if d.answers[name].status == ANSWERED), None)
        if witnessed is not None:
            break
    else:
        return None
    files = {
        f"texts/house/{name}.rules": source.text,
        f"scenarios/{name}.rules": _scenario(rulebook, name, text.titles.en, witnessed),
        f"relations/{name}.rules": _difference(
            f"{name}-{KEY}", f"{name}, {original}", f"{name} {KEY}", Words.of(draft.words)
        ),
    }
    formatted = {path: layout(SourceFile(path, words), phrases) for path, words in files.items()}
    differing = tuple(dict.fromkeys(difference.ask for difference in comparison.findings))
    return Variant(formatted, original, draft.clause, draft.sentence, differing)


def _clashing(engine: Engine, searched: UnitResult, ask: str) -> list[Clause]:
    """Return the clauses of other texts that conclude something else than the new clause where that applies."""
    name = searched.edition.text
    own = [conflict for conflict in searched.own_conflicts if conflict.ask == ask]
    clauses = dict.fromkeys(c for conflict in own for c in cited(engine, searched.edition, conflict.answer.clauses))
    return [c for c in clauses if c.text != name and any(s.predicate == ask and s.until is None for s in c.sentences)]


def _text(name: str, original: str, draft: _Draft) -> str:
    part = f" ({draft.original.part})" if draft.original.part else ""
    further = [f"{clause.text} {clause.number}" for clause in draft.further]
    title, replaced = name.replace("-", " ").capitalize(), Message("In place of: {words}", words=draft.original.written)
    remarks = [f"# {f'{id}: ' if id != ENGLISH else ''}{replaced.get(id)}" for id in LANGUAGES]
    return TEXT_TEMPLATE.format(
        name=name,
        original=original,
        title=title,
        titles="\n".join(f'  {id} "{title}"' for id in LANGUAGES[1:]),
        language=ENGLISH,
        remarks="\n".join(remarks),
        words="\n".join(f'  {id} "{words}"' for id, words in draft.words.items()),
        key=KEY,
        reference=", ".join([f"{draft.clause.text} {draft.clause.number}{part}", *further]),
        sentence=draft.sentence,
    )


def _scenario(rulebook: Rulebook, name: str, title: str, difference: SearchFinding) -> str:
    answer = difference.answers[name]
    title = f"{title}: the house rule"
    scenario = as_scenario(difference.witness, {Edition(name): answer}, rulebook.vocabulary, title)
    if not answer.overridden:
        return scenario
    return f"{scenario.rstrip()} over {', '.join(citation.replace(':', ' ') for citation in answer.overridden)}\n"


# --- declarations of differences ------------------------------------------------------------------


def _difference(slug: str, between: str, clauses: str, words: Words | Message, *items: str) -> str:
    """Return a declaration of a difference of two texts, with further items."""
    named = [f"between {between}", *items, f"clauses {clauses}", *(f'{id} "{words.get(id)}"' for id in LANGUAGES)]
    return "".join([f"{DIFFERENCE} {slug}\n", *(f"  {item}\n" for item in named)])


#: Where the declarations of a text are written, below the folder of rules.
RELATIONS_FILE = "relations/{text}.rules"


@dataclass(frozen=True)
class Redeclared:
    """The declarations of a text, renewed: the new contents of files by name, and what was missing or covered nothing.

    Where there are contradictions inside the text, nothing is renewed.
    """

    files: dict[str, str]
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    contradictions: tuple[Diagnostic, ...] = ()

    def edits(self, rulebook: Rulebook, folder: Path) -> tuple[TextEdit, ...]:
        """Return the edits of a folder of rules that write the files (internal)."""
        edits = []
        for name, words in self.files.items():
            source = rulebook.sources.get(name)
            file, end = (name, len(source.starts) + 1) if source is not None else (display_name(folder / name), 1)
            edits.append(TextEdit(Span(file, 1, 1, end, 1), words))
        return tuple(edits)


def redeclared(rulebook: Rulebook, text: str, cache: SearchCache | None = None) -> Redeclared:
    """Return the declarations of a text as they must be for every difference found to be declared, and none other."""
    run = RelationSearch(Engine(rulebook), Bounds(texts=(text,)), cache).finish()
    contradictions = tuple(f for f in run.findings if f.code == "R510" and f.is_error and f.text == text)
    if contradictions:
        return Redeclared({}, contradictions=contradictions)
    gone = [declaration for declaration in rulebook.declarations if _covers_nothing(run, declaration, text)]
    files: dict[str, str] = {}
    for name in dict.fromkeys(declaration.span.file for declaration in gone):
        heads = {declaration.span.line for declaration in gone if declaration.span.file == name}
        files[name] = _without(rulebook.sources[name], heads)
    taken = {declaration.slug for declaration in rulebook.declarations if declaration not in gone}
    blocks = dict(
        _blocks(rulebook, text, [finding for _, finding in run.uncovered if finding.kind == DIFFERENCE], taken)
    )
    if blocks:
        own = RELATIONS_FILE.format(text=text)
        name = next((source for source in rulebook.sources if source.endswith(own)), own)
        before = files.get(name, rulebook.sources[name].text if name in rulebook.sources else "")
        joined = "\n".join([*([before.rstrip() + "\n"] if before.strip() else []), *blocks.values()])
        files[name] = layout(SourceFile(name, joined), rulebook.vocabulary.phrases)
    return Redeclared(files, tuple(blocks), tuple(declaration.slug for declaration in gone))


def _covers_nothing(run: RelationRun, declaration: AcceptedFinding, text: str) -> bool:
    """Return whether a declaration of a difference of a text was not needed, though all that it names was searched."""
    sides = {side.text for side in declaration.texts}
    compared = [
        c
        for _, c in run.comparisons
        if {side.text for side in c.sides} == sides and declaration.holds_on(day_of(c.sides))
    ]
    dates = {(side.text, side.at) for side in declaration.texts if side.at is not None}
    searched = bool(compared) and all(
        c.searched.complete and not c.searched.tableless and c.searched.seats >= run.bounds.seats for c in compared
    )
    searched &= dates <= {(side.text, side.on) for c in compared for side in c.sides}
    return declaration.kind == DIFFERENCE and text in sides and searched and declaration.slug not in run.used


def _without(source: SourceFile, heads: Collection[int]) -> str:
    """Return a file of relations without the blocks of some declarations, each named by the line of its head."""
    lines = source.text.removesuffix("\n").split("\n")
    for begin, end in reversed(list(block_lines(source))):
        if begin + 1 in heads:
            empty = len(list(takewhile(lambda line: not line.strip(), lines[end:])))
            del lines[begin : end + empty]
    return "".join(f"{line}\n" for line in lines)


def _blocks(
    rulebook: Rulebook, text: str, findings: Iterable[Declarable], taken: set[str]
) -> Iterator[tuple[str, str]]:
    """Yield declarations that cover all of some differences, each with its name.

    A variant that includes the other text names its own clauses alone; any other text names all clauses concerned, the
    questions and the options. Questions on which one of the texts is silent are named together; as a declaration has to
    name a clause, it is the first of the text.
    """
    asks: dict[tuple[frozenset[str], frozenset[ClauseName], tuple[str, ...], bool], dict[str, None]] = {}
    for finding in findings:
        clauses, whole = finding.own or finding.concerned, bool(finding.own)
        key = finding.texts, clauses, () if whole else finding.options, whole
        asks.setdefault(key, {})[finding.ask] = None
    alike: dict[tuple[frozenset[str], tuple[str, ...], bool, tuple[str, ...]], list[frozenset[ClauseName]]] = {}
    for (texts, clauses, options, whole), asked in asks.items():
        alike.setdefault((texts, options, whole, tuple(asked)), []).append(clauses)
    joined = [(key, clauses) for key, sets in alike.items() for clauses in _joined(sets, text)]
    for (texts, options, whole, questions), clauses in joined:
        named = sorted(clauses, key=lambda name: (name[0] != text, name))
        about = [name[1] for name in named[:1]] or ["silent"]
        named = named or [(text, rulebook.texts[text].clauses[0].slug)]
        slug = _unused("-".join([text, *about, *options]), taken)
        other = next(iter(texts - {text}))
        date = next((t.at for _, t in rulebook.texts[text].relations if t.text == other), None)
        between = f"{text}, {other}{f' at {date}' if date else ''}"
        about_questions = [] if whole else [f"asks {', '.join(questions)}"]
        chosen = [f"options {', '.join(options)}"] if options else []
        numbers = ", ".join(written_name(rulebook, name) for name in named)
        yield slug, _difference(slug, between, numbers, UNWRITTEN, *about_questions, *chosen)


def _joined(sets: Sequence[frozenset[ClauseName]], text: str) -> list[frozenset[ClauseName]]:
    """Return sets of clauses without those that another holds; those that share a clause of a text are one."""
    joined: list[frozenset[ClauseName]] = []
    for clauses in sorted(sets, key=lambda clauses: -len(clauses)):
        own = {name for name in clauses if name[0] == text}
        near = [other for other in joined if own & other or clauses <= other]
        joined = [frozenset().union(clauses, *near), *(other for other in joined if other not in near)]
    return joined[::-1]


def _unused(slug: str, taken: set[str]) -> str:
    """Return a name, with a number behind it if it is taken; it is taken then."""
    names = chain([slug], (f"{slug}-{number}" for number in count(2)))
    name = next(name for name in names if name not in taken)
    taken.add(name)
    return name
