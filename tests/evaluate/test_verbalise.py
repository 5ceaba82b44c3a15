"""Facts and values in words: number, negation and prepositions are right in both languages, for any vocabulary."""

from typing import Any

import pytest

from emperor_rules.evaluate.verbalise import fact_sentences, say_fact, say_given, say_listed, say_value
from emperor_rules.frontend.vocabulary import read_vocabulary
from emperor_rules.model.vocabulary import PredicateKind, Vocabulary
from emperor_rules.source import SourceFile
from tests.support.shipped import rulebook

WORDS = """\
sort player
  letters p q x
  en "player", "players"
  it "giocatore", "giocatori"

sort team
  letters t
  en "team", "teams"
  it "squadra", "squadre"

fact near
  of p, q
  en "p is near q"
  it "p siede vicino a q"
  plural it "p siedono vicino a q"

fact tied
  of p
  en "p ties"
  it "p è alla pari"
  said en "the match is a tie for p"

fact guest
  of p, t
  en "p is a guest of t"
  it "p è ospite di t"

fact taking
  of p
  en "p must take a card"
  it "p deve prendere una carta"
  negative en "p need not take a card"
  negative it "p può non prendere carte"

action may-swim
  of p, q
  en "p can swim to q"
  it "un tuffo di p può arrivare a q"
  said en "a dive of p can end at q"

value coins
  of p
  en "the coins of p"
  it "le monete di p"
  said en "the coins of p are"
  answer number

value order
  of p
  en "the order from p"
  it "l'ordine da p"
  said en "if p begins, the order is"
  said it "se comincia p, l'ordine è"
  answer players

value boat
  of p
  en "the boat of p"
  it "la barca di p"
  said en "the boat of p"
  said it "la barca di p"
  answer one of sunk "has sunk" "è affondata", afloat "is afloat" "galleggia"

value hat
  of p
  en "the hat of p"
  it "il cappello di p"
  answer one of red "red" "rosso"

given wet
  en "p is wet"
  it "p è bagnato"
  plural it "p sono bagnati"
  players
  default none

given fined
  en "p is given a fine"
  it "a p è inflitta una multa"
  players
  default none

given rain
  en "it is raining"
  it "sta piovendo"
  default no
"""


def vocabulary() -> Vocabulary:
    declared, findings = read_vocabulary([SourceFile("vocabulary/words.rules", WORDS)])
    assert findings == ()
    return declared


@pytest.mark.parametrize(
    ("id", "names", "holds", "en", "it"),
    [
        ("near", ["A1", "A2"], True, "A1 is near A2", "A1 siede vicino ad A2"),
        ("near", ["A1", "E2"], False, "A1 is not near E2", "A1 non siede vicino a E2"),
        ("near", [["A1", "B1", "E2"], "B3"], True, "A1, B1 and E2 are near B3", "A1, B1 ed E2 siedono vicino a B3"),
        ("near", [["A1"], "B3"], True, "A1 is near B3", "A1 siede vicino a B3"),
        ("tied", ["A1"], True, "the match is a tie for A1", "A1 è alla pari"),
        ("tied", ["A1"], False, "the match is not a tie for A1", "A1 non è alla pari"),
        ("taking", ["A1"], False, "A1 need not take a card", "A1 può non prendere carte"),
        ("may-swim", ["A1", "A2"], True, "a dive of A1 can end at A2", "un tuffo di A1 può arrivare ad A2"),
        ("may-swim", ["A1", "B2"], False, "a dive of A1 cannot end at B2", "un tuffo di A1 non può arrivare a B2"),
    ],
)
def test_a_fact_is_said(id: str, names: list[Any], holds: bool, en: str, it: str) -> None:
    predicate = vocabulary().predicates[id]
    assert (say_fact(predicate, names, holds, "en"), say_fact(predicate, names, holds, "it")) == (en, it)


def test_a_team_takes_its_article() -> None:
    guest = vocabulary().predicates["guest"]
    assert say_fact(guest, ["B1", "la squadra A"], True, "it") == "B1 è ospite della squadra A"
    assert say_fact(guest, ["B1", "la squadra A"], False, "it") == "B1 non è ospite della squadra A"


@pytest.mark.parametrize(
    ("id", "value", "en", "it"),
    [
        ("coins", 3, "the coins of A1 are 3", "le monete di A1 sono 3"),
        ("order", ["A1", "B1"], "if A1 begins, the order is A1, B1", "se comincia A1, l'ordine è A1, B1"),
        ("boat", "sunk", "the boat of A1 has sunk", "la barca di A1 è affondata"),
        ("boat", "afloat", "the boat of A1 is afloat", "la barca di A1 galleggia"),
        ("hat", "red", "the hat of A1: red", "il cappello di A1: rosso"),
    ],
)
def test_a_value_is_said(id: str, value: object, en: str, it: str) -> None:
    predicate = vocabulary().predicates[id]
    assert (say_value(predicate, ["A1"], value, "en"), say_value(predicate, ["A1"], value, "it")) == (en, it)


@pytest.mark.parametrize(
    ("key", "value", "en", "it"),
    [
        ("wet", ["A1"], "A1 is wet", "A1 è bagnato"),
        ("wet", ["A1", "E2"], "A1 and E2 are wet", "A1 ed E2 sono bagnati"),
        ("wet", [], "nobody is wet", "nessuno è bagnato"),
        ("fined", ["A1", "B2"], "A1 and B2 are given a fine", "ad A1 e B2 è inflitta una multa"),
        ("rain", False, "it is not raining", "non sta piovendo"),
    ],
)
def test_a_given_fact_is_said(key: str, value: object, en: str, it: str) -> None:
    declared = vocabulary()
    assert (say_given(declared, key, value, "en"), say_given(declared, key, value, "it")) == (en, it)


def test_whom_a_list_does_not_name() -> None:
    declared = vocabulary()
    assert say_listed(declared, "wet", "A1", False, "en") == "A1 is not wet"
    assert say_listed(declared, "wet", "A1", False, "it") == "A1 non è bagnato"
    assert say_listed(declared, "fined", "A1", False, "it") == "ad A1 non è inflitta una multa"


#: Verbs that no shipped sentence has behind its first letter.
OTHER_VERBS = {"si", "ci", "viene", "cessa", "continua", "restano", "vale", "contano", "dice", "condividono"}


def test_no_is_said_of_the_verb_in_both_languages() -> None:
    """“Not poison counters that A1 gets …” and “i segnalini non veleno …” are no sentences."""
    facts = [p for p in rulebook().vocabulary.predicates.values() if p.kind is not PredicateKind.VALUE]
    said = [p.statement("it").rstrip(".").split() for p in facts]
    verbs = (
        {words[1] for words in said if len(words[0]) == 1}
        | {"è", "sono", "ha", "hanno", "può", "possono"}
        | OTHER_VERBS
    )
    for predicate in facts:
        english, italian = (fact_sentences(predicate, id).fails for id in ("en", "it"))
        assert not english.startswith("not "), english
        words = italian.replace(",", "").split()
        assert "non" not in words or words[words.index("non") + 1] in verbs, italian
