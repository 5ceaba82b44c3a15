"""The ground of the compiler: kinds of written code, lines with names, and the toolkit's own notions as expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from emperor_rules.model.terms import Cond, Count, First, GivenFlag, GivenHas, GivenVal, Holds, Least, Term, Val, inside
from emperor_rules.model.vocabulary import Vocabulary


class Plain(NamedTuple):
    """An expression that is certain and rests on no clause; ``nobody`` tells that a player may be nobody."""

    text: str
    nobody: bool = False


class Need(NamedTuple):
    """Whose reasons are wanted: those of the truth of a condition, those of its failure, or both.

    Where the reasons of a failure are not wanted, the rest of a conjunction is skipped once one part fails.
    """

    true: bool
    false: bool


TRUTH = Need(True, False)
BOTH = Need(True, True)


class Full(NamedTuple):
    """A pair of expressions: value and mask."""

    value: str
    mask: str


Code = Plain | Full
Scope = Mapping[str, str]
RINGS = {"now": "c.now", "began": "c.began", "start": "c.start"}


class Lines:
    """Collects the lines of one function."""

    def __init__(
        self, vocabulary: Vocabulary, numbers: Mapping[str, int], missing: Mapping[str, int],
        rules_of: Mapping[str, Sequence[int]],
    ) -> None:  # fmt: skip
        self.vocabulary = vocabulary
        self.numbers = numbers
        self.missing = missing
        self.rules_of = rules_of
        self.given_numbers = {key: n for n, key in enumerate(vocabulary.givens)}
        self.lines: list[str] = []
        self.depth = 0
        self.count = 0

    def may_contradict(self, relation: str) -> bool:
        """Tell whether clauses could decide a relation differently."""
        return len(self.rules_of.get(relation, ())) > 1

    def line(self, text: str) -> None:
        """Add a line at the present depth."""
        self.lines.append("    " * self.depth + text)

    def text(self) -> str:
        """Give everything written."""
        return "\n".join(self.lines) + "\n"

    def fresh(self, prefix: str) -> str:
        """Give a name that is not in use."""
        self.count += 1
        return f"{prefix}{self.count}"

    @staticmethod
    def union(*masks: str) -> str:
        """Write the union of masks."""
        some = list(dict.fromkeys(m for m in masks if m != "0"))
        return " | ".join(some) if some else "0"

    def full(self, code: Code) -> Full:
        """Give a condition as a pair of names or constants."""
        if isinstance(code, Full):
            return code
        if code.text in ("True", "False"):
            return Full("1" if code.text == "True" else "0", "0")
        name = self.fresh("v")
        self.line(f"{name} = 1 if {code.text} else 0")
        return Full(name, "0")

    def full_term(self, code: Code) -> Full:
        """Give a term as a pair."""
        return code if isinstance(code, Full) else Full(code.text, "0")

    # --- what is certain without any clause ------------------------------------------------------

    def is_plain(self, node: Cond | Term) -> bool:
        """Tell whether a condition or term is certain and rests on no clause."""
        match node:
            case Holds(relation, _, _) | Val(relation, _):
                if self.vocabulary.relations[relation].builtin is None:
                    return False
            case GivenVal(key):
                return self.vocabulary.givens[key].default is not None
            case GivenHas(key, _, _) if self.vocabulary.givens[key].default is None:
                return False
            case GivenFlag(key, _):
                return self.vocabulary.givens[key].default is not None
            case Least() | First() | Count():
                return False
        return all(self.is_plain(part) for part in inside(node))

    # --- what the toolkit knows ------------------------------------------------------------------

    def builtin(self, name: str, args: Sequence[str], moment: str) -> str:
        """Write one of the toolkit's own notions as an expression."""
        ring = RINGS[moment]
        a = args[0]
        match name:
            case "next-to":
                return f"distance({ring}, {a}, {args[1]}) == 1"
            case "within":
                return f"distance({ring}, {a}, {args[2]}) <= {args[1]}"
            case "distance":
                return f"distance({ring}, {a}, {args[1]})"
            case "steps-left":
                return f"steps_left({ring}, {a}, {args[1]})"
            case "clockwise":
                return f"clockwise(c, {a})"
            case "member":
                return f"c.team[{a}] == {args[1]}"
            case "team":
                return f"c.team[{a}]"
            case "size":
                return f"c.sizes[{a}]"
            case "middle":
                return f"c.table.middle[{a}]"
            case "present":
                return f"{ring}.pos[{a}] >= 0"
        raise AssertionError(f"no notion {name}")
