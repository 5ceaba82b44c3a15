"""``emperor build``: rule text stays text, broken rules build nothing, and two builds are the same."""

import filecmp
import os
import shutil
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from tests.golden_pages import GOLDEN
from tests.support.built_site import Html, plain, single_match
from tests.support.command_line import run
from tests.support.hostile_rules import HOSTILE, write_hostile_rules
from tests.support.paths import REPOSITORY

HOME = "https://rules.example/emperor/"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site as the command builds it in a folder outside of the repository, which knows its address."""
    folder = tmp_path_factory.mktemp("outside")
    write_hostile_rules(folder)
    with chdir(folder):
        ran = run("build", "--url", HOME)
    assert ran.exit_code == 0, ran.output
    return folder / "build" / "site"


@pytest.mark.slow
def test_rule_text_stays_text(built: Path) -> None:
    for folder in (built, built / "it"):
        named = {
            "texts/odd.html",
            "odd/first.html",
            "odd/second.html",
            "scenarios/odd.html",
            "scenarios/index.html",
            "index.html",
            "glossary.html",
            "contributing/language.html",
        }
        for path in folder.rglob("*.html"):
            name = path.relative_to(folder).as_posix()
            page = Html(path)
            source = path.read_text(encoding="utf-8")
            assert name not in named or plain(HOSTILE) in plain(page.text), name
            assert "<script>alert" not in source
            for link in (*page.links, *page.loaded):
                parts = urlsplit(link)
                assert parts.scheme in ("", "https") or link == "data:,", link
                assert "evil" not in parts.netloc, link
            assert "id" not in page.ids
            assert "49" not in page.text or name not in named - {"contributing/language.html"}, name
        shown = plain(Html(folder / "texts" / "odd.html").text)
        assert shown.count(HOSTILE) >= 6


@pytest.mark.slow
def test_two_builds_are_the_same_to_the_byte(tmp_path: Path) -> None:
    """Small rules have a page of every kind (``tests/golden_pages.py``), and twice their site is quickly built."""
    sites = []
    for seed, zone, locale in (("0", "UTC", "C.UTF-8"), ("12345", "Pacific/Auckland", "C")):
        place = tmp_path / seed
        shutil.copytree(GOLDEN / "rules", place / "rules")
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        ran = subprocess.run(
            [sys.executable, "-m", "emperor_rules", "build", "--site", "site"],
            cwd=place,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        sites.append(place / "site")
    first, second = sites
    files = [p.relative_to(first) for p in first.rglob("*") if p.is_file()]
    assert len(files) > 100
    same, different, missing = filecmp.cmpfiles(first, second, map(str, files), shallow=False)
    assert (different, missing) == ([], []) and len(same) == len(files)


@pytest.mark.slow
def test_broken_rules_build_nothing(built: Path, hostile_rules: Path, tmp_path: Path) -> None:
    site = tmp_path / "deep" / "site"
    shutil.copytree(built, site)
    before = (site / "index.html").read_bytes()
    broken = hostile_rules / "texts" / "odd.rules"
    broken.write_text(broken.read_text(encoding="utf-8") + "\n  the range of p is enormous.\n", encoding="utf-8")
    ran = run("build", "--rules", hostile_rules, "--site", site)
    assert ran.exit_code == 1
    assert "R201" in ran.output and "odd.rules" in ran.output and "Nothing was built" in ran.output
    assert (site / "index.html").read_bytes() == before
    assert [p.name for p in site.parent.iterdir()] == ["site"], "nothing is left half-written"
    assert run("build", "--rules", hostile_rules, "--site", site, "--no-strict").exit_code == 0
    assert HOME not in (site / "sitemap.xml").read_text(encoding="utf-8"), "the new site took the place of the old one"


@pytest.mark.slow
def test_mkdocs_itself_fails_on_broken_rules_when_strict(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "rules", tmp_path / "rules")
    scenarios = tmp_path / "rules" / "scenarios" / "splashes.rules"
    words = scenarios.read_text(encoding="utf-8")
    scenarios.write_text(words.replace("the leap of A2: 2", "the leap of A2: 3"), encoding="utf-8")
    settings = tmp_path / "mkdocs.yml"
    settings.write_text(
        f"INHERIT: {REPOSITORY / 'mkdocs.yml'}\ndocs_dir: {REPOSITORY / 'site' / 'en'}\nsite_dir: {tmp_path / 'site'}\n",
        encoding="utf-8",
    )
    with pytest.raises(Abort, match="1 errors"):
        build(load_config(str(settings), strict=True))
    build(load_config(str(settings)))
    assert (tmp_path / "site" / "texts" / "pond.html").is_file()


def test_a_folder_that_is_no_site_is_not_replaced(hostile_rules: Path, tmp_path: Path) -> None:
    ran = run("build", "--rules", hostile_rules, "--site", hostile_rules)
    assert ran.exit_code == 2
    assert "which no build made" in " ".join(ran.output.split())
    assert (hostile_rules / "texts" / "odd.rules").is_file()


def test_it_does_not_build_another_site(hostile_rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mkdocs.yml").write_text("site_name: Another\ndocs_dir: rules\n", encoding="utf-8")
    ran = run("build")
    assert ran.exit_code == 2
    assert "another site" in ran.output


@pytest.mark.slow
def test_a_site_that_knows_its_address_names_it(built: Path) -> None:
    for folder in ("", "it/"):
        head = (built / folder / "texts" / "odd.html").read_text(encoding="utf-8").split("<body", 1)[0]
        assert single_match(r'<link rel="canonical" href="([^"]*)"', head) == f"{HOME}{folder}texts/odd.html"
        assert single_match(r'<meta property="og:title" content="([^"]*)"', head)
        english, italian = f"{HOME}texts/odd.html", f"{HOME}it/texts/odd.html"
        switch = (built / folder / "texts" / "odd.html").read_text(encoding="utf-8").split("<body", 1)[1]
        assert f'href="../{"" if folder else "it/"}{"../" if folder else ""}texts/odd.html"' in switch or folder
        sitemap = (built / "sitemap.xml").read_text(encoding="utf-8")
        for address, language in ((english, "en"), (italian, "it")):
            assert f"<loc>{address}</loc>" in sitemap and f'hreflang="{language}" href="{address}"' in sitemap
    missing = (built / "404.html").read_text(encoding="utf-8")
    assert 'data-root="/emperor/"' in missing, "by which its script mends links and style where the site lies elsewhere"
    assert 'href="/emperor/it/index.html"' in missing
