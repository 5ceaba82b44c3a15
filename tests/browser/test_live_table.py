"""The live table as readers use it: by touch, by keyboard, by its names, from a link, offline and from a folder."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from emperor_rules.messages import LANGUAGES
from emperor_rules.model.texts import included_texts
from emperor_rules.site.rule_parts import VOCABULARY_PART, text_scripts
from tests.support.axe import EVERY_SIZE, Axe, sizes_or
from tests.support.browser import DESK, NARROW, PHONE, Window, until, window
from tests.support.built_site import built_site
from tests.support.live_table import CLEAR, DISPUTED, FOLDERS, TABLE, address, answer, go, laid, said, strings
from tests.support.shipped import rulebook

pytestmark = pytest.mark.browser


def test_two_taps_and_a_player_give_the_ruling(phone: Window, place: tuple[str, str]) -> None:
    root, language = place
    word, page = strings(language), laid(phone, root, language=language)
    page.tap("[data-player=A3]")
    page.tap("[data-player=A3]")
    assert page.locator("[data-player=A3]").get_attribute("data-state") == "left"
    page.tap("[data-player=A2]")
    attack = page.locator("[data-ask=may-attack]").inner_text()
    assert "A2" in attack and "B1" in attack and "809.3c" in attack
    assert all("; ;" not in " ".join(line.split()) for line in page.locator(".live-said").all_inner_texts())
    assert page.locator("[data-player=B1]").get_attribute("data-mark") == "yes"
    assert page.locator("[data-player=B2]").get_attribute("data-mark") == "no"
    page.tap("[data-player=A3]")
    page.tap("[data-player=A3]")
    page.tap("[data-player=A2]")
    assert word("not_said").lower() in page.locator("[data-ask=may-attack]").inner_text().lower()
    assert page.locator("[data-player=B1]").get_attribute("data-mark") == "silent"
    assert "leaving=A3" in address(page) and phone.complaints == []
    assert phone.foreign(root) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["The rulebook does not say whether this is so: A2 can attack B1", "A2 can attack nobody else"]),
        ("it", ["Il regolamento non dice se è così: A2 può attaccare B1", "A2 non può attaccare nessun altro"]),
    ],
)
def test_whoever_is_left_open_is_named_before_it_is_denied_of_all_others(
    phone: Window, server: str, language: str, told: list[str]
) -> None:
    page = laid(phone, server, "#text=cr-809&seats=gEg.gEg&leaving=A3&ask=may-attack&of=A2.%3F", language)
    page.wait_for_selector("[data-part=answer] .live-answer")
    page.wait_for_selector("[data-part=player][aria-busy=false]")
    attack = " ".join(page.locator("[data-ask=may-attack]").inner_text().split())
    assert re.sub(r" \(.*?\)", "", attack).rstrip(";").strip() == "; ".join(told)
    assert ". ".join(told) in said(page, "answer")


def test_who_is_out_with_others_is_shown_so(phone: Window, server: str) -> None:
    page = laid(phone, server, "#seats=gEg.gEg&left=A2&of=A1")
    told = page.locator("[data-part=player] .live-along")
    assert " ".join(told.inner_text().split()) == "Team B wins (809.5a, 104.2c, 104.2d). Also out: A1, A3 (809.5b)."
    assert page.get_by_role("button", name="A3, general, out as well").count() == 1
    assert page.locator("[data-ask=may-attack]").is_hidden()
    go(page, "#seats=gEg.gEg.gEg&left=A2&of=B1")
    page.wait_for_selector("[data-player=C3][data-mark=yes]")
    assert " ".join(told.inner_text().split()) == "Also out: A1, A3 (809.5b)."
    assert "B1 can attack C3" in page.locator("[data-ask=may-attack]").inner_text()
    go(page, "#seats=gEg.gEg&left=A1&of=A2")
    page.wait_for_selector("[data-player=B3][data-mark=yes]")
    assert told.count() == 0
    go(page, "#seats=gEg.gEg&left=A1.A3.B1.B2.B3&of=A2")  # who is left alone has nobody to be told of
    page.wait_for_selector("[data-part=player] .live-along")
    page.wait_for_selector("[data-part=player][aria-busy=false]")
    assert said(page, "player").startswith("Team A wins (") and phone.complaints == []


def test_a_link_opens_on_a_phone_at_the_ring_with_what_it_asks(phone: Window, server: str) -> None:
    asked = {
        "may-deploy&of=A2.A1": ({"A1", "A3"}, "A2 can deploy a creature to A1 and A3"),
        "may-attack&of=%3F.B1": ({"A3"}, "A3 can attack B1"),
        "in-range&of=A1.A3": ({"A2", "B3"}, "A2 and B3 are in range of A1"),
    }
    for ask, (marked, told) in asked.items():
        phone.visit("about:blank")
        page = laid(phone, server, f"#seats=gEg.gEg&ask={ask}")
        page.wait_for_selector("[data-part=player][aria-busy=false]")
        assert {
            seat.get_attribute("data-player") for seat in page.locator("[data-player][data-mark=yes]").all()
        } == marked, ask
        shown = page.locator("[data-relation][aria-pressed=true]")
        assert shown.inner_text() == told
        for part in (page.locator(".live-seat").first, shown):
            box = part.bounding_box()
            assert box is not None and 0 < box["y"] < PHONE[1] - box["height"], ask
    page.locator("[data-relation=may-attack]").tap()  # whoever looks at something else sees it until they ask otherwise
    page.tap("[data-player=A3]")
    assert shown.inner_text() == "A3 can attack B1" and phone.complaints == []


def test_a_table_that_the_rulebook_rules_out_is_said_to_be_none(phone: Window, server: str) -> None:
    page = laid(phone, server, "#seats=gEg.gE")
    assert page.locator("[data-part=ring] .live-wrong").inner_text().startswith("The seating is not legal. (809.6")
    page.locator("[name=seats]").fill("gEg gEg")  # the gap parts the teams
    page.locator("[name=seats]").press("Enter")
    page.wait_for_selector("[data-player=B3]")
    assert page.locator("[data-part=ring] .live-wrong").count() == 0 and "seats=gEg.gEg" in address(page)


def test_seats_have_names_and_what_they_mean_is_announced(desk: Window, server: str) -> None:
    page = laid(desk, server, "#seats=gEg.gEg&leaving=A3&of=A2")
    assert page.get_by_role("button", name="A2, emperor, plays").get_attribute("aria-pressed") == "true"
    assert page.get_by_role("button", name="A3, general, left during this turn").count() == 1
    assert page.get_by_role("button", name="B1, general, plays; A2 can attack B1: Not said").count() == 1
    assert page.get_by_role("button", name="B2, emperor, plays; A2 cannot attack B2").count() == 1
    for part in ("player", "answer"):
        page.wait_for_selector(f"[data-part={part}][aria-live=polite]", state="attached")


def test_everything_works_by_keyboard(desk: Window, server: str) -> None:
    page = laid(desk, server)
    page.locator("[data-player=A3]").focus()
    for state in ("plays", "left", "leaving", "plays"):
        page.keyboard.press("Enter")
        assert page.locator("[data-player=A3]").get_attribute("data-state") == state
        assert page.evaluate("document.activeElement.dataset.player") == "A3", "the focus stays"
    page.locator("[name=ask]").focus()
    page.locator("[name=ask]").select_option("may-attack")
    assert page.evaluate("document.activeElement.name") == "ask"
    assert answer(page) == "Yes" and "A3 can attack B1" in said(page, "answer")


def test_a_link_that_is_shared_gives_the_same_answer(browser: Browser, place: tuple[str, str]) -> None:
    root, language = place
    hash = {"en": DISPUTED, "it": "#text=early&seats=gEg.gEg&ask=may-deploy&of=A1.A2&active=A1"}[language]
    with window(browser) as one, window(browser, PHONE) as other:
        sender = laid(one, root, hash, language)
        sender.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        sender.get_by_role("button", name=strings(language)("copy_link")).click()
        until(sender, "window.copied")
        link = sender.evaluate("window.copied")
        reader = other.visit(link)
        reader.wait_for_selector("[data-part=answer] .answer")
        assert said(reader, "answer") == said(sender, "answer")
        sender.evaluate("window.copied = ''")
        sender.get_by_role("button", name=strings(language)("copy_ruling")).click()
        until(sender, "window.copied")
        assert link in sender.evaluate("window.copied") and answer(sender) in sender.evaluate("window.copied")


def test_of_a_player_who_is_chosen_what_is_told_is_copied_with_the_situation(desk: Window, server: str) -> None:
    page = laid(desk, server, "#seats=gEg.gEg&left=A3&of=A2&on=2009-05-01", "it")
    page.wait_for_selector("[data-part=player][aria-busy=false]")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_role("button", name=strings("it")("copy_ruling")).click()
    until(page, "window.copied")
    told, reached, situation, table, link = page.evaluate("window.copied").splitlines()
    assert told.startswith("A2 può attaccare B1 (607.3c") and reached.startswith("Il raggio d’influenza di A2 è 2")
    assert table == "↻ A1 generale · A2 imperatore · [A3 generale] | B1 generale · B2 imperatore · B3 generale"
    assert "due squadre da tre · Versione 1º maggio 2009 · A3 uscito prima di questo turno" in situation
    assert link.endswith("#text=cr-809&seats=gEg.gEg&left=A3&on=2009-05-01&of=A2")


def test_the_answers_are_those_of_the_toolkit(desk: Window, server: str) -> None:
    """Of each fifth kind of answer one; the site brings along what the toolkit answers."""
    rows: dict[tuple[str, str], tuple[dict[str, Any], list[str]]] = {}
    with gzip.open(built_site() / "conformance.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            request, answer = row["request"], row["answer"]
            if request["text"] == "cr-809" and answer["status"] != "invalid" and not request.get("given"):
                status, value = answer["status"], answer.get("answer")
                kind = ("yes" if value else "no") if isinstance(value, bool) else "value"
                rows.setdefault(
                    (request["ask"], kind if status == "answered" else status), (request, answer["clauses"])
                )
    page = laid(desk, server)
    for (_, kind), (request, clauses) in list(rows.items())[::5]:
        lists = {key: ".".join(request.get(key, ())) for key in ("left", "leaving", "options", "of")}
        named = {**lists, "on": request.get("on", ""), "ask": request["ask"], "text": request["text"]}
        seats = request["seats"].replace(" ", "").replace("|", ".")
        go(page, "#seats=gEg.gEg")
        page.wait_for_selector("[data-part=answer] .answer", state="detached")
        go(page, "#" + "&".join(f"{k}={v}" for k, v in {**named, "seats": seats}.items() if v))
        page.wait_for_selector("[data-part=answer] .answer")
        assert kind in (page.locator("[data-part=answer] .answer").get_attribute("class") or "").split(), request
        shown = page.locator(".live-clauses").first.locator("li a").all_inner_texts() if clauses else []
        own_first = sorted(clauses, key=lambda citation: not citation.startswith(f"{request['text']}:"))
        assert shown == [citation.partition(":")[2] for citation in own_first], request


def test_pages_lead_to_the_same_position_at_the_live_table(desk: Window, place: tuple[str, str]) -> None:
    root, language = place
    starts = {
        "en": ("index.html", "questions/may-attack.html"),
        "it": ("cr-809/neighbours-only.html", "tables/2x3.html"),
    }
    for start in starts[language]:
        page = desk.visit(f"{root}{FOLDERS[language]}{start}")
        link = page.locator("a[href*='table/index.html#']:not([data-seat])").first
        wanted = (link.get_attribute("href") or "").partition("#")[2]
        link.click()
        page.wait_for_selector(".live-seat")
        assert page.url.startswith(f"{root}{FOLDERS[language]}{TABLE}") and page.url.endswith(wanted)
        assert page.locator(".live-wrong").count() == 0 and desk.complaints == []
        assert bool(page.locator("[data-part=answer] .answer").count()) == ("ask=" in wanted)


def test_the_reasons_of_an_answer_are_folded_under_it(desk: Window, place: tuple[str, str]) -> None:
    page = laid(desk, place[0], CLEAR, place[1])
    page.locator("[data-fold=why] summary").click()
    page.wait_for_selector("[data-fold=why] .steps")
    reasons = page.locator("[data-fold=why] .steps").first.inner_text()
    assert "809.3c" in reasons and "B1" in reasons and desk.complaints == []


def test_a_seat_can_be_tapped_while_another_rulebook_is_on_its_way(phone: Window, server: str) -> None:
    """Whatever is tapped before its rules are there is shown once they are."""
    # The browser is busy until the rules of the other rulebook are on their way.
    phone.page.add_init_script("idle = []; requestIdleCallback = (work) => idle.push(work)")
    page, waiting = phone.page, list[Route]()
    page.goto(f"{server}{TABLE}#text=cr-809&seats=gEg.gEg&ask=may-attack&of=A1.B3")  # and so it is never at rest
    page.wait_for_selector(".live-seat")
    page.route("**/rules/early*.js", lambda route: waiting.append(route))  # noqa: PLW0108 - it is told by its own signature
    page.locator("[name=text]").select_option("early")
    page.evaluate(
        "requestIdleCallback = (work) => setTimeout(() => work({ timeRemaining: () => 50 }));"
        "idle.forEach(requestIdleCallback)"
    )
    page.evaluate("new Promise((done) => setTimeout(done))")
    for player in ("A2", "A3"):
        page.locator(f".live-seat[data-player={player}]").click()
    for route in waiting:
        route.continue_()
    until(page, "document.querySelector('[data-part=answer] .answer')")
    assert page.locator(".live-seat[aria-pressed=true]").get_attribute("data-player") == "A3"
    assert phone.complaints == []


def test_a_question_of_everybody_is_answered_elsewhere_as_well(desk: Window, server: str) -> None:
    page = laid(desk, server, "#text=cr-809&seats=gEg.gEg&ask=may-attack&of=A1.%3F")
    assert page.locator("[data-fold=why], [data-fold=why-not]").count() == 0
    for fold in ("rulebooks", "days"):
        page.locator(f"[data-fold={fold}] summary").click()
        page.wait_for_selector(f"[data-fold={fold}] li")
        assert "A1 can attack B3" in page.locator(f"[data-fold={fold}] li").first.inner_text()
    go(page, "#text=cr-809&seats=gEg.gEg&ask=may-attack&of=A3.%3F")  # what is unfolded follows
    until(page, "document.querySelector('[data-fold=days] li').innerText.includes('A3 can attack B1')")
    assert desk.complaints == []


@pytest.mark.parametrize(
    ("field", "value"), [("text", "cr-806"), ("size", "g E g | g E g"), ("seats", "g E g | g E g | g E g")]
)
def test_another_table_keeps_no_fact_of_who_does_not_sit_there(
    desk: Window, server: str, field: str, value: str
) -> None:
    page = laid(desk, server, "#text=cr-809&seats=gEgg.gEgg&active=A4&protector=A1&without-life=A1.A4&tapped=yes")
    if field == "seats":
        page.locator("[name=seats]").fill(value)
        page.locator("[name=seats]").blur()
    else:
        page.locator(f"[name={field}]").select_option(value)
    until(page, "!location.hash.includes('active')")
    assert page.locator(".live-seat").count() and not page.locator(".live-wrong").count()
    assert (
        "protector=A1" in page.url and "without-life=A1" in page.url and "A4" not in page.url and "tapped" in page.url
    )
    assert desk.complaints == []


def test_each_team_has_a_number_of_its_own(desk: Window, server: str) -> None:
    """Life that an address gives of one team is set and told; another team's is added, and the usual one leaves again."""
    page = laid(desk, server, "#text=cr-810&seats=oo.oo&ask=team-loses&of=A&shared-life=A-0")
    until(page, "document.querySelector('[data-part=answer]').innerText.includes('Yes')")
    page.locator("details[data-moment] > summary").click()
    assert page.locator("[name=given-shared-life-A]").input_value() == "0"
    page.locator("[name=given-shared-life-B]").fill("3")
    page.locator("[name=given-shared-life-B]").blur()
    until(page, "location.hash.includes('shared-life=A-0.B-3')")
    page.locator("[name=given-shared-life-A]").fill("30")
    page.locator("[name=given-shared-life-A]").blur()
    until(page, "location.hash.includes('shared-life=B-3')")
    until(page, "document.querySelector('[data-part=answer]').innerText.includes('No')")
    assert desk.complaints == []


BOTH_AT_ONCE = """() => {
  for (const [team, number] of [["B", "3"], ["A", "7"]]) {
    const field = document.querySelector(`[name=given-shared-life-${team}]`);
    field.value = number;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""


def test_what_is_changed_before_the_fields_are_shown_anew_is_kept(desk: Window, server: str) -> None:
    page = laid(desk, server, "#text=cr-810&seats=oo.oo&ask=team-loses&of=A")
    page.locator("details[data-moment] > summary").click()
    page.wait_for_selector("[name=given-shared-life-B]")
    page.evaluate(BOTH_AT_ONCE)
    until(page, "location.hash.includes('shared-life=A-7.B-3')")
    assert desk.complaints == []


CHOSEN_BEFORE_SHOWN_ANEW = """() => {
  const [one, other] = ["B", "A"].map((team) => document.querySelector(`[name=given-shared-life-${team}]`));
  one.value = "3";
  one.dispatchEvent(new Event("change", { bubbles: true }));
  other.focus();
  other.select();
}"""


@pytest.mark.parametrize("typed_at_once", [True, False])
def test_what_is_typed_while_the_fields_are_shown_anew_is_kept(desk: Window, server: str, typed_at_once: bool) -> None:
    """Who has begun to write goes on, and who was about to write over a number still does."""
    page = laid(desk, server, "#text=cr-810&seats=oo.oo&ask=team-loses&of=A&shared-life=A-9")
    page.locator("details[data-moment] > summary").click()
    page.wait_for_selector("[name=given-shared-life-B]")
    page.evaluate(CHOSEN_BEFORE_SHOWN_ANEW)
    if typed_at_once:
        page.keyboard.insert_text("7")
    until(page, "document.querySelector('[name=given-shared-life-B]').defaultValue === '3'")
    if not typed_at_once:
        page.keyboard.insert_text("7")
    page.locator("[name=given-shared-life-A]").blur()
    until(page, "location.hash.includes('shared-life=A-7.B-3')")
    assert desk.complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["cr-809", "cr-810"])
def test_no_field_is_called_by_a_letter_of_the_rules(text: str, language: str, desk: Window, server: str) -> None:
    seats = {"cr-809": "gEg.gEg", "cr-810": "oo.oo"}[text]
    page = laid(desk, server, f"#text={text}&seats={seats}&ask=loses&of=A1", language)
    page.locator("details[data-moment] > summary").click()
    page.wait_for_selector("[data-part=moment] legend")  # the fields are made once what holds them is open
    legends = page.locator("[data-part=moment] legend").all_inner_texts()
    assert legends and [legend for legend in legends if re.search(r"(?<!\S)[b-df-hj-np-z](?!\S)", legend)] == []


@pytest.mark.parametrize("when", ["before the turn", "this turn"])
def test_a_question_says_otherwise_when_somebody_left(desk: Window, server: str, when: str) -> None:
    """Who left during the turn at the table, or before it, is supposed to have left when the question says."""
    there, other = ("leaving", "left") if when == "before the turn" else ("left", "leaving")
    page = laid(desk, server, f"#text=cr-809&seats=gEg.gEg&{there}=A3")
    page.locator("[name=plain]").fill(f"can A2 attack B1 if A3 left {when}?")
    page.locator("[name=plain]").press("Enter")
    page.wait_for_selector("[data-part=answer] .live-answer")
    assert page.locator(f".live-seat[data-player=A3][data-state={other}]").count() == 1
    assert page.locator(".live-wrong").count() == 0 and desk.complaints == []


def test_what_would_decide_an_open_answer_is_shown_at_once(desk: Window, server: str) -> None:
    """In a free-for-all one of three options says whom one can attack; each is told, until the answer is none that is open."""
    page = laid(desk, server, "#text=cr-806&seats=o.o.o.o&ask=may-attack&of=A1.C1")
    page.wait_for_selector("[data-fold=why-not][open] li")
    assert "attack multiple players" in page.locator("[data-fold=why-not]").inner_text()
    go(page, "#text=cr-806&seats=o.o.o.o&options=attack-left&ask=may-attack&of=A1.C1")
    until(page, "!document.querySelector('[data-fold=why-not]').open")
    assert answer(page) == "No" and desk.complaints == []


def test_what_would_be_otherwise_and_elsewhere(desk: Window, root: str) -> None:
    page = laid(desk, root, "#text=cr-809&seats=gEg.gEg&ask=may-attack&of=A2.B1")
    assert answer(page) == "No"
    page.locator("[data-fold=why-not] summary").click()
    page.wait_for_selector("[data-fold=why-not] li")
    assert "A3 had left before this turn" in page.locator("[data-fold=why-not]").inner_text()
    page.locator("[data-fold=rulebooks] summary").click()
    page.wait_for_selector("[data-fold=rulebooks] li")
    assert page.locator("[data-fold=rulebooks] li").count() >= 5
    page.locator("[data-fold=days] summary").click()
    page.wait_for_selector("[data-fold=days] li")
    page.get_by_role("button", name="QR code").click()
    assert page.get_by_role("img", name="QR code of this table").is_visible()


def test_clauses_without_numbers_are_named_and_days_fit_their_article(desk: Window, server: str) -> None:
    page = laid(desk, server, "#text=early&seats=gEg.gEg&of=A1", "it")
    assert "A1 può attaccare B3 (attacchi, attacchi dopo una marcia)" in said(page, "player")
    go(page, "#text=cr-glossary&seats=gEg.gEg&ask=may-attack&of=A1.B3")
    page.locator("[data-fold=days] summary").click()
    page.wait_for_selector("[data-fold=days] li")
    assert (
        "Dall’11 luglio 2009: Il regolamento non lo dice" in page.locator("[data-fold=days]").inner_text()
        and desk.complaints == []
    )


def test_nothing_is_loaded_before_it_is_used(desk: Window, server: str) -> None:
    desk.visit(server)
    assert not [url for url in desk.requests if "/rules/" in url or "live-table" in url]
    laid(desk, server)
    loaded = [url.rpartition("/")[2] for url in desk.requests if "/rules/" in url]
    needed = included_texts(rulebook().texts, "cr-809")
    parts = {name for name, texts in text_scripts(rulebook()).items() if {*texts} & {*needed}}
    assert sorted(loaded) == sorted(f"{part}.js" for part in {*parts, VOCABULARY_PART})
    desk.visit("about:blank")
    laid(desk, server, "#text=early&seats=gEg.gEg")
    loaded = [url.rpartition("/")[2] for url in desk.requests if "/rules/" in url]
    assert sorted(loaded) == ["early.js", "vocabulary.js"] and desk.complaints == []


def test_it_works_without_a_network_once_it_was_there(desk: Window, server: str) -> None:
    page = laid(desk, server)
    page.context.set_offline(True)
    page.locator("[data-player=A2]").click()
    assert "A2" in said(page, "player")
    page.locator("[name=text]").select_option("early")
    page.wait_for_selector("[data-part=answer] .live-wrong")
    assert said(page, "answer") == strings("en")("error_loading")
    page.context.set_offline(False)
    page.locator("[name=text]").select_option("paris")
    until(page, "!document.querySelector('[data-part=answer] .live-wrong')")


def test_axe_finds_nothing(phone: Window, server: str, axe: Axe) -> None:
    for hash in (
        DISPUTED,
        "#text=nothing",
        *["#text=cr-809&seats=gEg.gEg&left=A3&of=A2", "#q=who+is+king"] * bool(EVERY_SIZE),
    ):
        page = laid(phone, server, hash)
        page.reload()
        page.wait_for_selector(".live-seat, .live-wrong")
        page.evaluate("document.querySelectorAll('.live details').forEach(one => one.open = true)")
        for size in sizes_or([PHONE, DESK] if hash == DISPUTED else [PHONE]):  # which has every part
            assert axe.violations(page, size, colours=size == PHONE or bool(EVERY_SIZE)) == {}, (hash, size)


@pytest.mark.parametrize("hash", [CLEAR, "#seats=" + ".".join(["g" * 9 + "E" + "g" * 9] * 2) + "&of=A1"])
def test_it_fits_a_narrow_phone(browser: Browser, server: str, hash: str) -> None:
    with window(browser, NARROW) as one:
        page = laid(one, server, hash)
        page.evaluate("document.querySelectorAll('.live details').forEach(one => one.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
        boxes = [box for seat in page.locator(".live-seat").all() if (box := seat.bounding_box())]
        assert min(box["width"] for box in boxes) >= 24
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= NARROW[0] for box in boxes)


def test_fields_beside_each_other_stand_in_line(desk: Window, server: str) -> None:
    page = laid(desk, server)
    boxes = [page.locator(f"[data-part=table] [name={name}]").bounding_box() for name in ("text", "size", "seats")]
    assert len({(box["y"], box["height"]) for box in boxes if box}) == 1


@pytest.mark.parametrize("table", ["#left=A2", "#left=A2.B2"])
def test_how_the_game_ended_is_told_before_what_can_be_tapped(phone: Window, server: str, table: str) -> None:
    page = laid(phone, server, table)
    lines = page.locator("[data-part=player] p").all_inner_texts()
    assert lines[0].split(" (")[0] in ("Team B wins", "The game is a draw for teams A and B")
    assert lines[-1] == strings("en")("tap_player") and phone.complaints == []
