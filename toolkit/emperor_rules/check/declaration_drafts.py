"""Declarations of the differences of a text, drafted from what a search found; only the reason is left to write."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from emperor_rules.check.cache import SearchCache
from emperor_rules.check.consistency.accepted import ClauseName, Declarable, written_name
from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.check.consistency.relation_search import RelationSearch
from emperor_rules.check.limits import Bounds
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.evaluate.engine import Engine
from emperor_rules.language.blocks import block_lines
from emperor_rules.language.formatter import layout
from emperor_rules.model.accepted import DIFFERENCE, UNWRITTEN, AcceptedFinding
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.source import SourceFile

#: Where the declarations of a text are written, below the folder of rules.
RELATIONS_FILE = "relations/{text}.rules"


@dataclass(frozen=True)
class Redeclared:
    """The declarations of a text, renewed.

    Attributes:
        files: The new contents of files, by name; those of the text's own file under :data:`RELATIONS_FILE`.
        added: The names of the declarations that were missing.
        removed: The names of those that cover nothing any more.
        contradictions: The contradictions inside the text; where there are some, nothing is renewed.
    """

    files: dict[str, str]
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    contradictions: tuple[Diagnostic, ...] = ()


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
    compared = [c for _, c in run.comparisons if {side.text for side in c.sides} == sides]
    searched = bool(compared) and all(
        c.searched.complete and not c.searched.tableless and c.searched.seats >= run.bounds.seats for c in compared
    )
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
        lines = [
            f"{DIFFERENCE} {slug}",
            f"  between {text}, {other}{f' at {date}' if date else ''}",
            *([] if whole else [f"  asks {', '.join(questions)}"]),
            *([f"  options {', '.join(options)}"] if options else []),
            f"  clauses {', '.join(written_name(rulebook, name) for name in named)}",
            f'  en "{UNWRITTEN.en}"',
            f'  it "{UNWRITTEN.it}"',
        ]
        yield slug, "\n".join(lines) + "\n"


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
    number, name = 1, slug
    while name in taken:
        number += 1
        name = f"{slug}-{number}"
    taken.add(name)
    return name
