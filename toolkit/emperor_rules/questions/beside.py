"""The sentences beside a question, which say nothing that could change its answer, such as a greeting."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from emperor_rules.questions.language import Language, straight
from emperor_rules.questions.mentions import Mention

if TYPE_CHECKING:
    from emperor_rules.questions.reader import Reader


def without_beside(question: str, reader: Reader, id: str, seats: int) -> str:
    """Return a question without the sentences before it that may be left aside.

    Each begins in a way of the tables. It names nobody, has no word of a question or a circumstance, none that turns
    what is asked, and no number but that of the seats. What somebody says of himself is left aside only where the
    question does not speak of him.

    Args:
        question: As typed.
        reader: What reads it.
        id: The language.
        seats: How many players sit at the table.
    """
    written = straight(question.strip())
    begins, parts = _parts(written, reader.languages[id], ("beside", "beside_self"))
    if any(isinstance(who, Mention) and who.of_asker for who, _ in reader.spoken(parts[-1], id)):
        begins, parts = _parts(written, reader.languages[id], ("beside",))
    kept = [part for part in parts[:-1] if not _is_beside(part, begins, reader, id, seats)]
    return " ".join([*kept, parts[-1]]) if len(kept) < len(parts) - 1 else question


def _parts(question: str, spoken: Language, tables: Sequence[str]) -> tuple[re.Pattern[str], list[str]]:
    """Return how a sentence begins that may be left aside, and the parts of a question."""
    ways = "|".join(way for table in tables for way in spoken.table[table])
    begins = f"(?:(?:{'|'.join(spoken.people['and'])}) )?(?:{ways})"
    flags = re.IGNORECASE | re.ASCII
    return re.compile(begins, flags), re.split(rf"(?<=[.,;:!?])\s+|\s+(?={begins})", question, flags=flags)


def _is_beside(part: str, begins: re.Pattern[str], reader: Reader, id: str, seats: int) -> bool:
    opening = begins.match(part)
    telling = reader.patterns[id].telling
    return opening is not None and not any(
        isinstance(value, Mention) or (value != str(seats) if value.isdigit() else value in telling)
        for value, _ in reader.spoken(part[opening.end() :], id)
    )
