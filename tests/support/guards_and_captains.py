"""A small rulebook, of guards and captains, the outcomes of whose mutants can be worked out by hand."""

from __future__ import annotations

from pathlib import Path

from tests.support.seating_words import MEMBERS, SEATING

VOCABULARY = (
    SEATING
    + MEMBERS
    + """\
role captain
  letter C
  symbol crown
  en "captain", "captains"
  it "capitano", "capitani"

role guard
  letter g
  symbol shield
  en "guard", "guards"
  it "guardia", "guardie"

option fog
  en "fog"
  it "nebbia"

given loose
  en "the grip is loose"
  it "la presa è molle"
  default no

given active
  en "the active player"
  it "il giocatore attivo"
  player
  default first

given hurt
  en "p is hurt"
  it "p è ferito"
  players
  default none

fact fair
  en "the seating is fair"
  it "la disposizione è regolare"
  ask en "is the seating fair?"
  ask it "la disposizione è regolare?"
  requirement
  ignores left, leaving

value reach
  of p
  en "the reach of p"
  it "la portata di p"
  ask en "how far does p reach?"
  ask it "quanto arriva p?"
  answer number

action may-hit
  of p, q
  en "p may hit q"
  it "p può colpire q"
  ask en "may p hit q?"
  ask it "p può colpire q?"

action may-poke
  of p, q
  en "p may poke q"
  it "p può pungere q"
  ask en "may p poke q?"
  ask it "p può pungere q?"

fact beaten
  of t
  en "t is beaten"
  it "t è sconfitta"
  ask en "is t beaten?"
  ask it "t è sconfitta?"
  closed

fact done
  of p
  en "p is done"
  it "p ha finito"
  ask en "is p done?"
  ask it "p ha finito?"
  closed

value prize
  of t
  en "the prize of t"
  it "il premio di t"
  ask en "what does t get?"
  ask it "che cosa riceve t?"
  answer one of gold "gold" "oro", tin "tin" "latta"

fact steady
  of p
  en "p is steady"
  it "p è saldo"
"""
)

TEXT = """
text small "A small game"
  it "Un gioco piccolo"
  language en
  options fog

clause 1 two-a-side
  en "Two teams of two."
  it "Due squadre da due."
  require the number of teams is 2 and every team called t is such that (the size of t is 2).
  require every team called t is such that (exactly 1 captain is a player of t).

clause 2 reach
  en "How far one reaches."
  it "Quanto si arriva."
  the reach of p is 2 when p is a captain.
  the reach of p is 1 when p is a guard.

clause 3 fog overrides 2
  en "In the fog one seat."
  it "Nella nebbia un posto."
  the reach of p is 1 when option fog is in use.

clause 4 hitting
  en "One hits those whom one reaches."
  it "Si colpisce chi si raggiunge."
  p may hit q only when the distance from p to q is at most the reach of p.
  whether p may hit q is left open when q is next to p and not (q is next to p as the turn began).

clause 5 loose-grip
  en "Not with a loose grip."
  it "Non con la presa molle."
  p may not hit q when the grip is loose.

clause 6 captain-falls
  en "A team is beaten with its captain, and then all are done."
  it "Una squadra è sconfitta col suo capitano, e tutti hanno finito."
  t is beaten when some captain that is a player of t is hurt.
  t is beaten when every player of t is done.
  p is done when some team called t is such that (p is a player of t and t is beaten).

clause 7 prizes
  en "Gold for the unbeaten."
  it "Oro per chi non è sconfitto."
  the prize of t is gold when t is not beaten.

clause 8 steadiness
  en "Guards are steady; nothing comes of it."
  it "Le guardie sono salde; non ne viene nulla."
  p is steady when p is a guard.

clause 9 poking
  en "One may poke one's neighbours, unless the grip is loose."
  it "Si possono pungere i vicini, se la presa non è molle."
  p may poke q when q is next to p.
  p may not poke q unless not (the grip is loose).
  p may not poke q unless p is the active player.

clause 10 no-beats-yes
  en "A ban beats a leave."
  it "Un divieto batte un permesso."
  prohibitions beat permissions.
"""

SCENARIOS = """
scenario "A captain reaches two seats, a guard one"
  in small
  seats g C | g C
  the reach of A2: 2, by small 2
  the reach of A1: 1, by small 2

scenario "Fog leaves one seat"
  in small
  seats g C | g C
  options fog
  the reach of A2: 1, by small 3

scenario "A captain is hurt"
  in small
  seats g C | g C
  given hurt A2
  team A is beaten: yes, by small 6
  team B is beaten: no
  A1 is done: yes, by small 6
  B1 is done: no
  the prize of B: gold, by small 7
  the prize of A: silent
"""


def write_small(folder: Path) -> Path:
    for place, content in (("vocabulary/small", VOCABULARY), ("texts/small", TEXT), ("scenarios/small", SCENARIOS)):
        file = folder / "rules" / f"{place}.rules"
        file.parent.mkdir(parents=True)
        file.write_text(content.lstrip(), encoding="utf-8")
    return folder
