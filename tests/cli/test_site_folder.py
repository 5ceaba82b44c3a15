"""Where a site is built: only what a build made is replaced, in one step, and no link is followed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from emperor_rules.cli.commands.build import MARK, put_in_place, refusal
from tests.support.command_line import run
from tests.support.paths import REPOSITORY
from tests.support.small_site import built_folder


def without_mark(site: Path) -> None:
    (site / MARK).unlink()


def with_a_file(site: Path) -> None:
    (site / "it" / "letter.txt").touch()


def with_a_link(site: Path) -> None:
    (site / "elsewhere").symlink_to(site.parent)


def with_a_damaged_mark(site: Path) -> None:
    (site / MARK).write_text("[[[", encoding="utf-8")


def with_a_foreign_mark(site: Path) -> None:
    (site / MARK).write_text('{"index.html": 1}', encoding="utf-8")


def behind_a_link(site: Path) -> None:
    site.rename(site.with_name("other"))
    site.symlink_to("other")


def a_file(site: Path) -> None:
    site.rename(site.with_name("other"))
    site.touch()


SPOILED = (without_mark, with_a_file, with_a_link, with_a_damaged_mark, with_a_foreign_mark, behind_a_link, a_file)


@pytest.mark.parametrize("spoil", SPOILED)
def test_only_what_a_build_made_is_replaced(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    site = built_folder(tmp_path / "site")
    assert refusal(site) is None
    spoil(site)
    before = sorted((path, path.is_symlink()) for path in tmp_path.rglob("*"))
    assert refusal(site) is not None
    ran = run("build", "--site", site)
    assert ran.exit_code == 2 and "name" in ran.stderr
    assert sorted((path, path.is_symlink()) for path in tmp_path.rglob("*")) == before


def test_a_folder_above_that_leads_elsewhere_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever hands on a project may have planted it: ``build/site`` is where a site goes unless told otherwise."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "build").symlink_to(tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "project")
    ran = run("build")
    assert ran.exit_code == 2 and "build is a link" in ran.stderr
    assert [*(tmp_path / "mine").iterdir()] == []


def test_an_empty_folder_and_none_are_fine(tmp_path: Path) -> None:
    assert refusal(tmp_path) is None
    assert refusal(tmp_path / "new" / "one") is None


@pytest.mark.parametrize("url", ["", "not a url", "https://", "ftp://example.org", "javascript:alert(1)"])
def test_an_address_that_is_none_is_refused_before_anything_is_built(url: str) -> None:
    ran = run("build", "--url", url, "--lang", "it")
    assert ran.exit_code == 2 and f"«{url}» non è un indirizzo" in ran.stderr


@pytest.mark.parametrize("name", ["x" * 5000, "x" * 300, "new/" + "x" * 300])
def test_a_name_that_can_be_no_folder_is_refused(name: str, tmp_path: Path) -> None:
    ran = run("build", "--site", tmp_path / name)
    assert ran.exit_code == 2 and "file name too long" in " ".join(ran.stderr.split())
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_build_goes_where_the_former_one_was(tmp_path: Path) -> None:
    site, fresh = built_folder(tmp_path / "site"), built_folder(tmp_path / "fresh", "new")
    put_in_place(fresh, site, tmp_path / "former")
    assert (site / "index.html").read_text(encoding="utf-8") == "new"
    assert (tmp_path / "former" / "it" / "index.html").read_text(encoding="utf-8") == "old"
    assert not fresh.exists()


def test_a_failure_without_an_exchange_brings_the_former_one_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emperor_rules.cli.commands.build._exchange", lambda *_: False)
    site = built_folder(tmp_path / "site")
    with pytest.raises(FileNotFoundError):
        put_in_place(tmp_path / "nothing", site, tmp_path / "former")
    assert (site / "index.html").read_text(encoding="utf-8") == "old"
    put_in_place(built_folder(tmp_path / "fresh", "new"), site, tmp_path / "former")
    assert (site / "index.html").read_text(encoding="utf-8") == "new"


SWAPS = """
import sys
from pathlib import Path
from tests.support.small_site import built_folder
from emperor_rules.cli.commands.build import put_in_place
place = Path(sys.argv[1])
for number in range(1, 100_000):
    put_in_place(built_folder(place / f"fresh-{number}", str(number)), place / "site", place / f"former-{number}")
    print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux exchanges two folders in one step here")
@pytest.mark.parametrize("after", [1, 20])
def test_a_build_that_is_killed_leaves_the_old_or_the_new(after: int, tmp_path: Path) -> None:
    """The site is there at every moment until the end, and whole afterwards."""
    site = built_folder(tmp_path / "site", "0")
    swapping = subprocess.Popen(
        [sys.executable, "-c", SWAPS, tmp_path], stdout=subprocess.PIPE, text=True, cwd=REPOSITORY
    )
    assert swapping.stdout is not None
    for line in swapping.stdout:
        assert all((site / "index.html").is_file() for _ in range(500))
        if int(line) >= after:
            break
    swapping.kill()
    swapping.communicate()
    contents = {(site / name).read_text(encoding="utf-8") for name in ("index.html", "404.html", "it/index.html")}
    assert len(contents) == 1 and int(contents.pop()) >= after
    assert refusal(site) is None
