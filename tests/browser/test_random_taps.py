"""Random taps and typed questions at the live table: nothing fails, and what stands there is what the command answers.

A walk is made from a seed: at every step one of all things that can be tapped, chosen or typed. Whoever taps goes on tapping
for a while, and whoever types goes on typing, so that both come far. ``EMPEROR_TAPS`` is the number of steps in each language,
half of them taps and half typed questions, ``EMPEROR_SEED`` where the walks begin.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Browser

from emperor_rules.cli.commands.ask import answer_line
from emperor_rules.messages import LANGUAGES
from tests.support.browser import PHONE, window
from tests.support.live_table import laid, verdict_of
from tests.support.paths import REPOSITORY
from tests.support.shipped import engine

pytestmark = pytest.mark.browser

STEPS, SEED = int(os.environ.get("EMPEROR_TAPS", "60")), int(os.environ.get("EMPEROR_SEED", "1"))
#: So many steps are made before what they showed is looked at, and the page is loaded anew: more where there are many.
AT_ONCE = 60 if STEPS < 1000 else 240

WALK = """async ([seed, steps, questions]) => {
    let state = seed;
    const random = (most) => { // mulberry32
        state = state + 0x6D2B79F5 | 0;
        let t = Math.imul(state ^ state >>> 15, 1 | state);
        t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
        return ((t ^ t >>> 14) >>> 0) % most;
    };
    const one = (list) => list[random(list.length)], part = (name) => document.querySelector(`[data-part=${name}]`);
    const seen = (all) => [...all].filter((it) => it.checkVisibility({ contentVisibilityAuto: true }) && !it.disabled);
    const rest = () => new Promise((done) => {
        const look = (left) => {
            if (part("player").ariaBusy === "true" && left) setTimeout(() => look(left - 1), 5);
            else requestAnimationFrame(() => requestIdleCallback(() => requestIdleCallback(done)));
        };
        setTimeout(() => look(400));
    });
    const changed = (field) => { for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true })); };
    const tap = (selector) => { const found = seen(document.querySelectorAll(selector)); if (found.length) one(found).click(); };
    const type = () => {
        const field = document.querySelector("[name=plain]");
        if (!field) return; // nothing stands there any more, which is told below
        field.value = one(questions);
        document.querySelector(".live-plain").requestSubmit();
        return new Promise((done) => {
            const look = () => document.querySelector(".live-reply").childElementCount ? done() : setTimeout(look, 5);
            setTimeout(look);
        });
    };
    const ways = [
        ...Array(8).fill(() => tap(".live-seat")), () => tap("[data-part=player] input"), () => tap(".live-relation"),
        () => tap(".live-chip"), () => tap(".live-bar button"), () => tap(".live-reply button"), () => tap("[data-part=moment] input[type=checkbox]"), () => tap("[data-part=options] input"),
        () => {
            const field = one(seen(document.querySelectorAll(".live select")));
            field.value = one([...field.options]).value;
            changed(field);
        },
        () => {
            const field = one(seen(document.querySelectorAll(".live input[type=range], .live input[type=number]")));
            if (!field) return;
            field.value = random(Number(field.max) + 1);
            changed(field);
        },
        type,
        () => { if (history.state?.step > 0) history.back(); return new Promise((done) => setTimeout(done, 10)); },
    ];
    document.querySelector("[data-moment]").open = true;
    const shown = [];
    let isTyping = false;
    for (let n = 0; n < steps; n++) {
        if (random(8) === 0) isTyping = !isTyping;
        await (isTyping ? type : one(ways))();
        await rest();
        dispatchEvent(new Event("pagehide")); // the address, which follows when there is time, says what is shown
        const answer = part("answer"), verdict = answer.querySelector(".live-answer > .answer");
        const pressed = document.querySelector(".live-relation[aria-pressed=true]"), chosen = document.querySelector(".live-seat[aria-pressed=true]");
        const isTold = pressed?.checkVisibility({ contentVisibilityAuto: true }) && chosen;
        shown.push({
            address: location.hash,
            verdict: verdict ? [...verdict.classList].filter((name) => name !== "answer").join() : "",
            clauses: [...answer.querySelectorAll(".live-clauses a")].map((link) => link.textContent),
            refused: Boolean(answer.querySelector(".live-wrong")), dead: !document.querySelector(".live-seat"),
            relation: isTold ? pressed.dataset.relation : "", player: chosen?.dataset.player ?? "",
            gone: [...document.querySelectorAll(".live-seat")].filter((seat) => seat.dataset.state !== "plays").map((seat) => seat.dataset.player),
            marks: isTold ? Object.fromEntries([...document.querySelectorAll(".live-seat[data-mark]")].filter((seat) => seat.dataset.mark).map((seat) => [seat.dataset.player, seat.dataset.mark])) : {},
        });
    }
    return shown;
}"""

DATA = REPOSITORY / "tests" / "data"


def typed_in(part: Any) -> Iterator[str]:
    """Give every question that a file of questions has somewhere."""
    if isinstance(part, dict) and isinstance(part.get("typed"), str):
        yield part["typed"]
    elif isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from typed_in(inner)


#: What is typed: questions with names and circumstances, in either language, what is none, and all that other tests type.
QUESTIONS = (
    "can A2 attack B1 if A3 left before the turn?",
    "whom can A1 attack?",
    "can a general attack an emperor?",
    "who wins?",
    "A3 is dead. Can A2 attack B1?",
    "does A1 lose if A2 loses?",
    "who is in range of A2?",
    "A2 può attaccare B1 se A3 è uscito durante questo turno?",
    "chi può attaccare A2?",
    "chi può iniziare?",
    "can A4 attack B1 in a 4v4?",
    "constructor",
    "ist das erlaubt?",
    "x" * 4000,
    *sorted(
        {typed for path in DATA.glob("questions*.toml") for typed in typed_in(tomllib.loads(path.read_text("utf-8")))}
    ),
)


def request_of(address: str) -> dict[str, Any]:
    """Return the position of an address, as the toolkit takes it."""
    said = dict(parse_qsl(address.removeprefix("#"), keep_blank_values=True))
    given: dict[str, Any] = {}
    vocabulary = engine().rulebook.vocabulary
    for key, value in said.items():
        declared = vocabulary.givens.get(key)
        if declared is None:
            continue
        kind = declared.kind.value
        given[key] = (
            value == "yes"
            if kind == "flag"
            else int(value)
            if kind == "number"
            else value.split(".")
            if kind == "players"
            else {who: int(number) for who, _, number in (part.partition("-") for part in value.split("."))}
            if kind == "numbers"
            else value
        )
    lists = {
        key: [name for name in said.get(key, "").split(".") if name] for key in ("left", "leaving", "options", "of")
    }
    written = said.get("seats", "gEg.gEg")  # of teams that sit apart each seat by its team, with a dash between seats
    seats = written.replace("-", " ") if "-" in written else " | ".join(" ".join(side) for side in written.split("."))
    request = {"text": said.get("text", "cr-809"), "seats": seats, "given": given, **lists}
    return request | ({"on": said["on"]} if said.get("on") else {}) | {"ask": said.get("ask", "")}


@cache
def answered(request: str) -> dict[str, Any]:
    """Return what the command answers a line of a batch; walks come to the same tables again and again."""
    answer: dict[str, Any] = json.loads(answer_line(engine(), request))
    return answer


def misread(seen: dict[str, Any]) -> list[str]:
    """Return what is otherwise at the table than the command answers."""
    request, found = request_of(seen["address"]), []
    if seen["verdict"] or seen["refused"]:
        line = answered(json.dumps(request))
        if seen["refused"] != (line["status"] == "invalid") or (
            seen["verdict"] and seen["verdict"] != verdict_of(line)
        ):
            found.append(f"{seen['verdict']} where the command says {line}")
        numbers = [citation.partition(":")[2] for citation in line["clauses"]]
        if seen["verdict"] and all(number[:1].isdigit() for number in numbers) and set(numbers) - set(seen["clauses"]):
            found.append(f"{seen['clauses']} where the command cites {line['clauses']}")
    for other, mark in seen["marks"].items():
        ask, turned = seen["relation"].removesuffix("-by"), seen["relation"].endswith("-by")
        of = [other, seen["player"]] if turned else [seen["player"], other]
        line = answered(json.dumps({**request, "ask": ask, "of": of}))
        if mark != verdict_of(line):
            found.append(f"{ask} {of} is marked {mark} where the command says {line}")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_walk_of_taps_ends_in_an_error_or_in_another_answer(browser: Browser, server: str, language: str) -> None:
    for start in range(0, STEPS, AT_ONCE):
        with window(browser, PHONE, has_touch=True, is_mobile=True) as one:
            page = laid(one, server, language=language)
            page.wait_for_selector("[name=plain]")
            walk = page.evaluate(WALK, [SEED * 1_000_003 + start, min(AT_ONCE, STEPS - start), QUESTIONS])
            assert len({seen["address"] for seen in walk}) > len(walk) / 4, "the walk leads on"
            for n, seen in enumerate(walk):
                assert not seen["dead"], (SEED, start, n, seen)
                assert misread(seen) == [], (SEED, start, n, seen)
            assert one.complaints == [], (SEED, start, walk[-1])
