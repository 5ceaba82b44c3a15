"""The site without a network: a pack of each language, which browsers keep and readers unpack."""

import gzip
import hashlib
import json
import re
import tarfile
from pathlib import Path

import pytest

from emperor_rules.messages import LANGUAGES
from emperor_rules.site.mkdocs.archive import FRAME, PACK, PACK_FOLDER, SIZE, WORKER, pack
from tests.support.built_site import built_site, html_pages

MADE = {WORKER, *(PACK.format(language=language) for language in LANGUAGES)}


def unpack(site: Path, language: str) -> dict[str, bytes]:
    """Read the files of a pack, which says nothing of this machine."""
    files = {}
    with tarfile.open(site / PACK.format(language=language)) as archive:
        for entry in archive:
            assert (entry.mtime, entry.uid, entry.uname, entry.mode) == (0, 0, "", 0o644)
            content = archive.extractfile(entry)
            assert content is not None and entry.name.startswith(PACK_FOLDER)
            files[entry.name.removeprefix(PACK_FOLDER)] = content.read()
    return files


def small_site(folder: Path) -> Path:
    """Write a site of three pages, one of them in the other language, with an address that leads on."""
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
    both = {"assets/site.css"}
    for language, own in (
        ("en", {"404.html", "index.html", "new.html", "old/1.1/index.html", "assets/rules/a.js", FRAME}),
        ("it", {"it/404.html", "it/index.html", "it/assets/rules/a.js", f"it/{FRAME}"}),
    ):
        assert unpack(site, language) == {name: before[name] for name in both | own}
    assert SIZE not in (site / FRAME).read_text(encoding="utf-8")


def test_packing_again_gives_the_same_bytes_and_the_worker_names_them(tmp_path: Path) -> None:
    site = small_site(tmp_path)
    pack(site)
    made = {name: (site / name).read_bytes() for name in MADE}
    packs = json.loads(re.search(rb"PACKS = ({.*?\n});", made[WORKER], re.DOTALL)[1])  # type: ignore[index]
    for each in packs.values():
        content = made[each["path"]]
        assert (each["size"], each["digest"]) == (len(content), hashlib.sha256(gzip.decompress(content)).hexdigest())
    frame = (site / FRAME).read_text(encoding="utf-8")
    (site / FRAME).write_text(f'size = "{SIZE}"', encoding="utf-8")
    (site / f"it/{FRAME}").write_text(f'size = "{SIZE}"', encoding="utf-8")
    pack(site)
    assert made == {name: (site / name).read_bytes() for name in MADE}
    assert frame == (site / FRAME).read_text(encoding="utf-8")


@pytest.mark.site
def test_every_page_is_in_the_pack_of_its_language() -> None:
    packs = {language: unpack(built_site(), language) for language in LANGUAGES}
    for path in html_pages():
        name = path.relative_to(built_site()).as_posix()
        assert packs["it" if name.startswith("it/") else "en"][name] == path.read_bytes()
