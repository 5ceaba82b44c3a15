"""The site without a network: packs of each language, which a browser keeps or a reader unpacks.

A pack is an ordinary ``.tar.gz``. What browsers keep comes in parts, of which the first is enough for the game of the
start page; what is for computers is all of a language. Packs unpacked in one place make one folder, whose languages
lead to one another.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import tarfile
import zlib
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from emperor_rules.messages import LANGUAGES
from emperor_rules.resources import site_folder
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.mkdocs.theme_context import folder_of, is_shared
from emperor_rules.site.packs import PagePack

#: The folder that packs unpack to, the script by which a browser keeps them, and the one of each language that says how
#: large its packs are.
PACK_FOLDER, WORKER, FRAME = "emperor-rules/", "worker.js", "frame.js"
#: All of a language, and each part of it: the first has the id of the language alone.
PACK, PART = "packs/emperor-rules-{language}.tar.gz", "packs/{id}.tar.gz"
#: The file of a language that says what its other parts hold, and what stands in its frame for the size of a part.
PARTS_FILE, SIZE = "packs/parts.json", "{{size {id}}}"
#: What no page of the site asks for: what is for programs, hosts and systems, and what is made here.
UNREAD = re.compile(r"^[^/]*\.(json|gz)$|(^|/)packs/|sitemap\.xml|\.png$|(^|/)\.[^/]*$")
#: The folders of the other languages.
OTHERS = tuple(folder_of(language) for language in LANGUAGES if folder_of(language))
#: A page of fewer bytes leads on to another, and says nothing else.
LEADING_ON = 2_000
#: The end of a tar archive.
ARCHIVE_END = bytes(1024)


def part_id(language: str, pack: str = "") -> str:
    """Return the id of a part: that of what every reader of the language keeps, or of a pack beside it."""
    return f"{language}.{pack}" if pack else language


def pack(site: Path) -> None:
    """Write into a built site the packs of its languages, and the worker that keeps these very packs.

    The same site gives the same bytes.
    """
    paths = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    files = {
        name: paths[name]
        for name in sorted(paths, key=lambda name: _place(name, paths[name]))
        if name != WORKER and not UNREAD.search(name)
    }
    (site / PACK).parent.mkdir(exist_ok=True)
    with ThreadPoolExecutor() as threads:  # compressing holds up no other thread
        packs = list(threads.map(partial(_pack_language, site, files), LANGUAGES))
    worker = (site_folder() / WORKER).read_text(encoding="utf-8").replace("{folder}", PACK_FOLDER)
    written = json.dumps({id: each for one in packs for id, each in one.items()}, indent=1)
    (site / WORKER).write_text(worker.replace("{packs}", written), encoding="utf-8")


def _pack_language(site: Path, files: Mapping[str, Path], language: str) -> dict[str, dict[str, Any]]:
    """Write the packs of a language, and return by id what the worker knows of each part."""
    own = folder_of(language)
    needed = {
        name: name.removeprefix(own)
        for name in files
        if is_shared(name) or (name.startswith(own) and (own or not name.startswith(OTHERS)))
    }
    listed, frame = site / own / PARTS_FILE, own + FRAME
    others = [PagePack(**each) for each in json.loads(listed.read_text("utf-8"))] if listed.is_file() else []
    held = {other.id: [name for name, path in needed.items() if other.has(path)] for other in others}
    apart = {name for names in held.values() for name in names}
    said = files[frame].read_text("utf-8")
    parts: dict[str, dict[str, Any]] = {}
    sent = []
    for other in others:
        content, id = _tar(files, held[other.id]), part_id(language, other.id)
        sent.append(gzip.compress(content, 9, mtime=0))
        parts[id] = _written(site, id, sent[-1], content) | {"home": own, "holds": other.paths}
        said = said.replace(SIZE.format(id=id), _size(len(sent[-1]), language))
    # the first part holds the frame, which says how large it is: the frame comes last, and is tried before
    before = _tar(files, (name for name in needed if name not in apart and name != frame))
    compressor = zlib.compressobj(9, wbits=31)
    begun = compressor.compress(before)
    tried = compressor.copy()
    size = len(begun + tried.compress(_tar(files, [frame])) + tried.flush())
    files[frame].write_text(said.replace(SIZE.format(id=part_id(language)), _size(size, language)), encoding="utf-8")
    end = _tar(files, [frame])
    whole = begun + compressor.compress(end) + compressor.flush()
    first = {part_id(language): _written(site, part_id(language), whole, before + end) | {"home": own}}
    name = PACK.format(language=language)
    (site / name).write_bytes(b"".join((whole, *sent, gzip.compress(ARCHIVE_END, mtime=0))))
    return first | parts


def _written(site: Path, id: str, compressed: bytes, content: bytes) -> dict[str, Any]:
    """Write a part, and return how it is fetched and checked."""
    name = PART.format(id=id)
    (site / name).write_bytes(compressed)
    return {"path": name, "size": len(compressed), "digest": hashlib.sha256(content).hexdigest()}


def _size(count: int, language: str) -> str:
    """Return a number of bytes as readers are told it, in megabytes; the smallest part is never called empty."""
    return f"{max(count, 50_000) / 1e6:.1f}".replace(".", read_locale(language)["site_decimal"])


def _place(name: str, path: Path) -> tuple[str, bool, str, int, str]:
    """Return where a file stands in a pack: like by like, as gzip looks back only 32 kB.

    Pages that only lead on are alike, and others most like those of their folder that are about as long.
    """
    size = path.stat().st_size
    own = next((folder for folder in OTHERS if name.startswith(folder)), "")
    folder, _, rest = name.removeprefix(own).partition("/")
    return path.suffix, size < LEADING_ON, folder if rest else "", size, name


def _tar(files: Mapping[str, Path], names: Iterable[str]) -> bytes:
    """Return files as a tar archive without its end, so that others may follow it."""
    archive = bytearray()
    for name in names:
        entry, content = tarfile.TarInfo(PACK_FOLDER + name), files[name].read_bytes()
        entry.size = len(content)
        archive += entry.tobuf(tarfile.USTAR_FORMAT) + content + bytes(-len(content) % tarfile.BLOCKSIZE)
    return bytes(archive)
