"""The site without a network: as one archive to download, which is also what a browser keeps of it."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

from emperor_rules.resources import site_folder

#: The archive, the folder that it unpacks to, and the script by which a browser keeps it.
ARCHIVE, FOLDER, WORKER = "site.zip", "site/", "worker.js"
#: A file in the archive bears no other date: the earliest that there is.
NO_DATE = (1980, 1, 1, 0, 0, 0)


def pack(site: Path) -> None:
    """Write the archive of a built site into it, and the worker that keeps this very archive.

    The same site gives the same bytes.
    """
    with zipfile.ZipFile(site / ARCHIVE, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
        for name, path in sorted(files.items()):
            if name not in (ARCHIVE, WORKER):
                entry = zipfile.ZipInfo(FOLDER + name, NO_DATE)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.create_system, entry.external_attr = 3, 0o644 << 16
                archive.writestr(entry, path.read_bytes())
    digest = hashlib.sha256((site / ARCHIVE).read_bytes()).hexdigest()
    worker = (site_folder() / WORKER).read_text(encoding="utf-8")
    for name, value in (("digest", digest), ("archive", ARCHIVE), ("folder", FOLDER)):
        worker = worker.replace(f"{{{name}}}", value)
    (site / WORKER).write_text(worker, encoding="utf-8")
