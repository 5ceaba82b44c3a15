"""The site without a network: a pack of each language, which browsers keep and readers unpack."""

import gzip
import hashlib
import json
import re
import tarfile
from pathlib import Path

import pytest

from emperor_rules.messages import LANGUAGES
from emperor_rules.model.texts import included_texts
from emperor_rules.site.mkdocs.archive import FRAME, PACK, PACK_FOLDER, PART, PARTS_FILE, SIZE, WORKER, pack, part_id
from emperor_rules.site.mkdocs.theme_context import folder_of
from emperor_rules.site.permalinks import clause_page, text_page
from emperor_rules.site.texts import arrange_texts
from tests.support.built_site import built_site, html_pages
from tests.support.shipped import whole_rulebook

#: A part beside the first of the small site, and what is made of that site.
OTHER = "river"
PACKS = {PACK.format(language=language) for language in LANGUAGES}
MADE = {WORKER, *PACKS, *(PART.format(id=id) for id in (*LANGUAGES, part_id("en", OTHER)))}


def unpack(pack: Path) -> dict[str, bytes]:
    """Read the files of a pack, which says nothing of this machine."""
    files = {}
    with tarfile.open(pack) as archive:
        for entry in archive:
            assert (entry.mtime, entry.uid, entry.uname, entry.mode) == (0, 0, "", 0o644)
            content = archive.extractfile(entry)
            assert content is not None and entry.name.startswith(PACK_FOLDER)
            files[entry.name.removeprefix(PACK_FOLDER)] = content.read()
    return files


def size_of(*ids: str) -> str:
    """Return the frame of a site that tells the sizes of parts."""
    return " ".join(f"size = {SIZE.format(id=id)}" for id in ids)


def small_site(folder: Path) -> Path:
    """Write a site of four pages, one in the other language and one of another part, with an address that leads on."""
    for name, content in {
        "index.html": "<head>A</head><article>one</article><footer>",
        "404.html": "no article",
        "it/404.html": "nessun articolo",
        "old/1.1/index.html": '<meta http-equiv=refresh content="0; url=../../new.html"><a href="../../new.html">1.2</a>',
        "new.html": "<head>A</head><article>two <b>½</b></article><footer>",
        "it/index.html": "<head>A</head><article>uno</article><footer>",
        "assets/site.css": "p { color: red }",
        "assets/rules/a.js": "en",
        "it/assets/rules/a.js": "it",
        "assets/icon.png": "image",
        "rules.json": "{}",
        "river/one.html": "<article>river</article>",
        PARTS_FILE: json.dumps([{"id": OTHER, "title": "River", "paths": ["river/", "gone.html"]}]),
        FRAME: size_of(part_id("en"), part_id("en", OTHER)),
        f"it/{FRAME}": size_of(part_id("it")),
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def test_a_pack_holds_what_readers_of_a_language_need_byte_by_byte(tmp_path: Path) -> None:
    site = small_site(tmp_path)
    pack(site)
    made = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    river, italian = {"river/one.html"}, {"it/404.html", "it/index.html", "it/assets/rules/a.js", f"it/{FRAME}"}
    english = {"404.html", "index.html", "new.html", "old/1.1/index.html", "assets/rules/a.js", FRAME}
    for name, held in {
        PART.format(id=part_id("en")): english | {"assets/site.css"},
        PART.format(id=part_id("en", OTHER)): river,
        PART.format(id=part_id("it")): italian | {"assets/site.css"},
        PACK.format(language="en"): english | river | {"assets/site.css"},
        PACK.format(language="it"): italian | {"assets/site.css"},
    }.items():
        assert unpack(site / name) == {name: made[name] for name in held}
    assert (site / FRAME).read_text(encoding="utf-8") == "size = 0.1 size = 0.1"
    assert (site / f"it/{FRAME}").read_text(encoding="utf-8") == "size = 0,1"


def test_packing_again_gives_the_same_bytes_and_the_worker_names_them(tmp_path: Path) -> None:
    site = small_site(tmp_path)
    pack(site)
    made = {name: (site / name).read_bytes() for name in MADE}
    packs = json.loads(re.search(rb"PACKS = ({.*?\n});", made[WORKER], re.DOTALL)[1])  # type: ignore[index]
    assert [*packs] == [part_id("en"), part_id("en", OTHER), part_id("it")]
    for each in packs.values():
        content = made[each["path"]]
        assert (each["size"], each["digest"]) == (len(content), hashlib.sha256(gzip.decompress(content)).hexdigest())
    pack(small_site(tmp_path))
    assert made == {name: (site / name).read_bytes() for name in MADE}


@pytest.mark.site
def test_every_page_is_in_the_pack_of_its_language() -> None:
    packs = {language: unpack(built_site() / PACK.format(language=language)) for language in LANGUAGES}
    for path in html_pages():
        name = path.relative_to(built_site()).as_posix()
        assert packs["it" if name.startswith("it/") else "en"][name] == path.read_bytes()


@pytest.mark.site
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rulebook_is_a_part_of_its_own_which_is_enough_for_it(language: str) -> None:
    """What a rulebook includes is kept with it or with the first part, the pages of its clauses too."""
    rulebook = whole_rulebook()
    first, *others = (text.id for text in arrange_texts(rulebook)[0])
    held = {id: {*unpack(built_site() / PART.format(id=part_id(language, id)))} for id in others}
    whole = {*unpack(built_site() / PART.format(id=part_id(language)))}
    own = folder_of(language)
    for book in (first, *others):
        kept = whole | held.get(book, set())
        for text in included_texts(rulebook.texts, book):
            pages = [text_page(text), *(clause_page(text, clause.slug) for clause in rulebook.texts[text].clauses)]
            assert {f"{own}{page.removesuffix('.md')}.html" for page in pages} <= kept, (book, text)
    assert not whole & held[others[0]], "nothing is fetched twice"
    assert {f"{own}{name}" for name in ("offline.html", "404.html", "table/index.html", "search/index.js")} <= whole
