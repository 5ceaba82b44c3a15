"""Reads a drawing back: what its lines and signs show by where they lie, compared with what the evaluator answers.

Only the position and the names of the questions are taken from attributes. Who sits where is read from the names in the
seats, who is gone from their dashes, an arrow's players from the seats that its ends touch, a reach from the seats that
its line passes, the order of play from the numbers beside the seats.
"""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from math import dist
from typing import Any

from emperor_rules.drawing.scene import PositionSpec
from emperor_rules.drawing.spec import way_to_draw
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.model.vocabulary import Vocabulary

SVG = "{http://www.w3.org/2000/svg}"
XY = tuple[float, float]


def numbers(text: str) -> list[float]:
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", text)]


def shift(group: ET.Element) -> XY:
    """How far a group is moved from the corner of the drawing."""
    x, y = numbers(group.get("transform", ""))
    return x, y


def points(path: str) -> list[XY]:
    """Points along a path of lines, arcs (by their ends) and cubic curves."""
    found: list[XY] = []
    for letter, body in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        n = numbers(body)
        if letter == "M":
            found.append((n[0], n[1]))
        elif letter == "L":
            (x, y), end = found[-1], (n[0], n[1])
            found += [(x + (end[0] - x) * t / 20, y + (end[1] - y) * t / 20) for t in range(1, 21)]
        elif letter == "A":
            found.append((n[5], n[6]))
        elif letter == "C":
            a, b, c, d = found[-1], n[0:2], n[2:4], n[4:6]
            for step in range(1, 25):
                t = step / 24
                u = 1 - t
                x, y = (u**3 * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t**3 * d[k] for k in (0, 1))
                found.append((x, y))
        else:
            raise AssertionError(f"a path of this kind is not known: {path}")
    return found


@dataclass
class Picture:
    """What a drawing holds, by where it lies."""

    svg: ET.Element
    spot: PositionSpec
    shows: tuple[str, ...]
    of: tuple[str, ...]

    def __init__(self, svg: ET.Element) -> None:
        self.svg = svg
        several = {
            key: tuple((svg.get(f"data-{key}") or "").split()) for key in ("left", "leaving", "options", "shows", "of")
        }
        self.spot = PositionSpec(
            svg.get("data-text", ""),
            svg.get("data-seats", ""),
            svg.get("data-on"),
            several["left"],
            several["leaving"],
            several["options"],
        )
        self.shows, self.of = several["shows"], several["of"]
        self.seats: dict[str, XY] = {}
        self.gone: set[str] = set()
        self.starts: set[str] = set()
        self.letters: dict[str, str] = {}
        self.ranges: dict[str, str] = {}
        self.turns: dict[int, str] = {}
        self.drawn = {e.get("id", ""): e for e in svg.iter() if e.get("id")}
        for group in self.of_class("g", "seat"):
            x, y = shift(group)
            texts = {t.get("class"): t for t in group.findall(f"{SVG}text")}
            name = texts["name"].text or ""
            self.seats[name] = (x, y)
            used = [self.drawn[use.get("href", "#")[1:]] for use in group.findall(f"{SVG}use")]
            self.letters[name] = next(t.text or "" for e in used for t in e.iter(f"{SVG}text"))
            circles = group.findall(f"{SVG}circle")
            if any(c.get("stroke-dasharray") for c in circles):
                self.gone.add(name)
            if any(c.get("stroke-width") == "2.4" for c in circles):
                self.starts.add(name)
            badge = group.find(f"{SVG}g/{SVG}text")
            if badge is not None:
                self.ranges[name] = (badge.text or "").strip("‹›")
        for group in self.of_class("g", "seat"):
            (x, y) = shift(group)
            for turn in (t for t in group.findall(f"{SVG}text") if t.get("class") == "turn"):
                at = (x + float(turn.get("x", "")), y + float(turn.get("y", "")))
                self.turns[int((turn.text or "").rstrip("."))] = self.nearest(at)

    def of_class(self, tag: str, name: str) -> list[ET.Element]:
        return [e for e in self.svg.iter(f"{SVG}{tag}") if e.get("class") == name]

    def nearest(self, at: XY) -> str:
        return min(self.seats, key=lambda name: dist(self.seats[name], at))

    def arrows(self, predicate: str, certain: str) -> set[tuple[str, str]]:
        """Who may do what to whom, by the seats nearest to the ends of the arrows."""
        found = set()
        for arrow in self.of_class("path", "arrow"):
            if (arrow.get("data-ask"), arrow.get("data-certain", "yes")) == (predicate, certain):
                line = points(arrow.get("d", ""))
                assert (arrow.get("stroke-dasharray") == "4 3") == (certain == "no")
                found.add((self.nearest(line[0]), self.nearest(line[-1])))
        return found

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
        group = self.of_class("g", "piece")[piece]
        found = set()
        for step in self.of_class("path", "step"):
            if (step.get("data-ask"), step.get("data-certain", "yes"), step.get("data-piece")) == (
                predicate,
                certain,
                str(piece),
            ):
                line = points(step.get("d", ""))
                assert dist(line[0], shift(group)) < 20
                found.add(self.nearest(line[-1]))
        return found


def way_shown(vocabulary: Vocabulary, picture: Picture, way: str) -> bool:
    return any(way_to_draw(vocabulary.predicates[id]) == way for id in picture.shows)


def disagreements(svg: ET.Element, engine: Engine) -> list[str]:
    """Everything in which a drawing says otherwise than the evaluator."""
    picture, vocabulary = Picture(svg), engine.rulebook.vocabulary
    spot, found = picture.spot, list[str]()

    def ask(predicate: str, *of: str, given: dict[str, Any] | None = None) -> Answer:
        return engine.ask({**spot.request(), "ask": predicate, "of": of, **({"given": given} if given else {})})

    def compare(what: str, drawn: object, answered: object) -> None:
        if drawn != answered:
            found.append(f"{spot} {what}: drawn {drawn}, answered {answered}")

    names = list(picture.seats)
    compare("letters", list(picture.letters.values()), spot.seats.replace("|", "").split())
    compare("gone", picture.gone, {*spot.left, *spot.leaving})
    present = [name for name in names if name not in picture.gone]
    pieces = picture.of_class("g", "piece")
    for id in picture.shows:
        predicate = vocabulary.predicates[id]
        way = way_to_draw(predicate)
        if way == "reach":
            answers = {name: ask(id, name) for name in present}
            said = {n: str(a.answer) if a.status == "answered" else "?" for n, a in answers.items()}
            silent = all(a.status == "silent" and not a.clauses for a in answers.values())
            compare(id, picture.ranges, {} if silent else said)
        elif way == "start":
            compare(id, picture.starts, {name for name in names if ask(id, name).answer is True})
        elif way == "order":
            starting = [
                n
                for r in vocabulary.predicates.values()
                if r.drawn == "start"
                for n in names
                if ask(r.id, n).answer is True
            ]
            order = ask(id, starting[0] if starting and way_shown(vocabulary, picture, "start") else names[0]).answer
            turns = dict(enumerate(order, 1)) if isinstance(order, list) else {}
            compare(id, picture.turns, {n: name for n, name in turns.items() if name in present})
        elif way == "within":
            for arc in (a for a in picture.of_class("g", "within") if a.get("data-ask") == id):
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
    return found
