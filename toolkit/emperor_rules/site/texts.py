"""Texts and scenarios as the site arranges and names them, and their rule files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.groups import by_key
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Scenario
from emperor_rules.model.texts import Clause, Text
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.cone import is_observable
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.resources import site_table
from emperor_rules.site.i18n import Locale
from emperor_rules.site.permalinks import slugify

#: The folders of a folder of rules.
RULE_FOLDERS = ("vocabulary", "questions", "texts", "scenarios", "relations")

#: A page shows no more questions than these, so that a phone loads it quickly.
MOST_ON_PAGE = 250


def arrange_texts(rulebook: Rulebook) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """Return the rulebooks, that of the start page first, then other originals, and the parts they are built of."""
    start = site_table("start")["text"]
    standalone = [text for text in rulebook.texts.values() if text.id not in rulebook.parts]
    parts = [text for text in rulebook.texts.values() if text.id in rulebook.parts]
    return tuple(sorted(standalone, key=lambda text: (text.id != start, text.retells, text.id))), tuple(parts)


def is_of_today(text: Text) -> bool:
    """Return whether a text is read against new editions, and no translation or retelling of another."""
    return text.compared is not None and not text.retells


def todays_text(rulebook: Rulebook) -> Text | None:
    """Return the text of today's rules: of the rulebooks read against the newest edition the first in order.

    Texts that retell or change another are none of them; ``None`` where there are no others.
    """
    originals = [text for text in arrange_texts(rulebook)[0] if not text.retells]
    return max(originals, key=lambda text: text.compared or "", default=None)


def resolved_text(engine: Engine, id: str, on: str | None = None) -> ResolvedText | None:
    """Return what a text says on a date; ``None`` where it has errors, which are reported among the findings."""
    try:
        return engine.program(id, on).resolved
    except RequestError:
        return None


def concluding(engine: Engine, id: str, ask: str) -> list[Clause]:
    """Return the clauses of a text, and of what it includes, that conclude something about a question."""
    resolved = resolved_text(engine, id)
    if resolved is None:
        return []
    clauses = {resolved.rules[number].clause for number in resolved.by_predicate.get(ask, ())}
    return [resolved.clauses[number].clause for number in sorted(clauses)]


def needs_no_rule(predicate: Predicate, engine: Engine, texts: Iterable[Text]) -> bool:
    """Return whether a table shows by itself what a question asks, and none of some texts concludes it."""
    if not is_observable(predicate, engine.rulebook.vocabulary, everybody_present=True):
        return False
    return not any(concluding(engine, text.id, predicate.id) for text in texts)


def effective(text: Text, locale: Locale) -> str:
    """Return in words since when a text's newest wording holds, or of which day the only one is that we know."""
    if not text.editions:
        return locale["text_undated"]
    return locale.dated("text_worded" if len(text.editions) == 1 else "text_effective", text.editions[-1])


def read_against(text: Text, locale: Locale) -> str:
    """Return which edition a text was read against, in words; empty where its file does not say."""
    return locale.dated("text_compared", text.compared) if text.compared else ""


def file_name(path: str) -> str:
    """Return the path of a rule file as the repository has it, wherever its folder lies on this machine."""
    parts = path.split("/")
    folders = [number for number, part in enumerate(parts) if part in RULE_FOLDERS]
    return "/".join(["rules", *parts[folders[-1] :]]) if folders else parts[-1]


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """Scenarios of a file that fill a page, with its path and the anchor of each scenario, by name."""

    path: str
    topic: str
    title: str
    scenarios: tuple[Scenario, ...]
    anchors: Mapping[str, str]

    @property
    def named(self) -> Iterator[tuple[Scenario, str]]:
        """The scenarios with their anchors; of several with one name the first."""
        by_name = {scenario.name: scenario for scenario in reversed(self.scenarios)}
        return ((by_name[name], anchor) for name, anchor in self.anchors.items())


def scenario_files(rulebook: Rulebook, locale: Locale) -> tuple[ScenarioFile, ...]:
    """Return the scenarios of a rulebook by file; a file with many questions has several pages.

    A file is called what the site's words call its topic, else by its own name.
    """
    by_file = by_key((scenario.span.file, scenario) for scenario in rulebook.scenarios)
    taken: set[str] = {"index"}
    files = []
    for file, scenarios in sorted(by_file.items()):
        stem = PurePosixPath(file).stem
        plain = stem.replace("-", " ").replace("_", " ")
        title = locale.strings.get(f"topics_{stem}") or plain[:1].upper() + plain[1:]
        for number, portion in enumerate(_portions(scenarios), 1):
            used: set[str] = set()
            anchors = {name: slugify(name, used) for name in dict.fromkeys(scenario.name for scenario in portion)}
            path = f"scenarios/{slugify(stem if number == 1 else f'{stem}-{number}', taken)}.md"
            named = title if number == 1 else locale["scenarios_part"].format(title=title, number=number)
            files.append(ScenarioFile(path, title, named, portion, anchors))
    return tuple(files)


def _portions(scenarios: Sequence[Scenario]) -> Iterator[tuple[Scenario, ...]]:
    """Yield portions of scenarios that fit a page."""
    start = questions = 0
    for end, scenario in enumerate(scenarios):
        count = len(scenario.texts) * len(scenario.expectations)
        if end > start and questions + count > MOST_ON_PAGE:
            yield tuple(scenarios[start:end])
            start, questions = end, 0
        questions += count
    if scenarios:
        yield tuple(scenarios[start:])
