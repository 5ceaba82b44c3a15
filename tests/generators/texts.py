"""Small random texts about kings and pawns."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.support.kings_and_pawns import clause, text

#: What is given in some clause, by a word that shows it: a random text speaks of one of them at most.
GIVENS = ("dark", "phase", "guilty", "active", "place", "caller")
#: What makes a table legal, unless a test says otherwise.
TABLE = (
    "require every team called t is such that (exactly 1 player of t is a king).",
    "require every team called t is such that (the size of t is 1 or the size of t is 2).",
    "require some team called t is such that (the size of t is 2).",
)

OF_ONE = (
    "p is a king",
    "p is red",
    "p is wet",
    "the room is dark",
    "option fog is in use",
    "the phase is night",
    "p is the active player",
    "p is guilty",
    "some player other than p is next to p",
    "the reach of p is 2",
    "some king other than p is next to p as the turn began",
    "the caller is p",
    "some king other than p is within 1 seats of p at the start",
    "option rain is in use",
)
OF_TWO = (
    *OF_ONE,
    "q is next to p",
    "q is next to p as the turn began",
    "q is next to p at the start",
    "q is a king",
    "q is red",
    "q is within 1 seats of p",
    "the distance from p to q is 2",
    "the team of p is the team of q",
    "the reach of q is the reach of p",
    "q is guilty",
)
HEADS = (
    ("p may hit q", 2),
    ("p may not hit q", 2),
    ("p may push q", 2),
    ("p may not push q", 2),
    ("p is red", 1),
    ("p is not red", 1),
    ("p is wet", 1),
    ("p is not wet", 1),
    ("the reach of p is 2", 1),
    ("the reach of p is 1", 1),
    ("p may row to q from the place of x", 3),
    ("p may not row to q from the place of x", 3),
)
#: What a text made up more widely may say as well: of facts without a default, and of players that it looks for.
GIVENS_WIDE = (*GIVENS, "guest", "herd", "mood", "stones")
OF_ONE_WIDE = (
    "the guest is p",
    "the herd is the team of p",
    "some player of the herd is red",
    "the mood is wild",
    "the number of stones is more than 1",
    "some player called y that is next to p is such that (y is wet)",
    "every king called y that is next to p is such that (not (y is red))",
    "every player called y is such that (the guest is y or y is a king)",
    "no player called y that is next to p is such that (y is guilty)",
    "at least 2 players called y are such that (not (y is wet))",
    "some player called y that is within 1 seats of p is such that (the caller is y)",
    "the number of players that are in the game minus 2 times the number of kings is less than 0",
    "the number of players plus 3 is at most 2 times (the size of the team of p plus 2)",
    "the number of stones plus 2 is more than 4",
    "3 times the number of stones is at least 7",
    "(1 minus the number of players that are in the game) divided by 2, rounded up is 0 minus 1",
    "the reach of p plus 1 is 3",
    "(the distance from p to p plus the size of the team of p) divided by 2, rounded down is 1",
    "the number of players that are next to p at the start is 2",
    "the first king to the right of p that is next to p as the turn began is the caller",
    "the first player called y to the left of p such that (y is wet or y is a king) is the caller",
    "the number of kings called y such that (not (y is next to p) and the reach of y is 2) is 1",
    "the only player that is red is the guest",
    "the only king that is next to p as the turn began is the caller",
    "the only player called y that is next to p such that (y is wet or the caller is y) is not a king",
    "the size of (the only team called u such that (some player of u is guilty)) is 2",
    "the number of players that are within 1 seats of (the only player that is guilty) is 3",
    "the first king to the left of (the first pawn to the right of p that is next to (the caller)) is p",
    "some player of the team of (the only player that is wet) other than (the only player that is red) is a king",
)
HEADS_WIDE = (
    ("the march of p is those of the players clockwise from p that are red", 1),
    ("the march of p is those of the players clockwise from (the caller) that are next to p as the turn began", 1),
    ("the march of p is those of the players clockwise from p that are wet other than p", 1),
    ("the parade of p is the teams clockwise from p", 1),
    ("the parade of p is those of the teams clockwise from (the caller) other than the herd", 1),
    ("the reach of p is the number of players that are in the game divided by 2, rounded up", 1),
    ("the reach of p is 3 minus (the number of kings that are in the game divided by 2, rounded down)", 1),
)
#: What a predicate may look at, so that none runs in a circle: red nothing, wet red, the reach both.
ABOVE = (("red", ("is red", "is wet", "reach")), ("wet", ("is wet", "reach")), ("reach", ("reach",)))


def random_text(
    rng: Random, id: str, *, table: Sequence[str] = TABLE, head: str = "", clauses: int = 6, wide: bool = False
) -> str:
    """Write a text of so many random clauses after its table and the end of play; a wide one says more of more facts."""
    ending = rng.choice(
        (
            "t is lost when no king that is a player of t is in the game.",
            "t is lost when no player that is in the game is a player of t.",
            "t is lost when at most 1 player that is in the game is a player of t and the size of t is 2.",
        )
    )
    blocks = [clause("1", *table), clause("2", ending)]
    if rng.random() < 0.4:
        blocks.append(clause("3", "prohibitions beat permissions."))
    about: dict[str, list[str]] = {}
    without = rng.sample(GIVENS_WIDE, len(GIVENS_WIDE) - 4) if wide else rng.sample(GIVENS, len(GIVENS) - 1)
    for n in range(4, 4 + clauses):
        said, letters = rng.choice((*HEADS, *HEADS_WIDE) if wide else HEADS)
        kind = "reach" if "the reach of p is" in said else said.replace(" not ", " ")
        others = about.setdefault(kind, [])
        overrides = f"overrides {rng.choice(others)}" if others and rng.random() < 0.3 else ""
        blocks.append(clause(str(n), _sentence(rng, said, letters, without, wide), head=overrides))
        others.append(str(n))
    return text(id, *blocks, head=head or "options fog, rain")


def _sentence(rng: Random, said: str, letters: int, without: Sequence[str], wide: bool) -> str:
    pool: Sequence[str] = [
        c
        for c in (*(OF_ONE if letters == 1 else OF_TWO), *(OF_ONE_WIDE if wide else ()))
        if not any(f" {key}" in c for key in without)
    ]
    if letters == 3:
        pool = (*pool, "x is next to q", "x is p", "x is a king")
    for word, unseen in ABOVE:
        if word in said:
            pool = [c for c in pool if not any(u in c for u in unseen)]
    chosen = rng.sample(pool, rng.choice((1, 1, 2)))
    joined = rng.choice((" and ", " or ")).join(chosen)
    if rng.random() < 0.25:
        joined = f"not ({joined})"
    roll, of_value = rng.random(), said.startswith("the ")
    if not of_value and "not" not in said and roll < 0.25:
        return f"{said} only when {joined}."
    if roll > 0.88:
        open_ = rng.choice(("is left open", "does not arise"))
        return (
            f"whether {said.replace('not ', '')} {open_} when {joined}."
            if not of_value
            else f"{said.partition(' is ')[0]} {open_} when {joined}."
        )
    return f"{said} {rng.choice(('when', 'when', 'unless'))} {joined}."
