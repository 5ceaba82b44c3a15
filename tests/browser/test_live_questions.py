"""Questions in plain words at the live table: they set it, ask back, or offer other questions."""

from __future__ import annotations

import tomllib

import pytest
from playwright.sync_api import Browser, Page

from emperor_rules.messages import LANGUAGES
from tests.support.browser import PHONE, Window, search, until, window
from tests.support.live_table import FOLDERS, address, answer, laid, said, strings
from tests.support.paths import REPOSITORY
from tests.support.sampling import some_of
from tests.support.shipped import engine

pytestmark = pytest.mark.browser

QUERIES = {
    language: list(queries)
    for language, queries in tomllib.loads(
        (REPOSITORY / "tests/data/search_queries_fresh.toml").read_text("utf-8")
    ).items()
}


def ask(page: Page, question: str) -> None:
    """Ask in plain words, and wait until there is something to read."""
    page.fill("[name=plain]", question)
    page.press("[name=plain]", "Enter")
    until(
        page, "() => document.querySelector('.live-reply').childElementCount || document.querySelector('.live-answer')"
    )


@pytest.mark.parametrize(
    ("root", "language", "question"),
    [
        ("folder", "en", "can A2 attack B1 if A3 left before the turn?"),
        ("server", "it", "A2 può attaccare B1 se A3 è uscito prima del turno?"),
        ("folder", "it", "can A2 attack B1 if A3 left before the turn?"),
    ],
    indirect=["root"],
)
def test_a_question_in_plain_words_sets_the_table(desk: Window, root: str, language: str, question: str) -> None:
    page = laid(desk, root, language=language)
    page.wait_for_selector("[name=plain]")
    assert not [url for url in desk.requests if "questions" in url], "nothing is loaded before the first question"
    ask(page, question)
    assert answer(page) == strings(language)("yes") and "809.3c" in said(page, "answer")
    assert page.locator("[data-player=A3]").get_attribute("data-state") == "left"
    assert address(page).endswith("left=A3&ask=may-attack&of=A2.B1")
    assert page.locator(".live-reply").inner_text().startswith(strings(language)("plain_read"))
    page.click("[data-player=A1]")
    assert page.locator(".live-reply").inner_text() == "", "what was read is no longer what is asked"
    assert desk.complaints == [] and desk.foreign(root) == []


def test_what_a_question_brings_along_is_told_with_the_answer_and_leaves_with_it(desk: Window, server: str) -> None:
    page = laid(desk, server, "#q=does+A1+lose+if+A2+loses%3F")
    page.wait_for_selector("[data-part=answer] .answer")
    assert answer(page) == "Yes" and page.locator(".live-along").inner_text() == "Given: A2 is losing"
    assert address(page).endswith("losing=A2&ask=loses&of=A1")
    ask(page, "who is in range of A2?")
    until(page, "() => !document.querySelector('.live-along')")
    assert page.locator(".live-answer").inner_text() == "A1, A2, A3, B1 and B3 are in range of A2."
    assert "losing" not in address(page) and desk.complaints == []


@pytest.mark.parametrize(
    ("language", "question", "twice"),
    [
        ("en", "team A has 12 poison counters, does A1 lose?", "A1 has 6 poison, then A2 gets 9 poison. Does A1 lose?"),
        (
            "it",
            "la squadra A ha 12 segnalini veleno, A1 perde?",
            "A1 ha 6 segnalini veleno, A2 ha 9 segnalini veleno. A1 perde?",
        ),
    ],
)
def test_a_number_that_a_question_tells_is_at_the_table(
    desk: Window, server: str, language: str, question: str, twice: str
) -> None:
    page = laid(desk, server, "#text=cr-810", language=language)
    page.wait_for_selector("[name=plain]")
    ask(page, question)
    assert answer(page) == strings(language)("no") and "shared-poison=A-12&ask=loses&of=A1" in address(page)
    assert " 12" in page.locator(".live-along").inner_text()
    page.fill("[name=plain]", twice)
    page.press("[name=plain]", "Enter")
    until(page, "() => /poison of …|veleno di …/.test(document.querySelector('.live-reply').innerText)")
    assert desk.complaints == []


def test_a_question_of_another_size_sets_the_seats(desk: Window, server: str) -> None:
    page = laid(desk, server, "#q=can+A4+attack+B1+in+a+4v4%3F")
    page.wait_for_selector("[data-part=answer] .answer")
    assert answer(page) == "Yes" and page.locator(".live-seat").count() == 8 and "of=A4.B1" in address(page)


def test_a_question_uses_the_options_that_it_names_and_leaves_the_table_without_them(desk: Window, server: str) -> None:
    page = laid(desk, server, "#text=cr-806&seats=o.o.o.o")
    page.wait_for_selector("[name=plain]")
    for question, verdict, option in (
        ("with attack left, can A1 attack B1?", "Yes", "attack-left"),
        ("can A1 attack B1 if attack right is used?", "No", "attack-right"),
    ):
        ask(page, question)
        page.wait_for_selector("[data-part=answer] .answer")
        until(page, f"() => location.hash.includes('options={option}')")
        assert answer(page) == verdict and "(with the option" in page.locator(".live-reply").inner_text()
    ask(page, "can A1 go first?")
    until(page, "() => !location.hash.includes('options=')")
    assert answer(page) == "Yes" and desk.complaints == []


@pytest.mark.parametrize("question", ["what is the range of A2 with four players per team?", "can A1 attack B2?"])
def test_a_rulebook_chosen_beneath_a_question_has_its_own_day_and_options(
    desk: Window, server: str, question: str
) -> None:
    """Whatever day and option the table had beneath the question, those of another rulebook are not of this one."""
    page = laid(desk, server, "#text=cr-810&seats=ooo.ooo&on=2005-10-01")
    page.wait_for_selector("[name=plain]")
    ask(page, question)
    page.click("[data-moment] summary")
    page.locator("input[name=on]").press("End")
    until(page, "() => !location.hash.includes('on=')")
    page.select_option("[name=text]", "cr-808")
    until(page, "() => location.hash.includes('text=cr-808')")
    ask(page, "sol ring")
    page.wait_for_selector(".live-reply .live-wrong")
    assert page.locator(".live-seat").count() >= 6 and "on=" not in address(page) and desk.complaints == []


def test_what_a_question_supposes_is_read_back_in_words(desk: Window, server: str) -> None:
    page = laid(desk, server)
    page.wait_for_selector("[name=plain]")
    ask(page, "what is the range of A2 with four players per team?")
    assert "(two teams of four: general, emperor, general, general)?" in page.locator(".live-reply").inner_text()
    ask(page, "in 2009, what is the range of A2?")
    until(page, "() => document.querySelector('.live-reply').textContent.includes('2009')")
    read = page.locator(".live-reply p").first.inner_text()
    assert "2009)?" in read and "2009-" not in read and desk.complaints == []


def test_cases_that_are_one_are_told_once(desk: Window, server: str) -> None:
    page = laid(desk, server)
    page.wait_for_selector("[name=plain]")
    ask(page, "can a general attack?")
    assert page.locator(".live-reply li").count() == 1
    assert strings("en")("plain_cases") not in page.locator(".live-reply").inner_text()


def test_the_first_wording_of_a_rulebook_is_told_in_words(desk: Window, server: str) -> None:
    page = laid(desk, server, "#on=1999-01-01", "it")
    assert page.locator(".live-wrong").first.inner_text().endswith("prima del 1º agosto 2005.")
    assert desk.complaints == []


def test_a_question_with_two_meanings_is_asked_back(phone: Window, server: str) -> None:
    page = laid(phone, server, language="it")
    page.wait_for_selector("[name=plain]")
    ask(page, "chi può attaccare A2?")
    meanings = page.locator(".live-reply button")
    assert meanings.all_inner_texts() == ["chi può attaccare A2?", "A2 può attaccare chi?"]
    meanings.nth(1).click()
    page.wait_for_selector(".live-answer")
    assert address(page).endswith("ask=may-attack&of=A2.%3F") and "A2 non può attaccare nessuno." in said(
        page, "answer"
    )


def test_a_question_of_many_is_answered_one_by_one(desk: Window, server: str) -> None:
    page = laid(desk, server)
    page.wait_for_selector("[name=plain]")
    ask(page, "A3 is dead. Can A2 attack B1?")
    lines = page.locator(".live-reply li").all_inner_texts()
    assert [line.partition(")?")[2].split()[0] for line in lines] == ["Yes", "Not"] and "during" in lines[1]
    ask(page, "can a general attack an emperor?")
    until(page, "() => document.querySelectorAll('.live-reply li').length === 2")
    assert page.locator(".live-reply p").last.inner_text().startswith("In each of these cases: No")
    assert all("3 mirror images" in line for line in page.locator(".live-reply li").all_inner_texts())
    page.locator(".live-reply li button").first.click()
    assert answer(page) == "No" and "of=A1.A2" in address(page)


def test_a_list_for_each_case_can_be_shared(browser: Browser, server: str) -> None:
    with window(browser) as one, window(browser, PHONE) as other:
        page = laid(one, server)
        page.wait_for_selector("[name=plain]")
        page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        ask(page, "A1 left, whom can A2 attack?")
        reply = page.locator(".live-reply")
        assert reply.locator("p").last.inner_text().startswith("It depends on the case:")
        before, during = reply.locator("li").all_inner_texts()
        assert before.startswith("whom can A2 attack (A1 left before this turn)?") and "A2 can attack B3." in before
        assert "The rulebook does not say whether this is so: A2 can attack B3." in during
        page.get_by_role("button", name="Copy ruling").click()
        until(page, "window.copied")
        copied = page.evaluate("window.copied")
        assert "A2 can attack B3." in copied and copied.startswith("A1 left, whom can A2 attack?\n")
        reader = other.visit(copied.splitlines()[-1])
        reader.wait_for_selector(".live-reply li")
        assert reader.locator(".live-reply").inner_text() == reply.inner_text()
        assert one.complaints == other.complaints == []


def test_a_fault_of_the_page_is_not_blamed_on_the_network(desk: Window, server: str) -> None:
    page = laid(desk, server)
    page.wait_for_selector("[name=plain]")
    ask(page, "can A2 attack B1?")
    page.evaluate("() => { emperorReader.prototype.read = () => { throw new TypeError('broken on purpose'); }; }")
    ask(page, "can A2 attack B3?")
    assert page.locator(".live-reply .live-wrong").inner_text() == strings("en")("error_fault")
    desk.rest()
    assert len(desk.complaints) == 1 and "broken on purpose" in desk.complaints[0]


#: What is not understood: the question, its error and how many questions are offered.
STRANGE = (
    ("does A3 outrank B2?", "unknown", 3),
    ("can A2 attack B1 if it rains?", "strange", 1),
    ("can A2 not attack B1?", "negated", 1),
    ("<img src=x onerror=alert(1)>", "unknown", 3),
    ("B1 is dead", "statement", 3),
)


def test_what_is_not_understood_offers_questions_instead(desk: Window, server: str) -> None:
    for question, error, offered in STRANGE:
        desk.visit("about:blank")
        page = laid(desk, server)
        page.wait_for_selector("[name=plain]")
        ask(page, question)
        words = strings("en")(f"error_question_{error}").split("{")[0]
        assert page.locator(".live-reply .live-wrong").inner_text().startswith(words), question
        assert page.locator(".live-reply li button").count() == offered, question
        assert page.locator(".live-reply img").count() == 0
        page.locator(".live-reply button").first.click()
        page.wait_for_selector(".live-answer")
        assert desk.complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_understood_is_sought_in_the_rules_by_one_tap(phone: Window, server: str, language: str) -> None:
    page = laid(phone, server, language=language)
    for question in ("sol ring", "x" * 200, "__proto__", "puede el emperador atacar"):
        ask(page, question)
        page.get_by_role("button", name=strings(language)("plain_search")).click()
        page.wait_for_selector("#search[open] ol a")
        assert page.input_value("#search input") == question
        page.keyboard.press("Escape")
        assert page.locator(".live-reply .live-wrong").count() == 1, "closing the search leads back to the table"
    assert phone.complaints == []


def test_a_word_that_is_not_known_is_told_with_its_accents(phone: Window, server: str) -> None:
    page = laid(phone, server, language="it")
    ask(page, "A1 può perplessitare la perplessità di B1?")
    assert "«perplessitare, perplessità»" in page.locator(".live-reply .live-wrong").inner_text()


def test_a_question_that_asks_for_the_rules_shows_them_with_their_words(desk: Window, server: str) -> None:
    page = laid(desk, server)
    ask(page, "when does a team lose?")
    rules = page.locator(".live-reply li:has(a)")
    until(page, "() => document.querySelector('.live-reply li a')")
    resolved = engine().program("cr-809", None).resolved
    numbers = {resolved.clauses[rule.clause].number for rule in resolved.rules_about("team-loses")}
    assert {*page.locator(".live-reply li a").all_inner_texts()} == numbers
    assert all(len(line) > 20 for line in rules.all_inner_texts())
    page.locator(".live-reply li button").click()
    until(page, "() => document.querySelector('.live-answer')")
    assert "ask=team-loses" in address(page) and desk.complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_that_is_not_understood_is_led_to_where_the_search_leads(
    phone: Window, server: str, language: str
) -> None:
    page, compared = laid(phone, server, language=language), 0
    for question in some_of(QUERIES[language], 12):
        ask(page, question)
        if not page.locator(".live-reply .live-pages").count():
            continue
        shown = page.eval_on_selector_all(".live-reply .live-pages a", "links => links.map(link => link.href)")
        if not page.locator("#search[open]").count():  # which a number of a rule opens
            page.locator("[data-opens=search]").click()
        hits = [hit["url"] for hit in search(page, question) if "/table/" not in hit["url"]]
        page.keyboard.press("Escape")
        assert shown == hits[: len(shown)] and 0 < len(shown) < 5, question
        compared += 1
    assert compared > 0 and phone.complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_comes_back_from_such_a_page_finds_the_list_again(phone: Window, server: str, language: str) -> None:
    page = laid(phone, server, language=language)
    ask(page, {"en": "can a wall march in the early text?", "it": "nel testo antico un muro può marciare?"}[language])
    shown = page.locator(".live-pages a").all_inner_texts()
    page.locator(".live-pages a").first.click()
    page.wait_for_selector("main .plain, main h1")
    page.go_back()
    page.wait_for_selector(".live-pages a")
    assert page.locator(".live-pages a").all_inner_texts() == shown and phone.complaints == []


def test_without_the_search_a_question_shows_the_rules_that_its_words_are_of(desk: Window, server: str) -> None:
    page = laid(desk, server)
    page.route("**/search/index.js", lambda route: route.abort("blockedbyclient"))
    ask(page, "Do we add up poison counters as a team?")
    until(page, "() => document.querySelector('.live-reply li a')")
    assert strings("en")("plain_near") in page.locator(".live-reply").inner_text()
    assert "104.3d" in page.locator(".live-reply li a").all_inner_texts()


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_game_is_asked_at_the_table_with_which_it_opens(desk: Window, server: str, language: str) -> None:
    """Six seats of Emperor are no table that whoever asks about a giant with two heads means."""
    page = laid(desk, server, language=language)
    ask(page, {"en": "2HG: does B1 lose if B2 loses?", "it": "2HG: B1 perde se B2 perde?"}[language])
    page.locator(".live-reply button").first.click()
    until(page, "() => document.querySelector('.live-answer')")
    assert answer(page) == strings(language)("yes") and page.locator(".live-seat").count() == 4
    assert desk.complaints == []


def test_what_is_put_the_other_way_round_is_answered_in_words(desk: Window, server: str) -> None:
    """Yes to the opposite, that somebody is out of the game, would be read as a yes to what was asked."""
    page = laid(desk, server, "#text=cr-810&seats=oo.oo")
    page.wait_for_selector("[name=plain]")
    ask(page, "my partner conceded, can I play on?")
    reply = page.locator(".live-reply")
    assert reply.inner_text().startswith(strings("en")("plain_read_opposite"))
    assert reply.locator(".answer").count() == 0 and "A1 is out of the game" in reply.locator("li").first.inner_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_who_have_the_same_are_told_together(desk: Window, server: str, language: str) -> None:
    page = laid(desk, server, "#ask=range&of=%3F", language)
    page.wait_for_selector(".live-answer")
    said_first = {
        "en": "The range of A1 is 1, and so for A3, B1 and B3",
        "it": "Il raggio d’influenza di A1 è 1, e così per A3, B1 e B3",
    }
    assert page.locator(".live-answer").inner_text().strip().startswith(said_first[language])


@pytest.mark.parametrize(
    ("language", "typed", "read"),
    [
        ("en", "starting life", "with how much life does each player start?"),
        ("it", "punti vita iniziali", "con quanti punti vita inizia ogni giocatore?"),
    ],
)
def test_what_is_asked_of_each_is_read_back_as_one_says_it(
    desk: Window, server: str, language: str, typed: str, read: str
) -> None:
    page = laid(desk, server, language=language)
    ask(page, typed)
    assert read in page.locator(".live-reply").inner_text() and desk.complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_of_no_table_has_no_empty_fields(desk: Window, server: str, language: str) -> None:
    page = desk.visit(f"{server}{FOLDERS[language]}table/index.html#left=Z9")
    page.wait_for_selector(".live-wrong")
    assert not page.locator("[data-moment]").is_visible()
    page.locator(".live-player button").click()
    page.wait_for_selector(".live-seat")
    assert page.locator("[data-moment]").is_visible() and desk.complaints == []


def test_a_question_about_another_game_is_asked_of_its_rulebook_by_one_tap(desk: Window, server: str) -> None:
    page = laid(desk, server)
    ask(page, "can A1 attack C1 in a free-for-all game?")
    page.locator(".live-reply button").first.click()
    until(page, "() => document.querySelector('.live-answer')")
    assert "text=cr-806" in address(page) and "ask=may-attack&of=A1.C1" in address(page)
    assert page.locator(".live-reply").inner_text().startswith(strings("en")("plain_read")) and desk.complaints == []
