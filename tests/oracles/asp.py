"""A third engine, in another paradigm: a resolved text becomes a logic program that clingo grounds and solves.

It was written from the table at the top of ``semantics/verdict.py`` and shares no code with the evaluator
or the bit-parallel engine. Many positions are answered by one call: each is a term ``I``, the first argument of
everything that depends on it. Seats and rings, which many positions share, are facts of their own; ``I`` names them.

Every condition has two readings, *certainly* and *possibly*; a negation swaps them:

- ``d_R(I,…)``: somebody asks for predicate R of these arguments (nothing else is computed);
- ``t_R(I,…)``, ``p_R(I,…)``: fact R certainly holds, possibly holds (it certainly fails where it does not);
- ``v_R(I,…,X)``: value R is X (it is unknown where there is no X);
- ``c_R(I,…)``: clauses decide R differently and none yields;
- ``g_N(I,…)``, ``h_N(I,…)``: the condition of rule N certainly, possibly holds;
- ``y_N(I,…)``, ``m_N(I,…)``: the same after overrides; ``w_N(I,…,X)``: the value that rule N would give;
- ``x_N``: a part of a condition or term that needs a name.

A circle of consequences is nothing special here: it is recursion, and the stable model of a program in which no
negation runs through a recursion is its least fixed point (Apt, Blair and Walker 1988).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import clingo

from emperor_rules.model import terms as tm
from emperor_rules.model.vocabulary import GivenFact, Predicate
from emperor_rules.resolve.roles import knows_no_role
from emperor_rules.resolve.rules import ResolvedText, Rule
from emperor_rules.semantics.verdict import Conclusion
from tests.oracles.enumeration import TEAMS, PlainAnswerer, Seating, names_of, options_in_use, seated

NOBODY = "nobody"
FAR = 1_000_000

YES, NO, OPEN, VALUE, MET = Conclusion

CERTAINLY, POSSIBLY = "t", "p"
OTHER = {CERTAINLY: POSSIBLY, POSSIBLY: CERTAINLY}
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
RINGS = {"now": "RN", "began": "RB", "start": "RS"}
#: A position knows its table and rings, so that no join has to look for them.
TABLE = "i(_,T,_,_,_) = I"
WHERE = {"now": "i(_,_,RN,_,_) = I", "began": "i(_,_,_,RB,_) = I", "start": "i(_,_,_,_,RS) = I"}
VARIABLE = re.compile(r"\b[A-Z]\w*")
#: gringo begins a join with the atom that looks smallest, by the root of how many there are, of the order of its
#: arguments. Padding makes what is about positions look so: begun at the seats, a join would run through all positions.
PAD = "0,0,0,0"
ATOM = re.compile(r'[a-z]\w*\([^:"]*\)')

#: What the toolkit knows by itself: teams, rings and distances, from ``seat(T,P,Role)``, ``side(T,P,S)``,
#: ``ring(R,N)`` (a ring of N seats) and ``on(R,P)``.
SEATS = """
player(T,P) :- seat(T,P,_).
team(T,S) :- side(T,_,S).
seats(T,N) :- table(T); N = #count{P : player(T,P)}.
number(T,0..N) :- seats(T,N).
team_of(T,P,S) :- side(T,P,S).
team_of(T,nobody,nobody) :- table(T).
size(T,nobody,0) :- table(T).
size(T,S,N) :- team(T,S); N = #count{P : side(T,P,S)}.
place_in_team(T,P,K) :- side(T,P,S); K = #count{Q : side(T,Q,S), Q < P}.
team_start(T,S,P) :- side(T,P,S); to_the_left(T,Q,1,P); not side(T,Q,S).
team_parted(T,S) :- team_start(T,S,P); team_start(T,S,Q); P < Q.
team_seat(T,P,0) :- team_start(T,S,P).
team_seat(T,P,K) :- team_start(T,S,B); to_the_left(T,B,K,P); side(T,P,S); not team_parted(T,S).
team_seat(T,P,K) :- place_in_team(T,P,K); side(T,P,S); not team_start(T,S,_).
middle(T,P) :- team_seat(T,P,(N-1)/2); side(T,P,S); size(T,S,N); not team_parted(T,S).
middle(T,P) :- team_seat(T,P,N/2); side(T,P,S); size(T,S,N); not team_parted(T,S).
to_the_left(T,P,K,(P+K)\\N) :- player(T,P); seats(T,N); K = 1..N-1.
someone(R,0..N-1) :- ring(R,N).
someone(R,nobody) :- ring(R,_).
place(R,P,K) :- on(R,P); K = #count{Q : on(R,Q), Q < P}.
left_there(R,N) :- ring(R,_); N = #count{P : on(R,P)}.
steps(R,P,Q,(B-A+N)\\N) :- place(R,P,A); place(R,Q,B); left_there(R,N).
steps(R,P,Q,far) :- someone(R,P); someone(R,Q); not on(R,P).
steps(R,P,Q,far) :- someone(R,P); someone(R,Q); not on(R,Q).
distance(R,P,Q,A) :- steps(R,P,Q,A); steps(R,Q,P,B); A <= B.
distance(R,P,Q,B) :- steps(R,P,Q,A); steps(R,Q,P,B); B < A.
#show a/2.
""".replace("far", str(FAR))


class Many(Exception):
    """The program has no stable model or several: a negation runs through a recursion, so the text has no meaning."""


class Scope(NamedTuple):
    """Where a condition stands: what holds around it (a rule body), and what each letter in reach is there."""

    body: tuple[str, ...]
    letters: Mapping[str, str]
    #: Letters that may stand for nobody.
    doubtful: frozenset[str] = frozenset()

    def within(self, *literals: str) -> Scope:
        """Add what holds around a condition."""
        return self._replace(body=tuple(dict.fromkeys((*self.body, *literals))))


class Written(NamedTuple):
    """A term in a rule body: what has to hold for it to be known, and what it is then."""

    body: list[str]
    is_: str


def name(id: str) -> str:
    """Write an id of the vocabulary as a part of a predicate's name."""
    return id.replace("-", "_")


def atom(predicate: str, *arguments: str) -> str:
    """Write an atom about position I."""
    return f"{predicate}({','.join((PAD, 'I', *arguments))})"


def free(node: tm.Term | tm.Condition, letters: Iterable[str]) -> list[str]:
    """List the letters of a scope that a condition or term mentions."""
    used = {n.name for n in tm.walk(node) if isinstance(n, tm.Variable)}
    return [letter for letter in letters if letter in used]


@dataclass
class Translation:
    """A resolved text as a logic program; each predicate is written once, when it is first wanted."""

    text: ResolvedText
    written: dict[str, list[str]] = field(default_factory=dict)
    count: int = 0
    lines: list[str] = field(default_factory=list)
    circle_now: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Find what each predicate reads; the plain engine says who goes with others."""
        self.departures = PlainAnswerer(self.text)
        self.predicates = self.text.vocabulary.predicates
        self.givens = self.text.vocabulary.givens
        self.rules: dict[str, list[Rule]] = {}
        for rule in self.text.rules:
            self.rules.setdefault(rule.predicate, []).append(rule)
        self.reads: dict[str, frozenset[str]] = {}

    # --- which predicates, and which of them in circles ---------------------------------------------

    def nodes(self, predicate: str) -> list[tm.Term | tm.Condition]:
        """List the conditions and terms that decide a predicate."""
        declared = self.predicates[predicate]
        rules = self.rules.get(predicate, [])
        candidates: list[Any] = [rule.guard for rule in rules] + [rule.expression for rule in rules]
        candidates += [declared.premise, None if rules else declared.means]
        return [node for node in candidates if node is not None]

    def reach(self, predicate: str) -> frozenset[str]:
        """Give everything that a predicate may depend on; itself only if it may."""
        if predicate not in self.reads:
            seen: set[str] = set()
            waiting = [predicate]
            while waiting:
                for node in self.nodes(waiting.pop()):
                    for part in tm.walk(node):
                        if isinstance(part, (tm.Holds, tm.Apply)) and part.predicate not in seen:
                            seen.add(part.predicate)
                            waiting.append(part.predicate)
            self.reads[predicate] = frozenset(seen)
        return self.reads[predicate]

    def circle(self, predicate: str) -> frozenset[str]:
        """Give the predicates that depend on a predicate which depends on them."""
        return frozenset(other for other in self.reach(predicate) if predicate in self.reach(other))

    def given_keys(self, predicates: Iterable[str]) -> set[str]:
        """List the given facts that some predicates look at themselves."""
        keys: set[str] = set()
        for predicate in predicates:
            for rule in self.rules.get(predicate, []):
                keys |= {rule.place_key} if rule.place_key is not None else set()
            for node in self.nodes(predicate):
                keys |= {n.key for n in tm.walk(node) if isinstance(n, (tm.GivenTerm, tm.GivenFlag, tm.GivenHas))}
                keys |= {n.predicate for n in tm.walk(node) if isinstance(n, tm.Apply) and n.predicate in self.givens}
        return keys

    def program(self, asked: Iterable[str]) -> str:
        """Write everything that some questions depend on."""
        wanted = sorted({name for ask in asked for name in (ask, *self.reach(ask))})
        lines = list(dict.fromkeys(line for predicate in wanted for line in self.predicate(predicate)))
        return "\n".join(lines)

    # --- predicates ---------------------------------------------------------------------------------

    def predicate(self, id: str) -> list[str]:
        """Write everything about one predicate."""
        if id not in self.written:
            self.lines = []
            declared = self.predicates[id]
            if declared.builtin is None:
                self.demand_of_circle(declared)
                if declared.kind == "value":
                    self.value(declared)
                else:
                    self.fact(declared)
                if declared.is_question:
                    self.answer(declared)
            self.written[id] = self.lines
        return self.written[id]

    def add(self, head: str, *body: str) -> None:
        """Write a rule."""
        some = list(dict.fromkeys(body))
        self.lines.append(f"{head} :- {'; '.join(some)}." if some else f"{head}.")

    def letters(self, predicate: Predicate) -> list[str]:
        """Name the variables of a predicate's arguments."""
        return [f"A{n}" for n in range(len(predicate.parameters))]

    def demand_of_circle(self, predicate: Predicate) -> None:
        """Ask for all of a circle at once, so that who asks for what does not depend on what is true in it."""
        circle = self.circle(predicate.id)
        if not circle:
            return
        own = self.letters(predicate)
        self.add(atom(f"d_{name(predicate.id)}", *own), atom(f"e_{name(min(circle))}"), *self.domains(predicate, own))

    def domains(self, predicate: Predicate, arguments: Sequence[str]) -> list[str]:
        """Say of which sorts a predicate's arguments are."""
        parts = [f"{sort}(T,{a})" for a, (_, sort) in zip(arguments, predicate.parameters, strict=True)]
        return [TABLE, *parts] if parts else []

    def demand(self, predicate: Predicate, arguments: Sequence[str], scope: Scope, body: Iterable[str]) -> None:
        """Ask for a predicate of some arguments."""
        circle = self.circle(predicate.id)
        if self.circle_now == circle and circle:
            return
        sure = set(scope.letters.values()) - {scope.letters[d] for d in scope.doubtful if d in scope.letters}
        doubtful = [d for a, d in zip(arguments, self.domains(predicate, arguments)[1:], strict=True) if a not in sure]
        doubtful = [d for d in doubtful if not d.startswith("number(")]
        where = [*scope.body, *body, *([TABLE, *doubtful] if doubtful else [])]
        if circle:
            self.add(atom(f"e_{name(min(circle))}"), *where)
        else:
            self.add(atom(f"d_{name(predicate.id)}", *arguments), *where)

    def answer(self, predicate: Predicate) -> None:
        """Say what is shown for a question: Q is its number."""
        own, id = self.letters(predicate), name(predicate.id)
        asked = f"ask_{id}({','.join(('Q', 'I', *own))})"
        self.add(
            atom(
                f"e_{name(min(self.circle(predicate.id)))}" if self.circle(predicate.id) else f"d_{id}",
                *([] if self.circle(predicate.id) else own),
            ),
            asked,
        )
        self.add("a(Q,both)", asked, atom(f"c_{id}", *own))
        if predicate.kind == "value":
            self.add("a(Q,X)", asked, atom(f"v_{id}", *own, "X"))
            return
        self.add("a(Q,yes)", asked, atom(f"t_{id}", *own))
        self.add("a(Q,no)", asked, f"not {atom(f'p_{id}', *own)}", f"not {atom(f'z_{id}', *own)}")
        if any(rule.kind == YES for rule in self.rules.get(predicate.id, [])):
            self.add("a(Q,no)", asked, atom(f"z_{id}", *own))  # otherwise nobody could ever have said yes: silent

    def scope(self, predicate: Predicate, rule: Rule | None = None) -> Scope:
        """Give the scope of a predicate's conditions, or of a rule's."""
        own = self.letters(predicate)
        self.circle_now = self.circle(predicate.id)
        names = rule.letters if rule is not None else tuple(letter for letter, _ in predicate.parameters)
        scope = Scope((atom(f"d_{name(predicate.id)}", *own),), dict(zip(names, own, strict=True)))
        if rule is not None and rule.place is not None and rule.place_key is not None:
            assert self.givens[rule.place_key].default is not None
            scope = scope.within(atom("given", f'"{rule.place_key}"', "Place"))
            return scope._replace(letters={**scope.letters, rule.place: "Place"}, doubtful=frozenset({rule.place}))
        return scope

    def standing(self, predicate: Predicate) -> tuple[dict[int, tuple[str, str]], dict[int, Scope]]:
        """Write when each rule speaks, certainly and possibly, once overrides are settled (row 1 of the table)."""
        own = self.letters(predicate)
        rules = [rule for rule in self.rules.get(predicate.id, []) if rule.kind != MET]
        scopes = {}
        for rule in rules:
            scopes[rule.number] = scope = self.scope(predicate, rule)
            self.add(atom(f"g_{rule.number}", *own), *scope.body, *self.cond(rule.guard, CERTAINLY, scope, "now"))
            self.add(atom(f"h_{rule.number}", *own), *scope.body, *self.cond(rule.guard, POSSIBLY, scope, "now"))
        atoms = {}
        for rule in rules:
            certain, possible = atom(f"g_{rule.number}", *own), atom(f"h_{rule.number}", *own)
            if self.overriders(rule):
                sure, may = atom(f"y_{rule.number}", *own), atom(f"m_{rule.number}", *own)
                doubting = [  # a merely possible overrider matters only where it would conclude something else
                    self.lives(n, own)[0 if self.agree(self.text.rules[n], rule) else 1] for n in self.overriders(rule)
                ]
                self.add(sure, certain, *(f"not {live}" for live in doubting))
                self.add(may, possible, *(f"not {self.lives(n, own)[0]}" for n in self.overriders(rule)))
            atoms[rule.number] = self.lives(rule.number, own)
        return atoms, scopes

    def overriders(self, rule: Rule) -> tuple[int, ...]:
        """Give the rules before which a rule yields."""
        return rule.overriders

    @staticmethod
    def agree(one: Rule, other: Rule) -> bool:
        """Tell whether two rules conclude the same, whatever they would cite."""
        alike = one.defeasible == other.defeasible and one.prohibits == other.prohibits
        return one.kind == other.kind != VALUE and alike

    def lives(self, number: int, own: Sequence[str]) -> tuple[str, str]:
        """Name the atoms that say whether a rule certainly, possibly stands after overrides."""
        after = bool(self.overriders(self.text.rules[number]))
        return atom(f"{'y' if after else 'g'}_{number}", *own), atom(f"{'m' if after else 'h'}_{number}", *own)

    def fact(self, predicate: Predicate) -> None:
        """Write the verdict about a fact or permission."""
        id, own = name(predicate.id), self.letters(predicate)
        asked = atom(f"d_{id}", *own)

        def about(kind: str) -> str:
            return atom(f"{kind}_{id}", *own)

        scope = self.scope(predicate)
        if predicate.premise is not None:
            self.add(about("granted"), asked, *self.cond(predicate.premise, CERTAINLY, scope, "now"))
            self.add(about("t"), about("granted"))
            self.add(about("p"), asked, *self.cond(predicate.premise, POSSIBLY, scope, "now"))
        ungranted = [f"not {about('granted')}"] if predicate.premise is not None else []
        if not self.rules.get(predicate.id):
            if predicate.means is not None:
                self.add(about("t"), asked, *self.cond(predicate.means, CERTAINLY, scope, "now"))
                self.add(about("p"), asked, *self.cond(predicate.means, POSSIBLY, scope, "now"))
            elif not predicate.closed:
                self.add(about("p"), asked)
            if predicate.closed:
                self.add(about("z"), asked, f"not {about('p')}")
            return
        standing, _ = self.standing(predicate)
        bars = [n for n in standing if self.text.rules[n].prohibits and self.text.principle is not None]
        for number, (sure, may) in standing.items():
            rule = self.text.rules[number]
            if rule.kind == OPEN:
                self.add(about("open"), may)
                continue
            kind = "no" if rule.kind == NO else "yes"
            self.add(about(kind), sure)
            self.add(about(f"may_{kind}"), may)
            if number in bars:
                self.add(about("bar"), sure)
            if rule.kind == YES and not rule.defeasible:
                self.add(about("plain"), sure)
                self.add(about("may_plain"), may)
        # Certainly: rows 2 to 6 leave a certain yes alone only where no prohibition is possible and nothing is open.
        self.add(about("t"), about("yes"), f"not {about('may_no')}", f"not {about('open')}")
        # Possibly: whatever is not certainly false.
        prohibited = f"not {about('no')}"
        unbarred = [f"not {about('bar')}"] if bars else []  # rows 1 and 2
        self.add(about("c"), about("no"), about("plain"), *unbarred, *ungranted)  # row 4
        self.add(about("p"), about("open"), *unbarred)  # row 5
        self.add(about("p"), about("may_plain"), *unbarred)  # rows 4 and 6; a presumption yields: row 3
        self.add(about("p"), about("may_yes"), prohibited)
        if predicate.closed:  # row 8
            self.add(about("z"), asked, f"not {about('p')}", prohibited)
        else:
            self.add(about("p"), asked, prohibited)

    def value(self, predicate: Predicate) -> None:
        """Write the verdict about a value."""
        id, own = name(predicate.id), self.letters(predicate)
        standing, scopes = self.standing(predicate)

        def about(kind: str, *more: str) -> str:
            return atom(f"{kind}_{id}", *own, *more)

        for number, (sure, may) in standing.items():
            rule = self.text.rules[number]
            if rule.kind == OPEN:
                self.add(about("open"), may)
                continue
            assert rule.kind == VALUE and rule.expression is not None
            scope = scopes[number]
            guarded = scope.within(*self.filters(rule.guard, scope, "now"))
            worth = self.term(rule.expression, guarded, "now")
            gives = atom(f"w_{number}", *own, "X")
            self.add(gives, *guarded.body, *worth.body, f"X = {worth.is_}", f"X != {NOBODY}")
            self.add(about("certain", "X"), sure, gives)
            self.add(about("candidate", "X"), may, gives)
            self.add(atom(f"defined_{number}", *own), gives)
            self.add(about("undefined"), may, f"not {atom(f'defined_{number}', *own)}")
        if standing:
            self.add(about("c"), about("certain", "X"), about("certain", "Y"), "X < Y", f"not {about('open')}")
            self.add(
                about("v", "X"),
                about("certain", "X"),
                f"not {about('open')}",
                f"not {about('undefined')}",
                f"#count{{Y : {about('candidate', 'Y')}}} = 1",
            )

    # --- conditions --------------------------------------------------------------------------------

    def part(self, scope: Scope, node: tm.Term | tm.Condition, *more: str) -> str:
        """Give a new atom for a part of a condition or term: it depends on the letters that it mentions."""
        self.count += 1
        return atom(f"x_{self.count}", *(scope.letters[n] for n in free(node, scope.letters)), *more)

    def one(self, body: list[str], scope: Scope, node: tm.Term | tm.Condition, *more: str) -> str:
        """Give a rule body as one atom."""
        bound = {"I", *scope.letters.values(), *more}
        if len(body) == 1 and ATOM.fullmatch(body[0]) and set(VARIABLE.findall(body[0])) <= bound:
            return body[0]
        named = self.part(scope, node, *more)
        self.add(named, *scope.body, *body)
        return named

    def failing(self, body: list[str], scope: Scope, node: tm.Condition) -> str:
        """Deny a rule body."""
        return f"not {self.one(body, scope, node)}"

    def crisp(self, node: tm.Term | tm.Condition, scope: Scope) -> bool:
        """Tell whether a condition or term looks at the position only, so that it is never unknown."""
        for part in tm.walk(node):
            match part:
                case tm.Holds(predicate, args, _):
                    if self.predicates[predicate].builtin is None and not self.unfolds(predicate, args, scope):
                        return False
                case tm.Apply(predicate, args):
                    builtin = self.predicates[predicate].builtin
                    of_nobody = builtin in ("size", "given-of-player", "given-of-team")
                    if builtin is None or (of_nobody and any(self.may_be_nobody(a, scope) for a in args)):
                        return False
                case tm.GivenTerm(key) | tm.GivenFlag(key, _) | tm.GivenHas(key, _, _):
                    if self.givens[key].default is None:
                        return False
                case tm.Least() | tm.Only():
                    return False
        return True

    def unfolds(self, predicate: str, args: Sequence[tm.Term], scope: Scope) -> bool:
        """Tell whether a fact is nothing but its meaning, which looks at the position only."""
        declared = self.predicates[predicate]
        if declared.means is None or declared.premise is not None or self.rules.get(predicate):
            return False
        plain = all(isinstance(a, tm.Variable) and not self.may_be_nobody(a, scope) for a in args)
        own = Scope((), {letter: letter for letter, _ in declared.parameters})
        return plain and predicate not in self.reach(predicate) and self.crisp(declared.means, own)

    def may_be_nobody(self, term: tm.Term, scope: Scope) -> bool:
        """Tell whether a term may stand for nobody."""
        match term:
            case tm.Variable(letter, _):
                return letter in scope.doubtful
            case tm.GivenTerm(key):
                return self.givens[key].default == "none"
            case tm.First():
                return True
            case tm.TermAt(_, inner):
                return self.may_be_nobody(inner, scope)
            case tm.Apply(_, args):
                return any(self.may_be_nobody(a, scope) for a in args)
        return False

    def filters(self, cond: tm.Condition, scope: Scope, moment: str) -> list[str]:
        """Give the parts of a condition that look at the position only: where they fail, the rest is not asked for."""
        parts = cond.parts if isinstance(cond, tm.And) else (cond,)
        return [literal for p in parts if self.crisp(p, scope) for literal in self.cond(p, CERTAINLY, scope, moment)]

    def cond(self, cond: tm.Condition, how: str, scope: Scope, moment: str) -> list[str]:
        """Write a condition as a rule body, certainly or possibly holding."""
        match cond:
            case tm.Always():
                return []
            case tm.At(other, part):
                return self.cond(part, how, scope, other)
            case tm.Not(tm.Compare(op, left, right)) if self.crisp(cond, scope):
                return self.cond(tm.Compare(tm.Operator(OPPOSITE[op]), left, right), how, scope, moment)
            case tm.Not(part):
                return [self.failing(self.cond(part, OTHER[how], scope, moment), scope, part)]
            case tm.And(parts):
                return self.conjoined(parts, how, scope, moment)
            case tm.Or(parts):
                named = self.part(scope, cond)
                for part in parts:
                    self.add(named, *scope.body, *self.cond(part, how, scope, moment))
                return [named]
            case tm.OptionOn(option):
                return [atom("option", f'"{option}"')]
            case tm.GivenFlag(key, positive):
                stated, contrary = (atom("given", f'"{key}"', "yes" if p else "no") for p in (positive, not positive))
                return [stated if how == CERTAINLY else f"not {contrary}"]
            case tm.HasRole(_, _, False) | tm.GivenHas(_, _, False) | tm.Holds(_, _, False):
                opposite = replace(cond, positive=True)
                return [self.failing(self.cond(opposite, OTHER[how], scope, moment), scope, opposite)]
            case tm.HasRole(role, arg, _):
                letter = "" if knows_no_role(self.text) else self.text.vocabulary.roles[role].letter
                who = self.term(arg, scope, moment)
                return self.term_test(cond, [who], (arg,), [TABLE, f'seat(T,{who.is_},"{letter}")'], how, scope)
            case tm.GivenHas(key, arg, _):
                who = self.term(arg, scope, moment)
                listed = Written([atom("lists", f'"{key}"')], "")
                return self.term_test(cond, [who, listed], (arg,), [atom("listed", f'"{key}"', who.is_)], how, scope)
            case tm.Compare(op, left, right):
                a, b = self.term(left, scope, moment), self.term(right, scope, moment)
                return self.term_test(cond, [a, b], (left, right), [f"{a.is_} {op} {b.is_}"], how, scope)
            case tm.Holds(predicate, args, _):
                return self.holds(cond, predicate, args, how, scope, moment)
            case tm.Quantified():
                return self.quantified(cond, how, scope, moment)
        raise AssertionError(cond)

    def conjoined(self, parts: Sequence[tm.Condition], how: str, scope: Scope, moment: str) -> list[str]:
        """Write a conjunction; what looks at the position only comes first and narrows what the rest asks for."""
        first = [literal for p in parts if self.crisp(p, scope) for literal in self.cond(p, how, scope, moment)]
        inner = scope.within(*first)
        rest = [literal for p in parts if not self.crisp(p, scope) for literal in self.cond(p, how, inner, moment)]
        return [*first, *rest]

    def term_test(
        self,
        cond: tm.Condition,
        terms: list[Written],
        written: Sequence[tm.Term],
        test: list[str],
        how: str,
        scope: Scope,
    ) -> list[str]:
        """Write a test of terms: it possibly holds also where one of them is unknown."""
        body = [literal for term in terms for literal in term.body]
        if how == CERTAINLY or (isinstance(cond, tm.Holds) and all(self.crisp(t, scope) for t in written)):
            return [*body, *test]
        if self.crisp(cond, scope):
            return [*body, *test]
        defined, named = self.part(scope, cond), self.part(scope, cond)
        self.add(defined, *scope.body, *body)
        self.add(named, *scope.body, *body, *test)
        self.add(named, *scope.body, f"not {defined}")
        return [named]

    def holds(
        self, cond: tm.Condition, id: str, args: Sequence[tm.Term], how: str, scope: Scope, moment: str
    ) -> list[str]:
        """Write that a fact holds; nothing is true of nobody."""
        predicate = self.predicates[id]
        terms = [self.term(a, scope, moment) for a in args]
        if predicate.builtin is None and self.unfolds(id, args, scope):
            assert predicate.means is not None
            own = {letter: t.is_ for (letter, _), t in zip(predicate.parameters, terms, strict=True)}
            return self.cond(predicate.means, how, Scope(scope.body, own), "now")
        values = [t.is_ for t in terms]
        if predicate.builtin is not None:
            return self.term_test(cond, terms, args, self.builtin_fact(predicate.builtin, values, moment), how, scope)
        self.demand(predicate, values, scope, [literal for t in terms for literal in t.body])
        return self.term_test(cond, terms, args, [atom(f"{how}_{name(id)}", *values)], how, scope)

    def builtin_fact(self, builtin: str, values: list[str], moment: str) -> list[str]:
        """Write what the seats say."""
        ring = self.ring(moment)
        match builtin:
            case "next-to":
                return [ring, f"distance({RINGS[moment]},{values[0]},{values[1]},1)"]
            case "within":
                near = self.fresh()
                return [ring, f"distance({RINGS[moment]},{values[0]},{values[2]},{near})", f"{near} <= {values[1]}"]
            case "member":
                return [TABLE, f"side(T,{values[0]},{values[1]})"]
            case "middle":
                return [TABLE, f"middle(T,{values[0]})"]
            case "present":
                return [ring, f"on({RINGS[moment]},{values[0]})"]
        raise AssertionError(builtin)

    def ring(self, moment: str) -> str:
        """Write which ring is that of a moment."""
        return WHERE[moment]

    def fresh(self) -> str:
        """Give a variable that nothing else uses."""
        self.count += 1
        return f"X{self.count}"

    def opened(self, var: str, sort: str, scope: Scope) -> tuple[Scope, str]:
        """Let a letter range over a sort."""
        item = self.fresh()
        return scope._replace(letters={**scope.letters, var: item}, doubtful=scope.doubtful - {var}).within(
            TABLE, f"{sort}(T,{item})"
        ), item

    def items(self, cond: tm.Condition, var: str, sort: str, how: str, scope: Scope, moment: str) -> tuple[str, str]:
        """Name those for whom a condition certainly or possibly holds: the atom and its variable."""
        inner, item = self.opened(var, sort, scope)
        named = self.part(scope, cond, item)
        self.add(named, *inner.body, *self.cond(cond, how, inner, moment))
        return named, item

    def quantified(self, cond: tm.Quantified, how: str, scope: Scope, moment: str) -> list[str]:
        """Write *some*, *every* and the counting quantifiers."""
        both = tm.conjoin(cond.where, cond.body)
        match cond.kind:
            case "some":
                inner, _ = self.opened(cond.var, cond.sort, scope)
                named = self.part(scope, cond)
                self.add(named, *inner.body, *self.cond(both, how, inner, moment))
                return [named]
            case "no":
                some = tm.Quantified(tm.Quantifier.SOME, 0, cond.var, cond.sort, cond.where, cond.body)
                return [self.failing(self.cond(some, OTHER[how], scope, moment), scope, some)]
            case "every":  # whoever may be meant certainly satisfies it; written so that circles stay positive
                inner, item = self.opened(cond.var, cond.sort, scope)
                meant = self.one(self.cond(cond.where, OTHER[how], inner, moment), inner, both, item)
                narrowed = inner.within(*self.filters(cond.where, inner, moment))
                does = self.one(self.cond(cond.body, how, narrowed, moment), narrowed, both, item)
                return [f"{does} : {TABLE}, {cond.sort}(T,{item}), {meant}"]
        sure, item = self.items(both, cond.var, cond.sort, CERTAINLY, scope, moment)
        may, other = self.items(both, cond.var, cond.sort, POSSIBLY, scope, moment)
        certain, possible = f"#count{{{item} : {sure}}}", f"#count{{{other} : {may}}}"
        if how == POSSIBLY:
            certain, possible = possible, certain
        match cond.kind:
            case "at least":
                return [f"{certain} >= {cond.n}"]
            case "at most":
                return [f"{possible} <= {cond.n}"]
        return [f"{certain} >= {cond.n}", f"{possible} <= {cond.n}"]

    # --- terms -------------------------------------------------------------------------------------

    def term(self, term: tm.Term, scope: Scope, moment: str) -> Written:
        """Write a term."""
        match term:
            case tm.Number(value):
                return Written([], str(value))
            case tm.Variable(letter, _):
                return Written([], scope.letters[letter])
            case tm.Choice(word):
                return Written([], f'"{word}"')
            case tm.TermAt(then, inner):
                return self.term(inner, scope, then)
            case tm.GivenTerm(key):
                variable = self.fresh()
                return Written([atom("given", f'"{key}"', variable)], variable)
            case tm.Apply(predicate, args):
                return self.worth(predicate, args, scope, moment)
            case tm.Least(var, condition):
                sure, least = self.items(condition, var, "number", CERTAINLY, scope, moment)
                may, other = self.items(condition, var, "number", POSSIBLY, scope, moment)
                part = self.part(scope, term, least)
                self.add(part, sure, f"#min{{{other} : {may}}} = {least}")
                return Written([part], least)
            case tm.First():
                return self.first(term, scope, moment)
            case tm.Calculation(sign, left, right):
                a, b = self.term(left, scope, moment), self.term(right, scope, moment)
                made, x, y = self.fresh(), a.is_, b.is_
                signs = {"plus": f"{x}+{y}", "minus": f"{x}-{y}", "times": f"{x}*{y}"}
                # its division goes towards nought
                signs |= {
                    "divided-down": f"({x}-(({x}\\{y})+{y})\\{y})/{y}",
                    "divided-up": f"({x}+(({y}-({x}\\{y}))\\{y}))/{y}",
                }
                return Written(
                    [*a.body, *b.body, f"{made} = {signs[sign]}", f"{made} >= -9999", f"{made} <= 9999"], made
                )
            case tm.Count(var, sort, where):
                sure, item = self.items(where, var, sort, CERTAINLY, scope, moment)
                may, other = self.items(where, var, sort, POSSIBLY, scope, moment)
                number = self.fresh()
                part = self.part(scope, term, number)
                self.add(
                    part, *scope.body, f"{number} = #count{{{item} : {sure}}}", f"{number} = #count{{{other} : {may}}}"
                )
                return Written([part], number)
            case tm.Those(var, where, among):  # the list, and the sum of the powers of two of those who stay in it
                listed, sort = self.term(among, scope, moment), self.listed(among)
                sure, item = self.items(where, var, sort, CERTAINLY, scope, moment)
                may, other = self.items(where, var, sort, POSSIBLY, scope, moment)
                mask, number = self.fresh(), self.fresh()
                part = self.part(scope, term, mask)
                counts = f"{number} = #count{{{item} : {sure}}}", f"{number} = #count{{{other} : {may}}}"
                self.add(part, *scope.body, *counts, f"{mask} = #sum{{2**{item},{item} : {sure}}}")
                return Written([*listed.body, part, f"{mask} > 0"], f"those({listed.is_},{mask})")
            case tm.Only(var, sort, where):
                sure, item = self.items(where, var, sort, CERTAINLY, scope, moment)
                may, other = self.items(where, var, sort, POSSIBLY, scope, moment)
                part = self.part(scope, term, item)
                self.add(part, *scope.body, sure, f"1 = #count{{{other} : {may}}}")
                return Written([part], item)
        raise AssertionError(term)

    def listed(self, order: tm.Term) -> str:
        """Give the sort of what an order lists."""
        if isinstance(order, tm.Those):
            return self.listed(order.among)
        assert isinstance(order, tm.Apply)
        return tm.MEMBERS[self.predicates[order.predicate].answer]

    def worth(self, id: str, args: Sequence[tm.Term], scope: Scope, moment: str) -> Written:
        """Write what a value is."""
        predicate = self.predicates[id]
        terms = [self.term(a, scope, moment) for a in args]
        body, values = [literal for t in terms for literal in t.body], [t.is_ for t in terms]
        result = self.fresh()
        match predicate.builtin:
            case "distance" | "steps-left":
                measure = predicate.builtin.removesuffix("-left")
                measured = f"{measure}({','.join((RINGS[moment], *values, result))})"
                return Written([*body, self.ring(moment), measured], result)
            case "team":
                return Written([*body, TABLE, f"team_of(T,{values[0]},{result})"], result)
            case "size":
                return Written([*body, TABLE, f"size(T,{values[0]},{result})"], result)
            case "given-of-player" | "given-of-team":
                return Written([*body, atom("given_of", f'"{id}"', values[0], result)], result)
            case "clockwise" | "teams-clockwise":
                return Written(body, f"{name(predicate.builtin)}({values[0]})")
        self.demand(predicate, values, scope, body)
        return Written([*body, atom(f"v_{name(id)}", *values, result)], result)

    def first(self, term: tm.First, scope: Scope, moment: str) -> Written:
        """Write the first player on one side of another for whom a condition holds; nobody where there is none."""
        var, where = term.var, term.where
        at = self.term(term.start, scope, moment)
        step, item = self.fresh(), self.fresh()
        seated = f"to_the_left(T,{at.is_},{step},{item})"
        if term.direction == "right":  # who sits to the right has the other so many seats to the left
            seated = f"to_the_left(T,{item},{step},{at.is_})"
        around = scope.within(*at.body, TABLE, seated)
        around = around._replace(letters={**scope.letters, var: item}, doubtful=scope.doubtful - {var})
        sure, may = self.part(scope, term, step, item), self.part(scope, term, step, item)
        some, first_player = self.part(scope, term), self.part(scope, term, item)
        self.add(sure, *around.body, *self.cond(where, CERTAINLY, around, moment))
        self.add(may, *around.body, *self.cond(where, POSSIBLY, around, moment))
        self.add(some, may)
        other, whoever = self.fresh(), self.fresh()
        others = may.replace(f"{step},{item})", f"{other},{whoever})")
        self.add(first_player, sure, f"#min{{{other} : {others}}} = {step}")
        self.add(first_player.replace(f"{item})", f"{NOBODY})"), *scope.body, *at.body, f"not {some}")
        return Written([first_player], item)


# --- positions -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reply:
    """What is compared with the other engines: status and answer."""

    status: str
    answer: Any = None


INVALID = Reply("invalid")
SILENT = Reply("silent")


@dataclass
class Sheet:
    """The facts of many positions, and the questions about them."""

    translation: Translation
    facts: list[str] = field(default_factory=list)
    tables: dict[str, int] = field(default_factory=dict)
    rings: dict[tuple[int, frozenset[int]], int] = field(default_factory=dict)
    positions: dict[Any, str] = field(default_factory=dict)
    questions: dict[tuple[str, str, tuple[int, ...]], int] = field(default_factory=dict)
    names: list[tuple[Predicate, list[str]]] = field(default_factory=list)
    asked: dict[str, set[str]] = field(default_factory=dict)

    def ask(self, request: Mapping[str, Any]) -> list[list[int]] | None:
        """Put a request down; ``None`` if it is invalid.

        Gives the numbers of its questions: one for each moment where that is left to the text, in a list for each
        player whom a question of no player may be about.
        """
        vocabulary = self.translation.text.vocabulary
        request = {**request, "options": options_in_use(self.translation.text, request.get("options") or ())}
        predicate = vocabulary.questions[request["ask"]]
        names = names_of(seated(request["seats"])[0])
        left, leaving = (frozenset(map(names.index, request.get(key) or ())) for key in ("left", "leaving"))
        if predicate.ignores:
            left = leaving = frozenset()
        elif left | leaving:
            told = Seating.of(request, False)
            seats, _, is_over = self.translation.departures.departed(told)
            if is_over and not predicate.after_game:
                return None
            left, leaving = (left, leaving) if is_over else (seats.left, seats.leaving)
        args = tuple(
            TEAMS.index(n) if sort == tm.TEAM else names.index(n)
            for n, (_, sort) in zip(request.get("of") or (), predicate.parameters, strict=True)
        )
        players = [a for a, (_, sort) in zip(args, predicate.parameters, strict=True) if sort == tm.PLAYER]
        if not predicate.gone_allowed and (left | leaving) & frozenset(players):
            return None
        supplied = request.get("given") or {}
        marked = {key for key, of in predicate.defaults if of == "leaving" and leaving}
        present = [
            supplied[g.id]
            for g in vocabulary.givens.values()
            if g.present and g.id in supplied and not (g.id in marked and names.index(supplied[g.id]) in leaving)
        ]
        if (left | leaving) & set(map(names.index, present)):
            return None
        if request["ask"] not in self.asked:
            reach = {request["ask"], *self.translation.reach(request["ask"])}
            self.asked[request["ask"]] = self.translation.given_keys(reach)
        keys = [vocabulary.givens[key] for key in sorted(self.asked[request["ask"]])]
        letters = [letter for letter, _ in predicate.parameters]
        own = {
            key: args[letters.index(of)] if of in letters else NOBODY
            for key, of in predicate.defaults
            if of in letters or of == "none" or key in marked
        }
        moments: list[dict[str, Any]] = [{}]
        for given in vocabulary.givens.values():
            if given.best and predicate.kind == "action" and given.id not in supplied:
                moments = [{**some, given.id: word} for some in moments for word, _ in given.choices]
        whoever: list[dict[str, Any]] = [{}]
        for given in keys:
            if given.default == "first" and not players and given.id not in supplied and given.id not in own:
                whoever = [{**some, given.id: player} for some in whoever for player in names]
        numbers: list[list[int]] = []
        for who in whoever:
            numbers.append([])
            for moment in moments:
                facts = tuple((g.id, self.given(g, {**supplied, **who, **moment}, own, players, names)) for g in keys)
                position = self.position(
                    request["seats"], left, leaving, frozenset(request.get("options") or ()), facts
                )
                numbers[-1].append(self.question(predicate, position, args, names))
        return numbers

    def given(
        self,
        given: GivenFact,
        supplied: Mapping[str, Any],
        own: Mapping[str, int | str],
        players: list[int],
        names: list[str],
    ) -> tuple[str, ...] | frozenset[tuple[int, int]] | str | None:
        """Give what is given under a key: a word of the program, those on a list, or nothing."""
        if given.kind == "players":
            return tuple(str(names.index(n)) for n in supplied.get(given.id, ()))
        if given.kind == "numbers":
            teams = sorted({name[0] for name in names})
            own_numbers, members = supplied.get(given.id, {}), teams if given.of == "team" else names
            return frozenset((at, own_numbers.get(who, int(given.default or 0))) for at, who in enumerate(members))
        if given.id in supplied:
            value = supplied[given.id]
            if given.kind == "player":
                return str(names.index(value))
            if given.kind == "team":
                return str(sorted({name[0] for name in names}).index(value))
        elif given.id in own:
            return str(own[given.id])
        elif given.default == "first":
            return str(players[0]) if players else None
        elif given.default is None:
            return None
        elif given.kind in ("player", "team"):
            return NOBODY
        else:
            value = given.default
        if given.kind == "flag":
            return "yes" if value in (True, "yes") else "no"
        return str(value) if given.kind == "number" else f'"{value}"'

    def table(self, seats: str) -> int:
        """Put a table down once."""
        if seats not in self.tables:
            number = self.tables[seats] = len(self.tables)
            self.facts.append(f"table({number}).")
            for player, (team, role) in enumerate(zip(*seated(seats), strict=True)):
                self.facts.append(f'seat({number},{player},"{role}"). side({number},{player},{team}).')
        return self.tables[seats]

    def ring(self, seats: int, absent: frozenset[int]) -> int:
        """Put down once who is on a ring."""
        if (seats, absent) not in self.rings:
            number = self.rings[seats, absent] = len(self.rings)
            self.facts.append(f"ring({number},{seats}).")
            self.facts += [f"on({number},{player})." for player in range(seats) if player not in absent]
        return self.rings[seats, absent]

    def position(
        self,
        seats: str,
        left: frozenset[int],
        leaving: frozenset[int],
        options: frozenset[str],
        given: tuple[tuple[str, Any], ...],
    ) -> str:
        """Put a position down once, with everything that is given and looked at."""
        table, count = self.table(seats), len(seated(seats)[0])
        key = (table, left, leaving, options, given)
        if key not in self.positions:
            rings = (self.ring(count, absent) for absent in (left | leaving, left, frozenset[int]()))
            i = self.positions[key] = f"i({','.join(map(str, (len(self.positions), table, *rings)))})"
            facts = []
            facts += [f'option({PAD},{i},"{option}").' for option in sorted(options)]
            for id, value in given:
                if isinstance(value, tuple):
                    facts.append(f'lists({PAD},{i},"{id}").')
                    facts += [f'listed({PAD},{i},"{id}",{player}).' for player in value]
                elif isinstance(value, frozenset):
                    facts += [f'given_of({PAD},{i},"{id}",{who},{number}).' for who, number in sorted(value)]
                elif value is not None:
                    facts.append(f'given({PAD},{i},"{id}",{value}).')
            self.facts.append(" ".join(facts))
        return self.positions[key]

    def question(self, predicate: Predicate, position: str, args: tuple[int, ...], names: list[str]) -> int:
        """Put a question down once."""
        key = (predicate.id, position, args)
        if key not in self.questions:
            number = self.questions[key] = len(self.questions)
            self.names.append((predicate, names))
            self.facts.append(f"ask_{name(predicate.id)}({','.join(map(str, (number, position, *args)))}).")
        return self.questions[key]

    def solve(self) -> list[Reply]:
        """Answer every question in one call."""
        control = clingo.Control(["--models=2", "--warn=none"], message_limit=5)
        control.add("base", [], "\n".join((SEATS, self.translation.program(self.asked), *self.facts)))
        control.ground([("base", [])])
        replies = [SILENT] * len(self.names)
        models = 0
        with control.solve(yield_=True) as models_found:
            for model in models_found:
                models += 1
                for shown in model.symbols(shown=True) if models == 1 else ():
                    number, said = shown.arguments
                    replies[number.number] = self.reply(said, *self.names[number.number])
        if models != 1:
            raise Many(f"{self.translation.text.id}: {'several' if models else 'no'} stable models")
        return replies

    def reply(self, said: clingo.Symbol, predicate: Predicate, names: list[str]) -> Reply:
        """Put what clingo says into the words of the interface."""
        if said.type == clingo.SymbolType.Function and not said.arguments:
            return Reply("contradicted") if said.name == "both" else Reply("answered", said.name == "yes")
        if said.type == clingo.SymbolType.Function:
            letters = TEAMS if predicate.answer == "teams" else names
            return Reply("answered", tuple(letters[n] for n in in_order(said, names)))
        if said.type == clingo.SymbolType.String:
            return Reply("answered", said.string)
        number = said.number
        match predicate.answer:
            case "player":
                return Reply("answered", names[number])
            case "team":
                return Reply("answered", TEAMS[number])
        return Reply("answered", number)


def in_order(said: clingo.Symbol, names: list[str]) -> list[int]:
    """List the players or teams of an order."""
    if said.name == "those":
        listed, mask = said.arguments
        return [n for n in in_order(listed, names) if mask.number >> n & 1]
    (start,) = said.arguments
    if start.type != clingo.SymbolType.Number:
        return []  # it begins with nobody
    players = [(start.number + n) % len(names) for n in range(len(names))]
    if said.name == "clockwise":
        return players
    letters = sorted({name[0] for name in names})
    return list(dict.fromkeys(letters.index(names[player][0]) for player in players))


def at_best(replies: Sequence[Reply]) -> tuple[Reply, ...]:
    """Give the possible replies to a question whose moment is left to the text: a yes wherever there is one."""
    return tuple(dict.fromkeys([reply for reply in replies if reply.answer is True] or replies))


def answer_all(translation: Translation, requests: Sequence[Mapping[str, Any]]) -> list[tuple[Reply, ...]]:
    """Answer requests about one resolved text in one solver call; several replies: one for each moment.

    A question of no player whose answer depends on whom it is about is invalid.
    """
    sheet = Sheet(translation)
    asked = [sheet.ask(request) for request in requests]
    replies = sheet.solve() if sheet.asked else []
    answers: list[tuple[Reply, ...]] = []
    for numbers in asked:
        whoever = {at_best([replies[n] for n in some]) for some in numbers or ()}
        answers.append(whoever.pop() if len(whoever) == 1 else (INVALID,))
    return answers
