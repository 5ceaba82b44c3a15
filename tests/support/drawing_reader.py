"""Reads a drawing back: what its lines and signs show by where they lie, compared with what the evaluator answers.

Only the position, the question and the names of the questions of a map are taken from attributes. Who sits where is read
from the names in the seats, how a seat looks from its class, who is gone from the stroke through the seat, an arrow's
players from the seats that its ends touch, a reach from the seats that its line passes, signs and numbers from the seats
that they lie at.
"""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import dist
from typing import Any

from emperor_rules.drawing.spec import drawing_kind_of
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.language.seating import read_whatever_roles
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.model.seating import stretches, team_of
from emperor_rules.model.vocabulary import Vocabulary

#: The signs beside seats, by their shapes.
BADGES = {"M-4 .5-1 3.5 4-3": "yes", "M-3-3l6 6m0-6l-6 6": "no", "?": "doubt"}
SVG = "{http://www.w3.org/2000/svg}"
XY = tuple[float, float]


def numbers(text: str) -> list[float]:
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", text)]


def shift(group: ET.Element) -> XY:
    """How far a group is moved from the corner of the drawing."""
    x, y = numbers(group.get("transform", ""))[:2]
    return x, y


def points(path: str) -> list[XY]:
    """Points along a path of lines, arcs (by their ends) and cubic curves."""
    sampled: list[XY] = []
    for letter, body in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        n = numbers(body)
        if letter == "M":
            sampled.append((n[0], n[1]))
        elif letter == "L":
            (x, y), end = sampled[-1], (n[0], n[1])
            sampled += [(x + (end[0] - x) * t / 20, y + (end[1] - y) * t / 20) for t in range(1, 21)]
        elif letter == "A":
            sampled.append((n[5], n[6]))
        elif letter == "C":
            a, b, c, d = sampled[-1], n[0:2], n[2:4], n[4:6]
            for step in range(1, 25):
                t = step / 24
                u = 1 - t
                x, y = (u**3 * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t**3 * d[k] for k in (0, 1))
                sampled.append((x, y))
        else:
            raise AssertionError(f"a path of this kind is not known: {path}")
    return sampled


def shaft(path: str) -> list[XY]:
    """Points along an arrow without its head, which is a V with its corner at the tip."""
    line, head = re.findall(r"M[^M]*", path)
    along, wings = points(line), re.findall(r"-?\d+(?:\.\d+)?", head)
    assert len(wings) == 6 and dist(along[-1], (float(wings[2]), float(wings[3]))) < 0.1
    return along


@dataclass
class Picture:
    """What a drawing holds, by where it lies."""

    svg: ET.Element
    spot: TableRequest
    shows: tuple[str, ...]
    of: tuple[str, ...]

    def __init__(self, svg: ET.Element) -> None:
        self.svg = svg
        several = {
            key: tuple((svg.get(f"data-{key}") or "").split()) for key in ("left", "leaving", "options", "shows", "of")
        }
        self.spot = TableRequest(
            text=svg.get("data-text", ""),
            seats=svg.get("data-seats", ""),
            on=svg.get("data-on"),
            left=several["left"],
            leaving=several["leaving"],
            options=several["options"],
        )
        self.shows, self.of = several["shows"], several["of"]
        self.together = len(stretches(read_whatever_roles(self.spot["seats"]).team)) == len(
            {*read_whatever_roles(self.spot["seats"]).team}
        )
        self.asked, self.given = svg.get("data-ask", ""), json.loads(svg.get("data-given") or "{}")
        self.seats: dict[str, XY] = {}
        self.looks: dict[str, set[str]] = {}
        self.gone: set[str] = set()
        self.signs: dict[str, str] = {}
        self.ranges: dict[str, str] = {}
        for group in self.groups("seat"):
            texts = {t.get("class"): t.text or "" for t in group.findall(f"{SVG}text")}
            name = texts["name"]
            self.seats[name] = shift(group)
            self.looks[name] = {*(group.get("class") or "").split()} & {"yes", "no", "doubt", "subject"}
            stroke = next((p for p in group.findall(f"{SVG}path") if not p.get("transform")), None)
            assert (stroke is not None) == ("gone" in (group.get("class") or "").split())
            if stroke is not None:
                self.gone.add(name)
            sign = next((p.get("d", "") for p in group.findall(f"{SVG}path") if p.get("transform")), "")
            self.signs[name] = sign or texts.get(None, "")
            if "reach" in texts:
                self.ranges[name] = texts["reach"].strip("‹›")
        self.badges: dict[str, dict[str, str]] = {}
        self.whole = ""
        for group in self.groups("badge"):
            kind = (group.get("class") or "").split()[1]
            text, path = group.find(f"{SVG}text"), group.find(f"{SVG}path")
            shown = (text.text or "") if text is not None else path.get("d", "") if path is not None else ""
            if kind == "whole":
                self.whole = BADGES[shown]
            else:
                name = self.nearest(shift(group))
                assert dist(self.seats[name], shift(group)) < 50
                self.badges.setdefault(kind if kind in ("start", "noted", "starred", "held") else "beside", {})[
                    name
                ] = shown

    def of_class(self, tag: str, name: str) -> list[ET.Element]:
        return [e for e in self.svg.iter(f"{SVG}{tag}") if name in (e.get("class") or "").split()]

    def groups(self, name: str) -> list[ET.Element]:
        return self.of_class("g", name)

    def nearest(self, at: XY) -> str:
        return min(self.seats, key=lambda name: dist(self.seats[name], at))

    def lines(self, predicate: str, certain: str, piece: str | None = None) -> list[list[XY]]:
        """The arrows of a question, each as points from its start to its tip, at which its head lies."""
        return [
            shaft(path.get("d", ""))
            for group in self.groups("ways")
            if group.get("data-ask") == predicate
            for path in group.findall(f"{SVG}path")
            if ("no" if path.get("class") == "unsure" else "yes", path.get("data-piece")) == (certain, piece)
        ]

    def arrows(self, predicate: str, certain: str) -> set[tuple[str, str]]:
        """Who may do what to whom, by the seats nearest to the ends of the arrows."""
        return {
            (p, q)
            for group in self.groups("ways")
            if group.get("data-ask") == predicate
            for path in group.findall(f"{SVG}path")
            if ("no" if path.get("class") == "unsure" else "yes", path.get("data-piece")) == (certain, None)
            for starts, ends in [self._ends(path)]
            for p, q in product(starts, ends)
        }

    def _ends(self, path: ET.Element) -> tuple[list[str], ...]:
        """From whom to whom an arrow leads: of one between bands from everybody on the one to everybody on the other."""
        line, ends = shaft(path.get("d", "")), list[list[str]]()
        for at, name in ((line[0], path.get("data-from", "")), (line[-1], path.get("data-to", ""))):
            near = self.nearest(at)
            is_team = team_of(name) == name
            assert not is_team or team_of(near) == name
            ends.append([n for n in self.seats if team_of(n) == name and n not in self.gone] if is_team else [near])
        return tuple(ends)

    def bands(self) -> dict[str, set[str]]:
        """Who sits on the band of each team: the seats from the one at which its line begins to that at which it ends."""
        names, held = list(self.seats), dict[str, set[str]]()
        for path in self.of_class("path", "shared"):
            line = points(path.get("d", ""))
            a, b = names.index(self.nearest(line[0])), names.index(self.nearest(line[-1]))
            held[path.get("data-team", "")] = {names[(a + n) % len(names)] for n in range((b - a) % len(names) + 1)}
        return held

    def turns(self) -> set[tuple[str, str]]:
        """From which team to which the arrows between bands lead that do not stand for a question, by the nearest seats."""
        if not self.bands():
            return set()
        lines = [shaft(path.get("d", "")) for path in self.of_class("path", "turning")]
        return {(team_of(self.nearest(line[0])), team_of(self.nearest(line[-1]))) for line in lines}

    def within(self, arc: ET.Element) -> tuple[str, set[str]]:
        """Who reaches whom: the seat at the dot, and the seats that the lines pass clockwise."""
        names = list(self.seats)
        dot = arc.find(f"{SVG}circle")
        assert dot is not None
        held: set[str] = set()
        for path in arc.findall(f"{SVG}path"):
            line = points(path.get("d", ""))
            a, b = names.index(self.nearest(line[0])), names.index(self.nearest(line[-1]))
            held |= {names[(a + n) % len(names)] for n in range((b - a) % len(names) + 1)}
        me = self.nearest((float(dot.get("cx", "")), float(dot.get("cy", ""))))
        return me, held - {me} - self.gone

    def steps(self, predicate: str, piece: int, certain: str) -> set[str]:
        """Where a piece may go, by the seats nearest to the ends of its arrows, which begin at the piece."""
        lines = self.lines(predicate, certain, str(piece))
        assert all(dist(line[0], shift(self.groups("piece")[piece])) < 20 for line in lines)
        return {self.nearest(line[-1]) for line in lines}


Ask = Callable[..., Answer]
Compare = Callable[[str, object, object], None]
#: The ways of drawing that show in all drawings how teams play together.
TEAMWORK = ("turns", "active", "star")


def way_shown(vocabulary: Vocabulary, picture: Picture, way: str) -> bool:
    return any(drawing_kind_of(vocabulary.predicates[id]) == way for id in picture.shows)


def said(answer: Answer) -> str:
    """Return an answer as a drawing has it: yes, no, a value, doubt, or nothing where the text is silent."""
    if answer.status != "answered":
        return "doubt" if answer.clauses else ""
    return {True: "yes", False: "no"}[answer.answer] if isinstance(answer.answer, bool) else str(answer.answer)


def disagreements(svg: ET.Element, engine: Engine) -> list[str]:
    """Everything in which a drawing says otherwise than the evaluator."""
    picture = Picture(svg)
    differences: list[str] = []

    def ask(predicate: str, *of: str, given: dict[str, Any] | None = None) -> Answer:
        facts = {"given": given} if given else {}
        return engine.ask({**picture.spot, "ask": predicate, "of": of, **facts})

    def compare(what: str, drawn: object, answered: object) -> None:
        if drawn != answered:
            differences.append(f"{picture.spot} {what}: drawn {drawn}, answered {answered}")

    by_role: dict[str, set[str]] = {}
    for letter, sign in zip(read_whatever_roles(picture.spot["seats"]).roles, picture.signs.values(), strict=True):
        by_role.setdefault(letter, set()).add(sign)
    compare("signs", [len(signs) for signs in by_role.values()], [1] * len(by_role))
    compare("roles", len({sign for signs in by_role.values() for sign in signs}), len(by_role))
    departures = engine.departures(picture.spot, picture.spot["text"], picture.spot.get("on"))
    compare("gone", picture.gone, {departures.table.names[p] for p in departures.left | departures.leaving})
    (_question if picture.asked else _map)(picture, engine, ask, compare)
    if not departures.is_over and (picture.asked or picture.shows):
        _together(picture, engine, ask, compare)
    return differences


def _together(picture: Picture, engine: Engine, ask: Ask, compare: Compare) -> None:
    """Compare who sits on one band, whose turn it is and comes next, and who has a star."""
    present = [name for name in picture.seats if name not in picture.gone]
    of_kind = {
        way: [p.id for p in engine.rulebook.vocabulary.predicates.values() if p.drawn == way] for way in TEAMWORK
    }
    starred = {name for id in of_kind["star"] for name in present if ask(id, name, given=picture.given).answer is True}
    compare("starred", {*picture.badges.get("starred", {})}, starred)
    answers = {
        team_of(name): answer.answer
        for id in of_kind["turns"]
        for name in present
        if (answer := ask(id, name, given=picture.given)).status == "answered"
    }
    teams = {team: {name for name in picture.seats if team_of(name) == team} for team in map(team_of, picture.seats)}
    if len(teams) == len(picture.seats) or not picture.together:
        answers = {}
    compare("bands", picture.bands(), {team: teams[team] for team in answers})
    compare("turns", picture.turns(), {(a, b) for a, b in answers.items() if b in answers and a != b})
    active = {team for id in of_kind["active"] for team in answers if ask(id, team, given=picture.given).answer is True}
    drawn = {e.get("data-team") for e in picture.of_class("path", "active")}
    compare("active", drawn, active)
    told = {g.get("data-team"): [t.text for t in g.findall(f"{SVG}text")] for g in picture.groups("told")}
    givens = engine.rulebook.vocabulary.givens
    numbers = [value for key, value in picture.given.items() if givens[key].symbol and isinstance(value, dict)]
    wanted = {team: [team, *(str(value[team]) for value in numbers if team in value)] for team in answers}
    compare("told", told, {team: words for team, words in wanted.items() if len(words) > 1 or team in active})


def _question(picture: Picture, engine: Engine, ask: Ask, compare: Compare) -> None:
    """Compare the drawing of one question: of every seat whether it looks as the question is answered of it."""
    vocabulary, id, of, given = engine.rulebook.vocabulary, picture.asked, picture.of, picture.given
    predicate = vocabulary.predicates[id]
    way, sorts = drawing_kind_of(predicate), [sort for _, sort in predicate.parameters]
    looks = {name: "".join(look - {"subject"}) for name, look in picture.looks.items()}
    beside = picture.badges.get("beside", {})
    present = [name for name in picture.seats if name not in picture.gone]
    answer = said(ask(id, *of, given=given))
    signed = [value for key, value in given.items() if vocabulary.givens[key].symbol and not isinstance(value, dict)]
    named = [value for value in given.values() if isinstance(value, (str, list)) and value not in signed]
    compare("held", {*picture.badges.get("held", {})}, {name for value in signed for name in value})
    place = picture.groups("piece")
    compare("pieces", len(place), int(bool(place)))
    start = place[0].get("data-place", "") if place else of[0] if of else ""
    for piece in place:
        compare("place", picture.nearest(shift(piece)), start)
        compare("owner", [t.text for t in piece.findall(f"{SVG}text")], [of[0]])
        compare("given place", start, given.get(predicate.slot[0] if predicate.slot else "", of[0]))
    noted = {name for value in named for name in ([value] if isinstance(value, str) else value)} & {*picture.seats}
    drawn_noted = {*picture.badges.get("noted", {})}
    compare("noted", drawn_noted | ({start} if place else set()), noted | ({start} if place else set()))
    if way == "seating":
        compare(id, picture.whole, answer)
        return
    about = [name for name, look in picture.looks.items() if "subject" in look]
    compare("subject", about, [] if way in ("mark", "start", "number", "star", "active") else [of[0]])
    answers: dict[str, str] = {}
    if way == "turns":
        answers = {name: "yes" for name in picture.seats if team_of(name) == answer}
    elif sorts[-1] == "team":
        answers = {name: said(ask(id, name[0], given=given)) for name in picture.seats}
    elif way in ("arrow", "move", "within", "fork"):
        others = [q for q in present if q not in of[:-1] and not (way == "move" and q == start)]
        answers = {q: said(ask(id, *of[:-1], q, given=given)) for q in dict.fromkeys((*others, of[-1]))}
    elif way in ("mark", "start", "star"):
        asked = picture.seats if predicate.gone_allowed or "left" in predicate.ignores else present
        answers = {name: said(ask(id, name, given=given)) for name in asked}
    elif way == "who":
        answers = {answer: "yes"} if answer in picture.seats else {}
    elif way == "reach":
        (within,) = (r.id for r in vocabulary.predicates.values() if r.drawn == "within")
        answers = {q: said(ask(within, of[0], q)) for q in present if q != of[0] and answer.isdecimal()}
    elif way == "count":
        answers = {of[1]: "yes"} if answer.isdecimal() else {}
    if way == "fork" and of[1] != of[2]:
        answers[of[1]] = "yes" if "yes" in answers.values() else "no"
    compare(id, {n: look for n, look in looks.items() if look}, {n: a for n, a in answers.items() if a})
    signs = {name: BADGES[sign] for name, sign in beside.items() if sign in BADGES}
    if way == "reach":
        (count,) = (r.id for r in vocabulary.predicates.values() if r.drawn == "count")
        counted = {q: said(ask(count, of[0], q)) for q, mark in answers.items() if mark == "yes"}
        shown = {**({of[0]: answer} if answer.isdecimal() else {}), **{q: n for q, n in counted.items() if n}}
        compare("numbers", {name: sign for name, sign in beside.items() if sign not in BADGES}, shown)
    elif way == "number":
        compare("numbers", beside, {n: a for n in present if (a := said(ask(id, n, given=given))).isdecimal()})
    elif way == "order":
        order = ask(id, *of, given=given).answer
        compare("order", beside, {name: str(n) for n, name in enumerate(order, 1)} if isinstance(order, tuple) else {})
    elif way == "count":
        compare("numbers", beside, {n: said(ask(id, of[0], n, given=given)) for n in beside})
        compare("last", beside.get(of[1], ""), answer)
        hops = dict(picture.arrows(id, "yes"))
        at, steps = of[0], 0
        while at in hops:
            at, steps = hops[at], steps + 1
            compare("step", beside.get(at), str(steps))
        if hops:  # none where seats count that nobody can be asked about
            compare("way", (at, steps), (of[1], int(answer or 0)))
    else:
        negated = (
            of[1:] if way == "fork" else [n for n in picture.seats if n[0] == of[0]] if sorts[-1] == "team" else of[-1:]
        )
        wanted = {n: a for n, a in answers.items() if a in ("yes", "doubt")}
        negated_sign = {"no": "no", "": "doubt"}.get(answer)
        if negated_sign and way != "who":
            wanted |= dict.fromkeys(negated, negated_sign)
        compare("signs", signs, wanted)
    if way in ("arrow", "move", "fork", "who"):
        for certain, kind in (("yes", "yes"), ("no", "doubt")):
            lines = picture.lines(id, certain, "0" if place else None)
            ends = {picture.nearest(line[-1]) for line in lines}
            begins = {picture.nearest(line[0]) for line in lines} if not place else set()
            compare(
                f"arrows {kind}",
                ends,
                {n for n, a in answers.items() if a == kind and not (way == "who" and n == start)},
            )
            compare("from", begins, {start} if lines and not place else set())


def _map(picture: Picture, engine: Engine, ask: Ask, compare: Compare) -> None:
    """Compare a map of a table: what it shows of everybody."""
    vocabulary, spot = engine.rulebook.vocabulary, picture.spot
    names = list(picture.seats)
    present = [name for name in names if name not in picture.gone]
    pieces = picture.groups("piece")
    starts, turns = {*picture.badges.get("start", {})}, picture.badges.get("beside", {})
    starters: set[str] = set()
    for id in picture.shows:
        predicate = vocabulary.predicates[id]
        way = drawing_kind_of(predicate)
        if way in ("reach", "number"):
            answers = {name: ask(id, name) for name in present}
            ranges = {n: str(a.answer) if a.status == "answered" else "?" for n, a in answers.items()}
            silent = all(a.status == "silent" and not a.clauses for a in answers.values())
            compare(id, picture.ranges, {} if silent else ranges)
        elif way in ("start", "mark"):
            starters |= {name for name in names if ask(id, name).answer is True}
        elif way == "order":
            starting = [
                n
                for r in vocabulary.predicates.values()
                if r.drawn == "start"
                for n in names
                if ask(r.id, n).answer is True
            ]
            order = ask(id, starting[0] if starting and way_shown(vocabulary, picture, "start") else names[0]).answer
            places = dict(zip(order, range(1, 99), strict=False)) if isinstance(order, tuple) else {}
            compare(id, turns, {name: str(n) for name, n in places.items() if name in present})
        elif way == "within":
            arcs = [a for a in picture.groups("within") if a.get("data-ask") == id]
            compare(f"{id} of", [a.get("data-of") for a in arcs][: len(picture.of)], list(picture.of)[: len(arcs)])
            for arc in arcs:
                me, held = picture.within(arc)
                compare(f"{id} {me}", held, {q for q in present if q != me and ask(id, me, q).answer is True})
        elif way == "arrow" or not pieces:
            pairs = {(p, q): ask(id, p, q) for p in picture.of or present for q in present if p != q}
            compare(id, picture.arrows(id, "yes"), {pair for pair, a in pairs.items() if a.answer is True})
            unsure = {pair for pair, a in pairs.items() if a.status != "answered" and a.clauses}
            drawn_unsure = picture.arrows(id, "no")
            if len(unsure) < len(pairs) or drawn_unsure:
                compare(f"{id} in doubt", drawn_unsure, unsure)
        if way in ("arrow", "move"):
            for number, piece in enumerate(pieces):
                owner, place = piece.get("data-owner", ""), piece.get("data-place", "")
                (mark,) = piece.findall(f"{SVG}text")
                compare("owner", mark.text, owner)
                compare("place", picture.nearest(shift(piece)), place)
                given = {predicate.slot[0]: place} if predicate.slot else None
                if way == "arrow" and not given:
                    continue
                may = {q: ask(id, owner, q, given=given) for q in present if way == "arrow" or q != place}
                compare(
                    f"{id} of {number}",
                    picture.steps(id, number, "yes"),
                    {q for q, a in may.items() if a.answer is True},
                )
                unsure_of = {q for q, a in may.items() if a.status != "answered" and a.clauses}
                compare(f"{id} of {number} in doubt", picture.steps(id, number, "no"), unsure_of)
    compare("starts", starts, starters)
    compare("spot", spot["text"] in engine.rulebook.texts, True)
