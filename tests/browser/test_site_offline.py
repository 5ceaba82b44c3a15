"""The site without a network: kept by the browser when the reader asks, swapped when it changed, and unpacked."""

import gzip
import hashlib
import json
import re
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from emperor_rules.messages import LANGUAGES
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.mkdocs.archive import PACK, PACK_FOLDER, PART, PARTS_FILE, WORKER, pack, part_id
from tests.support.browser import PHONE, Window, search, served, until, window
from tests.support.built_site import built_site, samples
from tests.support.paths import TEXTS

pytestmark = pytest.mark.browser

CLAUSE = "cr-809/neighbours-only.html"
START = {"en": "", "it": "it/"}
NUMBERS = ("cr-809/607.3c/", "cr-809/607.3c", "cr-809/607.3c/index.html", "cr-809/807.5a/2010-02-01/")
#: Asks for the worker anew, and returns what becomes of the one that is then installed.
NEXT_WORKER = """async () => {
    const worker = (await (await navigator.serviceWorker.ready).update()).installing;
    return new Promise(done => worker.addEventListener("statechange", () => done(worker.state)));
}"""

#: The digest of a pack of an earlier site, and what moves all that is kept there, with some pages more.
EARLIER = "0" * 64
KEPT_IN_ONE = f"""async pages => {{
    const [name] = await caches.keys(), now = await caches.open(name);
    const earlier = await caches.open(name.replace(/[0-9a-f]{{64}}$/, "{EARLIER}"));
    for (const one of await now.keys()) await earlier.put(one, await now.match(one));
    await earlier.addAll(pages);
    await caches.delete(name);
}}"""


#: Folders without which a site is kept and changes as with them, and is packed in a third of the time.
LEFT_OUT = (*("questions", "situations", "scenarios", "tables", "differences", "contributing"), *{*TEXTS} - {"cr-809"})


@pytest.fixture(scope="module")
def lean(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site without most of its pages, packed anew."""
    site = tmp_path_factory.mktemp("lean") / "site"
    shutil.copytree(built_site(), site, ignore=shutil.ignore_patterns(*LEFT_OUT))
    pack(site)
    return site


@pytest.fixture
def keeping(browser: Browser) -> Iterator[Window]:
    """A window of a phone that can keep sites."""
    with window(browser, PHONE, service_workers="allow") as one:
        yield one


def keep(page: Page, address: str, language: str) -> None:
    """Open the start page of a language and press the button that keeps it; returns when it says that it is ready."""
    page.goto(f"{address}{START[language]}index.html")
    page.locator(".keep[data-kept=false] button").click()
    page.locator(".keep[data-kept=true]").wait_for()
    assert page.locator(".keep [role=status]").inner_text() == read_locale(language)["site_kept"]


def part(site: Path, language: str, pack: str = "") -> Path:
    return site / PART.format(id=part_id(language, pack))


def held(language: str) -> list[str]:
    """Return the files and folders of a language that are kept apart from what every reader keeps."""
    parts = json.loads((built_site() / START[language] / PARTS_FILE).read_text("utf-8"))
    return [path for each in parts for path in each["paths"]]


def digest(site: Path, language: str) -> str:
    return hashlib.sha256(gzip.decompress(part(site, language).read_bytes())).hexdigest()


def test_nothing_is_kept_until_the_reader_asks(keeping: Window, server: str) -> None:
    page = keeping.visit(f"{server}{CLAUSE}")
    page.locator(".keep[data-kept=false]").wait_for()
    size = part(built_site(), "en").stat().st_size
    assert f"{size / 1e6:.1f}\N{NO-BREAK SPACE}MB" in page.locator(".keep button").inner_text()
    assert not any(url.endswith((".tar.gz", WORKER)) for url in keeping.requests)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
    assert page.evaluate("caches.keys()") == []


def test_a_language_that_is_kept_works_without_its_server(keeping: Window) -> None:
    page = keeping.page
    with served(built_site()) as address:
        keep(page, address, "en")
        keep(page, address, "it")
        kept = page.evaluate("caches.keys()")
        assert sorted(name.rsplit("-", 2)[-2:] for name in kept) == [
            [language, digest(built_site(), language)] for language in LANGUAGES
        ]
    others = [f"{'' if language == 'en' else 'it/'}{name}" for language in LANGUAGES for name in held(language)]
    names = [
        name
        for name in samples(largest=False)
        if not name.endswith("404.html")
        and not name.startswith(tuple(n for n in others if n.endswith("/")))
        and name not in others
    ]
    keeping.visit(f"{address}questions/index.html")
    assert keeping.complaints == [] and page.locator("h1").count() == 1
    bodies = page.evaluate(
        "all => Promise.all(all.map(one => fetch(one).then(answer => answer.text())))",
        [address + name for name in names],
    )
    for name, body in zip(names, bodies, strict=True):
        assert body == (built_site() / name).read_text("utf-8"), name
    for language, start in START.items():
        page.goto(f"{address}{start}index.html")
        page.locator("[data-opens=search]").click()
        assert search(page, "607.3c")[0]["url"] == f"{address}{start}{CLAUSE}"
        for number in NUMBERS:
            page.goto(f"{address}{start}{number}")
            page.wait_for_url(re.compile(rf"/{start}cr-809/[a-z-]+\.html$"))
        page.goto(f"{address}{start}cr-809")
        page.wait_for_url(f"**/{start}texts/cr-809.html")
        page.goto(f"{address}{start}table/index.html#text=cr-809&seats=gEg.gEg&left=A3&ask=may-attack&of=A2.B1")
        until(page, "document.querySelector('[data-part=answer]').innerText.includes('809.3c')")
        assert page.evaluate("document.documentElement.lang") == language
    gone = page.goto(f"{address}no/such/page.html")
    assert gone is not None and gone.status == 404
    assert page.locator("h1").inner_text() == "No such page · Pagina inesistente"


@pytest.mark.parametrize("path", ["javascript:alert(1)", "https://example.org/", "//example.org/"])
def test_an_address_made_up_leads_from_the_page_of_parts_to_no_other_site(desk: Window, server: str, path: str) -> None:
    other = json.loads((built_site() / PARTS_FILE).read_text("utf-8"))[0]
    page = desk.visit(f"{server}offline.html#part=en.{other['id']}&path={quote(path, safe='')}")
    until(page, "!document.querySelector('[data-away]').hidden")
    assert str(page.locator("[data-away] a").first.get_attribute("href")).startswith(server)


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_rulebooks_are_kept_one_by_one_by_a_tap(keeping: Window, lean: Path, language: str) -> None:
    """Offline their pages say that they are not kept; each page offers the part that it belongs to."""
    page, words = keeping.page, read_locale(language)
    other = json.loads((built_site() / START[language] / PARTS_FILE).read_text("utf-8"))[0]
    name = next(name for name in other["paths"] if name.startswith("texts/"))
    with served(lean) as address:
        keep(page, address, language)
        page.goto(f"{address}{START[language]}{name}")
        page.locator(".keep", has_text=other["title"]).wait_for()
        page.context.set_offline(True)
        page.goto(f"{address}{START[language]}{name}")
        assert page.url.startswith(f"{address}{START[language]}offline.html#")
        until(page, "!document.querySelector('[data-away]').hidden")
        assert page.locator("[data-away] b").inner_text() == other["title"]
        assert page.locator("[data-away] a").first.get_attribute("href") == f"{address}{START[language]}{name}"
        page.context.set_offline(False)
        page.locator(".keep", has_text=other["title"]).locator("button").click()
        page.get_by_text(words["site_kept_too"].format(title=other["title"])).wait_for()
        assert page.locator("[data-parts] [data-kept=true]").count() == 2
        page.context.set_offline(True)
        page.locator("[data-away] a").first.click()
        page.wait_for_url(f"**/{name}")
        page.goto(f"{address}{START[language]}offline.html")
        page.context.set_offline(False)
        page.locator("[data-parts] li").first.locator("button").click()
        page.locator("[data-parts] li[data-kept=true]").first.wait_for(state="detached")
        assert page.evaluate("caches.keys()") == [], "without the first part none is of use"


def test_one_language_is_kept_alone_and_can_be_removed(keeping: Window, lean: Path) -> None:
    page = keeping.page
    with served(lean) as address:
        keep(page, address, "it")
        keeping.visit(f"{address}{CLAUSE}")
        page.locator(".keep[data-kept=false]").wait_for()
        page.goto(f"{address}it/{CLAUSE}")
        page.locator(".keep[data-kept=true] button").click()
        page.locator(".keep[data-kept=false]").wait_for()
        assert page.evaluate("caches.keys()") == []
        assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
        keep(page, address, "it")
    page.goto(f"{address}it/{CLAUSE}")
    assert page.locator("h1").inner_text().startswith("809.3c")
    other = page.goto(f"{address}{CLAUSE}")
    assert other is not None and other.status == 404
    assert read_locale("en")["site_missing"] in page.locator("article").inner_text()
    assert page.evaluate("document.documentElement.lang") == "it"
    assert page.locator(".md-sidebar--primary .md-nav__link").count() > 2, "with the menu"


def test_a_pack_that_comes_damaged_keeps_nothing_and_can_be_fetched_again(
    keeping: Window, lean: Path, tmp_path: Path
) -> None:
    site, page = tmp_path / "site", keeping.page
    shutil.copytree(lean, site)
    whole = part(site, "en").read_bytes()
    with served(site) as address:
        part(site, "en").write_bytes(whole[: len(whole) // 2])
        page.goto(address)
        page.locator(".keep[data-kept=false] button").click()
        page.get_by_text(read_locale("en")["site_failed"]).wait_for()
        assert page.evaluate("caches.keys()") == []
        part(site, "en").write_bytes(gzip.decompress(whole))  # a server that tells browsers to unpack it
        page.locator(".keep[data-kept=false] button").click()
        page.locator(".keep[data-kept=true]").wait_for()


def test_a_changed_site_takes_the_place_of_the_old_one(keeping: Window, lean: Path, tmp_path: Path) -> None:
    site, page = tmp_path / "site", keeping.page
    shutil.copytree(lean, site)
    with served(site) as address:
        keep(page, address, "en")
        home = site / "index.html"
        home.write_text(home.read_text(encoding="utf-8").replace("</h1>", " changed</h1>", 1), encoding="utf-8")
        page.goto(address)
        assert not page.locator("h1").inner_text().endswith("changed"), "what is kept is shown at once"
        pack(site)
        page.goto(address)
        page.locator(".site-changed button").click()
        until(page, "document.querySelector('h1')?.innerText.includes('changed')")
        kept = page.evaluate("caches.keys()")
        assert len(kept) == 1 and kept[0].endswith(digest(site, "en"))
        part(site, "en").write_bytes(b"cut off")
        worker = (site / WORKER).read_text(encoding="utf-8")
        (site / WORKER).write_text(worker.replace(digest(lean, "it"), "0" * 64), encoding="utf-8")
        (site / WORKER).write_text(worker.replace(kept[0].rsplit("-", 1)[1], "0" * 64), encoding="utf-8")
        page.goto(address)
        assert page.evaluate(NEXT_WORKER) == "redundant", "it is refused before it is installed"
    keeping.visit(address)
    assert "changed" in page.locator("h1").inner_text(), "a site that came only in part changes nothing"


def test_all_that_an_earlier_site_kept_in_one_is_kept_after_it_changed(
    keeping: Window, lean: Path, tmp_path: Path
) -> None:
    """Rulebooks that were kept with their language, or under another name, are fetched as the parts that they are now."""
    site, page = tmp_path / "site", keeping.page
    shutil.copytree(lean, site)
    one, other, *_ = json.loads((built_site() / PARTS_FILE).read_text("utf-8"))
    with served(site) as address:
        keep(page, address, "en")
        texts = [path for path in other["paths"] if path.startswith("texts/")]
        assert set(texts) & set(one["paths"]) and set(texts) - set(one["paths"]), "one of them is in both parts"
        page.evaluate(KEPT_IN_ONE, [address + path for path in texts])
        (site / WORKER).write_text(f"/* a later site */\n{(site / WORKER).read_text('utf-8')}", encoding="utf-8")
        page.goto(address)
        assert page.evaluate(NEXT_WORKER) == "installed"
        until(page, f"caches.keys().then(names => names.every(name => !name.endsWith('-{EARLIER}')))")
        names = [name.removeprefix(f"site-{address}-") for name in page.evaluate("caches.keys()")]
        kept = {part_id("en"): part(site, "en"), part_id("en", other["id"]): part(site, "en", other["id"])}
    digests = {id: hashlib.sha256(gzip.decompress(path.read_bytes())).hexdigest() for id, path in kept.items()}
    assert sorted(names) == [f"{id}-{whole}" for id, whole in digests.items()]


def test_the_site_can_be_installed(keeping: Window, server: str) -> None:
    session = keeping.page.context.new_cdp_session(keeping.page)
    for start in ("", "it/"):
        keeping.visit(f"{server}{start}index.html")
        manifest = session.send("Page.getAppManifest")
        assert manifest["url"] == f"{server}{start}manifest.webmanifest" and manifest["errors"] == []
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
            [],
            [{"errorId": "in-incognito", "errorArguments": []}],
        )


def test_from_a_folder_nothing_is_kept(desk: Window) -> None:
    page = desk.visit((built_site() / "index.html").as_uri())
    assert page.locator("link[rel=manifest]").count() == 0 and page.locator(".keep").count() == 0
    assert desk.complaints == []


def test_packs_unpacked_in_one_place_work_from_their_folder(desk: Window, tmp_path: Path) -> None:
    for language in LANGUAGES:
        with tarfile.open(built_site() / PACK.format(language=language)) as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2 has none
            archive.extractall(tmp_path)
    root = (tmp_path / PACK_FOLDER).as_uri() + "/"
    page = desk.visit(f"{root}it/index.html")
    page.locator("[data-opens=search]").click()
    assert search(page, "809.3c")[0]["url"] == f"{root}it/{CLAUSE}"
    page.locator("#search ol a").first.click()
    page.wait_for_url(f"**/it/{CLAUSE}")
    page.locator("a.language-link[hreflang=en]").click()
    page.wait_for_url(f"{root}{CLAUSE}")
    for number in ("cr-809/607.3c/index.html", "it/cr-809/607.3c/index.html"):
        page.goto(root + number)
        page.wait_for_url("**/cr-809/neighbours-only.html")
    assert desk.complaints == [] and desk.foreign(root) == []
