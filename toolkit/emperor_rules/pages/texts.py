"""The page of a text: what it is, its tables drawn, and all its clauses."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from emperor_rules.check.scenarios import Outcome
from emperor_rules.draw.templates import date_in_words, environment, words
from emperor_rules.evaluate.questions import Answerer
from emperor_rules.evaluate.requests import Wrong
from emperor_rules.model.texts import Inclusion, Text
from emperor_rules.pages.clauses import Backlinks, ClauseView, ClauseViewer
from emperor_rules.pages.drawings import Drawing, drawings, key
from emperor_rules.pages.formal import Highlighter
from emperor_rules.pages.page import OFFICIAL_RULES, Link, Page
from emperor_rules.pages.permalinks import text_page
from emperor_rules.pages.questions import Asker
from emperor_rules.source import Span
from emperor_rules.wording.matching import Beside

#: A search engine and a shared link show about so much of a page's description.
LONGEST_DESCRIPTION = 160
#: The folders of a folder of rules.
ROOMS = ("vocabulary", "texts", "scenarios")


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


@dataclass(frozen=True, slots=True)
class TextView:
    """What a text's page says of the text as a whole."""

    id: str
    title: str
    effective: str
    source: str
    editions: tuple[str, ...]
    language: str
    relations: tuple[tuple[str, Link], ...]
    related: tuple[tuple[Link, str, str], ...]
    includes: tuple[Link, ...]
    included_by: tuple[Link, ...]
    options: tuple[str, ...]
    file: str
    longest: int
    clauses: tuple[ClauseView, ...]


@dataclass(frozen=True)
class TextPages:
    """Makes the pages of all texts in one language."""

    answerer: Answerer
    asker: Asker
    highlighter: Highlighter
    backward: Backlinks
    outcomes: Mapping[Span, Sequence[Outcome]]
    scenario_pages: Mapping[str, tuple[str, str]]
    official: Mapping[Span, Beside] = field(default_factory=dict)

    def page(self, text: Text, section: str) -> Page:
        """Make the page of one text."""
        language, rulebook = self.asker.language, self.answerer.rulebook
        view = self._view(text)
        content = environment().get_template("text.md.j2").render(
            t=words(language), language=language, official=OFFICIAL_RULES, text=view,
            front=front(title_of(text, language), f"{view.title}. {view.effective}. {view.source}"),
            drawings=self._drawings(text), key=key(rulebook.vocabulary, language), beside=self._beside(text, view),
        )  # fmt: skip
        return Page(text_page(text.id), tidy(content), file_name(text.file), title_of(text, language), section)

    def _beside(self, text: Text, view: TextView) -> Mapping[str, Beside]:
        """Give the official rules that the page shows beside its clauses, by their anchors."""
        both = zip(text.clauses, view.clauses, strict=True)
        return {shown.anchor: self.official[clause.span] for clause, shown in both if clause.span in self.official}

    def _drawings(self, text: Text) -> tuple[Drawing, ...]:
        try:
            return drawings(self.answerer, self.answerer.program(text.id, None).resolved, self.asker.language)
        except Wrong:  # the text has errors, which are reported; its words can be read all the same
            return ()

    def _view(self, text: Text) -> TextView:
        language = self.asker.language
        t = words(language)
        viewer = ClauseViewer(self.answerer.rulebook, self.asker, self.highlighter, self.backward, self.outcomes,
                              self.scenario_pages, text_page(text.id))  # fmt: skip
        vocabulary = self.answerer.rulebook.vocabulary
        return TextView(
            text.id,
            text.titles.get(language),
            effective(text, language),
            text.sources,
            tuple(date_in_words(date, language) for date in text.editions),
            t.get(f"text_language_{text.language}", text.language),
            tuple((t[f"text_{how}"], self._to(text, inclusion)) for how, inclusion in text.relations),
            tuple(self._related(text)),
            tuple(self._to(text, inclusion) for inclusion in text.includes),
            tuple(self._included_by(text)),
            tuple(
                vocabulary.options[option].names.get(language)
                for option in text.options
                if option in vocabulary.options
            ),
            file_name(text.file),
            max((len(clause.number) for clause in text.clauses), default=0),
            tuple(viewer.view(text, clause) for clause in text.clauses),
        )

    def _to(self, text: Text, inclusion: Inclusion) -> Link:
        return self.asker.permalinks.to_text(
            text_page(text.id), inclusion.text, self.asker.language, note=self._at(inclusion)
        )

    def _at(self, inclusion: Inclusion) -> str:
        language = self.asker.language
        if inclusion.at is None:
            return ""
        return words(language)["text_at"].format(date=date_in_words(inclusion.at, language))

    def _related(self, text: Text) -> Iterator[tuple[Link, str, str]]:
        language = self.asker.language
        for other in self.answerer.rulebook.texts.values():
            for how, inclusion in other.relations:
                if inclusion.text == text.id:
                    link = self.asker.permalinks.to_text(text_page(text.id), other.id, language)
                    yield link, words(language)[f"text_{how}"], self._at(inclusion)

    def _included_by(self, text: Text) -> Iterator[Link]:
        for other in self.answerer.rulebook.texts.values():
            for inclusion in other.includes:
                if inclusion.text == text.id:
                    yield self.asker.permalinks.to_text(
                        text_page(text.id), other.id, self.asker.language, note=self._at(inclusion)
                    )


def title_of(text: Text, language: str) -> str:
    """Name a text in menus, where several may have one title."""
    return f"{text.titles.get(language)} ({text.id})"


def effective(text: Text, language: str) -> str:
    """Say since when a text's newest wording holds."""
    t = words(language)
    if not text.editions:
        return t["text_undated"]
    return f"{t['text_effective']} {date_in_words(text.editions[-1], language)}"


def file_name(path: str) -> str:
    """Name a rule file as the repository does, wherever its folder lies on this machine."""
    parts = path.split("/")
    rooms = [number for number, part in enumerate(parts) if part in ROOMS]
    return "/".join(["rules", *parts[rooms[-1] :]]) if rooms else parts[-1]


def tidy(content: str) -> str:
    """Leave no two empty lines together and no spaces at the ends of lines."""
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", content)).strip() + "\n"
