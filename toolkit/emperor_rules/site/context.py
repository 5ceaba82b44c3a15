"""What all pages are made from in one language, gathered once, and how a page becomes Markdown."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from emperor_rules.check.pipeline import Checked
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.draw.templating import LANGUAGES, dated, environment, words
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
from emperor_rules.official.matching import Beside
from emperor_rules.site.page import OFFICIAL_RULES
from emperor_rules.site.permalinks import Permalinks
from emperor_rules.site.views.answer_view import AnswerRenderer
from emperor_rules.source import Span

#: A search engine and a shared link show about so much of a page's description.
LONGEST_DESCRIPTION = 160
#: The folders of a folder of rules.
ROOMS = ("vocabulary", "texts", "scenarios", "relations")


@dataclass(frozen=True)
class SiteContext:
    """Everything that pages are made from, with the outcomes of each clause, scenario and question.

    ``scenario_pages`` gives the page and the anchor of each scenario. ``edit`` is the address before a file's name at
    which it can be edited, empty where there is none; ``official`` are official rules to show beside our clauses.
    """

    checked: Checked
    asker: AnswerRenderer
    by_clause: Mapping[Span, Sequence[Outcome]]
    by_scenario: Mapping[str, Sequence[Outcome]]
    by_question: Mapping[str, Sequence[Outcome]]
    scenario_pages: Mapping[str, tuple[str, str]]
    edit: str = ""
    official: Mapping[Span, Beside] = field(default_factory=dict)

    @property
    def language(self) -> str:
        """The language of the pages."""
        return self.asker.language

    @property
    def rulebook(self) -> Rulebook:
        """The rules."""
        return self.checked.rulebook

    @property
    def engine(self) -> Engine:
        """Answers requests about the rules."""
        return self.asker.engine

    @property
    def permalinks(self) -> Permalinks:
        """The addresses of texts and clauses."""
        return self.asker.permalinks

    @property
    def t(self) -> Mapping[str, str]:
        """The site's own words."""
        return words(self.language)

    def render(self, template: str, title: str, description: str, /, **content: object) -> str:
        """Fill a template; its page has a title and a description."""
        filled = (
            environment()
            .get_template(template)
            .render(
                t=self.t, language=self.language, official=OFFICIAL_RULES, front=front(title, description), **content
            )
        )
        return tidy(filled)


@dataclass(frozen=True, slots=True)
class Front:
    """The head of a page's Markdown, as YAML values."""

    title: str
    description: str


def front(title: str, description: str) -> Front:
    """Quote a title and a description for YAML, and for a theme that prints them as they are."""
    plain = " ".join(description.split())
    if len(plain) > LONGEST_DESCRIPTION:
        plain = plain[: LONGEST_DESCRIPTION - 1].rstrip() + "…"
    return Front(*(json.dumps(html.escape(words), ensure_ascii=False) for words in (title, plain)))


def arranged(rulebook: Rulebook) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """Part the texts that stand for themselves, originals first, from those that others build on."""
    included = {inclusion.text for text in rulebook.texts.values() for inclusion in text.includes}
    own = [text for text in rulebook.texts.values() if text.id not in included]
    parts = [text for text in rulebook.texts.values() if text.id in included]
    return tuple(sorted(own, key=lambda text: (bool(text.relations), text.id))), tuple(parts)


def title_of(text: Text, language: str) -> str:
    """Name a text in menus, where several may have one title."""
    return f"{text.titles.get(language)} ({text.id})"


def effective(text: Text, language: str) -> str:
    """Say since when a text's newest wording holds."""
    t = words(language)
    if not text.editions:
        return t["text_undated"]
    return dated(t["text_effective"], text.editions[-1], language)


def file_name(path: str) -> str:
    """Name a rule file as the repository does, wherever its folder lies on this machine."""
    parts = path.split("/")
    rooms = [number for number, part in enumerate(parts) if part in ROOMS]
    return "/".join(["rules", *parts[rooms[-1] :]]) if rooms else parts[-1]


def remarks(comments: Iterable[str]) -> Mapping[str, str]:
    """Join the lines of a comment, without the headings among it, by language: what follows ``it:`` is Italian."""
    found: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    now = LANGUAGES[0]
    for comment in comments:
        if not comment.startswith("# ---"):
            words = comment.lstrip("# ").strip()
            now = next((one for one in LANGUAGES if words.startswith(f"{one}:")), now)
            found[now].append(words.removeprefix(f"{now}:").strip())
    return {language: " ".join(words) for language, words in found.items()}


def tidy(content: str) -> str:
    """Leave no two empty lines together and no spaces at the ends of lines."""
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", content)).strip() + "\n"
