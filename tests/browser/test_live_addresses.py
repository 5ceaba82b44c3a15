"""Addresses of the live table that no reader could have made: a sentence tells what is wrong, and nothing is executed."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.browser import PHONE, Window
from tests.support.live_table import CLEAR, go, laid, strings
from tests.support.paths import THOROUGH
from tests.support.sampling import number_of_examples

pytestmark = pytest.mark.browser

#: Addresses that no reader could have made at the table, each with the sentence that tells it.
BROKEN = (
    ("#text=nothing", "unknown_text"),
    ("#seats=gEg.gXg", "seats_role"),
    ("#seats=%", "seats_role"),
    ("#seats=gEg..gEg", "seats_empty"),
    ("#seats=" + ".".join(["g" * 50] * 4), "seats_many"),
    ("#seats=" + "g" * 3000, "seats_many"),
    ("#left=Z9", "nobody"),
    ("#left=A1&leaving=A1&ask=may-attack&of=A2.B1", "left_twice"),
    ("#on=yesterday", "no_date"),
    ("#on=1999-01-01", "before_first"),
    ("#options=nonsense&of=A2", "unknown_option"),
    ("#ask=nonsense", "unknown_question"),
    ("#ask=may-attack&of=A2", "of_count"),
    ("#left=B1&ask=may-attack&of=A2.B1", "gone"),
    ("#ask=fate", "not_given"),
    ("#phase=lunch&ask=may-attack&of=A2.B1", "no_fact"),
    ("#nonsense=1&ask=may-attack&of=A2.B1", "unknown_given"),
    ("#nonsense=1", "unknown_given"),
    ("#of=A1&phase=lunch", "no_fact"),
    ("#of=A1&left=A1&leaving=A1", "left_twice"),
    ("#of=A1&options=nonsense", "unknown_option"),
)


def test_a_broken_address_gets_a_sentence(phone: Window, server: str) -> None:
    """In Italian, whose sentences are longer on a phone: each kind of sentence on a change, and each week all addresses."""
    page = laid(phone, server, language="it")
    for hash, error in BROKEN if THOROUGH > 1 else {error: (hash, error) for hash, error in BROKEN}.values():
        go(page, CLEAR)
        page.wait_for_selector("[data-part=answer] .answer")
        go(page, hash)
        page.wait_for_selector(".live-wrong")
        words = strings("it")(f"error_{error}").partition("{")[0]
        sentences = [" ".join(text.split()) for text in page.locator(".live-wrong").all_inner_texts()]
        assert any(sentence.startswith(words) and len(sentence) < 300 for sentence in sentences), (hash, sentences)
        assert phone.complaints == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    go(page, "#ask=chooser&of=A2")
    page.wait_for_selector(".live-wrong:text(': un giocatore è in grado di scegliere.')")


def test_a_rulebook_without_seats_is_laid_at_a_table_of_its_own(phone: Window, server: str) -> None:
    """Whoever shares the address of a rulebook alone shares a table on which it is played."""
    page = laid(phone, server)
    ids = page.locator("select").first.locator("option").evaluate_all("all => all.map(option => option.value)")
    assert len(ids) > 10
    for id in ids:
        go(page, f"#text={id}")
        page.wait_for_function("id => document.querySelector('select').value === id", arg=id)
        page.wait_for_selector("[data-part=ring] .live-seat")
        assert page.locator("[data-part=ring] .live-wrong, [data-part=ring] .answer").count() == 0, id
    assert phone.complaints == []


def test_nothing_in_an_address_is_executed(desk: Window, server: str) -> None:
    evil = "%3Cimg%20src%3Dx%20onerror%3D%22window.owned%3D1%22%3E"
    for hash in (
        f"#text={evil}",
        f"#seats={evil}",
        f"#of={evil}",
        f"#ask={evil}",
        f"#options={evil}&of=A1",
        f"#losing={evil}&ask=loses&of=A1",
    ):
        page = laid(desk, server, hash)
        page.reload()
        page.wait_for_selector(".live-wrong")
        assert page.evaluate("window.owned") is None and page.locator("#live-root img").count() == 0
    assert desk.complaints == []


#: What every object of the language has, so that a careless look-up finds it.
INHERITED = ("constructor", "valueOf", "toString", "hasOwnProperty", "isPrototypeOf", "toLocaleString", "propertyIsEnumerable", "__proto__")  # fmt: skip
SLOTS = ("of={}", "ask={}&of=A2", "text={}&of=A2", "options={}&of=A2", "left={}&of=A2", "leaving={}&of=A2", "on={}&of=A2",
         "seats={}&of=A2", "phase={}&of=A2", "losing={}&of=A2", "active={}&of=A2", "tapped={}&ask=may-attack&of=A2.B1",
         "stack={}&of=A2")  # fmt: skip


def test_no_name_of_the_language_is_taken_for_one_of_the_rules(desk: Window, server: str) -> None:
    page = laid(desk, server)
    tried = [slot.format(name) for slot in SLOTS for name in INHERITED]
    tried += [f"{name.lower()}=A1&ask=may-attack&of=A2.B1" for name in INHERITED if name[0] != "_"]
    for hash in Random("names").sample(tried, number_of_examples(12, len(tried))):
        go(page, CLEAR)
        page.wait_for_selector("[data-part=answer] .answer")
        go(page, f"#{hash}")
        page.wait_for_selector(".live-wrong")
        assert desk.complaints == [], hash


@pytest.mark.parametrize("text", ["cr-999", "constructor"])
def test_a_rulebook_that_is_not_there_asks_for_one(desk: Window, server: str, text: str) -> None:
    page = laid(desk, server)
    go(page, f"#text={text}&seats=gEg.gEg")
    page.wait_for_selector(".live-wrong")
    chosen = page.eval_on_selector("[name=text]", "field => field.selectedOptions[0]?.textContent")
    assert chosen and chosen not in page.eval_on_selector_all(
        "optgroup option", "all => all.map(one => one.textContent)"
    )
    page.select_option("[name=text]", "cr-809")
    page.wait_for_selector(".live-wrong", state="detached")
