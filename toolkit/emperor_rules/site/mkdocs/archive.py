"""The site without a network: a pack of each language, which a browser keeps, and an archive of all to unpack.

A pack is a gzip file. Its first line is a JSON document that names the files and how long their three parts are: what
stands before a page's article, the article, and what stands behind it. All first parts follow, all last ones, and all
articles. So what pages repeat lies close together, and gzip, which looks back only 32 kB, finds it.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import posixpath
import re
import tarfile
from collections.abc import Mapping
from pathlib import Path

from emperor_rules.resources import site_folder
from emperor_rules.site.i18n import LANGUAGES
from emperor_rules.site.mkdocs.theme_context import folder_of, is_shared

#: The archive and the folder that it unpacks to, the script by which a browser keeps packs, and the one of each
#: language that says how large its pack is.
ARCHIVE, FOLDER, WORKER, FRAME = "site.tar.xz", "site/", "worker.js", "frame.js"
#: The pack of a language, and what stands in its frame for the size of the pack.
PACK, SIZE = "packs/{language}.pack", "{size}"
#: What no page of the site asks for: what is for programs, hosts and systems, and what is made here.
UNREAD = re.compile(r"^[^/]*\.(json|jsonl)$|^packs/|sitemap\.xml|\.png$|(^|/)\.[^/]*$")
#: An address that leads on to another.
LEADS_ON = re.compile(rb'<meta http-equiv=refresh content="0; url=([^"]*)">')
#: The largest dictionary that the archive is worth: all pages of both languages.
XZ = ({"id": lzma.FILTER_LZMA2, "preset": 1, "dict_size": 1 << 25},)


def pack(site: Path) -> None:
    """Write into a built site the packs of its languages, the worker that keeps these very packs, and the archive.

    The same site gives the same bytes.
    """
    made = {ARCHIVE, WORKER, *(PACK.format(language=language) for language in LANGUAGES)}
    paths = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    files = {name: paths[name] for name in sorted(paths.keys() - made) if not name.startswith(".")}
    _write_archive(site / ARCHIVE, files)
    packs = {}
    for language in LANGUAGES:
        name = PACK.format(language=language)
        content = gzip.compress(_content(files, language), 9, mtime=0)
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(content)
        packs[language] = {"path": name, "size": len(content), "digest": hashlib.sha256(content).hexdigest()}
        frame = files[folder_of(language) + FRAME]
        frame.write_text(frame.read_text("utf-8").replace(SIZE, f"{len(content) / 1e6:.1f}"), "utf-8")
    worker = (site_folder() / WORKER).read_text(encoding="utf-8")
    (site / WORKER).write_text(worker.replace("{packs}", json.dumps(packs, indent=2)), encoding="utf-8")


def _write_archive(place: Path, files: Mapping[str, Path]) -> None:
    with lzma.open(place, "wb", filters=XZ) as packed, tarfile.open(fileobj=packed, mode="w|") as archive:
        for name, path in files.items():
            entry, content = tarfile.TarInfo(FOLDER + name), path.read_bytes()
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def _content(files: Mapping[str, Path], language: str) -> bytes:
    """Return a pack before it is compressed: what a reader of a language needs."""
    own, others = folder_of(language), tuple(folder_of(other) for other in LANGUAGES if folder_of(other))
    names = [
        name
        for name in files
        if (is_shared(name) or name == "404.html" or (name.startswith(own) and (own or not name.startswith(others))))
        and not UNREAD.search(name)
    ]
    moved: dict[str, str] = {}
    parts: dict[str, tuple[bytes, bytes, bytes]] = {}
    for name in sorted(names, key=lambda name: (not name.endswith(".html"), name)):
        content = files[name].read_bytes()
        target = LEADS_ON.search(content) if name.endswith(".html") else None
        if target is None:
            parts[name] = _split(content) if name.endswith(".html") else (b"", content, b"")
        else:
            folder = posixpath.dirname(name)
            moved[f"{folder}/"] = posixpath.normpath(posixpath.join(folder, target[1].decode()))
    listed = [[name, *map(len, three)] for name, three in parts.items()]
    head = json.dumps({"files": listed, "moved": moved}, separators=(",", ":")).encode()
    return b"".join((head, b"\n", *(part for place in (0, 2, 1) for part in [t[place] for t in parts.values()])))


def _split(page: bytes) -> tuple[bytes, bytes, bytes]:
    start, end = page.find(b"<article"), page.rfind(b"</article>")
    return (page[:start], page[start:end], page[end:]) if 0 <= start < end else (page, b"", b"")
