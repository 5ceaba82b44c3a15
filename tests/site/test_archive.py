"""The site as one archive to download."""

import hashlib
import re
import zipfile

import pytest

from emperor_rules.cli.site_folder import MARK
from emperor_rules.site.mkdocs.archive import ARCHIVE, FOLDER, WORKER
from tests.support.built_site import built_site

pytestmark = pytest.mark.site


def test_the_archive_holds_the_site_and_nothing_of_this_machine() -> None:
    site = built_site()
    with zipfile.ZipFile(site / ARCHIVE) as archive:
        assert archive.testzip() is None
        files = {entry.filename: entry for entry in archive.infolist()}
        whole = {p.relative_to(site).as_posix(): p for p in site.rglob("*") if p.is_file()}
        assert files.keys() == {FOLDER + name for name in whole.keys() - {ARCHIVE, WORKER, MARK}}
        assert list(files) == sorted(files)
        for name, entry in files.items():
            assert entry.date_time == (1980, 1, 1, 0, 0, 0) and entry.external_attr >> 16 == 0o644
            assert entry.flag_bits & ~0x800 == 0, "its size stands before it, as the worker expects"
            assert archive.read(name) == whole[name.removeprefix(FOLDER)].read_bytes()
    worker = (site / WORKER).read_text(encoding="utf-8")
    assert re.search(r'DIGEST = "([0-9a-f]{64})"', worker)
    assert hashlib.sha256((site / ARCHIVE).read_bytes()).hexdigest() in worker
