"""Answers to a question that stands for several: a list of those for whom it is so, or cases with an answer each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from emperor_rules.api import arguments
from emperor_rules.api.answers import Alternative, AnswerInWords, RulesAnswer, RulesClause, unstyled
from emperor_rules.api.restatement import circumstances
from emperor_rules.api.values import ChosenWord, Player, Team
from emperor_rules.evaluate.answers import ListAnswer, ListEntry, joint_status
from emperor_rules.evaluate.verbalise import names_in_words
from emperor_rules.messages import Message
from emperor_rules.model.scenarios import Request, Status

NOBODY_IN_WORDS = Message("Nobody.")
IN_ALL_CASES = Message("In all {} cases:")
IN_BOTH_CASES = Message("In both cases{}:")
DEPENDS = Message("It depends:")
BY = Message("by")
NOT_LISTED = Message("not decided:")
#: So many answers of a list are shown with all their reasons, the others with the clauses alone.
MOST_EXPLAINED = 2


@dataclass(frozen=True, eq=False, repr=False)
class RulesAnswers(AnswerInWords):
    """What a text answers to a question that may stand for several: each answer, and all of them together.

    Attributes:
        entries: The single answers, in order of seats.
        listed: Whether the question asks for whom it is so: it asks who.
        language: The language of the question, ``en`` or ``it``; empty where it was asked by its id.
        meanings: The answers to each of several things that the question can mean, where all are the same.
        asked: The requests that it was read as, with ``"?"`` where one asks of everybody.

    >>> import emperor_rules as er
    >>> cr = er.load(texts=["cr-809"])["cr-809"]
    >>> [entry["of"] for entry in cr.ask_all("whom can A1 attack?", seats="g E g | g E g").value]
    [['A1', 'B3']]
    >>> cr.ask_all("can a general attack an emperor?", seats="g E g | g E g").value
    False
    """

    entries: tuple[RulesAnswer, ...]
    listed: bool = False
    language: str = ""
    meanings: tuple[RulesAnswers, ...] = ()
    asked: tuple[Request, ...] = ()

    @property
    def status(self) -> Status:
        """*Answered* if any entry is; else what the entries are."""
        return joint_status(entry.status for entry in self.entries)

    def __iter__(self) -> Iterator[RulesAnswer]:
        """Yield the single answers, in order of seats."""
        return iter(self.entries)

    def __len__(self) -> int:
        """Return how many single answers there are."""
        return len(self.entries)

    @property
    def yes(self) -> tuple[RulesAnswer, ...]:
        """The answers that are not *no*: of a question that asks who, those for whom it is so.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> [answer.of for answer in cr.ask_all("whom can A1 attack?", seats="g E g | g E g").yes]
        [('A1', 'B3')]
        """
        return tuple(e for e in self.entries if e.status is Status.ANSWERED and e.value is not False)

    @property
    def is_single(self) -> bool:
        """Whether the question does not stand for several: :meth:`RulesText.ask` returns the one answer then."""
        return len(self.entries) == 1 and not self.listed

    @property
    def agree(self) -> bool:
        """Whether all entries have the same answer."""
        return len({(entry.status, entry.value) for entry in self.entries}) == 1

    @property
    def value(self) -> bool | int | Player | Team | ChosenWord | tuple[Player, ...] | list[dict[str, object]] | None:
        """The one answer of all cases; else a list of objects with ``of``, ``answer`` and ``clauses``.

        A list of those for whom it is so leaves out those answered *no* or not at all. Cases have further keys of a
        request where these tell them apart.
        """
        if self.status is not Status.ANSWERED:
            return None
        if not self.listed and self.agree:
            return self.entries[0].value
        return [self._entry(entry) for entry in self._shown]

    @property
    def message(self) -> str | None:
        """Who claims what, where the text contradicts itself in every case."""
        return self.entries[0].message if self.entries and self.agree else None

    @property
    def clauses(self) -> tuple[RulesClause, ...]:
        """The clauses on which the entries shown rest, or all where none is shown, each once."""
        return _merged(clause for entry in self._shown or self.entries for clause in entry.clauses)

    @property
    def overridden(self) -> tuple[RulesClause, ...]:
        """The clauses that concluded otherwise and yielded."""
        return _merged(clause for entry in self._shown or self.entries for clause in entry.overridden)

    @property
    def ignored(self) -> tuple[str, ...]:
        """The given facts, by their keys, that no clause of the text looked at in any entry."""
        keys = [set(entry.ignored) for entry in self.entries]
        return tuple(sorted(set.intersection(*keys))) if keys else ()

    @property
    def _shown(self) -> Sequence[RulesAnswer]:
        if not self.listed:
            return self.entries
        return self.yes

    @property
    def _open(self) -> list[RulesAnswer]:
        return [entry for entry in self.entries if entry.status is not Status.ANSWERED]

    def sentence(self, language: str = "en") -> str:
        """Return the answer in one sentence, or one for each case.

        >>> import emperor_rules as er
        >>> cr = er.load(texts=["cr-809"])["cr-809"]
        >>> cr.ask_all("chi può essere attaccato da A2?", seats="g E g | g E g").sentence("it")
        'Nessuno.'
        """
        arguments.language_of(language)
        if not self.listed and self.agree:
            return self.entries[0].sentence(language)
        if len(cases := self._cases()) > 1:
            sentences = [one.sentence(language) for one in cases]
            leads = [self._circumstances(one.entries[0], language) for one in cases]
            each = [f"{lead} {sentence}" for lead, sentence in zip(leads, sentences, strict=True)]
            return sentences[0] if len(set(sentences)) == 1 else " ".join(each)
        shown = self._shown
        if not shown:
            return self._nobody(language)
        if self.listed and len(self._differing) == 1 and all(entry.value is True for entry in shown):
            return f"{names_in_words(self._names(shown), language)}."
        return " ".join(self._case(entry, language) for entry in shown)

    def explain(
        self, language: str = "en", *, width: int = 100, style: Callable[[str, str], str] = unstyled, full: bool = False
    ) -> str:
        """Return the answers with the clauses that they rest on; of many the clauses are only cited.

        Args:
            language: ``en`` or ``it``.
            width: Columns to fill.
            style: Is called with a stretch of the text and what it is (``"yes"``, ``"no"``, ``"open"``,
                ``"citation"`` or ``"edition"``), and returns it as it is to be shown; by default as it is.
            full: Tell every reason, as for a single answer.
        """
        return "\n".join(self._lines(arguments.language_of(language), width, style, full))

    def _lines(self, language: str, width: int, style: Callable[[str, str], str], full: bool) -> Iterator[str]:
        if self.is_single:
            yield self.entries[0].explain(language, width=width, style=style, full=full)
            return
        if not self.listed and self.agree:
            yield style(self._in_all(self.entries, language), "open")
            yield _most_telling(self.entries).explain(language, width=width, style=style, full=full)
            return
        if len(cases := self._cases()) > 1:
            told = [list(one._lines(language, width, style, full)) for one in cases]
            if len({one.sentence(language) for one in cases}) == 1:
                yield style(self._in_all([one.entries[0] for one in cases], language), "open")
                yield from told[0]
                return
            for at, (one, lines) in enumerate(zip(cases, told, strict=True)):
                yield from [""] if at else []
                yield style(self._circumstances(one.entries[0], language), "open")
                yield from lines if len(cases) <= MOST_EXPLAINED else [f"  {one.sentence(language)}"]
            return
        shown = self._shown
        if not self.listed:
            yield style(DEPENDS.get(language), "open")
        elif self._is_said_alone or (not shown and self._open):
            pass  # what is below says it
        elif self.status is Status.ANSWERED and (not shown or all(entry.value is True for entry in shown)):
            yield style(self.sentence(language), "yes" if shown else "no")
        explained = shown if len(shown) <= MOST_EXPLAINED else []
        if self.listed and not shown:
            explained = [] if self._open else [_most_telling(self.entries)]
        for entry in explained:
            if not self._is_said_alone:
                yield self._circumstances(entry, language)
            yield entry.explain(language, width=width, style=style, full=full)
        if not explained:
            for entry in shown:
                yield f"  {self._case(entry, language)} {self._citations(entry, language)}".rstrip()
        if self.listed:
            alike: dict[str, list[RulesAnswer]] = {}
            for entry in self._open:
                alike.setdefault(entry.sentence(language), []).append(entry)
            for sentence, entries in alike.items():
                yield f"  {self._undecided(entries, language)}: {sentence}"

    def why_not(self, language: str = "en") -> tuple[Alternative, ...]:
        """Return the changes after which the answer differs, where one answer holds in every case."""
        arguments.language_of(language)
        return self.entries[0].why_not(language) if self.agree and not self.listed else ()

    def as_json(self, id: object = None, language: str = "en") -> dict[str, object]:
        """Return the answer with the keys of ``emperor ask --batch``."""
        arguments.language_of(language)
        if self.is_single:
            return self.entries[0].as_json(id, language)
        clauses, overridden = (tuple(c.citation for c in cited) for cited in (self.clauses, self.overridden))
        entries = tuple(ListEntry(entry.of, entry._answer) for entry in self.entries) if self.listed else ()
        answer = ListAnswer(self.status, self.value, clauses, overridden, ignored=self.ignored, entries=entries)
        return answer.as_json(id)

    # --- what tells the entries apart ------------------------------------------------------------

    def _entry(self, entry: RulesAnswer) -> dict[str, object]:
        document: dict[str, object] = {
            "of": list(entry.of),
            "answer": entry.value,
            "clauses": [clause.citation for clause in entry.clauses],
        }
        if entry.status is not Status.ANSWERED:
            document["status"] = entry.status
        request: dict[str, Any] = dict(entry.request)
        document.update({key: request[key] for key in self._distinct() if key in request})
        return document

    def _distinct(self) -> list[str]:
        """Return the keys of a request, but “of”, in which the entries differ."""
        keys = ("left", "leaving", "given", "on")
        requests: list[dict[str, Any]] = [dict(entry.request) for entry in self.entries]
        return [key for key in keys if len({repr(request.get(key)) for request in requests}) > 1]

    def _cases(self) -> list[RulesAnswers]:
        """Return a list for each of the circumstances that its entries are asked in, if it is one of whom it is so."""
        keys = self._distinct() if self.listed else []
        together: dict[str, list[RulesAnswer]] = {}
        for entry in self.entries:
            request: dict[str, Any] = dict(entry.request)
            together.setdefault(repr([request.get(key) for key in keys]), []).append(entry)
        return [RulesAnswers(tuple(entries), self.listed, self.language) for entries in together.values()]

    @property
    def _is_said_alone(self) -> bool:
        """Whether it holds of nobody, and one answer says so: it is asked of more than one player."""
        return self.listed and not (self._shown or self._open) and len(self._differing) > 1

    def _nobody(self, language: str) -> str:
        """Return what is said where the list names nobody."""
        if self.status is not Status.ANSWERED:
            return self.entries[0].sentence(language)
        if self._open:
            words = self._undecided(self._open, language)
            return f"{words[:1].upper()}{words[1:]}."
        return _most_telling(self.entries).sentence(language) if self._is_said_alone else NOBODY_IN_WORDS.get(language)

    def _undecided(self, entries: Sequence[RulesAnswer], language: str) -> str:
        return f"{NOT_LISTED.get(language)} {', '.join(self._names(entries))}"

    def _names(self, entries: Sequence[RulesAnswer]) -> list[str]:
        """Return whom entries name: the one name in which they differ from others, or all of them."""
        different = self._differing
        return [entry.of[different[0]] if len(different) == 1 else " – ".join(entry.of) for entry in entries]

    @property
    def _differing(self) -> list[int]:
        """The places of the names in which the entries differ."""
        columns = zip(*(entry.of for entry in self.entries), strict=True)
        return [n for n, column in enumerate(columns) if len(set(column)) > 1]

    def _case(self, entry: RulesAnswer, language: str) -> str:
        """Return an entry's answer with what tells it from the others."""
        circumstances = self._circumstances(entry, language)
        return f"{circumstances} {entry.sentence(language)}".strip()

    def _in_all(self, entries: Sequence[RulesAnswer], language: str) -> str:
        """Return the lead of an answer that holds in every case; of two it names what tells them apart."""
        if len(entries) != 2:
            return IN_ALL_CASES.get(language).format(len(entries))
        apart = "; ".join(filter(None, (self._apart(entry, language) for entry in entries)))
        return IN_BOTH_CASES.get(language).format(f" ({apart})" if apart else "")

    def _circumstances(self, entry: RulesAnswer, language: str) -> str:
        """Return what beside the names tells an entry from the others, in brackets."""
        apart = self._apart(entry, language)
        return f"[{apart}]" if apart else ""

    def _apart(self, entry: RulesAnswer, language: str) -> str:
        request: dict[str, Any] = dict(entry.request)
        apart = {key: request.get(key) for key in self._distinct()}
        return ", ".join(circumstances(entry.query.program.vocabulary, apart, language))

    def _citations(self, entry: RulesAnswer, language: str) -> str:
        cited = ", ".join(clause.citation for clause in entry.clauses[:3])
        return f"({BY.get(language)} {cited})" if cited else ""


def _most_telling(entries: Sequence[RulesAnswer]) -> RulesAnswer:
    """Return the answer for which most clauses spoke against it and yielded; of several, that on the fewest clauses.

    Where nothing speaks against an answer, the case is one of which nobody thinks; so is one that names a player twice.
    """
    return min(
        entries, key=lambda entry: (len(entry.of) - len(set(entry.of)), -len(entry.overridden), len(entry.clauses))
    )


def _merged(clauses: Iterator[RulesClause]) -> tuple[RulesClause, ...]:
    return tuple({clause.citation: clause for clause in clauses}.values())
