"""Rules of a game as data: read them, ask them, check them, compare them, and draw what they say.

>>> import emperor_rules as er
>>> rules = er.load()
>>> answer = rules["cr-809"].ask("can A2 attack B1?", seats="g E g | g E g", left=["A3"])
>>> answer.value, answer.clauses[0].citation
(True, 'cr-506:506.2')
>>> print(answer.sentence("it"))
Sì: A2 può attaccare B1.

What ``__all__`` names is public and stays; every other module and name is internal. All exceptions derive from
:class:`EmperorError`. Nothing is imported before it is used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emperor_rules.api.answers import Alternative, ChosenWord, Player, RulesAnswer, RulesAnswers, RulesClause, Team
    from emperor_rules.api.comparison import TextComparison
    from emperor_rules.api.drawing import draw
    from emperor_rules.api.drift import Drift
    from emperor_rules.api.new_files import NewVariant, new_difference, new_variant
    from emperor_rules.api.rules import Rules, RulesText
    from emperor_rules.api.states import diff, load
    from emperor_rules.check.check_report import CheckReport
    from emperor_rules.check.consistency.replay import SearchFinding
    from emperor_rules.check.diff.changes import AnswerChange, Changes, DiffSide, TablesChange, Unsearched
    from emperor_rules.check.drafts import Redeclared
    from emperor_rules.check.history.timeline import EntryKind, HistoryEntry, RulesHistory
    from emperor_rules.check.history.translation import RulesTranslationAge
    from emperor_rules.check.mutation.coverage import Coverage
    from emperor_rules.check.search_report import SearchReport
    from emperor_rules.diagnostics import Diagnostic, Related, Severity
    from emperor_rules.editor.renamed_rules import CannotRename, RenamedRules, rename
    from emperor_rules.edits import Fix, TextEdit
    from emperor_rules.errors import (
        EmperorError,
        MissingFactError,
        QuestionError,
        RequestError,
        RulesError,
        SearchDisagrees,
        SeatingError,
        SeveralAnswersError,
        UnclearQuestionError,
        UnknownClauseError,
        UnknownQuestionError,
        UnknownTextError,
        WorkerLost,
    )
    from emperor_rules.evaluate.engine import Answer
    from emperor_rules.model.scenarios import Request, Status, Witness
    from emperor_rules.model.texts import Edition
    from emperor_rules.reports.formats import Rendered
    from emperor_rules.reports.report import Suppressed
    from emperor_rules.source import Span

__version__ = "0.1.0"

__all__ = [
    "Alternative",
    "Answer",
    "AnswerChange",
    "CannotRename",
    "Changes",
    "CheckReport",
    "ChosenWord",
    "Coverage",
    "Diagnostic",
    "DiffSide",
    "Drift",
    "Edition",
    "EmperorError",
    "EntryKind",
    "Fix",
    "HistoryEntry",
    "MissingFactError",
    "NewVariant",
    "Player",
    "QuestionError",
    "Redeclared",
    "Related",
    "RenamedRules",
    "Rendered",
    "Request",
    "RequestError",
    "Rules",
    "RulesAnswer",
    "RulesAnswers",
    "RulesClause",
    "RulesError",
    "RulesHistory",
    "RulesText",
    "RulesTranslationAge",
    "SearchDisagrees",
    "SearchFinding",
    "SearchReport",
    "SeatingError",
    "SeveralAnswersError",
    "Severity",
    "Span",
    "Status",
    "Suppressed",
    "TablesChange",
    "Team",
    "TextComparison",
    "TextEdit",
    "UnclearQuestionError",
    "UnknownClauseError",
    "UnknownQuestionError",
    "UnknownTextError",
    "Unsearched",
    "Witness",
    "WorkerLost",
    "__version__",
    "diff",
    "draw",
    "load",
    "new_difference",
    "new_variant",
    "rename",
]

_MODULES = {
    "api.answers": ("Alternative", "ChosenWord", "Player", "RulesAnswer", "RulesAnswers", "RulesClause", "Team"),
    "api.comparison": ("TextComparison",),
    "api.drift": ("Drift",),
    "api.drawing": ("draw",),
    "api.new_files": ("NewVariant", "new_difference", "new_variant"),
    "api.rules": ("Rules", "RulesText"),
    "api.states": ("diff", "load"),
    "check.history.timeline": ("EntryKind", "HistoryEntry", "RulesHistory"),
    "check.history.translation": ("RulesTranslationAge",),
    "check.mutation.coverage": ("Coverage",),
    "check.consistency.replay": ("SearchFinding",),
    "check.diff.changes": ("AnswerChange", "Changes", "DiffSide", "TablesChange", "Unsearched"),
    "check.check_report": ("CheckReport",),
    "check.search_report": ("SearchReport",),
    "diagnostics": ("Diagnostic", "Related", "Severity"),
    "check.drafts": ("Redeclared",),
    "editor.renamed_rules": ("CannotRename", "RenamedRules", "rename"),
    "edits": ("Fix", "TextEdit"),
    "evaluate.engine": ("Answer",),
    "model.scenarios": ("Request", "Status", "Witness"),
    "model.texts": ("Edition",),
    "reports.formats": ("Rendered",),
    "reports.report": ("Suppressed",),
    "source": ("Span",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    """Return a public name from the module that has it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_MODULE_OF.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
