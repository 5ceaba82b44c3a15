"""Facts that may depend on each other: the least fixed point of a circle of predicates, worked out in stages.

The facts that an answer reads form a graph. Its strongly connected components are worked out one by one, in the order
in which they read each other. Inside a component each fact is judged by what stands without it: the fact is held back,
the others begin as false, and each stage judges those that are left by what earlier stages have settled (semi-naive
evaluation, see Abiteboul, Hull and Vianu, *Foundations of Databases*, 1995, chapter 13). Facts that come out true are
settled; if there are none, those that come out unknown; if there are none either, the rest is false. The fact that was
held back comes last. So a fact rests only on facts of earlier stages and of earlier components, no derivation runs in a
circle, and the work is polynomial in the number of facts.

One fact depends on another where, itself being false and all others of the circle unknown, a condition of its rules is
unknown for want of the other. That does not depend on what was asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping
from enum import Enum
from typing import Final, NamedTuple

from emperor_rules.resolve.stratification import strongly_connected_components
from emperor_rules.semantics.expressions import Args, Value
from emperor_rules.semantics.verdict import Truth

#: A predicate with its arguments.
Key = tuple[str, Args]


class Contradictory(Enum):
    """The outcome of a value that clauses give differently."""

    CONTRADICTORY = "contradictory"


CONTRADICTORY: Final = Contradictory.CONTRADICTORY

#: A truth with the clauses behind it as a bit mask.
Judged = tuple[Truth, int]
#: A value with its clauses; ``None`` is unknown.
Valued = tuple[Value | None, int]
#: What clauses come to about a predicate: a truth, or a value, with the clauses behind it.
Verdict = tuple[Truth | Value | Contradictory | None, int]
#: Judges a fact; whether that is its final verdict.
Judge = Callable[[Key, bool], Verdict]
Survey = Callable[[Key], tuple[int, Verdict]]
#: What a fact of a circle counts as while nothing supports it: false, resting on no clause.
UNSUPPORTED: Judged = (Truth.FALSE, 0)


class Links(NamedTuple):
    """The facts that a fact of a circle depends on, and those of its component, which depend on each other."""

    dependencies: frozenset[Key]
    component: Collection[Key]


class Settled(NamedTuple):
    """The verdict about a fact while another is held back, and the number of its stage."""

    judged: Verdict
    stage: int


class Fixpoint:
    """The facts of a circle of predicates while they are worked out: first their dependencies, then their verdicts.

    Args:
        verdicts: What is known of facts; new verdicts are written into it.
        links: How facts that are known depend on each other; extended likewise.
        first_bit: The number of the first bit of a mask that stands for no clause and no given fact.
    """

    def __init__(
        self, verdicts: MutableMapping[Key, Verdict], links: MutableMapping[Key, Links], first_bit: int
    ) -> None:
        """Begin with no fact of the circle but those whose verdicts are known."""
        self.verdicts = verdicts
        self.links = links
        self.first_bit = first_bit
        self.numbers: dict[Key, int] = {}
        self.settled: dict[Key, Settled] = {}
        #: The fact whose dependencies are being found, and after that the links of the fact that is being judged.
        self.surveyed: Key | None = None
        self.judging: Links | None = None

    def read(self, key: Key) -> Verdict:
        """Return what a fact of the circle counts as for another; while dependencies are found, unknown by itself."""
        if key == self.surveyed:
            return UNSUPPORTED
        if self.judging is None:
            return Truth.UNKNOWN, 1 << (self.first_bit + self.numbers.setdefault(key, len(self.numbers)))
        if key not in self.judging.dependencies:
            return UNSUPPORTED
        if key in self.settled:
            return self.settled[key].judged
        return self.verdicts.get(key, UNSUPPORTED) if key not in self.judging.component else UNSUPPORTED

    def settle(self, start: Key, survey: Survey, judge: Judge) -> None:
        """Work out a fact with all that it depends on.

        Args:
            start: The fact that is asked about.
            survey: Returns the bits for want of which the conditions of a fact's rules are unknown, and its verdict.
            judge: Returns the verdict about a fact.
        """
        graph = self._dependencies(start, survey)
        if start in self.verdicts:
            return
        for component in strongly_connected_components(graph):
            if component[0] not in self.verdicts:
                members = dict.fromkeys(component)  # in their order, and quick to look in
                self.links.update((key, Links(graph[key], members)) for key in component)
                self.verdicts.update([(key, self._judge_last(key, judge)) for key in component])

    def stages(self, held_back: Key, judge: Judge) -> Mapping[Key, Settled]:
        """Work out the other facts of a component, one of them being held back; returns them with their stages."""
        self.settled = {}
        waiting = [key for key in self.links[held_back].component if key != held_back]
        stage = 0
        while waiting:
            stage += 1
            news = _news({key: self._judged(key, judge, False) for key in waiting})
            self.settled.update((key, Settled(judged, stage)) for key, judged in news.items())
            waiting = [key for key in waiting if key not in news]
        return self.settled

    def _judge_last(self, key: Key, judge: Judge) -> Verdict:
        self.stages(key, judge)
        return self._judged(key, judge, True)

    def _judged(self, key: Key, judge: Judge, final: bool) -> Verdict:
        self.judging = self.links[key]
        return judge(key, final)

    def _dependencies(self, start: Key, survey: Survey) -> dict[Key, frozenset[Key]]:
        """Return the graph of all facts that a fact depends on, itself included, down to those that are known.

        Facts that depend on none are settled on the way.
        """
        self.numbers = {start: 0}
        graph: dict[Key, frozenset[Key]] = {}
        numbered: list[Key] = []
        keys = [start]
        for key in keys:  # which grows by what they depend on
            if key in graph:
                continue
            if key in self.verdicts:
                graph[key] = frozenset()
                continue
            self.surveyed = key
            bits, judged = survey(key)
            bits >>= self.first_bit
            numbered += [*self.numbers][len(numbered) :]
            members = [numbered[number] for number in _ones(bits)]
            graph[key] = frozenset(members)
            keys += members
            if not bits:
                self.links[key] = Links(frozenset(), (key,))
                self.verdicts[key] = judged
        self.surveyed = None
        return graph


def _ones(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _news(judged: Mapping[Key, Verdict]) -> Mapping[Key, Verdict]:
    """Return the verdicts that a stage settles: the true ones, else the unknown ones, else all."""
    for wanted in ((Truth.TRUE,), (Truth.UNKNOWN, Truth.CONTRADICTED)):
        news = {key: verdict for key, verdict in judged.items() if verdict[0] in wanted}
        if news:
            return news
    return judged
