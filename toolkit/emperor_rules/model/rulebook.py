"""A folder of rule files as one record: vocabulary, texts, scenarios, and what was wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from emperor_rules.diagnostics import Diagnostic
from emperor_rules.model.accepted import AcceptedFinding
from emperor_rules.model.scenarios import Scenario
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.source import SourceFile


@dataclass(frozen=True)
class Rulebook:
    """Everything read from one folder; ``sources`` holds the files by name, for showing source lines."""

    vocabulary: Vocabulary
    texts: Mapping[str, Text]
    scenarios: tuple[Scenario, ...] = ()
    declarations: tuple[AcceptedFinding, ...] = ()
    sources: Mapping[str, SourceFile] = field(default_factory=dict, repr=False)
    findings: tuple[Diagnostic, ...] = ()

    @property
    def broken(self) -> bool:
        """Tell whether any finding is an error."""
        return any(d.is_error for d in self.findings)
