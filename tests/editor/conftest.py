"""An editor with the rules of this project, for the tests that change none of its files."""

from collections.abc import Iterator

import pytest

from tests.support.editor import Editor, editing
from tests.support.paths import REPOSITORY


@pytest.fixture(scope="session")
def editor() -> Iterator[Editor]:
    with editing(REPOSITORY) as editor:
        yield editor
