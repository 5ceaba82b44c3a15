"""A rulebook of a few sentences about nothing in particular, written into a folder, to test what sentences mean."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.seating_words import SEATING, TEAM_OF, WITHIN

VOCABULARY = (
    SEATING
    + WITHIN
    + TEAM_OF
    + """\
role emperor
  letter E
  symbol crown
  en "emperor", "emperors"
  it "imperatore", "imperatori"

role general
  letter g
  symbol shield
  en "general", "generals"
  it "generale", "generali"

fact in-the-game
  of p
  en "p is in the game"
  it "p è in gioco"
  negative en "p has left the game"
  negative it "p ha lasciato la partita"
  builtin present

fact opponent
  of p, q
  en "q is an opponent of p"
  it "q è un avversario di p"
  closed
  means the team of p is not the team of q.

action may-rest
  of p
  en "p may rest"
  it "p può riposare"
  ask en "may p rest?"
  ask it "p può riposare?"

action may-swim
  of p, q
  en "p may swim to q"
  it "p può nuotare da q"
  ask en "may p swim to q?"
  ask it "p può nuotare da q?"
  slot from "from the shore of x"
  with from p

fact wet
  of p
  en "p is wet"
  it "p è bagnato"
  ask en "is p wet?"
  ask it "p è bagnato?"
  closed

fact ill
  of p
  en "p is ill"
  it "p è malato"
  ask en "is p ill?"
  ask it "p è malato?"
  closed

fact cold
  of p
  en "p is cold"
  it "p ha freddo"
  ask en "is p cold?"
  ask it "p ha freddo?"
  open

value reach
  of p
  en "the reach of p"
  it "la portata di p"
  ask en "what is the reach of p?"
  ask it "qual è la portata di p?"
  answer number

given dark
  en "the sky is dark"
  it "il cielo è scuro"
  default no

given high
  en "the river is high"
  it "il fiume è alto"
  default no

given closed
  en "the bridge is closed"
  it "il ponte è chiuso"
  default no

given soaked
  en "p is soaked"
  it "p è fradicio"
  players
  default none

given captain
  en "the captain"
  it "il capitano"
  player
  default none

given guide
  en "the guide"
  it "la guida"
  player

given from
  en "the player on whose shore the boat lies"
  it "il giocatore sulla cui riva sta la barca"
  player
  default first
"""
)

CLAUSE = re.compile(r"^(clause .*)$", re.MULTILINE)


def write_rules(folder: Path, **texts: str) -> Path:
    """Write texts given in short: items of the text first, then clauses without their sentences in plain words."""
    (folder / "vocabulary").mkdir(parents=True, exist_ok=True)
    (folder / "texts").mkdir(exist_ok=True)
    (folder / "vocabulary" / "small.rules").write_text(VOCABULARY, encoding="utf-8")
    for name, text in texts.items():
        head, *rest = re.split(r"^(?=clause )", text.lstrip("\n"), maxsplit=1, flags=re.MULTILINE)
        clauses = CLAUSE.sub(r'\1\n  en "Something."\n  it "Qualcosa."', "".join(rest))
        (folder / "texts" / f"{name}.rules").write_text(
            f'text {name} "Small"\n  it "Piccole"\n  language en\n  source "A sample"\n{head}\n{clauses}\n',
            encoding="utf-8",
        )
    return folder
