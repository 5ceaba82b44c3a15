"""A second engine, slow and plain: it interprets the resolved model instead of compiling it.

It was written from the table at the top of ``semantics/verdict.py`` and shares no code with the
evaluator. Conditions are three-valued (strong Kleene: ``True``, ``False``, ``None`` for unknown). Facts that depend on
themselves are a least fixed point, reached in stages from *all false*.

Every truth comes with its reasons, a set of clause numbers:

- *true* and *false*: the clauses of every derivation. A conjunction is true by all its parts and false by each part
  that is false; a disjunction the other way round; a quantifier likewise over its instances, but whoever its
  filter leaves out is left out by the filter alone.
- *unknown*: what it is unknown for want of, and nothing else: the clauses that leave something open, and the names
  (strings) of facts that the question does not give.
- a closed fact that is false for want of any conclusion rests on no clause (asked as a question, it cites the
  clauses that could have concluded it).
- a fact that may depend on itself: the clauses by which it comes out from what stands without it; what stands without
  it comes out in stages, each by the clauses that conclude it from earlier stages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from emperor_rules.model import terms as tm
from emperor_rules.model.texts import Sentence
from emperor_rules.model.vocabulary import GivenFact, Predicate, Vocabulary
from emperor_rules.resolve.roles import knows_no_role
from emperor_rules.resolve.rules import ResolvedText

Reasons = frozenset[Any]
NONE: Reasons = frozenset()
NOBODY = -1
FAR = 10**6
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: What teams are called, in order.
TEAMS = [*LETTERS, *(f"A{letter}" for letter in LETTERS)]

Key = tuple[str, tuple[int, ...]]
Env = Mapping[str, Any]


class Truth(NamedTuple):
    """A condition's value (``None``: unknown) and why."""

    value: bool | None
    why: Reasons


class Worth(NamedTuple):
    """A term's value (``None``: unknown or undefined) and why."""

    value: Any
    why: Reasons


class Candidate(NamedTuple):
    """One conclusion of one sentence that certainly or possibly holds."""

    clause: int
    part: str | None
    kind: str  # yes, no, open, value, met
    plain: bool  # for a yes: not the presumption of an *only*; for a no: no principle lets it beat a yes
    certain: bool
    why: Reasons
    value: Any = None


class Verdict(NamedTuple):
    """What is decided about one question; ``value`` is ``CONTRADICTED`` where clauses decide differently."""

    value: Any
    why: Reasons
    yielded: Reasons = NONE
    default: bool = False


@dataclass(frozen=True)
class Reply:
    """An answer in the words of the batch interface."""

    status: str
    answer: object = None
    clauses: Collection[str] = frozenset()
    overridden: Collection[str] = frozenset()


CONTRADICTED = "contradicted"
Look = Callable[[str, tuple[int, ...]], Verdict]


def seated(seats: str) -> tuple[list[int], list[str]]:
    """Read the team and the role at each seat: teams split by bars, or each seat with its team, ``A`` or ``A:g``."""
    if "|" not in seats and seats[0] == "A":
        parts = [seat.split(":") for seat in seats.split()]
        return [TEAMS.index(part[0]) for part in parts], [part[1] if part[1:] else "o" for part in parts]
    sides = [side.split() for side in seats.split("|")]
    return [n for n, side in enumerate(sides) for _ in side], [role for side in sides for role in side]


def names_of(teams: list[int]) -> list[str]:
    """Name the player at each seat: the team's letter, and which of its players it is."""
    return [f"{TEAMS[team]}{teams[:n].count(team) + 1}" for n, team in enumerate(teams)]


@dataclass
class Seating:
    """A table with everybody who has gone, read from a request without the toolkit's help."""

    roles: list[str]
    teams: list[int]
    names: list[str]
    left: frozenset[int] = frozenset()
    leaving: frozenset[int] = frozenset()
    options: frozenset[str] = frozenset()
    rings: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, request: Mapping[str, Any], ignoring: bool) -> Seating:
        """Read the seats of a request; ``ignoring`` forgets who has gone."""
        teams, roles = seated(request["seats"])
        names = names_of(teams)
        left, leaving = (frozenset(map(names.index, request.get(key) or ())) for key in ("left", "leaving"))
        if ignoring:
            left = leaving = frozenset()
        return cls(roles, teams, names, left, leaving, frozenset(request.get("options") or ()))

    def ring(self, moment: str) -> list[int]:
        """List those who sit on the ring at a moment, clockwise."""
        if moment not in self.rings:
            absent = {"now": self.left | self.leaving, "began": self.left, "start": frozenset()}[moment]
            self.rings[moment] = [p for p in range(len(self.roles)) if p not in absent]
        return self.rings[moment]

    def steps(self, p: int, q: int, moment: str) -> int:
        """Count steps clockwise from p to q; far away when one of them is not there."""
        ring = self.ring(moment)
        return (ring.index(q) - ring.index(p)) % len(ring) if p in ring and q in ring else FAR

    def distance(self, p: int, q: int, moment: str) -> int:
        """Count steps the shorter way round."""
        return min(self.steps(p, q, moment), self.steps(q, p, moment))


@dataclass
class Plain:
    """One position with everything given, asked of one resolved text."""

    text: ResolvedText
    seats: Seating
    given: Mapping[str, Any]
    decided: dict[Key, Verdict] = field(default_factory=dict)
    wanted: dict[Key, set[Key]] = field(default_factory=dict)
    #: Evaluate for the value alone: a conjunction ends at its first failure, whatever else would speak for it.
    bare: bool = False
    #: The given facts that were looked at so far.
    read: set[str] = field(default_factory=set)
    #: Who has gone because of others, and why.
    followers: Mapping[int, Reasons] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Take from the text what does not depend on the position; it is collected once and kept with the text."""
        self.words: Vocabulary = self.text.vocabulary
        kept = vars(self.text)
        if "has_no_roles" not in kept:
            kept["has_no_roles"] = knows_no_role(self.text)
        if "in_enumeration" not in kept:
            kept["in_enumeration"] = self._sentences(), frozenset(self._overriding())
        self.sentences, self.overriding = kept["in_enumeration"]

    def _sentences(self) -> dict[str, list[tuple[int, Sentence]]]:
        """Return the sentences about each predicate, each with the index of its clause."""
        sentences: dict[str, list[tuple[int, Sentence]]] = {}
        seen: set[tuple[int, int]] = set()
        for rule in self.text.rules:
            assert rule.sentence is not None
            if (rule.clause, id(rule.sentence)) not in seen:
                seen.add((rule.clause, id(rule.sentence)))
                sentences.setdefault(rule.predicate, []).append((rule.clause, rule.sentence))
        return sentences

    def _overriding(self) -> Iterator[tuple[int, int, str | None]]:
        """Yield (overrider, overridden, part) of clauses in force."""
        number = {(c.clause.text, c.clause.number): c.index for c in self.text.clauses}
        for clause in self.text.clauses:
            for reference in clause.clause.overrides:
                target = number.get((reference.text, reference.number or ""))
                if target is not None:
                    yield clause.index, target, reference.part

    def told(self, key: str) -> Any:
        """Look a given fact up."""
        self.read.add(key)
        return self.given[key]

    # --- terms -----------------------------------------------------------------------------------

    def term(self, term: tm.Term, env: Env, moment: str, look: Look) -> Worth:
        """Evaluate a term."""
        match term:
            case tm.Variable(name, _):
                return env[name] if isinstance(env[name], Worth) else Worth(env[name], NONE)
            case tm.Apply(predicate, args):
                return self.value_of(predicate, args, env, moment, look)
            case tm.Number(value):
                return Worth(value, NONE)
            case tm.GivenTerm(key):
                value = self.told(key)
                return Worth(value, frozenset([key]) if value is None else NONE)
            case tm.Choice(word):
                return Worth(word, NONE)
            case tm.TermAt(other, inner):
                return self.term(inner, env, other, look)
            case tm.Least(var, condition):
                return self.search(range(len(self.seats.roles) + 1), var, condition, env, moment, look, None)
            case tm.First(var, where, start, side):
                at = self.term(start, env, moment, look)
                if at.value is None:
                    return at
                if at.value == NOBODY:
                    return Worth(NOBODY, at.why)
                count = len(self.seats.roles)
                others = [(at.value + n) % count for n in range(1, count)]
                if side == "right":
                    others.reverse()
                first = self.search(others, var, where, env, moment, look, NOBODY)
                return first if first.value is None else Worth(first.value, first.why | at.why)
            case tm.Calculation(sign, left, right):
                sides = [self.term(side, env, moment, look) for side in (left, right)]
                if any(side.value is None for side in sides):
                    return Worth(None, union(side.why for side in sides if side.value is None))
                a, b = (side.value for side in sides)
                made = {"plus": a + b, "minus": a - b, "times": a * b}.get(sign)
                if made is None:
                    made = math.floor(a / b) if sign == "divided-down" else math.ceil(a / b)
                return Worth(made, union(side.why for side in sides)) if -9999 <= made <= 9999 else Worth(None, NONE)
            case tm.Count(var, sort, where):
                each = [self.cond(where, {**env, var: n}, moment, look) for n in self.domain(sort)]
                if any(t.value is None for t in each):
                    return Worth(None, union(t.why for t in each if t.value is None))
                return Worth(sum(bool(t.value) for t in each), union(t.why for t in each))
            case tm.Those(var, where, among):
                listed = self.term(among, env, moment, look)
                if listed.value is None:
                    return listed
                truths = {n: self.cond(where, {**env, var: n}, moment, look) for n in listed.value}
                unknown = [t.why for t in truths.values() if t.value is None]
                if unknown:
                    return Worth(None, union(unknown))
                kept = tuple(n for n, t in truths.items() if t.value)
                return Worth(kept, listed.why | union(t.why for t in truths.values())) if kept else Worth(None, NONE)
            case tm.Only(var, sort, where):
                truths = {n: self.cond(where, {**env, var: n}, moment, look) for n in self.domain(sort)}
                unknown = [t.why for t in truths.values() if t.value is None]
                if unknown:
                    return Worth(None, union(unknown))
                those = [n for n, t in truths.items() if t.value]
                return Worth(those[0], union(t.why for t in truths.values())) if len(those) == 1 else Worth(None, NONE)
        raise AssertionError(term)

    def search(
        self, among: Iterable[int], var: str, condition: tm.Condition, env: Env, moment: str, look: Look, none: Any
    ) -> Worth:
        """Find the first that satisfies a condition."""
        why: Reasons = NONE
        for n in among:
            truth = self.cond(condition, {**env, var: n}, moment, look)
            if truth.value is None:
                return Worth(None, truth.why)
            why |= truth.why
            if truth.value:
                return Worth(n, why)
        return Worth(none, why if none is not None else NONE)

    def domain(self, sort: str) -> range:
        """Give all players or teams."""
        return range(max(self.seats.teams) + 1) if sort == tm.TEAM else range(len(self.seats.roles))

    def value_of(self, predicate: str, args: tuple[tm.Term, ...], env: Env, moment: str, look: Look) -> Worth:
        """Look a value up."""
        terms = [self.term(a, env, moment, look) for a in args]
        if any(a.value is None for a in terms):
            return Worth(None, union(a.why for a in terms if a.value is None))
        values, why = tuple(a.value for a in terms), union(a.why for a in terms)
        builtin = self.words.predicates[predicate].builtin
        if builtin and builtin.startswith("given-of-"):
            usual, named = self.told(predicate)
            return Worth(None, NONE) if values[0] == NOBODY else Worth(dict(named).get(values[0], usual), why)
        if builtin:
            return Worth(self.builtin(builtin, values, moment), why)
        if self.about_nobody(predicate, values):
            return Worth(None, NONE)
        verdict = look(predicate, values)
        if verdict.value is None or verdict.value is CONTRADICTED:
            return Worth(None, verdict.why if verdict.value is None else NONE)
        return Worth(verdict.value, verdict.why | why)

    def builtin(self, name: str, args: tuple[Any, ...], moment: str) -> Any:
        """Answer what the seats say."""
        s = self.seats
        match name:
            case "next-to":
                return s.distance(args[0], args[1], moment) == 1
            case "within":
                return s.distance(args[0], args[2], moment) <= args[1]
            case "distance":
                return s.distance(args[0], args[1], moment)
            case "steps-left":
                return s.steps(args[0], args[1], moment)
            case "clockwise":
                return () if args[0] == NOBODY else tuple((args[0] + n) % len(s.roles) for n in range(len(s.roles)))
            case "teams-clockwise":
                count = len(s.teams) if args[0] != NOBODY else 0
                return tuple(dict.fromkeys(s.teams[(args[0] + n) % count] for n in range(count)))
            case "member":
                return args[0] != NOBODY and s.teams[args[0]] == args[1]
            case "team":
                return NOBODY if args[0] == NOBODY else s.teams[args[0]]
            case "size":
                return s.teams.count(args[0])
            case "players":
                return len(s.teams)
            case "teams":
                return len(set(s.teams))
            case "middle":
                count = len(s.teams)
                own = [p for p in range(count) if args[0] != NOBODY and s.teams[p] == s.teams[args[0]]]
                starts = [p for p in own if s.teams[p - 1] != s.teams[p]]
                if not own or len(starts) > 1:
                    return False
                team = sorted(own, key=lambda p: (p - starts[0]) % count) if starts else own
                return args[0] in (team[(len(team) - 1) // 2], team[len(team) // 2])
            case "present":
                return args[0] in s.ring(moment)
        raise AssertionError(name)

    # --- conditions ------------------------------------------------------------------------------

    def cond(self, cond: tm.Condition | None, env: Env, moment: str, look: Look) -> Truth:
        """Evaluate a condition."""
        match cond:
            case tm.Holds(predicate, args, positive):
                truth = self.holds(predicate, args, env, moment, look)
                return truth if positive else opposite(truth)
            case tm.And(parts):
                return self.every(self.cond(p, env, moment, look) for p in parts)
            case tm.Compare(op, left, right):
                return compare(op, self.term(left, env, moment, look), self.term(right, env, moment, look))
            case tm.Quantified():
                return self.quantified(cond, env, moment, look)
            case None | tm.Always():
                return Truth(True, NONE)
            case tm.At(other, part):
                return self.cond(part, env, other, look)
            case tm.OptionOn(option):
                return Truth(option in self.seats.options, NONE)
            case tm.Not(part):
                return opposite(self.cond(part, env, moment, look))
            case tm.Or(parts):
                return self.some(self.cond(p, env, moment, look) for p in parts)
            case tm.GivenFlag(key, positive):
                value = self.told(key)
                return Truth(None, frozenset([key])) if value is None else Truth(value is positive, NONE)
            case tm.HasRole(role, arg, positive):
                letter = "" if vars(self.text)["has_no_roles"] else self.words.roles[role].letter
                who = self.term(arg, env, moment, look)
                if who.value is None:
                    return Truth(None, who.why)
                has = who.value != NOBODY and self.seats.roles[who.value] == letter
                return Truth(has is positive, who.why)
            case tm.GivenHas(key, arg, positive):
                who, listed = self.term(arg, env, moment, look), self.told(key)
                if who.value is None or listed is None:
                    lacking = frozenset([key]) if listed is None else NONE
                    return Truth(None, (who.why if who.value is None else NONE) | lacking)
                return Truth((who.value in listed) is positive, who.why)
        raise AssertionError(cond)

    def holds(self, predicate: str, args: tuple[tm.Term, ...], env: Env, moment: str, look: Look) -> Truth:
        """Look a fact up; nothing is true of nobody."""
        terms = [self.term(a, env, moment, look) for a in args]
        if any(a.value is None for a in terms):
            return Truth(None, union(a.why for a in terms if a.value is None))
        values, why = tuple(a.value for a in terms), union(a.why for a in terms)
        declared = self.words.predicates[predicate]
        if self.about_nobody(predicate, values):
            return Truth(False, why)
        if declared.builtin:
            return Truth(bool(self.builtin(declared.builtin, values, moment)), why)
        verdict = look(predicate, values)
        if verdict.value is None or verdict.value is CONTRADICTED:
            return Truth(None, verdict.why if verdict.value is None else NONE)
        return Truth(verdict.value, verdict.why | why)

    def about_nobody(self, predicate: str, values: tuple[Any, ...]) -> bool:
        """Tell whether some player among the arguments is nobody."""
        params = self.words.predicates[predicate].parameters
        return any(v == NOBODY for v, (_, sort) in zip(values, params, strict=True) if sort == tm.PLAYER)

    def quantified(self, cond: tm.Quantified, env: Env, moment: str, look: Look) -> Truth:
        """Count those for whom the filter and the body hold (for *every*: the filter but not the body)."""
        items = self.instances_of(cond, env, moment, look)
        match cond.kind:
            case "some":
                return self.some(items)
            case "no" | "every":
                return opposite(self.some(items))
            case "at least":
                return at_least(cond.n, list(items))
            case "at most":
                return opposite(at_least(cond.n + 1, list(items)))
        truths = list(items)
        return self.every(iter((at_least(cond.n, truths), opposite(at_least(cond.n + 1, truths)))))

    def instances_of(self, cond: tm.Quantified, env: Env, moment: str, look: Look) -> Iterator[Truth]:
        """Yield the truth of filter and body for everybody; whom the filter leaves out, it leaves out by itself."""
        for n in self.domain(cond.sort):
            inner = {**env, cond.var: n}
            where = self.cond(cond.where, inner, moment, look)
            if where.value is False:
                yield where
                continue
            body = self.cond(cond.body, inner, moment, look)
            yield self.every(iter((where, opposite(body) if cond.kind == "every" else body)))

    def every(self, parts: Iterator[Truth]) -> Truth:
        """Conjoin."""
        truths = []
        for part in parts:
            truths.append(part)
            if self.bare and part.value is False:
                break
        values = {part.value for part in truths}
        value = False if False in values else None if None in values else True
        return Truth(value, union(part.why for part in truths if part.value is value))

    def some(self, parts: Iterator[Truth]) -> Truth:
        """Disjoin."""
        return opposite(self.every(map(opposite, parts)))

    # --- verdicts --------------------------------------------------------------------------------

    def verdict(self, predicate: str, args: tuple[int, ...]) -> Verdict:
        """Decide a question, once."""
        key = (predicate, args)
        if key not in self.decided:
            if predicate in self.text.circles:
                self.circular(key)
            else:
                self.decided[key] = self.judge(key, self.verdict, True)
        return self.decided[key]

    def circular(self, asked: Key) -> None:
        """Decide a fact by what stands without it.

        The facts outside the group that depend on each other are decided first. Inside it the fact is held back, and each
        stage judges the facts that are left from what earlier stages have decided, all else being false: whatever is true
        stands; if nothing is, whatever is unknown; if nothing is either, the rest is false. The fact itself comes last.
        """
        below = self.depends_on(asked)
        group = {asked} | {key for key in below if asked in self.depends_on(key)}
        for key in below - group:
            self.verdict(*key)
        stood: dict[Key, Verdict] = {}
        left = group - {asked}
        while left:
            verdicts = {key: self.judge(key, self.looking(key, group, stood), True) for key in left}
            true = {key for key in left if verdicts[key].value is True}
            unknown = {key for key in left if verdicts[key].value is not False}
            settled = true or unknown or left
            stood.update((key, verdicts[key]) for key in settled)
            left = left - settled
        self.decided[asked] = self.judge(asked, self.looking(asked, group, stood), True)

    def looking(self, reader: Key, group: set[Key], stood: Mapping[Key, Verdict]) -> Look:
        """Look facts up for a fact of a group: of its circle it sees what it depends on, as far as that stands."""

        def look(predicate: str, args: tuple[int, ...]) -> Verdict:
            key = (predicate, args)
            if predicate not in self.text.circles[reader[0]]:
                return self.verdict(predicate, args)
            if key not in self.wanting(reader):
                return Verdict(False, NONE)
            return stood.get(key, Verdict(False, NONE)) if key in group else self.verdict(predicate, args)

        return look

    def depends_on(self, start: Key) -> set[Key]:
        """Give every fact of its circle that a fact depends on, directly or not."""
        reached: set[Key] = set()
        waiting = [start]
        while waiting:
            new = self.wanting(waiting.pop()) - reached
            reached |= new
            waiting.extend(new)
        return reached

    def wanting(self, key: Key) -> set[Key]:
        """Give the facts of its circle for want of which a premise or a sentence about a fact is unknown.

        All others of the circle are taken as unknown for want of themselves.
        """
        if key not in self.wanted:
            circle = self.text.circles[key[0]]

            def look(predicate: str, args: tuple[int, ...]) -> Verdict:
                if predicate in circle:
                    own = (predicate, args) == key
                    return Verdict(False, NONE) if own else Verdict(None, frozenset([(predicate, args)]))
                return self.verdict(predicate, args)

            predicate = self.words.predicates[key[0]]
            if predicate.leaves_game and key[1][0] in self.followers:
                return self.wanted.setdefault(key, set())
            own = dict(zip((letter for letter, _ in predicate.parameters), key[1], strict=True))
            declared = (predicate.premise, None if key[0] in self.sentences else predicate.means)
            truths = [self.cond(c, own, "now", look) for c in declared if c is not None]
            if predicate.premise is not None and truths[0].value:
                return self.wanted.setdefault(key, set())
            why = union(t.why for t in truths if t.value is None)
            for clause, sentence in self.sentences.get(key[0], ()):
                for candidate in self.candidates(clause, sentence, predicate, key[1], look, True):
                    why |= NONE if candidate.certain else candidate.why
            self.wanted[key] = {reason for reason in why if isinstance(reason, tuple)}
        return self.wanted[key]

    def judge(self, key: Key, look: Look, reasons: bool) -> Verdict:
        """Collect candidates and decide among them; without reasons only the value counts."""
        outside, self.bare = self.bare, not reasons
        verdict = self.decide(key, look, reasons)
        self.bare = outside
        return verdict if reasons else Verdict(verdict.value, NONE)

    def decide(self, key: Key, look: Look, reasons: bool) -> Verdict:
        """Collect candidates and decide among them."""
        predicate = self.words.predicates[key[0]]
        if predicate.leaves_game and key[1][0] in self.followers:
            return Verdict(True, self.followers[key[1][0]])
        own = dict(zip((letter for letter, _ in predicate.parameters), key[1], strict=True))
        grounds = None
        if predicate.premise is not None:
            grounds = self.cond(predicate.premise, own, "now", look)
            if grounds.value:
                return Verdict(True, NONE)
        if predicate.id not in self.sentences:
            if predicate.means is not None:
                truth = self.cond(predicate.means, own, "now", look)
                return Verdict(truth.value, truth.why, default=predicate.closed and truth.value is False)
            return Verdict(False, NONE, default=True) if predicate.closed else Verdict(None, NONE)
        candidates = [
            candidate
            for clause, sentence in self.sentences[predicate.id]
            for candidate in self.candidates(clause, sentence, predicate, key[1], look, reasons)
        ]
        if predicate.kind == "value":
            return decide_value(self.overrule(candidates))
        return decide_fact(self.overrule(candidates), self.text.principle, predicate.closed)

    def candidates(
        self, clause: int, sentence: Sentence, predicate: Predicate, args: tuple[int, ...], look: Look, reasons: bool
    ) -> Iterator[Candidate]:
        """Give what a sentence concludes here, certainly or possibly."""
        env: dict[str, Any] = dict(zip(sentence.letters, args, strict=True))
        if sentence.place is not None and sentence.place_key is not None:
            env[sentence.place] = self.term(tm.GivenTerm(sentence.place_key), {}, "now", look)
        for kind, plain, condition in self.outcomes_of(sentence, predicate):
            self.bare = True
            truth = self.cond(condition, env, "now", look)
            self.bare = not reasons
            if truth.value is False:
                continue
            truth = self.cond(condition, env, "now", look) if reasons else truth
            worth, why = Worth(None, NONE), truth.why
            if kind == "value":
                worth = self.term(sentence.expression, env, "now", look)  # type: ignore[arg-type]
                worth = Worth(None, NONE) if worth.value == NOBODY else worth
                unknown = [x.why for x in (truth, worth) if x.value is None]
                why = union(unknown) if unknown else truth.why | worth.why
            yield Candidate(clause, sentence.part, kind, plain, truth.value is True, why, worth.value)

    def outcomes_of(self, sentence: Sentence, predicate: Predicate) -> Iterator[tuple[str, bool, tm.Condition]]:
        """Give what a sentence can conclude, whether plainly, and when."""
        return outcomes(sentence, predicate)

    def overrule(self, candidates: list[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
        """Drop what is certainly overridden and doubt what possibly is; a defeated clause defeats nothing."""
        fate: dict[int, Candidate | None] = {}

        def settle(n: int) -> Candidate | None:
            if n not in fate:
                mine: Candidate | None = candidates[n]
                doubt: Reasons = NONE
                doubted = False
                for m, other in enumerate(candidates):
                    if other.kind == "met" or not self.overrides(other, candidates[n]):
                        continue
                    stands = settle(m)
                    if stands is not None and stands.certain:
                        mine = None
                    elif stands is not None and not (
                        other.kind == candidates[n].kind != "value" and other.plain == candidates[n].plain
                    ):
                        doubted, doubt = True, doubt | stands.why
                if mine is not None and doubted:
                    mine = mine._replace(certain=False, why=doubt | (NONE if mine.certain else mine.why))
                fate[n] = mine
            return fate[n]

        settled = [settle(n) for n in range(len(candidates))]
        return (
            [c for c in settled if c is not None],
            [c for c, after in zip(candidates, settled, strict=True) if after is None],
        )

    def overrides(self, one: Candidate, other: Candidate) -> bool:
        """Tell whether one candidate's clause overrides the other's (whole, or the part it stands in)."""
        return (one.clause, other.clause, None) in self.overriding or (
            other.part is not None and (one.clause, other.clause, other.part) in self.overriding
        )


def outcomes(sentence: Sentence, predicate: Predicate) -> Iterator[tuple[str, bool, tm.Condition]]:
    """Give what a sentence can conclude, whether plainly, and under which condition (design §4: *only*, *exactly*)."""
    guards = sentence.guards
    base = guards.when if guards.unless is None else tm.And((guards.when, tm.Not(guards.unless)))
    restriction = guards.only if guards.only is not None else guards.exactly
    permission = predicate.kind == "action" or predicate.requirement
    if sentence.kind in ("open", "value"):
        yield sentence.kind, True, base
    elif not sentence.positive:
        yield "no", not (permission or sentence.prohibits), base
        if guards.unless is not None:
            yield "met", True, tm.And((guards.when, guards.unless))
    elif restriction is None:
        yield "yes", True, base
    else:
        if guards.only is None or permission:
            yield "yes", guards.only is None, tm.And((base, restriction))
        yield "no", not permission, tm.And((base, tm.Not(restriction)))


# --- the table of semantics/verdict.py, row by row ---------------------------------------------------


def lacking(opened: list[Candidate]) -> Reasons:
    """Give the names of missing facts on which it depends whether anything is left open at all."""
    if any(c.certain for c in opened):
        return NONE
    return frozenset(reason for c in opened for reason in c.why if isinstance(reason, str))


def decide_fact(sides: tuple[list[Candidate], list[Candidate]], principle: int | None, closed: bool) -> Verdict:
    """Decide a fact or permission."""
    candidates, dropped = sides
    no = [c for c in candidates if c.kind == "no" and c.certain]
    maybe_no = [c for c in candidates if c.kind == "no" and not c.certain]
    yes = [c for c in candidates if c.kind == "yes" and c.certain]
    maybe_yes = [c for c in candidates if c.kind == "yes" and not c.certain]
    opened = [c for c in candidates if c.kind == "open"]
    met = [c for c in candidates if c.kind == "met" and c.certain]
    plain = [c for c in yes if c.plain]
    doubt = [c for c in maybe_yes if c.plain]
    left_open: Reasons = frozenset(c.clause for c in opened)
    answer_no = Verdict(False, derivation(no), yielded(candidates, dropped, "no"))
    if principle is not None and any(not c.plain for c in no):
        beat = {principle} if plain or opened else set()
        return answer_no._replace(why=answer_no.why | beat)
    if no and plain:
        return Verdict(CONTRADICTED, derivation(no) | derivation(plain))
    if opened:
        return Verdict(None, left_open | lacking(opened))
    if no and doubt:
        return Verdict(None, union(c.why for c in doubt))
    if no:
        return answer_no
    if yes and maybe_no:
        return Verdict(None, union(c.why for c in maybe_no))
    if yes:
        return Verdict(True, derivation(yes + met), yielded(candidates, dropped, "yes"))
    if maybe_yes:
        return Verdict(None, union(c.why for c in maybe_yes + maybe_no))
    if closed:
        return Verdict(False, NONE, yielded(candidates, dropped, "no"), default=True)
    return Verdict(None, union(c.why for c in maybe_no))


def decide_value(sides: tuple[list[Candidate], list[Candidate]]) -> Verdict:
    """Decide a value: one certain value that nothing possible could change."""
    candidates, dropped = sides
    opened = [c for c in candidates if c.kind == "open"]
    concluding = [c for c in candidates if c.kind == "value"]
    certain = [c for c in concluding if c.certain and c.value is not None]
    values = {c.value for c in certain}
    if opened:
        return Verdict(None, frozenset(c.clause for c in opened) | lacking(opened))
    if len(values) > 1:
        return Verdict(CONTRADICTED, derivation(certain))
    doubts = [c for c in concluding if c.value is None or (not c.certain and c.value not in values)]
    if doubts or not values:
        return Verdict(None, union(c.why for c in doubts))
    (value,) = values
    over = frozenset(c.clause for c in dropped if c.certain and c.value != value)
    return Verdict(value, derivation(certain), over)


def derivation(candidates: Iterable[Candidate]) -> Reasons:
    """Unite the clauses that conclude with what they rest on."""
    return union(c.why | {c.clause} for c in candidates)


def yielded(candidates: list[Candidate], dropped: list[Candidate], winner: str) -> Reasons:
    """Name the clauses that certainly concluded otherwise and yielded; a mere presumption yields unnoted."""
    beaten = [c for c in candidates + dropped if c.certain and c.kind not in (winner, "met")]
    return frozenset(c.clause for c in beaten if c.kind != "yes" or c.plain)


# --- three-valued logic with reasons --------------------------------------------------------------


def union(many: Iterable[Reasons]) -> Reasons:
    """Unite reasons."""
    return NONE.union(*many)


def opposite(truth: Truth) -> Truth:
    """Negate."""
    return Truth(None if truth.value is None else not truth.value, truth.why)


def at_least(n: int, parts: list[Truth]) -> Truth:
    """Tell whether at least n parts hold."""
    true = [p for p in parts if p.value]
    unknown = [p for p in parts if p.value is None]
    if len(true) >= n:
        return Truth(True, union(p.why for p in true))
    if len(true) + len(unknown) >= n:
        return Truth(None, union(p.why for p in unknown))
    return Truth(False, union(p.why for p in parts if p.value is False))


def compare(op: str, left: Worth, right: Worth) -> Truth:
    """Compare."""
    if left.value is None or right.value is None:
        return Truth(None, union(x.why for x in (left, right) if x.value is None))
    a, b = left.value, right.value
    held = {
        "=": lambda: a == b,
        "!=": lambda: a != b,
        "<": lambda: a < b,
        ">": lambda: a > b,
        "<=": lambda: a <= b,
        ">=": lambda: a >= b,
    }[op]()
    return Truth(held, left.why | right.why)


# --- the batch interface --------------------------------------------------------------------------


def given_value(given: GivenFact, supplied: Mapping[str, Any], first: int | None, names: list[str]) -> Any:
    """Give what is given under a key, or its default."""
    if given.id in supplied:
        value = supplied[given.id]
        if given.kind == "players":
            return frozenset(map(names.index, value))
        if given.kind == "numbers":
            teams = sorted({name[0] for name in names})
            members = teams if given.of == tm.TEAM else names
            return int(given.default or 0), tuple((members.index(who), n) for who, n in value.items())
        if given.kind == "team":
            return sorted({name[0] for name in names}).index(value)
        return names.index(value) if given.kind == "player" else value
    if given.default is None:
        return None
    match given.kind:
        case "flag":
            return given.default == "yes"
        case "number":
            return int(given.default)
        case "numbers":
            return int(given.default), ()
        case "players":
            return frozenset()
        case "player":
            return first if given.default == "first" and first is not None else NOBODY
        case "team":
            return NOBODY
    return given.default


def options_in_use(text: Any, named: Collection[str]) -> list[str]:
    """Give the options in use where some are named: a usual one stands unless its group is spoken of."""
    spoken = {option for group in text.alternatives if set(group) & set(named) for option in group}
    return [*named, *(option for option in text.usual if option not in spoken)]


@dataclass
class PlainAnswerer:
    """Answers requests about one resolved text; everything that could be ambiguous must be given."""

    text: ResolvedText
    worlds: dict[Any, Plain] = field(default_factory=dict)
    gone: dict[Any, tuple[Seating, dict[int, Reasons], bool]] = field(default_factory=dict)
    ended: dict[Any, bool] = field(default_factory=dict)
    #: The given facts on which the answers of this question rest.
    read: set[str] = field(default_factory=set)

    def world(self, seats: Seating, values: Mapping[str, Any]) -> Plain:
        """Make the engine for one position."""
        return Plain(self.text, seats, values)

    def departed(self, seats: Seating) -> tuple[Seating, dict[int, Reasons], bool]:
        """Seat once all are gone who go with others: the table then, who went so and why, and whether that ends the game.

        One at a time goes, in the order of seats, and everybody is asked again.
        """

        def key_of(table: Seating) -> Any:
            return tuple(table.teams), tuple(table.roles), table.left, table.leaving, table.options

        key = key_of(seats)
        if key not in self.gone:
            words = self.text.vocabulary
            leaving_fact = next((p.id for p in words.predicates.values() if p.leaves_game), None)
            ending = next((p.id for p in words.predicates.values() if p.ends_play), None)
            defaults = {g.id: given_value(g, {}, None, seats.names) for g in words.givens.values()}
            why: dict[int, Reasons] = {}

            def holds(table: Seating, fact: str) -> bool:
                table_key = key_of(table)
                if table_key not in self.ended:
                    self.ended[table_key] = self.world(table, defaults).verdict(fact, ()).value is True
                return self.ended[table_key]

            def closed(table: Seating, group: str) -> Seating:
                waiting = bool(getattr(table, group)) and leaving_fact is not None
                while waiting:
                    there = [p for p in range(len(table.roles)) if p not in table.left | table.leaving]
                    world = self.world(table, defaults)
                    verdicts = {p: world.verdict(str(leaving_fact), (p,)) for p in there}
                    followers = {p: verdict.why for p, verdict in verdicts.items() if verdict.value is True}
                    why.update(followers)
                    table = replace(table, rings={}, **{group: getattr(table, group) | frozenset(followers)})
                    waiting = bool(followers)
                return table

            before = closed(replace(seats, leaving=frozenset(), rings={}), "left")
            table = closed(replace(before, leaving=seats.leaving - before.left, rings={}), "leaving")
            there = {seats.teams[p] for p in range(len(seats.roles)) if p not in table.left | table.leaving}
            full = replace(seats, left=frozenset(), leaving=frozenset(), rings={})
            is_over = (
                len(there) < 2
                and bool(seats.left | seats.leaving)
                and ending is not None
                and holds(table, ending)
                and not holds(full, ending)
            )
            self.gone[key] = table, why, is_over
        return self.gone[key]

    def ask(self, request: Mapping[str, Any]) -> Reply:
        """Answer one well-formed request."""
        request = {**request, "options": options_in_use(self.text, request.get("options") or ())}
        words = self.text.vocabulary
        predicate = words.questions[request["ask"]]
        told = seats = Seating.of(request, bool(predicate.ignores))
        followers: dict[int, Reasons] = {}
        if told.left | told.leaving:
            seats, followers, is_over = self.departed(told)
            if is_over and not predicate.after_game:
                return Reply("invalid")
            if is_over:
                seats, followers = told, {}
        of = request.get("of") or []
        args = tuple(
            TEAMS.index(n) if sort == tm.TEAM else seats.names.index(n)
            for n, (_, sort) in zip(of, predicate.parameters, strict=True)
        )
        players = [a for a, (_, sort) in zip(args, predicate.parameters, strict=True) if sort == tm.PLAYER]
        if not predicate.gone_allowed and seats.left.union(seats.leaving).intersection(players):
            return Reply("invalid")
        supplied, gone = request.get("given") or {}, seats.left | seats.leaving
        letters = [letter for letter, _ in predicate.parameters]
        own = {
            key: args[letters.index(of)] if of in letters else NOBODY
            for key, of in predicate.defaults
            if of != "leaving"
        }
        for given in words.givens.values():
            if given.present and given.id in supplied:
                self.read.add(given.id)
                named, marked = (
                    seats.names.index(supplied[given.id]),
                    (given.id, "leaving") in map(tuple, predicate.defaults),
                )
                if named in (seats.left if marked else gone):
                    return Reply("invalid")
        for given in words.givens.values() if not players else ():
            # asked of no player: whoever is meant, the answer must be the same, or the question needs to say who
            if given.default == "first" and given.id not in supplied and given.id not in own:
                each: list[Reply] = []
                for name in seats.names:
                    self.read.discard(given.id)
                    each.append(self.ask({**request, "given": {**supplied, given.id: name}}))
                    if given.id not in self.read:
                        break  # nothing looked at who it is
                alike = len({(reply.status, repr(reply.answer)) for reply in each}) == 1
                return each[0] if alike else Reply("invalid")
        values = {
            g.id: given_value(g, supplied, own.get(g.id, players[0] if players else None), seats.names)
            for g in words.givens.values()
        }
        values |= {
            key: NOBODY for key, of in predicate.defaults if of == "leaving" and seats.leaving and key not in supplied
        }
        for key, who in own.items():
            values[key] = values[key] if key in supplied else who
        world_key = (
            told.left,
            told.leaving,
            predicate.after_game,
            bool(predicate.ignores),
            request["seats"],
            seats.options,
            tuple(values.items()),
        )
        world = self.worlds.get(world_key)
        if world is None:
            if len(self.worlds) > 50:
                self.worlds.clear()
            world = self.worlds[world_key] = self.world(seats, values)
            world.followers = followers
        return self.reply(world, predicate, args)

    def reply(self, world: Plain, predicate: Predicate, args: tuple[int, ...]) -> Reply:
        """Put a verdict into the words of the interface."""
        if predicate.builtin:
            verdict = Verdict(world.builtin(predicate.builtin, args, "now"), frozenset())
        else:
            verdict = world.verdict(predicate.id, args)
        self.read |= world.read
        if verdict.value is CONTRADICTED:
            return Reply("contradicted", None, self.cite(verdict.why, predicate.id))
        if verdict.value is None:
            if any(isinstance(reason, str) for reason in verdict.why):
                return Reply("invalid")
            return Reply("silent", None, self.cite(verdict.why, predicate.id))
        why = verdict.why
        if verdict.default:
            able = frozenset(
                c
                for c, s in world.sentences.get(predicate.id, ())
                if s.kind == "fact" and s.positive and (s.guards.only is None or predicate.requirement)
            )
            if not able:
                return Reply("silent")
            why |= able
        answer: object = verdict.value
        match predicate.answer:
            case "players":
                answer = tuple(world.seats.names[p] for p in verdict.value)
            case "player":
                answer = world.seats.names[verdict.value]
            case "team":
                answer = TEAMS[verdict.value]
            case "teams":
                answer = tuple(TEAMS[t] for t in verdict.value)
        return Reply(
            "answered",
            answer,
            self.cite(why, predicate.id, answer is not False),
            self.cite(verdict.yielded, predicate.id),
        )

    def cite(self, why: Reasons, asked: str, granted: bool = True) -> Collection[str]:
        """Name clauses as answers do, in no order."""
        return frozenset(self.text.clauses[n].citation for n in why)
