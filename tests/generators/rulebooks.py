"""Made-up rulebooks: texts of kings and pawns that say whatever the language can say, with dates, parts and relations.

They are sound on the whole, since whoever wrote them made no mistakes but those of meaning: rules that contradict each
other, that nothing can meet, or that yield to each other in a circle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.generators.positions import Request, random_given, random_question
from tests.support.kings_and_pawns import PLAY, WORDS

DAYS = ("2005-01-01", "2010-01-01", "2015-01-01")
OPTIONS = ("fog", "rain")
#: The letters that players and teams may bear beside those of a question.
LETTERS = ("v", "w", "y", "z")
#: Words beside those of the other tests: facts of two, of nobody and of who leaves, values that are words, more to give.
MORE = """\
fact friend
  of p, q
  en "q is a friend of p"
  it "q è amico di p"
  ask en "is q a friend of p?"
  ask it "q è amico di p?"
  closed
fact kin
  of p, q
  en "q is kin of p"
  it "q è parente di p"
  closed
fact storm
  en "the storm is here"
  it "c'è tempesta"
  ask en "is the storm here?"
  ask it "c'è tempesta?"
  open
fact quits
  of p
  en "p quits"
  it "p si ritira"
  ask en "does p quit?"
  ask it "p si ritira?"
  closed
  gone players allowed
  leaves the game
value temper
  of p
  en "the temper of p"
  it "l'animo di p"
  ask en "what is the temper of p?"
  ask it "qual è l'animo di p?"
  answer one of glad "glad" "lieto", grim "grim" "cupo"
action may-kiss
  of p, q
  en "p may kiss q"
  it "p può baciare q"
  ask en "may p kiss q?"
  ask it "p può baciare q?"
  slot caller "from the hat of x"
  with caller p
given torn
  en "p is torn"
  it "p è lacerato"
  players
given coins
  of t
  en "the coins of t"
  it "le monete di t"
  number
  default 1
given scars
  of p
  en "the scars of p"
  it "le cicatrici di p"
  number
  default 0
given alms
  en "the alms"
  it "le elemosine"
  number
"""
VOCABULARY = (WORDS + PLAY + MORE).replace("letters p q x y z\n", "letters p q v w x y z\n")

#: What rules conclude, each of the facts before it alone unless a circle is wanted: how it is said, and denied.
FACTS = (
    ("storm", "the storm is here", "the storm is not here", ""),
    ("red", "p is red", "p is not red", "p"),
    ("wet", "p is wet", "p is not wet", "p"),
    ("friend", "q is a friend of p", "q is not a friend of p", "pq"),
    ("kin", "q is kin of p", "q is not kin of p", "pq"),
    ("reach", "the reach of p is {}", "", "p"),
    ("heir", "the heir of p is {}", "", "p"),
    ("temper", "the temper of p is {}", "", "p"),
    ("big", "p is big", "p is not big", "p"),
    ("score", "the score of p is {}", "", "p"),
    ("team-lost", "t is lost", "t is not lost", "t"),
    ("quits", "p quits", "p does not quit", "p"),
    ("finished", "play is over", "play is not over", ""),
    ("may-hit", "p may hit q", "p may not hit q", "pq"),
    ("may-push", "p may push q", "p may not push q", "pq"),
    ("may-kiss", "p may kiss q", "p may not kiss q", "pq"),
    ("hot", "p is hot", "p is not hot", "p"),
)
ACTIONS = {name for name, said, *_ in FACTS if " may " in said}
VALUES = {
    "reach": ("1", "2", "3", "the number of kings", "the least n such that (at least 2 players other than p are within n seats of p)"),
    "heir": ("p", "the guest", "the caller", "the first king to the left of p", "the first player to the right of p that is in the game"),
    "temper": ("glad", "grim"),
    "score": ("0", "2", "the reach of p", "the number of players that are in the game as the turn began", "the number of players that are in the game"),
}  # fmt: skip


class Writer:
    """Writes conditions about letters that are bound; ``known`` are the facts that they may read."""

    def __init__(self, rng: Random, known: Sequence[str]) -> None:
        self.rng, self.known = rng, set(known)

    def condition(self, bound: str, depth: int = 0) -> str:
        rng = self.rng
        roll = rng.random()
        if depth >= 2 or roll < 0.55:
            return self.atom(bound)
        if roll < 0.65:
            return f"not ({self.condition(bound, depth + 1)})"
        if roll < 0.85:
            joint = rng.choice((" and ", " or "))
            return joint.join(f"({self.condition(bound, depth + 1)})" for _ in range(rng.choice((2, 2, 3))))
        return self.quantified(bound, depth)

    def quantified(self, bound: str, depth: int) -> str:
        rng = self.rng
        free = [letter for letter in LETTERS if letter not in bound]
        if not free:
            return self.atom(bound)
        letter = rng.choice(free)
        count, plural = rng.choice(
            (("some", ""), ("every", ""), ("no", ""), ("at least 2", "s"), ("at most 1", ""), ("exactly 1", ""), ("exactly 2", "s"))
        )  # fmt: skip
        noun = rng.choice(("player", "king", "pawn"))
        verb = "are" if plural else "is"
        filters = [
            f"that {verb} red",
            f"that {verb} next to {rng.choice([b for b in bound if b != 't'] or ['a'])}",
            f"that {verb} in the game",
            f"other than {rng.choice([b for b in bound if b != 't'] or ['a'])}",
            f"that {verb} guilty",
            f"that {verb} torn",
        ]
        allowed = [f for f in filters if not f.endswith(" a") and (not f.endswith("red") or "red" in self.known)]
        chosen = rng.choice(allowed) if rng.random() < 0.5 else ""
        inner = self.condition(bound + letter, depth + 1)
        seated = chosen.startswith("that") and chosen.split()[2] in ("next", "in")
        moment = rng.choice(("", " as the turn began", " at the start")) if seated else ""
        return " ".join(f"{count} {noun}{plural} called {letter} {chosen}{moment} {verb} such that ({inner})".split())

    def atom(self, bound: str) -> str:
        """A condition without parts, of some of the letters that are bound."""
        rng = self.rng
        players = [letter for letter in bound if letter != "t"]
        simple = ["the room is dark", "the lamp is lit", "option fog is in use", "option rain is in use",
                  "the phase is night", "the mood is wild", "the number of stones is more than 1", "the alms is at least 2",
                  "the number of kings is 2", "some king is torn", "the caller is the guest"]  # fmt: skip
        if "storm" in self.known:
            simple += ["the storm is here", "the storm is not here"]
        if "t" in bound:
            simple += [
                "the size of t is 2",
                "the coins of t is at least 2",
                "at most 1 player that is in the game is a player of t",
            ]
        if not players:
            return rng.choice(simple)
        p, q = rng.choice(players), rng.choice(players)
        moment = rng.choice(("", "", " as the turn began", " at the start"))
        of_players = [f"{p} is a king", f"{p} is not a pawn", f"{p} is in the game{moment}", f"{p} is guilty", f"{p} is torn",
                      f"{p} is not torn", f"the guest is {p}", f"the caller is {p}", f"{p} is the active player",
                      f"{p} is not the caller", f"some king is next to {p}{moment}", f"{q} is next to {p}{moment}",
                      f"{q} is within 1 seats of {p}{moment}", f"the distance from {p} to {q} is 2{moment}", f"the scars of {p} is 1",
                      f"the scars of the guest is at most the coins of the team of {p}",
                      f"the team of {p} is the team of {q}", f"{p} is {q}", f"the first king to the right of {p} is {q}", f"the first king to the left of {p} is {q}", f"the team of (the first pawn to the right of {p}) is the team of {q}",
                      f"the first player to the left of {p} that is not guilty is the caller"]  # fmt: skip
        if "t" in bound:
            of_players += [f"{p} is a player of t", f"the team of {p} is t"]
        for name, said in (
            ("red", f"{p} is red"),
            ("wet", f"{p} is not wet"),
            ("friend", f"{q} is a friend of {p}"),
            ("friend", f"{q} is not a friend of {p}"),
            ("kin", f"{q} is kin of {p}"),
            ("kin", f"the active player is kin of {p}"),
            ("reach", f"the reach of {p} is at least 2"),
            ("reach", f"{q} is within the reach of {p} seats of {p}"),
            ("heir", f"the heir of {p} is {q}"),
            ("heir", f"the heir of {p} is a king"),
            ("temper", f"the temper of {p} is glad"),
            ("big", f"{p} is big"),
            ("score", f"the score of {p} is the score of {q}"),
            ("team-lost", f"the team of {p} is lost"),
            ("may-hit", f"{p} may hit {q}"),
            ("may-hit", f"{p} may not hit {q}"),
            ("hot", f"{p} is hot"),
        ):
            if name in self.known:
                of_players += [said, said]
        return rng.choice(of_players if rng.random() < 0.85 else simple)


def made_up_text(
    rng: Random, id: str, head: Sequence[str] = (), *, clauses: int = 8, others: Sequence[str] = ()
) -> str:
    """Write a text; ``others`` are references to clauses of texts that it includes, which its own may override."""
    lines = [f'text {id} "Text {id}"', f'  it "Testo {id}"', "  language en", '  source "nowhere"']
    lines += [f"  from {', '.join(DAYS)}", "  options fog, rain", *(f"  {item}" for item in head)]
    earlier: dict[str, list[tuple[str, str | None]]] = {}
    if not others:
        lines += ["clause table", '  en "Small teams."', '  it "Squadre piccole."',
                  "  require every team called t is such that (the size of t is 1 or the size of t is 2)."]  # fmt: skip
    if rng.random() < 0.4:
        lines += ["clause principle", '  en "No beats yes."', '  it "Il no vince."', "  prohibitions beat permissions."]
    for number in range(clauses):
        at = rng.randrange(len(FACTS))
        name, _, _, letters = FACTS[at]
        circle = rng.random() < 0.06
        writer = Writer(rng, [fact for fact, *_ in (FACTS if circle else FACTS[:at])])
        since, until = rng.choice(((None, None),) * 5 + ((1, None), (None, 2), (1, 2)))
        validity = "".join(
            f" {word} {DAYS[day]}" for word, day in (("since", since), ("until", until)) if day is not None
        )
        chosen = [other for other, _ in rng.sample(earlier.get(name, []), min(2, len(earlier.get(name, []))))]
        chosen = chosen[: rng.choice((0, 1, 1, 2))]
        if others and rng.random() < 0.5:
            chosen.append(rng.choice(others))
        if chosen and rng.random() < 0.02:
            chosen.append(f"c{number}")  # a slip: it overrides itself
        overriding = f" overrides {', '.join(chosen)}" if chosen else ""
        lines.append(f"clause c{number}{validity}{overriding}")
        lines += [f'  en "Clause {number} of {id}."', f'  it "Clausola {number} di {id}."']
        for _ in range(rng.choice((1, 1, 1, 2))):
            lines.append(f"  {_dated(rng)}{_part(rng)}{sentence(rng, writer, at, letters)}.")
        earlier.setdefault(name, []).append((f"c{number}", None))
    return "\n".join(lines) + "\n"


def sentence(rng: Random, writer: Writer, at: int, letters: str) -> str:
    """Write what a clause says about one fact."""
    name, yes, no, _ = FACTS[at]
    said = yes.format(rng.choice(VALUES[name])) if name in VALUES else rng.choice((yes, yes, no))
    if said == no and rng.random() < 0.5:
        said = forbidden(no)
    condition = writer.condition(letters)
    roll = rng.random()
    if roll < 0.12:
        open_ = said.partition(" is ")[0] if name in VALUES else f"whether {yes}"
        open_ += rng.choice((" is left open", " does not arise"))
        return f"{open_} {rng.choice(('when', 'unless'))} {condition}"
    if roll < 0.22 and name not in VALUES and said == yes:
        return f"{said} {rng.choice(('only when', 'exactly when'))} {condition}"
    if name == "may-kiss" and roll < 0.4:
        said += rng.choice((" from the hat of q", " from the hat of p"))
    if roll < 0.32:
        return said
    guards = f"{rng.choice(('when', 'when', 'unless'))} {condition}"
    return f"{said} {guards}" + (
        f" unless {writer.condition(letters)}" if roll > 0.93 and "unless" not in guards else ""
    )


def forbidden(no: str) -> str:
    """Write what denies a fact as what forbids it."""
    return no.replace("does not", "cannot").replace("is not", "cannot be")


def _dated(rng: Random) -> str:
    return f"{rng.choice(('since', 'until'))} {DAYS[1]}: " if rng.random() < 0.1 else ""


def _part(rng: Random) -> str:
    return f"part {rng.choice(('one', 'two'))}: " if rng.random() < 0.05 else ""


def made_up_rules(rng: Random) -> dict[str, str]:
    """Write a rulebook: the files of a folder of rules, by their names."""
    count = rng.randint(3, 9)
    texts = {"t": made_up_text(rng, "t", clauses=count)}
    kind = rng.choice(("alone", "alone", "other", "variant", "relation"))
    if kind != "alone":
        heads = {
            "other": [],
            "variant": [f"includes t{rng.choice(('', f' at {DAYS[1]}'))}"],
            "relation": [rng.choice((f"translates t at {DAYS[1]}", "varies t", f"summarises t at {DAYS[2]}"))],
        }
        references = [f"t c{n}" for n in range(count)] if kind == "variant" else []
        texts["u"] = made_up_text(rng, "u", heads[kind], clauses=rng.randint(2, 7), others=references)
    files = {"vocabulary/words.rules": VOCABULARY, **{f"texts/{id}.rules": words for id, words in texts.items()}}
    if rng.random() < 0.5:
        expectations = [
            f"  A1 may {rng.choice(('hit', 'push'))} B1: {rng.choice(('yes', 'no', 'silent'))}",
            f"  A1 is {rng.choice(('red', 'wet', 'hot'))}: {rng.choice(('yes', 'no', 'silent'))}",
            f"  the reach of B1: {rng.choice(('1', '2', 'silent'))}",
        ]
        given = "  given torn A1, guest B1, mood wild, alms 1, light\n"
        gone = rng.choice(("", "  left A2\n", "  leaving B2\n"))
        lines = "\n".join(rng.sample(expectations, rng.randint(1, 3)))
        files["scenarios/s.rules"] = (
            f'scenario "One"\n  in {", ".join(texts)}\n  seats E g | g E\n{gone}{given}{lines}\n'
        )
    return files


def write_rules(folder: Path, files: Mapping[str, str]) -> Path:
    """Write the files of a folder of rules; return the folder."""
    for name, words in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(words, encoding="utf-8")
    return folder


def made_up_requests(rng: Random, book: Any, count: int) -> list[Request]:
    """Ask about random positions of a made-up rulebook, with most of what the answers need given."""
    requests = []
    asks = list(book.vocabulary.questions)
    for _ in range(count):
        teams = [[rng.choice("Eg") for _ in range(rng.choice((1, 2, 2, 3)))] for _ in range(rng.choice((2, 2, 3)))]
        names = [f"{'ABC'[n]}{place}" for n, team in enumerate(teams) for place in range(1, len(team) + 1)]
        gone = rng.sample(names, rng.choice((0, 0, 0, 1, 2)))
        left = rng.randint(0, len(gone))
        rest = [name for name in names if name not in gone]
        position: Request = {
            "text": rng.choice(list(book.texts)),
            "seats": " | ".join(" ".join(team) for team in teams),
            "left": gone[:left],
            "leaving": gone[left:],
            "options": [option for option in OPTIONS if rng.random() < 0.3],
            "given": random_given(rng, book, names, rest),
        }
        if rng.random() < 0.4:
            position["on"] = rng.choice((*DAYS, "2012-06-01"))
        requests.append(random_question(rng, book, position, rng.choice(asks), names, rest))
    return requests
