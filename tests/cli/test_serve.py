"""``emperor serve`` and ``mkdocs serve``: a page follows an edit, and broken rules do no harm."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.golden_pages import GOLDEN
from tests.support.live_server import LiveServer
from tests.support.mistakes import write_files

pytestmark = pytest.mark.slow
#: Rules of a few lines, so that the site stands at once, and the file that is edited.
SMALL, POND = GOLDEN / "rules", "rules/texts/pond/pond.rules"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    server = LiveServer(tmp_path_factory.mktemp("live"), ["emperor_rules", "serve", "--port", "{port}"], SMALL)
    yield server
    server.stop()
    assert not [*server.temporary.iterdir()], "a server that is ended leaves no folder behind"


def test_a_page_follows_a_rule_in_both_languages(live: LiveServer) -> None:
    for address, old, new in (
        ("pond/splashing.html", "One may splash the neighbours, but", "You may splash your neighbours, but"),
        ("it/texts/pond.html", "Una rana salta due posti", "Ogni rana salta due posti"),
    ):
        assert new not in live.page(address)
        live.edit(POND, old, new)
        live.until(lambda address=address, new=new: new in live.page(address))  # type: ignore[misc]
        live.edit(POND, new, old)
        live.until(lambda address=address, new=new: new not in live.page(address))  # type: ignore[misc]


def test_an_answer_follows_its_rule(live: LiveServer) -> None:
    before = live.page("questions/leap.html")
    live.edit(POND, "the leap of p is 2 when", "the leap of p is 3 when")
    live.until(lambda: live.page("questions/leap.html") != before)
    assert "pond answers 3 (by pond:2.2), not 2" in live.output(), "a scenario that no longer holds is reported"
    live.edit(POND, "the leap of p is 3 when", "the leap of p is 2 when")
    live.until(lambda: live.page("questions/leap.html") == before)


def test_broken_rules_are_told_and_the_last_good_page_stays(live: LiveServer) -> None:
    good = live.page("pond/leaping.html")
    live.edit(POND, "the leap of p is 2 when", "the laep of p is 2 when")
    live.until(lambda: "Did you mean “leap”?" in live.output())  # the last line of the message
    assert "“laep” is not a word of the vocabulary" in live.output() and "pond.rules:" in live.output()
    assert live.page("pond/leaping.html") == good
    live.edit(POND, "the laep of p is 2 when", "the leap of p is 2 when")
    live.edit(POND, "A frog leaps two seats", "Frogs leap two seats")
    live.until(lambda: "Frogs leap two seats" in live.page("pond/leaping.html"))
    live.edit(POND, "Frogs leap two seats", "A frog leaps two seats")


def test_a_page_written_by_hand_is_followed(live: LiveServer) -> None:
    live.edit("site/en/about.md", "# How to read this site", "# How to read all of this")
    live.until(lambda: "How to read all of this" in live.page("about.html"))


def test_the_language_switch_leads_to_the_same_page(live: LiveServer) -> None:
    for address, other in (
        ("pond/leaping.html", "../it/pond/leaping.html"),
        ("it/pond/leaping.html", "../../pond/leaping.html"),
    ):
        assert f'href="{other}"' in live.page(address)
    assert live.page("it/pond/leaping.html")


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
    assert "The rules can be read" not in ran.stdout, "that is reported before any work is done"
    assert (
        f"error[R706]: localhost:{live.port} cannot be had" in ran.stderr
        and "name another --port or --host" in ran.stderr
    )


def test_a_project_is_shown_with_its_base_and_follows_both(tmp_path: Path) -> None:
    own = {
        "emperor.toml": 'base = ".."\n',
        "rules/texts/club.rules": 'text club "Rules of the club"\n  it "Regole del circolo"\n  language en\n'
        '  source "Our table"\n  includes pond\n\nclause far overrides pond 2.2\n  en "Everybody leaps three seats."\n'
        '  it "Tutti saltano tre posti."\n  the leap of p is 3.\n',
        "site/en/about.md": "# Our club\n\nWe meet on Fridays.\n",
        "site/en/texts/pond.md": "# The pond as we know it\n",  # in the place of a made one
    }
    write_files(tmp_path / "club", own)
    server = LiveServer(tmp_path, ["emperor_rules", "serve", "--port", "{port}"], SMALL, within="club")
    try:
        assert "Everybody leaps three seats." in server.page("club/far.html")
        assert "Tutti saltano tre posti." in server.page("it/club/far.html")
        assert "Rules of the club" in server.page("assets/rules/club.js"), "the live table has it to choose"
        for file, address, old, new in (
            (POND, "pond/leaping.html", "A frog leaps two seats", "Frogs leap two seats"),
            ("club/rules/texts/club.rules", "club/far.html", "Everybody leaps", "All leap"),
            ("club/site/en/about.md", "about.html", "Fridays", "Mondays"),
        ):
            server.edit(file, old, new)
            server.until(lambda address=address, new=new: new in server.page(address))  # type: ignore[misc]
            assert "The pond as we know it" in server.page("texts/pond.html")
        server.edit("club/emperor.toml", 'base = ".."', "base =")
        server.until(lambda: "emperor.toml is no TOML" in server.output())
        assert "All leap" in server.page("club/far.html"), "the pages stay as they were"
        (tmp_path / "rules").rename(tmp_path / "elsewhere")
        server.edit("club/emperor.toml", "base =", 'base = "../elsewhere"')
        server.until(lambda: server.output().count("Built in") == 2)
        server.edit(POND.replace("rules/", "elsewhere/", 1), "Frogs leap", "Toads leap")
        server.until(lambda: "Toads leap" in server.page("pond/leaping.html"))
        assert "Mondays" in server.page("about.html")
    finally:
        server.stop()


def test_mkdocs_alone_follows_a_rule(tmp_path: Path) -> None:
    server = LiveServer(tmp_path, ["mkdocs", "serve", "--dev-addr", "127.0.0.1:{port}"], SMALL)
    try:
        server.edit(POND, "A frog leaps two seats", "Frogs leap two seats")
        server.until(lambda: "Frogs leap two seats" in server.page("pond/leaping.html"))
        server.edit(POND, "the leap of p is 2 when", "the laep of p is 2 when")
        server.until(lambda: "“laep” is not a word of the vocabulary" in server.output())
        assert "Frogs leap two seats" in server.page("pond/leaping.html")
    finally:
        server.stop()
