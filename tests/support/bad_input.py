"""What is thrown at commands: folders, arguments, requests and bytes that are good to begin with, or bad in a known way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from emperor_rules.language.phrases import STRUCTURE
from tests.support.kings_and_pawns import WORDS, clause
from tests.support.kings_and_pawns import text as text_of
from tests.support.tables import SIX

SCENARIO = """\
scenario "A king is wet"
  in t
  seats E g g | E g g
  A1 is wet: yes, by t 1
  A1 may hit A2: yes
  the reach of A1: 2
"""


SOUND = text_of(
    "t",
    clause("1", "p is wet when p is a king."),
    clause("2", "p may hit q only when q is next to p or (p is a king and not (q is a king))."),
    clause("3", "the reach of p is the least n such that (at least 2 players other than p are within n seats of p)."),
)


GARBAGE = (b"\x00", b"\xff\xfe", b"\x80", b"\r", b"\x1b[31m", "\u2028\u202e\u00e9".encode(), b"\xed\xa0\x80")


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def tiny(**changed: bytes) -> dict[str, bytes]:
    """A folder of a few lines; ``vocabulary``, ``texts`` or ``scenarios`` may be replaced."""
    return {
        "rules/vocabulary/words.rules": changed.get("vocabulary", WORDS.encode()),
        "rules/texts/t.rules": changed.get("texts", SOUND.encode()),
        "rules/scenarios/s.rules": changed.get("scenarios", SCENARIO.encode()),
    }


#: What to call each command with, beside its mere name; those not named here are called with --rules alone.
ARGUMENTS: dict[str, list[list[str]]] = {
    "ask": [
        ["t", "is A1 wet?", "--seats", "E g g | E g g"],
        ["t", "may-hit A1 A2", "--seats", "E g", "--format", "json"],
    ],
    "check": [[], ["--format", "json"], ["--strict"]],
    "fmt": [["--check"], ["--diff"], []],
    "compare": [["t", "t", "--up-to", "3", "--seconds", "1"]],
    "coverage": [["--up-to", "2", "--seconds", "0.2"]],
    "build": [],
    "diff": [["rules", "rules", "--up-to", "2"], ["HEAD"]],
    "new": [["variant", "ours", "--includes", "t"], ["variant", "t"]],
}


def where(arguments: list[str]) -> list[str]:
    """Say which folder is meant, unless the arguments do."""
    return [] if "rules" in arguments else ["--rules", "rules"]


WORDS_OF_RULES = """clause text scenario fact value action given sort role option en it see overrides note part since until
p q x n t A1 B2 . , : ( ) | # seats in left by over yes no silent nothing means premise closed open builtin letters answer of
within 999999999 2009-05-01 2009-13-45 redundant with"""


FRAGMENTS = [
    *STRUCTURE,
    *WORDS_OF_RULES.split(),
    "team A",
    "is wet",
    "is a king",
    "may hit",
    "the reach of",
    "is next to",
    "seats of",
    "at least",
    "one of",
    '"',
    "“",
    "\n",
    "\n  ",
    "\n    ",
    "\t",
    " ",
]


UNREADABLE: list[dict[str, bytes]] = [
    {},
    tiny(texts=b""),
    tiny(texts=b"\xff"),
    {"rules": b"a file"},
    {"rules/texts/t.rules/x": b""},
]


CARD = {"leaver": "A1", "owner": "A1", "controller": "A1", "territory": "A1", "kind": "other", "control": "effect"}


REQUESTS: list[dict[str, Any]] = [
    {"id": 1, "text": "cr-809", "seats": SIX, "left": ["A3"], "ask": "may-attack", "of": ["A2", "B1"]},
    {"text": "early", "seats": SIX, "options": ["range-one"], "ask": "range", "of": ["A1"], "on": "2009-05-01"},
    {"text": "cr-800", "seats": SIX, "ask": "fate", "of": [], "given": CARD},
    {
        "text": "wiki-en",
        "seats": "E l",
        "leaving": ["A1"],
        "ask": "team-wins",
        "of": ["A"],
        "given": {"losing": ["A2"]},
    },
]
