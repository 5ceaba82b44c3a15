"""What is said to be true at all tables is what the evaluator answers at each, and what a person would call the same."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import Any, cast

import pytest

from emperor_rules.evaluate.engine import ANSWERED, INVALID
from emperor_rules.model.scenarios import RequestPosition
from emperor_rules.model.seating import Table
from emperor_rules.resolve.cone import cone_of
from emperor_rules.search.generalisation import MOST_GONE, Description, Generalisation, Literal, Share, surveyed_tables
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.texts import todays_text
from emperor_rules.site.views.ruling import RulingWords, generalised
from tests.support.sampling import number_of_examples
from tests.support.shipped import engine, rulebook

#: How many positions a question is asked in, chosen at random from all tables.
POSITIONS = number_of_examples(30, 150)


@cache
def today() -> str:
    text = todays_text(rulebook())
    assert text is not None
    return text.id


@cache
def rulings() -> Mapping[str, Generalisation]:
    """The questions of which something is true at all tables, with that."""
    resolved = engine().program(today(), None).resolved
    words = RulingWords(rulebook().vocabulary, read_locale("en"))
    generalisations = {
        id: generalised(resolved, question, words.facts(cone_of(resolved, id)))
        for id, question in rulebook().vocabulary.questions.items()
        if resolved.by_predicate.get(id)
    }
    return {id: ruling for id, ruling in generalisations.items() if ruling is not None}


def seat_neighbours(table: Table, request: Mapping[str, Any], player: str) -> set[str]:
    """Who sits beside a player, those who have left taken away."""
    playing = [name for name in table.names if name not in (*request["left"], *request["leaving"])]
    at = playing.index(player)
    return {playing[at - 1], playing[(at + 1) % len(playing)]} - {player}


def holds(literal: Literal, table: Table, request: Mapping[str, Any]) -> bool:
    """Whether a literal holds, judged by the seats and, for the reach of a player, from what the evaluator says of it."""
    who = [request["of"][place] for place in literal.of]
    match literal.kind, literal.id:
        case "role", letter:
            actual = table.roles[table.number[who[0]]] == letter
        case "gone", _:
            actual = who[0] in (*request["left"], *request["leaving"])
        case "same", _:
            actual = who[0] == who[1]
        case _, "teammate":
            actual = who[0] != who[1] and who[0][0] == who[1][0]
        case _, "opponent":
            actual = who[0][0] != who[1][0]
        case _, "next-to":
            actual = who[1] in seat_neighbours(table, request, who[0])
        case _, fact:
            actual = engine().ask({**request, "ask": fact, "of": who}).answer is True
    return actual is literal.holds


def hold(descriptions: tuple[Description, ...], table: Table, request: Mapping[str, Any]) -> bool:
    return any(all(holds(literal, table, request) for literal in description) for description in descriptions)


def ruled(shares: tuple[Share, ...], table: Table, request: Mapping[str, Any]) -> Any:
    """The answer that shares give in a position; ``None`` where they say that the rules do not."""
    share = next(share for share in shares if hold((share.subject,), table, request))
    if not share.answers:
        return share.otherwise
    matching = [value for value, descriptions in share.answers if hold(descriptions, table, request)]
    return share.otherwise if not matching else matching[0] if len(matching) == 1 else matching


def positions(ask: str) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Yield the smallest table with nobody gone, asked of everybody, then positions of all tables at random."""
    tables = surveyed_tables(engine().program(today(), None).resolved)[0]
    choose = random.Random(ask)
    players = len(rulebook().vocabulary.predicates[ask].parameters)
    for of in product(tables[0].names, repeat=players):
        yield tables[0], _request(tables[0], ask, of, (), ())
    for _ in range(POSITIONS):
        table = choose.choice(tables)
        gone = choose.sample(table.names, choose.randint(0, MOST_GONE))
        early = choose.randint(0, len(gone))
        of = tuple(choose.choice(table.names) for _ in range(players))
        yield table, _request(table, ask, of, gone[:early], gone[early:])


def _request(table: Table, ask: str, of: Any, left: Any, leaving: Any) -> dict[str, Any]:
    return {
        "text": today(),
        "seats": table.seats,
        "ask": ask,
        "of": list(of),
        "left": list(left),
        "leaving": list(leaving),
    }


@cache
def answered(ask: str) -> list[tuple[Table, dict[str, Any], Any]]:
    """The positions in which a question may be asked, with the answer, ``None`` where the rules do not say.

    Whoever goes with others is named: a ruling speaks of who has gone.
    """
    asked = [
        (table, request, engine().ask(request))
        for table, request in positions(ask)
        if not engine().departures(cast("RequestPosition", request), today()).reasons
    ]
    return [
        (table, request, answer.answer if answer.status == ANSWERED else None)
        for table, request, answer in asked
        if answer.status != INVALID
    ]


def wrong(ruling: Generalisation, ask: str) -> Iterator[dict[str, Any]]:
    """Yield the positions in which the evaluator answers otherwise than a ruling."""
    at_start = tuple(replace(share, otherwise=False) for share in ruling.at_start)
    for table, request, value in answered(ask):
        if ruling.open_in_turn and request["leaving"]:
            continue
        shares = [ruling.shares]
        if at_start and not request["left"] and not request["leaving"]:
            shares.append(at_start)
        if any(value != ruled(said, table, request) for said in shares):
            yield request


@pytest.mark.slow
def test_what_is_ruled_is_answered_so_at_every_table() -> None:
    assert len(rulings()) > 20, "most questions of today's rules have an answer short enough to be said"
    for ask, ruling in rulings().items():
        assert list(wrong(ruling, ask)) == [], ask


def test_cases_left_open_in_mid_turn_are_there() -> None:
    open_in_turn = {ask: ruling.open_in_turn for ask, ruling in rulings().items()}
    assert any(open_in_turn.values()) and not all(open_in_turn.values())
    for ask in (ask for ask, is_open in open_in_turn.items() if is_open):
        table = surveyed_tables(engine().program(today(), None).resolved)[0][0]
        answers = {
            engine().ask(_request(table, ask, of, (), (gone,))).status
            for gone in table.names
            for of in combinations(table.names, 2)
        }
        assert "silent" in answers, ask


def broken(share: Share) -> Iterator[Share]:
    """Yield a share with one literal taken out of a description, another role, or another answer."""
    if not share.answers:
        yield replace(share, otherwise=share.otherwise is not True)
    for number, (value, descriptions) in enumerate(share.answers):
        others = share.answers[:number], share.answers[number + 1 :]
        yield replace(share, answers=(*others[0], (value is not True, descriptions), *others[1]))
        for description in descriptions:
            for literal in description:
                shorter = tuple(other for other in description if other is not literal)
                yield replace(share, answers=(*others[0], (value, (shorter,)), *others[1]))


def test_the_comparison_notices_every_ruling_that_is_a_little_wrong() -> None:
    tried = 0
    for ask, ruling in rulings().items():
        for share in broken(ruling.shares[0]):
            tried += 1
            assert any(wrong(replace(ruling, shares=(share, *ruling.shares[1:])), ask)), (ask, share)
    assert tried > 50


@pytest.mark.parametrize(
    ("ask", "language", "said"),
    [
        (
            "may-attack",
            "en",
            "A player can attack an opponent beside them (empty seats do not count); otherwise not. As long as nobody has"
            " left, a general can attack an opposing general beside them; an emperor cannot attack anybody. When a player"
            " has left during this same turn, the rules leave some cases open.",
        ),
        (
            "may-attack",
            "it",
            "Un giocatore può attaccare un avversario che gli siede accanto (i posti vuoti non contano); altrimenti no."
            " Finché non è uscito nessuno, un generale può attaccare un generale avversario che gli siede accanto; un"
            " imperatore non può attaccare nessuno. Se un giocatore è uscito durante questo stesso turno, le regole"
            " lasciano aperti alcuni casi.",
        ),
        ("may-go-first", "en", "An emperor can go first; a general cannot go first."),
        ("starting-life", "it", "I punti vita iniziali di un giocatore sono 20."),
        ("may-deploy", "en", "A player can deploy a creature to a teammate in range; otherwise not."),
        ("may-use-resources", "it", "Un giocatore non può usare le risorse di un altro giocatore."),
    ],
)
def test_a_ruling_reads_as_a_judge_would_say_it(ask: str, language: str, said: str) -> None:
    words = RulingWords(rulebook().vocabulary, read_locale(language))
    assert " ".join(words.sentences(rulebook().vocabulary.predicates[ask], rulings()[ask])) == said
