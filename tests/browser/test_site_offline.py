"""The site without a network: kept by the browser once it was visited, swapped when it changed, and as one archive."""

import hashlib
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from emperor_rules.site.mkdocs.archive import ARCHIVE, FOLDER, WORKER, pack
from tests.support.browser import PHONE, Window, search, served, window
from tests.support.built_site import built_site, samples

pytestmark = pytest.mark.browser

READY = """() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ? true
    : new Promise(done => navigator.serviceWorker.addEventListener('controllerchange', () => done(true))))"""


@pytest.fixture
def keeping(browser: Browser) -> Iterator[Window]:
    """A window of a phone that keeps sites."""
    with window(browser, PHONE, service_workers="allow") as one:
        yield one


def test_a_site_visited_once_works_without_its_server(keeping: Window) -> None:
    page = keeping.page
    with served(built_site()) as address:
        page.goto(address)
        assert page.evaluate(READY)
    for name in samples():
        if name.endswith("404.html"):
            continue
        keeping.visit(address + name)
        assert page.locator("h1").count() == 1, name
        assert keeping.complaints == [], name
    for language, start in (("en", ""), ("it", "it/")):
        page.goto(f"{address}{start}index.html")
        page.locator("[data-opens=search]").click()
        assert search(page, "607.3c")[0]["url"] == f"{address}{start}cr-809/neighbours-only.html"
        page.locator("#search ol a").first.click()
        page.wait_for_url(f"**/{start}cr-809/neighbours-only.html")
        other = "it" if language == "en" else "en"
        page.locator(".md-select button").hover()
        page.locator(f"a[hreflang={other}]").first.click()
        page.wait_for_url(f"{address}{'it/' if other == 'it' else ''}cr-809/neighbours-only.html")
        assert page.evaluate("document.documentElement.lang") == other
    for number in ("cr-809/607.3c/", "cr-809/607.3c", "it/cr-809/809.3c/"):
        page.goto(address + number)
        page.wait_for_url("**/neighbours-only.html")
    assert page.evaluate("document.fonts.status") == "loaded"
    gone = page.goto(f"{address}no/such/page.html")
    assert gone is not None and gone.status == 404
    assert page.locator("h1").inner_text() == "404"
    page.goto(address)
    with page.expect_download() as download:
        page.locator("a[download]").click()
    assert Path(download.value.path()).read_bytes() == (built_site() / ARCHIVE).read_bytes()


def test_a_changed_site_takes_the_place_of_the_old_one(keeping: Window, tmp_path: Path) -> None:
    site, page = tmp_path / "site", keeping.page
    shutil.copytree(built_site(), site)
    with served(site) as address:
        page.goto(address)
        assert page.evaluate(READY)
        home = site / "index.html"
        home.write_text(home.read_text(encoding="utf-8").replace("</h1>", " changed</h1>", 1), encoding="utf-8")
        page.goto(address)
        assert not page.locator("h1").inner_text().endswith("changed"), "what is kept is shown at once"
        pack(site)
        page.goto(address)
        page.locator(".site-changed button").click()
        page.wait_for_function("document.querySelector('h1')?.innerText.includes('changed')")
        kept = page.evaluate("caches.keys()")
        assert len(kept) == 1 and kept[0].endswith(hashlib.sha256((site / ARCHIVE).read_bytes()).hexdigest())
        (site / ARCHIVE).write_bytes(b"cut off")
        (site / WORKER).write_text((site / WORKER).read_text(encoding="utf-8") + "\n", encoding="utf-8")
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(one => one.update()).catch(() => 0)")
        page.wait_for_timeout(500)
    keeping.visit(address)
    assert "changed" in page.locator("h1").inner_text(), "a site that came only in part changes nothing"


def test_the_site_can_be_installed(keeping: Window, server: str) -> None:
    session = keeping.page.context.new_cdp_session(keeping.page)
    for start in ("", "it/"):
        keeping.visit(f"{server}{start}index.html")
        found = session.send("Page.getAppManifest")
        assert found["url"] == f"{server}{start}manifest.webmanifest" and found["errors"] == []
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
            [],
            [{"errorId": "in-incognito", "errorArguments": []}],
        )


def test_from_a_folder_nothing_is_kept(desk: Window) -> None:
    page = desk.visit((built_site() / "index.html").as_uri())
    assert page.locator("link[rel=manifest]").count() == 0
    assert desk.complaints == []


def test_the_archive_unpacked_works_from_its_folder(desk: Window, tmp_path: Path) -> None:
    with zipfile.ZipFile(built_site() / ARCHIVE) as archive:
        archive.extractall(tmp_path)
    root = (tmp_path / FOLDER).as_uri() + "/"
    page = desk.visit(f"{root}it/index.html")
    page.locator("[data-opens=search]").click()
    assert search(page, "809.3c")[0]["url"] == f"{root}it/cr-809/neighbours-only.html"
    page.locator("#search ol a").first.click()
    page.wait_for_url("**/it/cr-809/neighbours-only.html")
    page.locator(".md-select button").hover()
    page.locator("a[hreflang=en]").first.click()
    page.wait_for_url(f"{root}cr-809/neighbours-only.html")
    assert desk.complaints == [] and desk.foreign(root) == []
