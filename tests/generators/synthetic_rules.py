"""Write a folder of made-up rules of any size: numbers, values, facts, permissions, overrides, includes."""

from __future__ import annotations

import shutil
from pathlib import Path

#: Clauses in one text; a corpus has as many texts as it needs, each including the one before.
CLAUSES = 50

SENTENCES = (
    "the range of p is {n} when p is a general and the size of the team of p is {n}.",
    "q is in range of p exactly when q is within {n} seats of p as the turn began.",
    "p may attack q only when q is an opponent of p and q is next to p and the distance from p to q is at most {n}.",
    "p may not attack q when at least {n} generals that are opponents of q are within {n} seats of p at the start.",
    "whether p may deploy a creature to q is left open when the creature is tapped and the number of teams is {n}.",
    "p may deploy a creature to q when q is a teammate of p and not (the creature is summoning sick or p is q).",
)


def write_corpus(folder: Path, shipped: Path, clauses: int) -> Path:
    """Write ``clauses`` clauses with the shipped vocabulary into ``folder/rules``; gives that folder."""
    rules = folder / "rules"
    shutil.copytree(shipped / "vocabulary", rules / "vocabulary")
    texts = rules / "texts" / "made"
    texts.mkdir(parents=True)
    for at, first in enumerate(range(0, clauses, CLAUSES)):
        lines = [f'text made-{at} "Made text {at}"', '  it "Testo inventato"']
        if at:
            lines.append(f"  includes made-{at - 1}")
        for number in range(first, min(first + CLAUSES, clauses)):
            sentence = SENTENCES[number % len(SENTENCES)].format(n=number % 7 + 2)
            lines += [
                "",
                f"clause {at + 1}.{number} slug-{number}"
                + (f" overrides {at + 1}.{number - 6}" if number - first >= 6 else ""),
                f'  en "Made clause number {number}, in a few plain words."',
                f'  it "Clausola inventata numero {number}, in poche parole."',
                f"  {sentence}",
            ]
        (texts / f"made-{at}.rules").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return rules
