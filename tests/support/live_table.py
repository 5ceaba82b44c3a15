"""The live table in a browser: opened at an address, and what stands there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from emperor_rules.site.i18n import Locale, read_locale
from tests.support.browser import AT_REST, Window

TABLE = "table/index.html"
FOLDERS = {"en": "", "it": "it/"}
CLEAR = "#text=cr-809&seats=gEg.gEg&left=A3&ask=may-attack&of=A2.B1"
#: What A2 can do when a neighbour leaves during the turn, which the rulebook leaves open.
DISPUTED = "#text=cr-809&seats=gEg.gEg&leaving=A3&ask=may-attack&of=A2.B1"


def strings(language: str) -> Callable[[str], str]:
    locale: Locale = read_locale(language)
    return lambda name: locale[f"live_{name}"]


def laid(one: Window, root: str, hash: str = "", language: str = "en") -> Page:
    """Open the live table and wait until it is there."""
    page = one.visit(f"{root}{FOLDERS[language]}{TABLE}{hash}")
    page.wait_for_selector(".live-seat, .live-wrong")
    return page


def go(page: Page, hash: str) -> None:
    """Set the table that is open by its address."""
    page.evaluate("hash => { location.hash = hash; }", hash)


def said(page: Page, part: str) -> str:
    return " ".join(page.locator(f"[data-part={part}]").inner_text().split())


def address(page: Page) -> str:
    """Return the address once it follows the answer, which it does as soon as the page has nothing else to do."""
    page.evaluate(AT_REST)
    return page.url


def answer(page: Page) -> str:
    return page.locator("[data-part=answer] .answer").inner_text()


def verdict_of(answer: dict[str, Any]) -> str:
    """Return what the live table marks where a line of a batch has an answer."""
    if answer["status"] != "answered":
        return str(answer["status"])
    return {True: "yes", False: "no"}.get(answer["answer"], "value") if isinstance(answer["answer"], bool) else "value"
