"""A folder of rule files as one record: vocabulary, texts, scenarios, and what was wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from emperor_rules.diagnostics import Diagnostic
from emperor_rules.model.texts import Clause, Text
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.source import SourceFile

if TYPE_CHECKING:
    from pathlib import Path

    from emperor_rules.model.accepted import AcceptedFinding  # a question needs neither
    from emperor_rules.model.phrasings import Phrasings
    from emperor_rules.model.scenarios import Scenario


@dataclass(frozen=True)
class Rulebook:
    """Everything read from one folder; ``sources`` holds the files by name, for showing source lines.

    Of the sources, those that are ``borrowed`` belong to the base that the folder lies on top of;
    it ``replaces_base`` files if any stands in the place of one of these.

    Where the ``phrasings`` are not read yet, ``folder`` tells where they stand: only a question needs them that is put
    in other words than the vocabulary's.
    """

    vocabulary: Vocabulary
    texts: Mapping[str, Text]
    scenarios: tuple[Scenario, ...] = ()
    declarations: tuple[AcceptedFinding, ...] = ()
    sources: Mapping[str, SourceFile] = field(default_factory=dict, repr=False)
    findings: tuple[Diagnostic, ...] = ()
    phrasings: Phrasings | None = None
    folder: Path | None = None
    borrowed: frozenset[str] = frozenset()
    replaces_base: bool = False

    @property
    def own_texts(self) -> tuple[str, ...]:
        """The ids of the texts that belong to the folder itself, not to what it lies on top of."""
        return tuple(text.id for text in self.texts.values() if text.file not in self.borrowed)

    def with_text(self, text: Text) -> Rulebook:
        """Return the same rules with another version of a text."""
        return replace(self, texts={**self.texts, text.id: text})

    def with_clause(self, clause: Clause, changed: Clause | None = None) -> Rulebook:
        """Return the same rules with another clause in the place of one, or without it."""
        return self.with_text(self.texts[clause.text].with_clause(clause, changed))

    @property
    def broken(self) -> bool:
        """Whether any finding is an error."""
        return any(d.is_error for d in self.findings)

    @cached_property
    def parts(self) -> frozenset[str]:
        """The ids of the texts that only others play with, such as a section on combat; all others are rulebooks.

        A rulebook says by itself or by what it includes which tables are legal, or what it is to another text; so it
        stays one, whoever builds on it. Of other texts those are rulebooks that nobody includes but their own variants.
        What is required only in some case says nothing of all other tables.
        """
        requirement = self.vocabulary.requirement
        judging = {
            text.id
            for text in self.texts.values()
            if requirement is not None
            and any(
                sentence.predicate == requirement.id and not sentence.conditional
                for clause in text.clauses
                for sentence in clause.sentences
            )
        }
        while more := {
            text.id for text in self.texts.values() if any(inclusion.text in judging for inclusion in text.includes)
        }.difference(judging):
            judging |= more
        included = {
            inclusion.text
            for text in self.texts.values()
            for inclusion in text.includes
            if all(inclusion.text != other.text for _, other in text.relations)
        }
        return frozenset(id for id in included & self.texts.keys() - judging if not self.texts[id].relations)
