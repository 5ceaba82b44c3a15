"""``emperor serve`` and ``mkdocs serve``: a page follows an edit, and broken rules do no harm."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.built_site import lay_searches_in
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("live")
    lay_searches_in(folder)
    server = LiveServer(folder, ["emperor_rules", "serve", "--port", "{port}"])
    yield server
    server.stop()


EARLY = "rules/texts/march/early.rules"


def test_a_page_follows_a_rule_in_both_languages(live: LiveServer) -> None:
    for address, old, new in (
        ("early/life.html", "Everyone begins with 20 life", "Each begins with 20 life"),
        ("it/texts/early.html", "Un mazzo ha almeno 40 carte", "Il mazzo ha almeno 40 carte"),
    ):
        assert new not in live.page(address)
        live.edit(EARLY, old, new)
        live.until(lambda address=address, new=new: new in live.page(address))  # type: ignore[misc]
        live.edit(EARLY, new, old)
        live.until(lambda address=address, new=new: new not in live.page(address))  # type: ignore[misc]


def test_an_answer_follows_its_rule(live: LiveServer) -> None:
    assert ">20<" in live.page("questions/starting-life.html")
    live.edit(EARLY, "the starting life of p is 20.", "the starting life of p is 23.")
    live.until(lambda: ">23<" in live.page("questions/starting-life.html"))
    assert "early answers 23 (by early:life), not 20" in live.output(), "a scenario that no longer holds is told"
    live.edit(EARLY, "the starting life of p is 23.", "the starting life of p is 20.")
    live.until(lambda: ">23<" not in live.page("questions/starting-life.html"))


def test_broken_rules_are_told_and_the_last_good_page_stays(live: LiveServer) -> None:
    good = live.page("early/life.html")
    live.edit(EARLY, "the starting life of p is 20.", "the startng life of p is 20.")
    live.until(lambda: "Did you mean “starting”?" in live.output())  # the last line of the message
    assert "“startng” is not a word of the vocabulary" in live.output() and "early.rules:" in live.output()
    assert live.page("early/life.html") == good
    live.edit(EARLY, "the startng life of p is 20.", "the starting life of p is 20.")
    live.edit(EARLY, "Everyone begins with 20 life", "All begin with 20 life")
    live.until(lambda: "All begin with 20 life" in live.page("early/life.html"))
    live.edit(EARLY, "All begin with 20 life", "Everyone begins with 20 life")


def test_a_page_written_by_hand_is_followed(live: LiveServer) -> None:
    live.edit("site/en/about.md", "# How to read this site", "# How to read all of this")
    live.until(lambda: "How to read all of this" in live.page("about.html"))


def test_the_language_switch_leads_to_the_same_page(live: LiveServer) -> None:
    for address, other in (
        ("early/life.html", "../it/early/life.html"),
        ("it/early/life.html", "../../early/life.html"),
    ):
        assert f'href="{other}"' in live.page(address)
    assert live.page("it/early/life.html")


def test_a_port_in_use_is_told(live: LiveServer) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "emperor_rules", "serve", "--port", str(live.port)],
        capture_output=True,
        text=True,
        check=False,
        cwd=live.folder,
        timeout=60,
    )
    assert ran.returncode == 2, ran.stderr
    assert "The rules can be read" not in ran.stdout, "that is told before any work is done"
    assert f"localhost:{live.port} cannot be had" in ran.stderr and "name another --port or --host" in ran.stderr


def test_mkdocs_alone_follows_a_rule(tmp_path: Path) -> None:
    lay_searches_in(tmp_path)
    server = LiveServer(tmp_path, ["mkdocs", "serve", "--dev-addr", "127.0.0.1:{port}"])
    try:
        server.edit(EARLY, "Everyone begins with 20 life", "Each begins with 20 life")
        server.until(lambda: "Each begins with 20 life" in server.page("early/life.html"))
        server.edit(EARLY, "the starting life of p is 20.", "the startng life of p is 20.")
        server.until(lambda: "“startng” is not a word of the vocabulary" in server.output())
        assert "Each begins with 20 life" in server.page("early/life.html")
    finally:
        server.stop()
