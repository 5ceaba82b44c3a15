"""What a preview answers, and whom: asked as a server asks an application, without a built site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from mkdocs.livereload import LiveReloadServer

from emperor_rules.check.pipeline import check_folder
from emperor_rules.site.mkdocs.live_preview import Preview, attach
from emperor_rules.site.views.figures import tables_allowed
from tests.support.kings_and_pawns import Folder, clause, text


class NoChange:
    """A preview in which nothing changes."""

    watched = ()

    def rebuild(self, address: str) -> None:
        """Do nothing."""

    def changed(self) -> None:
        """Do nothing."""


def ask(root: Path, path: str, host: str | None, told: dict[str, str] | None = None, **more: str) -> tuple[str, bytes]:
    """Return status and body of the answer to a request, and put its headers into ``told``."""
    server = attach(LiveReloadServer(lambda: None, "localhost", 1, root=str(root)), cast("Preview", NoChange()))
    answered: list[str] = []
    environ: dict[str, Any] = {"PATH_INFO": path} | ({} if host is None else {"HTTP_HOST": host}) | more
    app = cast("Any", server.get_app())

    def start(status: str, headers: list[tuple[str, str]]) -> None:
        answered.append(status)
        (told if told is not None else {}).update(headers)

    answer = app(environ, start)
    body = b"".join(answer)
    if hasattr(answer, "close"):
        answer.close()
    server.server_close()
    return answered[0], body


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "page.html").write_text("page", encoding="utf-8")
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    (folder / "up").symlink_to(tmp_path)
    (folder / "round").symlink_to("round")
    return folder


OWN = ("localhost", "localhost:8000", "LocalHost:1", "127.0.0.1", "127.0.0.1:8000", "[::1]:80")
FOREIGN = (
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example:80",
    "localhost:80@evil",
    "0.0.0.0",
    "",
    None,
)
OUTSIDE = (
    "/../secret.html",
    "/link.html",
    "/up/secret.html",
    "//../secret.html",
    "/round",
    "/page.html\0",
    f"/{'x' * 5000}",
)


@pytest.mark.parametrize("host", OWN)
def test_this_machine_is_answered(host: str, site: Path) -> None:
    assert ask(site, "/page.html", host) == ("200 OK", b"page")


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("path", ["/page.html", "/livereload/1/1", "/"])
def test_others_are_refused_with_a_sentence(path: str, host: str | None, site: Path) -> None:
    """A page from elsewhere whose name leads here would ask under that name."""
    status, body = ask(site, path, host)
    assert status == "403 Forbidden" and body.startswith(b"This preview is for this machine alone")


@pytest.mark.parametrize(
    ("site_of_page", "mode", "status"),
    [
        ("cross-site", "no-cors", "403 Forbidden"),  # <script src> in a page of somebody else
        ("same-site", "no-cors", "403 Forbidden"),  # another port of this machine
        ("cross-site", "navigate", "200 OK"),  # a link that somebody follows
        ("same-origin", "no-cors", "200 OK"),
        ("none", "navigate", "200 OK"),  # typed
    ],
)
def test_pages_of_others_load_nothing(site_of_page: str, mode: str, status: str, site: Path) -> None:
    told: dict[str, str] = {}
    answered, _ = ask(site, "/page.html", "localhost", told, HTTP_SEC_FETCH_SITE=site_of_page, HTTP_SEC_FETCH_MODE=mode)
    assert answered == status
    assert status != "200 OK" or told["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_site_is_shown(path: str, site: Path) -> None:
    status, body = ask(site, path, "localhost")
    assert status == "404 Not Found" and b"secret" not in body


def test_an_edit_that_leaves_the_tables_as_they_were_searches_none_again(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the rules that are shipped that search takes longer than all else that a preview does."""
    seated = clause("1", "require the number of teams is 2 and exactly 2 players are kings.")
    before = check_folder(folder.write(one=text("one", seated, clause("2", "p may hit q."))).path)
    folder.write(one=text("one", seated, clause("2", "p may not hit q.")))
    after = check_folder(folder.path, before=before)
    assert before.engine is not None and after.engine is not None and after.rulebook is not before.rulebook
    tables = tables_allowed(before.engine, "one")
    searched: list[object] = []

    def search_nothing(*asked: object, **how: object) -> Iterator[object]:
        searched.append((asked, how))
        yield from ()

    monkeypatch.setattr("emperor_rules.search.seatings.role_spaces", search_nothing)
    assert tables_allowed(after.engine, "one") == tables != ()
    assert searched == []
    folder.write(one=text("one", clause("1", "require the number of teams is 2 and exactly 4 players are kings.")))
    edited = check_folder(folder.path, before=after)
    assert edited.engine is not None and tables_allowed(edited.engine, "one") == () and searched != []
