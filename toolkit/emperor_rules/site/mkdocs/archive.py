"""The site without a network: a pack of each language, which a browser keeps or a reader unpacks.

A pack is an ordinary ``.tar.gz``. Both unpacked in one place make one folder, whose languages lead to one another.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import tarfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from emperor_rules.messages import LANGUAGES
from emperor_rules.resources import site_folder
from emperor_rules.site.mkdocs.theme_context import folder_of, is_shared

#: The folder that packs unpack to, the script by which a browser keeps them, and the one of each language that says how
#: large its pack is.
PACK_FOLDER, WORKER, FRAME = "emperor-rules/", "worker.js", "frame.js"
#: The pack of a language, and what stands in its frame for the size of the pack.
PACK, SIZE = "packs/emperor-rules-{language}.tar.gz", "{size}"
#: What no page of the site asks for: what is for programs, hosts and systems, and what is made here.
UNREAD = re.compile(r"^[^/]*\.(json|gz)$|^packs/|sitemap\.xml|\.png$|(^|/)\.[^/]*$")
#: The folders of the other languages.
OTHERS = tuple(folder_of(language) for language in LANGUAGES if folder_of(language))


def pack(site: Path) -> None:
    """Write into a built site the packs of its languages, and the worker that keeps these very packs.

    The same site gives the same bytes.
    """
    paths = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    files = {name: paths[name] for name in sorted(paths, key=_place) if name != WORKER and not UNREAD.search(name)}
    packs = {}
    with ThreadPoolExecutor() as threads:  # compressing holds up no other thread
        contents = [_content(files, language) for language in LANGUAGES]
        packed = list(threads.map(lambda content: gzip.compress(content, 9, mtime=0), contents))
    for language, content, compressed in zip(LANGUAGES, contents, packed, strict=True):
        name = PACK.format(language=language)
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(compressed)
        digest, home = hashlib.sha256(content).hexdigest(), folder_of(language)
        packs[language] = {"path": name, "size": len(compressed), "digest": digest, "home": home}
        frame = files[folder_of(language) + FRAME]
        frame.write_text(frame.read_text("utf-8").replace(SIZE, f"{len(compressed) / 1e6:.1f}"), "utf-8")
    worker = (site_folder() / WORKER).read_text(encoding="utf-8").replace("{folder}", PACK_FOLDER)
    (site / WORKER).write_text(worker.replace("{packs}", json.dumps(packs, indent=2)), encoding="utf-8")


def _place(name: str) -> tuple[bool, bool, str]:
    """Return where a file stands in a pack: like by like, as gzip looks back only 32 kB."""
    return name.endswith(".html"), name.count("/") > 1 + name.startswith(OTHERS) and name.endswith("/index.html"), name


def _content(files: Mapping[str, Path], language: str) -> bytes:
    """Return a pack before it is compressed: what a reader of a language needs."""
    own, packed = folder_of(language), io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, path in files.items():
            if is_shared(name) or (name.startswith(own) and (own or not name.startswith(OTHERS))):
                entry, content = tarfile.TarInfo(PACK_FOLDER + name), path.read_bytes()
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return packed.getvalue()
