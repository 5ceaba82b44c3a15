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
    from emperor_rules.api.answers import Alternative as Alternative
    from emperor_rules.api.answers import ChosenWord as ChosenWord
    from emperor_rules.api.answers import Player as Player
    from emperor_rules.api.answers import RulesAnswer as RulesAnswer
    from emperor_rules.api.answers import RulesAnswers as RulesAnswers
    from emperor_rules.api.answers import RulesClause as RulesClause
    from emperor_rules.api.answers import Team as Team
    from emperor_rules.api.comparison import TextComparison as TextComparison
    from emperor_rules.api.drawing import draw as draw
    from emperor_rules.api.drift import Drift as Drift
    from emperor_rules.api.new_files import NewVariant as NewVariant
    from emperor_rules.api.new_files import new_difference as new_difference
    from emperor_rules.api.new_files import new_variant as new_variant
    from emperor_rules.api.rules import Rules as Rules
    from emperor_rules.api.rules import RulesText as RulesText
    from emperor_rules.api.states import diff as diff
    from emperor_rules.api.states import load as load
    from emperor_rules.check.check_report import CheckReport as CheckReport
    from emperor_rules.check.diff.changes import AnswerChange as AnswerChange
    from emperor_rules.check.diff.changes import Changes as Changes
    from emperor_rules.check.diff.changes import DiffSide as DiffSide
    from emperor_rules.check.diff.changes import TablesChange as TablesChange
    from emperor_rules.check.diff.changes import Unsearched as Unsearched
    from emperor_rules.check.drafts import Redeclared as Redeclared
    from emperor_rules.check.history.timeline import EntryKind as EntryKind
    from emperor_rules.check.history.timeline import HistoryEntry as HistoryEntry
    from emperor_rules.check.history.timeline import RulesHistory as RulesHistory
    from emperor_rules.check.history.translation import RulesTranslationAge as RulesTranslationAge
    from emperor_rules.check.mutation.coverage import Coverage as Coverage
    from emperor_rules.check.search_report import SearchFinding as SearchFinding
    from emperor_rules.check.search_report import SearchReport as SearchReport
    from emperor_rules.diagnostics import Diagnostic as Diagnostic
    from emperor_rules.diagnostics import Related as Related
    from emperor_rules.diagnostics import Severity as Severity
    from emperor_rules.editor.renamed_rules import CannotRename as CannotRename
    from emperor_rules.editor.renamed_rules import RenamedRules as RenamedRules
    from emperor_rules.editor.renamed_rules import rename as rename
    from emperor_rules.edits import Fix as Fix
    from emperor_rules.edits import TextEdit as TextEdit
    from emperor_rules.errors import EmperorError as EmperorError
    from emperor_rules.errors import MissingFactError as MissingFactError
    from emperor_rules.errors import QuestionError as QuestionError
    from emperor_rules.errors import RequestError as RequestError
    from emperor_rules.errors import RulesError as RulesError
    from emperor_rules.errors import SearchDisagrees as SearchDisagrees
    from emperor_rules.errors import SeatingError as SeatingError
    from emperor_rules.errors import SeveralAnswersError as SeveralAnswersError
    from emperor_rules.errors import UnclearQuestionError as UnclearQuestionError
    from emperor_rules.errors import UnknownClauseError as UnknownClauseError
    from emperor_rules.errors import UnknownQuestionError as UnknownQuestionError
    from emperor_rules.errors import UnknownTextError as UnknownTextError
    from emperor_rules.errors import WorkerLost as WorkerLost
    from emperor_rules.evaluate.engine import Answer as Answer
    from emperor_rules.model.scenarios import Request as Request
    from emperor_rules.model.scenarios import Status as Status
    from emperor_rules.model.scenarios import Witness as Witness
    from emperor_rules.model.texts import Edition as Edition
    from emperor_rules.reports.formats import Rendered as Rendered
    from emperor_rules.reports.report import Suppressed as Suppressed
    from emperor_rules.source import Span as Span

__version__ = "0.1.0"

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
    "check.diff.changes": ("AnswerChange", "Changes", "DiffSide", "TablesChange", "Unsearched"),
    "check.check_report": ("CheckReport",),
    "check.search_report": ("SearchFinding", "SearchReport"),
    "diagnostics": ("Diagnostic", "Related", "Severity"),
    "check.drafts": ("Redeclared",),
    "editor.renamed_rules": ("CannotRename", "RenamedRules", "rename"),
    "edits": ("Fix", "TextEdit"),
    "errors": (
        "EmperorError",
        "MissingFactError",
        "QuestionError",
        "RequestError",
        "RulesError",
        "SearchDisagrees",
        "SeatingError",
        "SeveralAnswersError",
        "UnclearQuestionError",
        "UnknownClauseError",
        "UnknownQuestionError",
        "UnknownTextError",
        "WorkerLost",
    ),
    "evaluate.engine": ("Answer",),
    "model.scenarios": ("Request", "Status", "Witness"),
    "model.texts": ("Edition",),
    "reports.formats": ("Rendered",),
    "reports.report": ("Suppressed",),
    "source": ("Span",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = ["__version__", *sorted(_MODULE_OF)]  # noqa: PLE0604  they are strings


def __getattr__(name: str) -> object:
    """Return a public name from the module that has it."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
