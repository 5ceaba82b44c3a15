"""Rules of a few lines about kings, pawns and who may hit whom: a vocabulary, and texts written for one point each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from emperor_rules.check.pipeline import check_folder
from emperor_rules.diagnostics import ERROR
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model.rulebook import Rulebook
from tests.support.seating_words import MEMBERS, SEATING, TEAM_OF, WITHIN

SEATS = "E g g | E g g"

VOCABULARY = (
    SEATING
    + WITHIN
    + MEMBERS
    + TEAM_OF
    + """\
role king
  letter E
  symbol crown
  en "king", "kings"
  it "re", "re"
role pawn
  letter g
  symbol shield
  en "pawn", "pawns"
  it "pedone", "pedoni"
option fog
  en "fog"
  it "nebbia"
value clockwise
  of p
  en "the players clockwise from p"
  it "i giocatori in senso orario da p"
  answer players
  builtin clockwise
value teams-clockwise
  of p
  en "the teams clockwise from p"
  it "le squadre in senso orario da p"
  answer teams
  builtin teams-clockwise
fact present
  of p
  en "p is in the game"
  it "p è in gioco"
  negative en "p has left the game"
  builtin present
fact legal
  en "the table is legal"
  it "il tavolo è regolare"
  ask en "is the table legal?"
  ask it "il tavolo è regolare?"
  requirement
"""
)

ACTION = """\
action {name}
  of p, q
  en "p may {words} q"
  it "p può {words} q"
  ask en "may p {words} q?"
  ask it "p può {words} q?"
"""
FACT = """\
fact {name}
  of p
  en "p is {name}"
  it "p è {name}"
  ask en "is p {name}?"
  ask it "p è {name}?"
  {kind}
"""
VALUE = """\
value {name}
  of p
  en "the {name} of p"
  it "{name} di p"
  ask en "what is the {name} of p?"
  ask it "qual è {name} di p?"
  answer {kind}
"""
TEAM_FACT = """\
fact team-{name}
  of t
  en "t is {name}"
  it "t è {name}"
  ask en "is t {name}?"
  ask it "t è {name}?"
  closed
"""
GIVENS = """\
given dark
  en "the room is dark"
  it "la stanza è buia"
  default no
given light
  en "the lamp is lit"
  it "la lampada è accesa"
given guest
  en "the guest"
  it "l'ospite"
  player
given caller
  en "the caller"
  it "chi chiama"
  player
  default none
given herd
  en "the herd"
  it "il branco"
  team
  default none
given mood
  en "the mood"
  it "l'umore"
  one of calm "calm" "calmo", wild "wild" "selvaggio"
given guilty
  en "p is guilty"
  it "p è colpevole"
  players
  default none
"""
#: The whole vocabulary of kings and pawns.
WORDS = (
    VOCABULARY
    + "".join(ACTION.format(name=f"may-{word}", words=word) for word in ("hit", "push"))
    + "".join(FACT.format(name=name, kind="closed") for name in ("red", "big", "ill", "sad"))
    + "".join(FACT.format(name=name, kind="open") for name in ("wet", "hot"))
    + TEAM_FACT.format(name="lost")
    + VALUE.format(name="reach", kind="number")
    + VALUE.format(name="score", kind="number")
    + VALUE.format(name="heir", kind="player")
    + VALUE.format(name="march", kind="players")
    + VALUE.format(name="parade", kind="teams")
    + GIVENS
)


#: More words for searches: an end of play, a phase, a boat and a number.
PLAY = """\
fact finished
  en "play is over"
  it "non si gioca più"
  ask en "is play over?"
  ask it "non si gioca più?"
  closed
  ends play
  means some team is lost.
given phase
  en "the phase"
  it "la fase"
  one of day "day" "giorno", night "night" "notte", dawn "dawn" "alba"
  default day
  best
given active
  en "the active player"
  it "il giocatore attivo"
  player
  default first
given place
  en "the player where the boat lies"
  it "il giocatore dove sta la barca"
  player
  default first
given stones
  en "the number of stones"
  it "il numero di pietre"
  number
  default 0
action may-row
  of p, q
  en "p may row to q"
  it "p può remare da q"
  ask en "may p row to q?"
  ask it "p può remare da q?"
  slot place "from the place of x"
  with place p
option rain
  en "rain"
  it "pioggia"
"""


def clause(number: str, *sentences: str, head: str = "") -> str:
    """Write a clause, worded anyhow in both languages; ``head`` stands behind its slug."""
    body = "".join(f"  {sentence}\n" for sentence in sentences)
    return f'clause {number} slug-{number} {head}\n  en "Clause {number}."\n  it "Clausola {number}."\n{body}'


def text(id: str, *clauses: str, head: str = "") -> str:
    """Write a text of clauses; ``head`` holds further items of the text, one a line."""
    items = "".join(f"  {line}\n" for line in head.splitlines())
    return f'text {id} "Text {id}"\n  it "Testo {id}"\n  language en\n  source "the tests"\n{items}' + "".join(clauses)


def write(folder: Path, vocabulary: Mapping[str, str], texts: Mapping[str, str]) -> Path:
    """Write a folder of rules, a file for each part of the vocabulary and for each text; return the folder."""
    for room, files in (("vocabulary", vocabulary), ("texts", texts)):
        (folder / room).mkdir(parents=True, exist_ok=True)
        for name, words in files.items():
            (folder / room / f"{name}.rules").write_text(words, encoding="utf-8")
    return folder


def write_playable(folder: Path, **texts: str) -> Path:
    """Write texts with the whole vocabulary, the end of play among it, so that searches find where play goes on."""
    return write(folder, {"words": WORDS, "play": PLAY}, texts)


def playable_answerer(folder: Path, **texts: str) -> Engine:
    """Answer by texts that must be sound."""
    book = load_rulebook(write_playable(folder, **texts))
    assert not [d for d in book.findings if d.severity == ERROR], book.findings
    return Engine(book)


class Folder:
    """A folder of rules written for one test."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, **texts: str) -> Folder:
        """Write these texts and the vocabulary."""
        write(self.path, {"words": WORDS}, texts)
        return self

    def read(self) -> Rulebook:
        """Read the rules, which must be sound."""
        book = load_rulebook(self.path)
        assert not [d for d in book.findings if d.severity == ERROR], book.findings
        return book

    def codes(self) -> dict[str, str]:
        """Return the messages of a check by code."""
        return {d.code: d.message for d in check_folder(self.path).diagnostics if d.severity == ERROR}

    def engine(self) -> Engine:
        """Answer by texts in which a check finds nothing wrong."""
        assert self.codes() == {}
        return Engine(self.read())
