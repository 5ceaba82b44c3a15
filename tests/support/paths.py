"""Where things lie in the repository, and how far the random tests look."""

import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
TESTS = REPOSITORY / "tests"
DATA = TESTS / "data"
RULES = REPOSITORY / "rules"
PACKAGE = REPOSITORY / "toolkit" / "emperor_rules"
#: The source texts, which lie beside the repository of those who have them.
SHARED = REPOSITORY.parent / "shared"

#: The ids of the shipped texts.
TEXTS = sorted(path.stem for path in (RULES / "texts").rglob("*.rules"))

#: How many times as far as usual the random tests look.
THOROUGH = int(os.environ.get("EMPEROR_THOROUGH", "1"))
