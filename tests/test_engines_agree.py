"""The compiled evaluator against the plain one: random positions, and random texts made from the shipped ones.

``EMPEROR_THOROUGH=20`` looks twenty times as far.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model import terms as tm
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Reference, Sentence, Text
from emperor_rules.resolve.resolver import resolve
from tests.plain_engine import PlainAnswerer, Reply

RULES = Path(__file__).resolve().parent.parent / "rules"
THOROUGH = int(os.environ.get("EMPEROR_THOROUGH", "1"))
POSITIONS, QUESTIONS = 110 * THOROUGH, 8
MUTANTS = 120 * THOROUGH
LARGEST = 10  # seats at a table: the plain engine is slow
TEXTS = sorted(p.stem for p in (RULES / "texts").rglob("*.rules"))

Request = dict[str, Any]


@cache
def shipped() -> Rulebook:
    return load_rulebook(RULES, scenarios=False)


# --- random positions -----------------------------------------------------------------------------


def random_seats(rng: Random) -> list[list[str]]:
    """One to four teams, mostly with an emperor in the middle, some with odd seats."""
    teams: list[list[str]] = []
    for _ in range(rng.choice((1, 2, 2, 2, 2, 3, 3, 4))):
        size = min(rng.choice((1, 2, 3, 3, 3, 4, 5)), LARGEST - sum(map(len, teams)))
        middle = rng.choice(((size - 1) // 2, size // 2))
        if size:
            teams.append(
                [rng.choice("gEl") if rng.random() < 0.12 else "E" if place == middle else "g" for place in range(size)]
            )
    return teams


def random_position(rng: Random, book: Rulebook, text: str) -> tuple[Request, list[str], list[str]]:
    """A request without its question; everybody's name, and the names of those still in the game."""
    teams = random_seats(rng)
    names = [f"{chr(65 + n)}{place}" for n, team in enumerate(teams) for place in range(1, len(team) + 1)]
    shuffled = rng.sample(names, len(names))
    before = rng.choice((0, 0, 1, 1, 2, rng.randint(0, len(names) - 1)))
    during = rng.choice((0, 0, 0, 1, 2))
    rest = shuffled[before + during :]
    dates = [None, *book.texts[text].editions, "2009-05-01", "2024-10-01"]
    on = rng.choice(dates)
    editions = book.texts[text].editions
    request: Request = {
        "text": text,
        "seats": " | ".join(" ".join(team) for team in teams),
        "left": sorted(shuffled[:before]),
        "leaving": sorted(shuffled[before : before + during]),
        "options": [o for o in book.texts[text].options if rng.random() < 0.3],
    }
    if on is not None and not (len(editions) > 1 and on < editions[0]):
        request["on"] = on
    request["given"] = random_given(rng, book, names, rest)
    return request, names, rest


def random_given(rng: Random, book: Rulebook, names: list[str], rest: list[str]) -> dict[str, Any]:
    """Some of what may be given; always the phase, and mostly whatever depends on whom one asks about."""
    share, settled, one = rng.choice((0.1, 0.4, 0.9)), rng.random() < 0.85, rng.choice(names)
    alike = rng.random() < 0.3  # whoever is given is mostly the same player: the leaver owns the card, …
    told: dict[str, Any] = {}
    for given in book.vocabulary.givens.values():
        if rng.random() > share and not given.best and not (settled and given.default == "first"):
            continue
        match given.kind:
            case "flag":
                told[given.id] = rng.random() < 0.5
            case "number":
                told[given.id] = rng.randint(0, 2)
            case "player":
                pool = rest if given.present and rest else names
                told[given.id] = one if alike and one in pool and rng.random() < 0.8 else rng.choice(pool)
            case "players":
                told[given.id] = rng.sample(names, rng.randint(0, min(3, len(names))))
            case _:
                told[given.id] = rng.choice([word for word, _ in given.choices])
    return told


def random_question(
    rng: Random, book: Rulebook, position: Request, ask: str, names: list[str], rest: list[str]
) -> Request:
    relation = book.vocabulary.questions[ask]
    pool = names if relation.gone_allowed or relation.ignores or not rest else rest
    teams = position["seats"].count("|") + 1
    of = [chr(65 + rng.randrange(teams)) if sort == tm.TEAM else rng.choice(pool) for _, sort in relation.params]
    given = dict(position["given"])
    if all(sort != tm.PLAYER for _, sort in relation.params):  # then nobody is the first player asked about
        for key, declared in book.vocabulary.givens.items():
            if declared.default == "first":
                given.setdefault(key, names[0])
    return {**position, "ask": ask, "of": of, "given": given}


# --- comparing ------------------------------------------------------------------------------------


class Pair:
    """Both engines for one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.compiled = Engine(book)
        self.plain: dict[tuple[str, str | None], PlainAnswerer] = {}

    def ask(self, request: Request) -> tuple[Reply, Reply]:
        """Both answers in one shape."""
        at = request["text"], request.get("on")
        if at not in self.plain:
            resolved, _ = resolve(*at, self.book.texts, self.book.vocabulary)
            assert resolved is not None
            self.plain[at] = PlainAnswerer(resolved)
        return as_reply(self.compiled.ask(request)), self.plain[at].ask(request)

    def differ(self, request: Request) -> bool:
        one, other = self.ask(request)
        return one != other


def as_reply(answer: Answer) -> Reply:
    assert len(set(answer.clauses)) == len(answer.clauses)
    assert (answer.message is not None) == (answer.status in ("invalid", "contradicted"))
    return Reply(answer.status, answer.answer, frozenset(answer.clauses), frozenset(answer.overridden))


def smallest(pair: Pair, request: Request) -> Request:
    """Leave out of a request whatever its disagreement does not need."""
    fresh = Pair(pair.book)
    if not fresh.differ(request):
        return {**request, "note": "only after other questions: the answer depends on the order of asking"}
    needed = {key for key, given in pair.book.vocabulary.givens.items() if given.default == "first"}
    for key in ("options", "left", "leaving", "given"):
        for item in list(request.get(key) or ()):
            told = request[key]
            if key == "given" and item in needed:
                continue
            less = {k: v for k, v in told.items() if k != item} if key == "given" else [x for x in told if x != item]
            tried = {**request, key: less}
            if Pair(pair.book).differ(tried):
                request = tried
    return {key: value for key, value in request.items() if value or key == "of"}


def compare(pair: Pair, requests: Iterator[Request], what: str = "") -> int:
    """Ask both engines; fail with the smallest request on which they differ. Returns how many were asked."""
    asked = 0
    for request in requests:
        asked += 1
        one, other = pair.ask(request)
        if one != other:
            small = smallest(pair, request)
            if "note" not in small:
                one, other = Pair(pair.book).ask(small)
            pytest.fail(f"{what}\n{small}\n  compiled: {shown(one)}\n  plain:    {shown(other)}")
    return asked


def shown(reply: Reply) -> str:
    return f"{reply.status} {reply.answer} by {sorted(reply.clauses)} over {sorted(reply.overridden)}"


def questions(rng: Random, book: Rulebook, text: str, positions: int, asks: list[str], each: int) -> Iterator[Request]:
    for _ in range(positions):
        position, names, rest = random_position(rng, book, text)
        for ask in rng.sample(asks, min(each, len(asks))):
            yield random_question(rng, book, position, ask, names, rest)


# --- the shipped texts ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", TEXTS)
def test_engines_agree_on_a_shipped_text(text: str) -> None:
    pair = Pair(shipped())
    asks = list(pair.book.vocabulary.questions)
    asked = compare(pair, questions(Random(f"positions of {text}"), pair.book, text, POSITIONS, asks, QUESTIONS))
    assert asked == POSITIONS * QUESTIONS


def test_the_positions_are_of_every_kind() -> None:
    """What is compared must not all be silent, or invalid, or about full tables."""
    book = shipped()
    seen: set[tuple[object, ...]] = set()
    engine, asks = Engine(book), list(book.vocabulary.questions)
    for text in ("cr-809", "wiki-en", "early", "paris"):
        for request in questions(Random(f"positions of {text}"), book, text, POSITIONS, asks, QUESTIONS):
            answer = engine.ask(request)
            kind = answer.answer if isinstance(answer.answer, bool) else type(answer.answer).__name__
            seen.add((answer.status, kind))
            seen.add(("gone", bool(request["left"]), bool(request["leaving"])))
            seen.add(("overridden", bool(answer.overridden)))
            seen.add(("open", answer.status == "silent" and bool(answer.clauses)))
    assert seen >= {
        ("answered", True),
        ("answered", False),
        ("answered", "int"),
        ("answered", "str"),
        ("answered", "list"),
        ("silent", "NoneType"),
        ("invalid", "NoneType"),
        ("gone", True, True),
        ("gone", False, False),
        ("overridden", True),
        ("open", True),
    }


@pytest.mark.parametrize(("text", "ask"), [("wiki-en", "in-range"), ("early", "fate")])
def test_engines_agree_where_a_text_contradicts_itself(text: str, ask: str) -> None:
    pair, rng, seen = Pair(shipped()), Random(f"contradictions of {text}"), 0
    for position in range(250):
        request, names, rest = random_position(rng, pair.book, text)
        question = random_question(rng, pair.book, request, ask, names, rest)
        if ask == "fate" and position % 2 and rest:
            question["given"] |= dict.fromkeys(("leaver", "owner", "controller", "territory"), rest[0])
        compare(pair, iter([question]))
        seen += pair.ask(question)[0].status == "contradicted"
    assert seen > 1


@pytest.mark.parametrize("text", TEXTS)
def test_an_action_is_asked_at_the_moment_its_text_allows_it(text: str) -> None:
    """Without a phase: yes if some phase says yes; otherwise what some phase says."""
    book, rng = shipped(), Random(f"moments of {text}")
    engine = Engine(book)
    best = [g for g in book.vocabulary.givens.values() if g.best]
    assert [g.id for g in best] == ["phase"]
    actions = [r.id for r in book.vocabulary.questions.values() if r.kind == "action"]
    for request in questions(rng, book, text, 12, actions, 8):
        given = {key: value for key, value in request["given"].items() if key != "phase"}
        chosen = engine.ask({**request, "given": given})
        by_phase = [engine.ask({**request, "given": {**given, "phase": word}}) for word, _ in best[0].choices]
        if any(answer.answer is True for answer in by_phase):
            assert chosen.answer is True, request
        assert chosen in by_phase, request


@pytest.mark.parametrize("text", TEXTS)
def test_a_question_of_no_player_needs_none_unless_it_matters(text: str) -> None:
    """Where some player matters, the answer is the one that holds whoever it is; otherwise the question lacks him."""
    book, rng = shipped(), Random(f"nobody of {text}")
    engine = Engine(book)
    asks = [r.id for r in book.vocabulary.questions.values() if all(sort != tm.PLAYER for _, sort in r.params)]
    keys = [key for key, given in book.vocabulary.givens.items() if given.default == "first"]
    for request in questions(rng, book, text, 8, asks, 6):
        given = {key: value for key, value in request["given"].items() if key not in keys}
        left_out = engine.ask({**request, "given": given})
        names = [
            f"{chr(65 + n)}{place}"
            for n, side in enumerate(request["seats"].split("|"))
            for place in range(1, len(side.split()) + 1)
        ]
        whoever = set()
        for p, q in product(names, repeat=2):
            answer = engine.ask({**request, "given": {**given, keys[0]: p, keys[1]: q}})
            whoever.add((answer.status, repr(answer.answer)))
        if len(whoever) == 1:
            assert (left_out.status, repr(left_out.answer)) in whoever, request
        else:
            assert left_out.status == "invalid", request


@pytest.mark.parametrize("text", TEXTS)
def test_an_answer_does_not_depend_on_earlier_questions(text: str) -> None:
    book, rng = shipped(), Random(f"order of {text}")
    asks = list(book.vocabulary.questions)
    requests = list(questions(rng, book, text, 4, asks, len(asks)))
    forwards, backwards = Engine(book), Engine(book)
    before = [forwards.ask(request) for request in requests]
    after = [backwards.ask(request) for request in reversed(requests)]
    for request, one, other in zip(requests, before, reversed(after), strict=True):
        assert one == other, request


@pytest.mark.parametrize("text", TEXTS)
def test_asking_of_many_is_asking_of_each(text: str) -> None:
    """All who sit there and teams, those who have gone, strangers, and too few or too many of them."""
    engine, wrong = Engine(shipped()), 0
    names = ["A1", "A2", "B1", "B2", "C3", "A", "B", "Z9"]
    for relation in shipped().vocabulary.questions.values():
        many = [of for length in range(4) for of in product(names, repeat=length)]
        some = Random(f"{text} {relation.id}").sample(many, 40)
        some += list(product(names, repeat=len(relation.params)))[:64]
        for gone in ({}, {"left": ["A1"], "leaving": ["B2"]}):
            asked = {"text": text, "seats": "g E g | g E g | g E g", "ask": relation.id, **gone}
            for of, answer in zip(some, engine.ask_each(asked, some), strict=True):
                assert answer == engine.ask({**asked, "of": list(of)}), (asked, of)
                wrong += answer.status == "invalid"
    assert wrong


# --- random texts ---------------------------------------------------------------------------------

Path_ = tuple[tuple[str, int | None], ...]
CONDITIONS = (
    tm.Always,
    tm.Holds,
    tm.HasRole,
    tm.GivenFlag,
    tm.GivenHas,
    tm.OptionOn,
    tm.Compare,
    tm.And,
    tm.Or,
    tm.Not,
    tm.Quantified,
    tm.At,
)
MUTATED = ("cr-809", "cr-809", "cr-809-it", "wiki-en", "wiki-it", "early", "paris", "cr-104")
OTHER_OPERATORS = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
KINDS = ("some", "every", "no", "at least", "at most", "exactly")
MOMENTS = ("now", "began", "start")


def places(node: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Yield everything inside a condition or term with the way to it."""
    yield path, node
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tuple):
            for at, part in enumerate(value):
                yield from places(part, (*path, (field.name, at)))
        elif hasattr(value, "__dataclass_fields__"):
            yield from places(value, (*path, (field.name, None)))


def put(node: Any, path: Path_, new: Any) -> Any:
    """Replace what lies at the end of a way."""
    if not path:
        return new
    (name, at), *rest = path
    value = getattr(node, name)
    if at is None:
        return replace(node, **{name: put(value, tuple(rest), new)})
    return replace(node, **{name: (*value[:at], put(value[at], tuple(rest), new), *value[at + 1 :])})


def twisted(rng: Random, node: Any) -> Any:
    """Change one node: a condition negated, a moment, number, quantifier or comparison changed; or ``None``."""
    ways: list[Any] = []
    match node:
        case tm.Number(value):
            ways = [tm.Number(value + 1), tm.Number(max(0, value - 1))]
        case tm.Quantified(kind, n, _, _, where, body):
            ways = [replace(node, kind=k, n=n or 1) for k in KINDS if k != kind]
            ways += [replace(node, n=n + 1), replace(node, n=max(0, n - 1)), replace(node, where=body, body=where)]
        case tm.Compare(op, left, right):
            ways = [replace(node, op=OTHER_OPERATORS[op])]
            ways += [replace(node, left=right, right=left)] if op in "<=>=" and op != "=" else []
        case tm.At(moment, part):
            ways = [replace(node, moment=m) for m in MOMENTS if m != moment] + [part]
        case tm.And(parts):
            ways = [tm.Or(parts), *parts]
        case tm.Or(parts):
            ways = [tm.And(parts), *parts]
        case tm.TermAt(moment, _):
            ways = [replace(node, moment=m) for m in MOMENTS if m != moment]
    if isinstance(node, (tm.Holds, tm.HasRole, tm.GivenFlag, tm.GivenHas)):
        ways.append(replace(node, positive=not node.positive))
    if isinstance(node, CONDITIONS):
        ways += [tm.Not(node), tm.At(rng.choice(MOMENTS), node)]
    return rng.choice(ways) if ways else None


def mutate_sentence(rng: Random, sentence: Sentence, fact: bool) -> Sentence | None:
    """Change a sentence (about a fact or action, or else a value): its conditions, or what it concludes from them."""
    guards = sentence.guards
    if rng.random() < 0.3 and sentence.kind in ("fact", "open"):
        if sentence.kind == "open":
            return replace(sentence, kind="fact", positive=rng.random() < 0.5) if fact else None
        if guards.only is not None:
            turned = [replace(guards, only=None, exactly=guards.only), replace(guards, only=None, when=guards.only)]
            return replace(sentence, guards=rng.choice(turned))
        if guards.exactly is not None:
            return replace(sentence, guards=replace(guards, exactly=None, only=guards.exactly))
        kinds = [replace(sentence, positive=not sentence.positive), replace(sentence, kind="open", positive=True)]
        return rng.choice(kinds)
    if rng.random() < 0.2 and (guards.unless is not None or not isinstance(guards.when, tm.Always)):
        unless = guards.when if not isinstance(guards.when, tm.Always) else None
        return replace(sentence, guards=replace(guards, when=guards.unless or tm.Always(), unless=unless))
    found = [
        ("guards", name, *place)
        for name in ("when", "unless", "only", "exactly")
        if getattr(guards, name) is not None
        for place in places(getattr(guards, name))
    ]
    if sentence.expression is not None:
        found += [("expression", "", *place) for place in places(sentence.expression)]
    rng.shuffle(found)
    for where, name, path, node in found:
        changed = twisted(rng, node)
        if changed is None:
            continue
        if where == "expression":
            return replace(sentence, expression=put(sentence.expression, path, changed))
        return replace(sentence, guards=replace(guards, **{name: put(getattr(guards, name), path, changed)}))
    return None


def mutate(rng: Random, book: Rulebook, texts: list[str]) -> tuple[Rulebook, str, frozenset[str]] | None:
    """Change one clause of one of some texts: the book, what was done, and the relations it spoke of."""
    text = book.texts[rng.choice(texts)]
    at = rng.randrange(len(text.clauses))
    clause = text.clauses[at]
    spoken = frozenset(s.relation for s in clause.sentences if s.relation)
    roll = rng.random()
    changed: tuple[Clause, ...]
    if roll < 0.08:
        what, changed = "dropped", ()
    elif roll < 0.2:
        if clause.overrides and rng.random() < 0.7:
            what, changed = "without its overrides", (replace(clause, overrides=()),)
        else:
            others = [
                c
                for name in texts
                for c in book.texts[name].clauses
                if c is not clause and spoken & {s.relation for s in c.sentences}
            ]
            if not others:
                return None
            other = rng.choice(others)
            parts = [None, *(s.part for s in other.sentences if s.part)]
            reference = Reference(other.text, other.number, rng.choice(parts), clause.span)
            what, changed = f"overriding {other.id}", (replace(clause, overrides=(*clause.overrides, reference)),)
    elif clause.sentences:
        n = rng.randrange(len(clause.sentences))
        old = clause.sentences[n]
        fact = bool(old.relation) and book.vocabulary.relations[old.relation].kind != "value"
        new = mutate_sentence(rng, old, fact) if old.kind != "principle" and roll < 0.95 else None
        if new is None and roll < 0.95:
            return None
        kept = () if new is None else (new,)
        what = f"with “{old.written}” as {new.kind if new else 'nothing'} {new.positive if new else ''} {kept}"
        changed = (replace(clause, sentences=(*clause.sentences[:n], *kept, *clause.sentences[n + 1 :])),)
    else:
        return None
    clauses = (*text.clauses[:at], *changed, *text.clauses[at + 1 :])
    texts_now: Mapping[str, Text] = {**book.texts, text.id: replace(text, clauses=clauses)}
    return replace(book, texts=texts_now), f"{clause.id} {what}", spoken


def included(book: Rulebook, text: str) -> list[str]:
    return [text, *(inclusion.text for inclusion in book.texts[text].includes)]


def mutants(rng: Random, count: int) -> Iterator[tuple[Rulebook, str, str, frozenset[str]]]:
    """Yield sound rulebooks in which one text (or what it includes) was changed once or a few times."""
    while count:
        book, text = shipped(), rng.choice(MUTATED)
        done, spoken = [], frozenset[str]()
        for _ in range(rng.choice((1, 1, 2, 3))):
            step = mutate(rng, book, included(book, text))
            if step is not None:
                book, what, more = step
                done.append(what)
                spoken |= more
        resolved, findings = resolve(text, None, book.texts, book.vocabulary)
        if done and resolved is not None and not any(f.severity == "error" for f in findings):
            count -= 1
            yield book, text, "; ".join(done), spoken


@pytest.mark.parametrize("part", range(10))
def test_engines_agree_on_random_texts(part: int) -> None:
    rng = Random(f"texts {part}")
    for book, text, what, spoken in mutants(rng, MUTANTS // 10):
        pair = Pair(book)
        asks = list(book.vocabulary.questions)
        near = sorted(spoken & set(asks))
        for _ in range(4):
            request, names, rest = random_position(rng, book, text)
            request.pop("on", None)
            chosen = [*rng.sample(near, min(3, len(near))), *rng.sample(asks, 3)]
            compare(pair, (random_question(rng, book, request, ask, names, rest) for ask in chosen), what)
