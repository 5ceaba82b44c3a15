"""The site without a network: a pack of each language, which browsers keep, and one archive of all to unpack."""

import gzip
import hashlib
import json
import re
import tarfile
from pathlib import Path

import pytest

from emperor_rules.site.i18n import LANGUAGES
from emperor_rules.site.mkdocs.archive import ARCHIVE, FOLDER, FRAME, PACK, SIZE, WORKER, pack
from tests.support.built_site import built_site, html_pages

MADE = {ARCHIVE, WORKER, *(PACK.format(language=language) for language in LANGUAGES)}


def unpack(site: Path, language: str) -> tuple[dict[str, bytes], dict[str, str]]:
    """Read a pack as the worker does; gives its files, and the addresses that lead on."""
    content = gzip.decompress((site / PACK.format(language=language)).read_bytes())
    head, _, rest = content.partition(b"\n")
    listed = json.loads(head)
    columns = [[file[column] for file in listed["files"]] for column in (1, 2, 3)]
    places = [0, sum(columns[0]) + sum(columns[2]), sum(columns[0])]
    files = {}
    for path, *sizes in listed["files"]:
        parts = []
        for column, size in enumerate(sizes):
            parts.append(rest[places[column] : places[column] + size])
            places[column] += size
        files[path] = b"".join(parts)
    assert places[1] == len(rest)
    return files, listed["moved"]


def small_site(folder: Path) -> Path:
    """Write a site of three pages, one of them in the other language, with an address that leads on."""
    for name, content in {
        "index.html": "<head>A</head><article>one</article><footer>",
        "404.html": "no article",
        "old/1.1/index.html": '<meta http-equiv=refresh content="0; url=../../new.html"><a href="../../new.html">1.2</a>',
        "new.html": "<head>A</head><article>two <b>½</b></article><footer>",
        "it/index.html": "<head>A</head><article>uno</article><footer>",
        "assets/site.css": "p { color: red }",
        "assets/rules/a.js": "en",
        "it/assets/rules/a.js": "it",
        "assets/icon.png": "image",
        "rules.json": "{}",
        FRAME: f'size = "{SIZE}"',
        f"it/{FRAME}": f'size = "{SIZE}"',
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def test_a_pack_holds_what_readers_of_a_language_need_byte_by_byte(tmp_path: Path) -> None:
    site = small_site(tmp_path)
    before = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    pack(site)
    both = {"404.html", "assets/site.css"}
    for language, own in (
        ("en", {"index.html", "new.html", "assets/rules/a.js", FRAME}),
        ("it", {"it/index.html", "it/assets/rules/a.js", f"it/{FRAME}"}),
    ):
        files, moved = unpack(site, language)
        assert files == {name: before[name] for name in both | own}
        assert moved == ({"old/1.1/": "new.html"} if language == "en" else {})
    assert SIZE not in (site / FRAME).read_text(encoding="utf-8")


def test_packing_again_gives_the_same_bytes_and_the_worker_names_them(tmp_path: Path) -> None:
    site = small_site(tmp_path)
    pack(site)
    made = {name: (site / name).read_bytes() for name in MADE}
    packs = json.loads(re.search(rb"PACKS = ({.*?\n});", made[WORKER], re.DOTALL)[1])  # type: ignore[index]
    for each in packs.values():
        content = made[each["path"]]
        assert (each["size"], each["digest"]) == (len(content), hashlib.sha256(content).hexdigest())
    frame = (site / FRAME).read_text(encoding="utf-8")
    (site / FRAME).write_text(f'size = "{SIZE}"', encoding="utf-8")
    (site / f"it/{FRAME}").write_text(f'size = "{SIZE}"', encoding="utf-8")
    pack(site)
    assert made == {name: (site / name).read_bytes() for name in MADE}
    assert frame == (site / FRAME).read_text(encoding="utf-8")


@pytest.mark.site
def test_every_page_is_in_the_pack_of_its_language_or_leads_on() -> None:
    packs = {language: unpack(built_site(), language) for language in LANGUAGES}
    for path, page in html_pages().items():
        name = path.relative_to(built_site()).as_posix()
        files, moved = packs["it" if name.startswith("it/") else "en"]
        if page.leads_on:
            assert (built_site() / moved[name.removesuffix("index.html")]).is_file()
        else:
            assert files[name] == path.read_bytes()


@pytest.mark.site
def test_the_archive_holds_the_site_and_nothing_of_this_machine() -> None:
    site = built_site()
    with tarfile.open(site / ARCHIVE) as archive:
        files = {entry.name: entry for entry in archive.getmembers()}
        whole = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
        assert list(files) == sorted(FOLDER + name for name in whole - MADE if not name.startswith("."))
        for name, entry in files.items():
            assert (entry.mtime, entry.uid, entry.uname, entry.mode) == (0, 0, "", 0o644)
            content = archive.extractfile(entry)
            assert content is not None
            if not name.endswith(FRAME):  # which then says how large the pack is
                assert content.read() == (site / name.removeprefix(FOLDER)).read_bytes()
