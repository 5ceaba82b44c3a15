"""Questions from outside (design §7) and their answers.

A request is a mapping as in ``emperor ask --batch``; every way in which it can be wrong is a sentence in the answer's
``message``, never an exception.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from emperor_rules.diagnostics import Diagnostic, nearest
from emperor_rules.evaluate.compiler import Asked, Program, compile_text
from emperor_rules.evaluate.table import NOBODY, TEAM_LETTERS, NoTable, Position, Table, read_table
from emperor_rules.evaluate.verdict import CONTRADICTED, CONTRADICTORY, UNKNOWN, YES
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.terms import Compare, GivenVal, Pick, walk
from emperor_rules.model.vocabulary import Given, Relation, Vocabulary
from emperor_rules.resolve.resolver import resolve
from emperor_rules.resolve.strata import reachable

ANSWERED = "answered"
SILENT = "silent"
CONTRADICTED_STATUS = "contradicted"
INVALID = "invalid"

REQUEST_KEYS = frozenset({"id", "text", "on", "options", "seats", "left", "leaving", "ask", "of", "given"})
#: Positions kept with what was answered about them; the least recently begun goes first.
KEPT_POSITIONS = 4096


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question; ``clauses`` and ``overridden`` are citations (``text:number``)."""

    status: str
    answer: object = None
    clauses: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()
    message: str | None = None

    def as_json(self, id: object) -> dict[str, object]:
        """Give the answer with the keys of the batch interface."""
        found: dict[str, object] = {
            "id": id, "status": self.status, "answer": self.answer, "clauses": list(self.clauses),
            "overridden": list(self.overridden),
        }  # fmt: skip
        if self.message is not None:
            found["message"] = self.message
        return found


class Wrong(Exception):
    """A request that makes no sense; the message says why in one sentence."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A request understood: everything the program needs to answer it."""

    program: Program
    relation: Relation
    position: Position
    args: tuple[int, ...]
    given: list[Any]
    best: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass
class Answerer:
    """Answers requests about the texts of one rulebook; programs and positions are kept between questions."""

    rulebook: Rulebook
    programs: dict[tuple[str, str | None], Program] = field(default_factory=dict)
    positions: dict[Any, Position] = field(default_factory=dict)
    citations: dict[tuple[str, str | None], dict[int, tuple[str, ...]]] = field(default_factory=dict)
    plans: dict[tuple[str, str | None, str], _Plan] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)

    def ask(self, request: Mapping[str, Any]) -> Answer:
        """Answer one request."""
        try:
            prepared = self.prepare(request)
        except Wrong as wrong:
            return Answer(INVALID, message=str(wrong))
        except NoTable as wrong:
            return Answer(INVALID, message=str(wrong))
        return self.decide(prepared)

    # --- understanding ---------------------------------------------------------------------------

    def program(self, text: Any, on: Any) -> Program:
        """Give the compiled text on a date; raises :class:`Wrong` when there is none."""
        try:
            found = self.programs.get((text, on))
        except TypeError:
            raise Wrong("“text” is not the name of a text") from None
        if found is not None:
            return found
        if not isinstance(text, str) or text not in self.rulebook.texts:
            raise Wrong(_unknown("text", text, self.rulebook.texts))
        declared = self.rulebook.texts[text]
        if on is not None:
            _check_date(on)
            if len(declared.editions) > 1 and on < declared.editions[0]:
                raise Wrong(f"{text} has no wording before {declared.editions[0]}")
        resolved, findings = resolve(text, on, self.rulebook.texts, self.rulebook.vocabulary)
        self.findings.extend(findings)
        if resolved is None or any(d.code == "R501" for d in findings):
            raise Wrong(f"{text} cannot be used: {findings[0].message}")
        program = self.programs[text, on] = compile_text(resolved)
        return program

    def prepare(self, request: Mapping[str, Any]) -> Prepared:
        """Check a request and find its program, position and arguments; raises :class:`Wrong` or ``NoTable``."""
        if not isinstance(request, Mapping):
            raise Wrong("a question is a JSON object")
        if not request.keys() <= REQUEST_KEYS:
            name = sorted(str(k) for k in request.keys() - REQUEST_KEYS)[0]
            raise Wrong(_unknown("key", name, REQUEST_KEYS))
        get = request.get
        text, on, ask = get("text"), get("on"), get("ask")
        if text is None or ask is None or get("seats") is None:
            missing = next(k for k in ("text", "seats", "ask") if get(k) is None)
            raise Wrong(f"the question lacks “{missing}”")
        program = self.program(text, on)
        try:
            plan = self.plans[text, on, ask]
        except KeyError:
            plan = self.plans[text, on, ask] = _plan(program, ask)
        except TypeError:
            raise Wrong("“ask” is not the name of a question") from None
        vocabulary = self.rulebook.vocabulary
        position = self._position(request, program, plan)
        args = _arguments(get("of"), plan.relation, position)
        given = _given(get("given"), plan, position, args, vocabulary)
        best: tuple[tuple[int, tuple[str, ...]], ...] = ()
        if plan.best:
            told = get("given") or {}
            best = tuple((n, words) for n, key, words in plan.best if key not in told)
        return Prepared(program, plan.relation, position, args, given, best)

    def _position(self, request: Mapping[str, Any], program: Program, plan: _Plan) -> Position:
        get = request.get
        seats, left, leaving, options = get("seats"), get("left"), get("leaving"), get("options")
        if not isinstance(seats, str):
            raise Wrong("“seats” is not a text such as “g E g | g E g”")
        try:
            key = (
                program.resolved.id, program.resolved.on, seats, plan.ignoring,
                tuple(left) if left else (), tuple(leaving) if leaving else (), tuple(options) if options else (),
            )  # fmt: skip
            known = self.positions.get(key)
        except TypeError:
            known, key = None, None
        if known is not None and not isinstance(left, str) and not isinstance(leaving, str):
            return known
        table = read_table(seats, "".join(self.rulebook.vocabulary.role_letters))
        gone = _players("left", left, table)
        going = _players("leaving", leaving, table)
        both = gone & going
        if both:
            raise Wrong(f"{table.names[min(both)]} cannot be in both “left” and “leaving”")
        chosen = _strings("options", options)
        for option in chosen:
            if option not in program.resolved.options:
                raise Wrong(_unknown("option", option, program.resolved.options))
        gone, going = (frozenset(), frozenset()) if plan.ignoring else (gone, going)
        position = Position(table, gone, going, chosen)
        if key is not None:
            if len(self.positions) >= KEPT_POSITIONS:
                del self.positions[next(iter(self.positions))]
            self.positions[key] = position
        return position

    # --- deciding --------------------------------------------------------------------------------

    def decide(self, prepared: Prepared) -> Answer:
        """Answer a prepared question; where its moment is open, at the moment that its text allows it."""
        if not prepared.best:
            return self._verdict(prepared, Asked(prepared.given))
        return self._best(prepared)[1]

    def asked_at_best(self, prepared: Prepared) -> Asked:
        """Give what a question brings along, with the moment that was chosen for it: for derivations."""
        return Asked(prepared.given) if not prepared.best else Asked(self._best(prepared)[0])

    def _best(self, prepared: Prepared) -> tuple[list[Any], Answer]:
        """Try each moment: a yes is best, then what is left open, then the no with the fewest reasons."""
        found: list[tuple[list[Any], Answer]] = []
        for given in _moments(prepared.given, prepared.best):
            answer = self._verdict(prepared, Asked(given))
            if answer.status == ANSWERED and answer.answer is True:
                return given, answer
            found.append((given, answer))
        return min(found, key=lambda f: (f[1].status == ANSWERED, f[1].status == INVALID, len(f[1].clauses)))

    def _verdict(self, prepared: Prepared, asked: Asked) -> Answer:
        program, relation, args = prepared.program, prepared.relation, prepared.args
        asked.book = prepared.position.book_for(tuple(asked.given))
        value, mask = program.functions[relation.id](prepared.position, asked, *args)
        book = asked.book if relation.id in program.reads_given else prepared.position.book
        key = (program.numbers[relation.id], *args)
        if relation.kind == "value":
            return self._value(prepared, book, key, value, mask)
        if value == CONTRADICTED:
            return self._contradicted(prepared, book, key, mask)
        if value == UNKNOWN:
            return self._unknown(prepared, mask)
        if value != YES and key in book.defaults:
            concluding = program.concluding.get(relation.id, 0)
            if not concluding:
                return Answer(SILENT)
            mask |= concluding
        return Answer(ANSWERED, value == YES, self.cite(prepared, mask),
                      self.cite(prepared, book.yielded.get(key, 0)))  # fmt: skip

    def _value(self, prepared: Prepared, book: Any, key: tuple[int, ...], value: Any, mask: int) -> Answer:
        if value is CONTRADICTORY:
            return self._contradicted(prepared, book, key, mask)
        if value is None:
            return self._unknown(prepared, mask)
        return Answer(ANSWERED, self.show(prepared, value), self.cite(prepared, mask),
                      self.cite(prepared, book.yielded.get(key, 0)))  # fmt: skip

    def show(self, prepared: Prepared, value: Any) -> object:
        """Turn a value of the evaluator into one of the interface: players by name, teams by letter."""
        names = prepared.position.table.names
        match prepared.relation.answer:
            case "players":
                return [names[p] for p in value]
            case "player":
                return names[value] if value >= 0 else None
            case "team":
                return TEAM_LETTERS[value]
        return value

    def _unknown(self, prepared: Prepared, mask: int) -> Answer:
        program = prepared.program
        for key, bit in program.missing.items():
            if mask & bit:
                phrase = self.rulebook.vocabulary.givens[key].phrase.en
                return Answer(INVALID, message=f"the answer depends on “{key}” ({phrase}), which is not given")
        return Answer(SILENT, clauses=self.cite(prepared, mask))

    def _contradicted(self, prepared: Prepared, book: Any, key: tuple[int, ...], mask: int) -> Answer:
        sides = []
        for value, side in book.claims.get(key, {}).items():
            shown = {True: "yes", False: "no"}.get(value) if isinstance(value, bool) else None
            said = shown or _join(self.show(prepared, value))
            sides.append(f"{', '.join(self.cite(prepared, side))} say {said}")
        return Answer(CONTRADICTED_STATUS, None, self.cite(prepared, mask), message="; ".join(sides))

    def cite(self, prepared: Prepared, mask: int) -> tuple[str, ...]:
        """Name the clauses of a mask: those that speak about the question first, then what they rest on."""
        if not mask:
            return ()
        resolved = prepared.program.resolved
        kept = self.citations.setdefault((resolved.id, resolved.on), {})
        first = prepared.program.deciding.get(prepared.relation.id, 0)
        key = mask << 1 if not first else (mask << 1 | 1) + (first << (len(resolved.clauses) + 64) * 2)
        found = kept.get(key)
        if found is None:
            names = [c.citation for c in resolved.clauses if mask >> c.index & 1 and first >> c.index & 1]
            names += [c.citation for c in resolved.clauses if mask >> c.index & 1 and not first >> c.index & 1]
            found = kept[key] = tuple(names)
        return found


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is the same for every request of one question to one text."""

    relation: Relation
    ignoring: bool
    defaults: tuple[Any, ...]
    firsts: tuple[tuple[int, int], ...]
    best: tuple[tuple[int, str, tuple[str, ...]], ...]
    givens: Mapping[str, tuple[int, Given]]


def _plan(program: Program, ask: Any) -> _Plan:
    vocabulary = program.resolved.vocabulary
    questions = vocabulary.questions
    if not isinstance(ask, str) or ask not in questions:
        raise Wrong(_unknown("question", ask, questions))
    relation = questions[ask]
    letters = [letter for letter, _ in relation.params]
    own = dict(relation.gives)
    defaults: list[Any] = []
    firsts: list[tuple[int, int]] = []
    first_player = next((n for n, (_, sort) in enumerate(relation.params) if sort == "player"), None)
    for n, given in enumerate(vocabulary.givens.values()):
        defaults.append(_default(given))
        if given.id in own and own[given.id] in letters:
            firsts.append((n, letters.index(own[given.id])))
        elif given.default == "first" and first_player is not None:
            firsts.append((n, first_player))
    best = tuple(
        (n, given.id, words)
        for n, given in enumerate(vocabulary.givens.values())
        if given.best and relation.kind == "action" and (words := _allowed_choices(program, relation.id, given.id))
    )
    return _Plan(relation, bool(relation.ignores), tuple(defaults), tuple(firsts), best,
                 {key: (n, given) for n, (key, given) in enumerate(vocabulary.givens.items())})  # fmt: skip


def _allowed_choices(program: Program, relation: str, key: str) -> tuple[str, ...]:
    """Give the choices of a given fact that the clauses in the question's cone speak of."""
    resolved = program.resolved
    rules_of = {name: [resolved.rules[n] for n in ns] for name, ns in resolved.by_relation.items()}
    found: set[str] = set()
    for name in reachable(relation, rules_of, resolved.vocabulary):
        for rule in rules_of.get(name, ()):
            for node in walk(rule.guard):
                if isinstance(node, Compare) and node.left == GivenVal(key) and isinstance(node.right, Pick):
                    found.add(node.right.word)
    words = tuple(word for word, _ in resolved.vocabulary.givens[key].choices if word in found)
    default = resolved.vocabulary.givens[key].default
    return words if words != (default,) else ()


def _default(given: Given) -> Any:
    if given.default is None:
        return None
    match given.kind:
        case "flag":
            return given.default == "yes"
        case "number":
            return int(given.default)
        case "players":
            return frozenset()
        case "player":
            return NOBODY
    return given.default


def _arguments(of: Any, relation: Relation, position: Position) -> tuple[int, ...]:
    params = relation.params
    names = of if of is not None else ()
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise Wrong("“of” is not a list of names")
    if len(names) != len(params):
        wanted = "nobody" if not params else f"{len(params)} {'name' if len(params) == 1 else 'names'}"
        raise Wrong(f"“{relation.id}” is asked of {wanted}, not of {len(names)}")
    table = position.table
    found = []
    for name, (_, sort) in zip(names, params, strict=True):
        if sort == "team":
            number = table.team_number(name) if isinstance(name, str) else None
            if number is None:
                raise Wrong(
                    f"{_quote(name)} is no team of this table (teams A to {TEAM_LETTERS[len(table.sizes) - 1]})"
                )
        else:
            number = _player(name, table)
            if position.gone(number) and not relation.gone_allowed:
                raise Wrong(f"{name} is no longer in the game")
        found.append(number)
    return tuple(found)


def _player(name: Any, table: Table) -> int:
    number = table.number.get(name) if isinstance(name, str) else None
    if number is None:
        raise Wrong(f"{_quote(name)} is nobody at this table ({table.names[0]} to {table.names[-1]})")
    return number


def _players(key: str, names: Any, table: Table) -> frozenset[int]:
    return frozenset(_player(name, table) for name in _strings(key, names))


def _strings(key: str, names: Any) -> tuple[str, ...]:
    if names is None:
        return ()
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise Wrong(f"“{key}” is not a list")
    if not all(isinstance(name, str) for name in names):
        raise Wrong(f"“{key}” holds something that is not a name")
    return tuple(names)


def _given(told: Any, plan: _Plan, position: Position, args: tuple[int, ...], vocabulary: Vocabulary) -> list[Any]:
    values = list(plan.defaults)
    for n, at in plan.firsts:
        values[n] = args[at]
    if not told:
        if told is not None and not isinstance(told, Mapping):
            raise Wrong("“given” is not an object")
        return values
    if not isinstance(told, Mapping):
        raise Wrong("“given” is not an object")
    for key, value in told.items():
        known = plan.givens.get(key)
        if known is None:
            raise Wrong(_unknown("given fact", key, vocabulary.givens))
        values[known[0]] = _given_value(known[1], value, position)
    return values


def _given_value(given: Given, value: Any, position: Position) -> Any:
    table = position.table
    match given.kind:
        case "flag":
            if not isinstance(value, bool):
                raise Wrong(f"“{given.id}” is true or false, not {_quote(value)}")
            return value
        case "number":
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise Wrong(f"“{given.id}” is a number from 0 up, not {_quote(value)}")
            return value
        case "player":
            player = _player(value, table)
            if given.present and position.gone(player):
                raise Wrong(f"{value} has already left the game, so cannot be “{given.id}”")
            return player
        case "players":
            return _players(given.id, value, table)
    if not isinstance(value, str) or value not in dict(given.choices):
        raise Wrong(f"“{given.id}” is one of {', '.join(w for w, _ in given.choices)}, not {_quote(value)}")
    return value


def _moments(given: list[Any], best: tuple[tuple[int, tuple[str, ...]], ...]) -> list[list[Any]]:
    found = [given]
    for n, words in best:
        found = [[*some[:n], word, *some[n + 1 :]] for some in found for word in words]
    return found


def _check_date(on: Any) -> None:
    if not isinstance(on, str):
        raise Wrong("“on” is not a date such as 2009-05-01")
    try:
        valid = date.fromisoformat(on).isoformat() == on
    except ValueError:
        valid = False
    if not valid:
        raise Wrong(f"{_quote(on)} is no date: write YYYY-MM-DD")


def _unknown(kind: str, name: Any, known: Any) -> str:
    if not isinstance(name, str):
        return f"{_quote(name)} is no {kind}"
    guess = nearest(name, known)
    return f"there is no {kind} {_quote(name)}" + (f"; did you mean “{guess}”?" if guess else "")


def _quote(value: Any) -> str:
    shown = str(value)
    return f"“{shown if len(shown) <= 40 else shown[:40] + '…'}”"


def _join(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)
