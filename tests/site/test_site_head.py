"""What stands around every page: its language, title, counterparts, dates and the notice, and the list of all pages."""

import json
import posixpath
import re
import struct
from collections import Counter
from functools import cache
from xml.etree import ElementTree

import pytest

from emperor_rules.messages import LANGUAGES
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.page import OFFICIAL_RULES
from tests.support.built_site import built_site, html_pages, samples, single_match
from tests.support.shipped import rulebook

pytestmark = pytest.mark.site

NAMESPACES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


@cache
def heads() -> dict[str, str]:
    """The part of every page before its body, but of those that lead from a number to its clause."""
    by_name = {}
    for path in html_pages():
        head = path.read_text(encoding="utf-8").split("<body", 1)[0]
        if 'content="noindex"' not in head:
            by_name[path.relative_to(built_site()).as_posix()] = head
    return by_name


def language_of(name: str) -> str:
    return "it" if name.startswith("it/") else "en"


def test_every_page_names_its_language() -> None:
    for path in html_pages():
        name = path.relative_to(built_site()).as_posix()
        page, language = path.read_text(encoding="utf-8"), language_of(name)
        assert f'<html lang="{language}"' in page[:500], name
        if language == "it" and "contributing/" not in name and not name.endswith("404.html"):
            assert '<span lang="en">' not in page, f"{name}: only formal statements and terms are English"


def test_every_page_has_a_title_and_a_description_of_its_own() -> None:
    titles: Counter[tuple[str, str]] = Counter()
    for name, head in heads().items():
        if name.endswith("404.html"):
            continue
        language = language_of(name)
        title = single_match(r"<title>([^<]*)</title>", head)
        assert read_locale(language)["site_name"] in title, name
        titles[language, title] += 1
        assert 20 < len(single_match(r'<meta name="description" [^>]*content="([^"]*)"', head)) <= 160, name
        assert '<meta name="viewport"' in head
    assert [title for title, count in titles.items() if count > 1] == []


def test_every_page_leads_to_its_counterpart_and_to_the_menu_without_scripts() -> None:
    for name in heads():
        if name.endswith("404.html"):
            continue
        body = (built_site() / name).read_text(encoding="utf-8").split("<body", 1)[1]
        start, menu, (language, other) = (
            single_match(r'<header class="plain"><a href="([^"]*)"', body),
            single_match(r'<header class="plain">.*?<a .*? <a href="([^"]*menu.html)"', body),
            re.findall(r'<a href="([^"]*)" hreflang="(\w+)"', body.partition("</header>")[0])[0][::-1],
        )
        own = language_of(name)
        assert language == next(one for one in LANGUAGES if one != own)
        plain, here = name.removeprefix("it/"), (built_site() / name).parent
        there = {"en": built_site(), "it": built_site() / "it"}
        assert (here / other).resolve() == there[language] / plain and (here / other).is_file()
        assert (here / start).resolve() == there[own] / "index.html"
        assert (here / menu).resolve() == there[own] / "menu.html"


@pytest.mark.parametrize("folder", ["", "it/"])
def test_the_menu_without_scripts_leads_to_what_the_script_leads_to(folder: str) -> None:
    frame = (built_site() / folder / "frame.js").read_text(encoding="utf-8")
    menu = json.loads(single_match(r"const menu = (\[.*\]);\n", frame))
    listed = [page for _, url, *pages in menu for page in ([inner for _, inner in pages[0]] if pages else [url])]
    links = html_pages()[built_site() / folder / "menu.html"].links
    assert len(listed) > 40 and set(listed) <= set(map(posixpath.normpath, links))


def test_every_page_says_as_of_when_and_that_it_is_unofficial() -> None:
    newest = max(text.editions[-1] for text in rulebook().texts.values() if text.editions)
    for path, page in html_pages().items():
        assert page.leads_on or f'href="{OFFICIAL_RULES}"' in page.source, path
    for name in samples():
        text = html_pages()[built_site() / name].text
        assert re.search(r"(19|20)\d\d|Undated|Senza data", text), name
        assert name not in heads() or read_locale(language_of(name)).dated("site_newest", newest) in " ".join(
            text.split()
        ), name


def test_the_sitemap_lists_every_page_of_both_languages_once() -> None:
    root = ElementTree.parse(built_site() / "sitemap.xml").getroot()
    listed = [element.findtext("s:loc", "", NAMESPACES) for element in root.findall("s:url", NAMESPACES)]
    assert sorted(listed) == sorted(name for name in heads() if not name.endswith("404.html"))
    for element in root.findall("s:url", NAMESPACES):
        plain = element.findtext("s:loc", "", NAMESPACES).removeprefix("it/")
        others = {link.get("hreflang"): link.get("href") for link in element.findall("x:link", NAMESPACES)}
        assert others == {"en": plain, "it": f"it/{plain}"}


@pytest.mark.parametrize("folder", ["", "it/"])
def test_the_manifest_names_what_is_there(folder: str) -> None:
    here = built_site() / folder
    manifest = json.loads((here / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["name"] == read_locale("it" if folder else "en")["site_name"]
    assert (here / manifest["start_url"]).is_file() and (here / manifest["scope"]).resolve() == built_site().resolve()
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        data = (here / icon["src"]).read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert "x".join(map(str, struct.unpack(">II", data[16:24]))) == icon["sizes"]
