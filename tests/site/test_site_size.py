"""How large the site is, in bytes that do not depend on the machine: what grows past its budget fails."""

import gzip
import json

import pytest

from emperor_rules.messages import LANGUAGES
from emperor_rules.site.mkdocs.archive import FRAME, PART, part_id
from tests.support.built_site import built_site, html_pages, single_match

pytestmark = pytest.mark.site

KB, MB = 1000, 1000 * 1000
#: What a language costs a reader who keeps it, over the wire: what Emperor needs, and each other rulebook or the guide.
OF_FIRST, OF_OTHER = 1.1 * MB, 0.21 * MB
#: All files together, with the packs of both languages as a whole and in parts.
OF_SITE = 43 * MB
#: What stands around an article: what all pages have in common is in the frame.
OF_FRAME = 2.1 * KB
#: An address that leads on.
OF_ADDRESS = 330
#: The start page and a clause's with all that they load, over the wire, but for the heads of the answers.
OF_VISIT = 134 * KB


def test_what_a_reader_keeps_is_small() -> None:
    for language in LANGUAGES:
        assert (built_site() / PART.format(id=part_id(language))).stat().st_size < OF_FIRST
        for path in built_site().glob(PART.format(id=part_id(language, "*"))):
            assert path.stat().st_size < OF_OTHER, path


def test_the_whole_site_is_small() -> None:
    assert sum(path.stat().st_size for path in built_site().rglob("*") if path.is_file()) < OF_SITE


def test_what_stands_around_an_article_is_small() -> None:
    around = []
    for path in html_pages():
        before, article, rest = path.read_bytes().partition(b"<article")
        if article:
            around.append(len(before) + len(rest.rpartition(b"</article>")[2]))
    assert len(around) > 600 and max(around) < OF_FRAME


def test_an_address_that_leads_on_is_tiny() -> None:
    assert all(path.stat().st_size < OF_ADDRESS for path, page in html_pages().items() if page.leads_on)


@pytest.mark.parametrize("name", ["index.html", "it/index.html", "cr-809/neighbours-only.html"])
def test_a_first_visit_is_small(name: str) -> None:
    page = built_site() / name
    loaded = {page, *((page.parent / address).resolve() for address in html_pages()[page].loaded if ":" not in address)}
    frame = next(path for path in loaded if path.name == FRAME)
    scripts = json.loads(single_match(r"const scripts = (\[.*?\])\.map", frame.read_text(encoding="utf-8")))
    loaded |= {built_site() / script for script in scripts}
    files = [path for path in loaded if path.suffix in (".html", ".css", ".js", ".svg", ".woff2")]
    assert len(files) > 8
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in files) < OF_VISIT
