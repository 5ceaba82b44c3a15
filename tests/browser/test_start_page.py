"""The table of the start page: it answers in place, by touch and by keyboard, and leads to the live table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support.axe import Axe
from tests.support.browser import NARROW, PHONE, Window, until, window
from tests.support.live_table import FOLDERS, TABLE, address, strings

pytestmark = pytest.mark.browser


def test_the_start_page_answers_in_place(phone: Window, place: tuple[str, str]) -> None:
    root, language = place
    home = f"{root}{FOLDERS[language]}index.html"
    page = phone.visit(home)
    page.tap("a[data-seat=A3]")
    page.wait_for_selector("[data-player=A3][aria-pressed=true]")
    page.tap("[data-player=A3]")
    page.tap("[data-player=A2]")
    page.wait_for_selector("[data-part=player][aria-busy=false]")
    attack = page.locator("[data-ask=may-attack]").inner_text()
    assert "A2" in attack and "B1" in attack and "809.3c" in attack
    assert page.locator("[data-player=B1]").get_attribute("data-mark") == "yes"
    assert page.locator("[data-player=A3]").get_attribute("data-state") == "left"
    clause = page.locator("[data-ask=may-attack] a").first.evaluate("link => link.href")
    assert clause.startswith(f"{root}{FOLDERS[language]}cr-809/"), clause
    here = address(page)
    assert here == f"{home}#text=cr-809&seats=gEg.gEg&left=A3&of=A2"
    page.reload()
    page.wait_for_selector("[data-player=A2][aria-pressed=true]")
    page.wait_for_selector("[data-part=player][aria-busy=false]")
    assert page.locator("[data-ask=may-attack]").inner_text() == attack
    page.evaluate("location.hash = 'game'")
    assert page.locator("[data-player=A2]").get_attribute("aria-pressed") == "true", "a heading is no table"
    page.locator("a[data-whole]:visible").tap()
    page.wait_for_selector("[data-part=table] [name=text]")
    assert page.url == f"{root}{FOLDERS[language]}{TABLE}#" + here.partition("#")[2]
    assert page.locator("[data-player=A2]").get_attribute("aria-pressed") == "true" and phone.complaints == []


def test_the_start_page_is_two_screens_of_a_phone(phone: Window, place: tuple[str, str]) -> None:
    root, language = place
    page = phone.visit(f"{root}{FOLDERS[language]}index.html")
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * PHONE[1]


def test_the_start_page_works_by_keyboard_and_without_a_network(desk: Window, server: str) -> None:
    page = desk.visit(server)
    seat = page.get_by_role("button", name="A3, general")
    assert seat.get_attribute("aria-pressed") == "false"
    assert page.locator("[data-part=player]").get_attribute("aria-live") == "polite"
    page.context.set_offline(True)
    seat.press("Enter")
    until(page, f"document.querySelector('[data-part=answer]').textContent == {strings('en')('error_loading')!r}")
    page.context.set_offline(False)
    seat.press(" ")
    page.wait_for_selector("[data-player=A3][aria-pressed=true]")
    until(page, "document.activeElement.dataset.player == 'A3'")
    page.keyboard.press("Enter")
    assert page.get_by_role("button", name="A3, general, left before this turn").count() == 1


def test_without_scripts_the_seats_of_the_start_page_lead_to_the_table(browser: Browser, server: str) -> None:
    with window(browser, java_script_enabled=False) as one:
        one.page.goto(server)
        links = [seat.get_attribute("href") or "" for seat in one.page.locator("a[data-seat]").all()]
        assert len(links) == 6 and all(link.startswith(f"{TABLE}#text=cr-809") for link in links)


def test_axe_finds_nothing_at_the_table_of_the_start_page(browser: Browser, server: str, axe: Axe) -> None:
    with window(browser, NARROW) as one:
        page = one.visit(server)
        page.locator("a[data-seat=A3]").click()
        page.wait_for_selector("[data-part=player][aria-busy=false] .live-said")
        assert axe.violations(page, PHONE) == {}
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


def test_a_question_asked_on_the_start_page_is_answered_at_the_live_table(
    phone: Window, place: tuple[str, str]
) -> None:
    root, language = place
    asked = {
        "en": "can A2 attack B1 if A3 left before the turn?",
        "it": "A2 può attaccare B1 se A3 è uscito prima del turno?",
    }[language]
    page = phone.visit(f"{root}{FOLDERS[language]}index.html")
    page.fill(".home-ask input", asked)
    page.press(".home-ask input", "Enter")
    page.wait_for_url(f"**/{TABLE}#*")
    page.wait_for_selector("[data-part=answer] .answer.yes")
    assert phone.complaints == []
