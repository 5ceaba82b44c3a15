"""Texts as the site arranges and names them, and their rule files."""

from __future__ import annotations

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Text
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.site.i18n import Locale

#: The folders of a folder of rules.
RULE_FOLDERS = ("vocabulary", "questions", "texts", "scenarios", "relations")


def arrange_texts(rulebook: Rulebook) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """Return the texts that stand for themselves, originals first, and those that others include."""
    included = {inclusion.text for text in rulebook.texts.values() for inclusion in text.includes}
    standalone = [text for text in rulebook.texts.values() if text.id not in included]
    parts = [text for text in rulebook.texts.values() if text.id in included]
    return tuple(sorted(standalone, key=lambda text: (bool(text.relations), text.id))), tuple(parts)


def todays_text(rulebook: Rulebook) -> Text | None:
    """Return the text of today's rules: of those that stand for themselves, the one read against the newest edition.

    Texts that retell or change another are none of them; ``None`` where there are no others.
    """
    originals = [text for text in arrange_texts(rulebook)[0] if not text.relations]
    return max(originals, key=lambda text: (text.compared or "", text.editions[-1:]), default=None)


def resolved_text(engine: Engine, id: str, on: str | None = None) -> ResolvedText | None:
    """Return what a text says on a date; ``None`` where it has errors, which are reported among the findings."""
    try:
        return engine.program(id, on).resolved
    except RequestError:
        return None


def concluding(resolved: ResolvedText | None, ask: str) -> list[Clause]:
    """Return the clauses of a text, and of what it includes, that conclude something about a question."""
    if resolved is None:
        return []
    clauses = {resolved.rules[number].clause for number in resolved.by_predicate.get(ask, ())}
    return [resolved.clauses[number].clause for number in sorted(clauses)]


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
