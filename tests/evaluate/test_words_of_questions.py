"""Every word of a question is taken in: put into a question that is understood, a word that would change it does, or it is refused."""

from __future__ import annotations

import json
import os
import random
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any

import pytest

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.model.seating import team_of
from emperor_rules.model.terms import PLAYER, PLAYERS, TEAM, TEAMS
from emperor_rules.model.vocabulary import PredicateKind
from emperor_rules.questions.cases import Reading
from emperor_rules.questions.exact_wordings import asked
from tests.support.command_line import run
from tests.support.paths import DATA
from tests.support.plain_questions import read, reader
from tests.support.sampling import in_brief, number_of_examples
from tests.support.shipped import engine, rulebook
from tests.support.tables import SEATS_OF_VARIANTS, SIX

#: So many words are put into questions; a run of its own sets more.
COUNT = int(os.environ.get("EMPEROR_INSERTED", "0")) or number_of_examples(10, 40)
#: Words that are never empty, wherever they stand.
TURNING = {
    "en": """only|solely|merely|not even|neither|nor|always|yesterday|tomorrow|should|ought to|supposed to|twice|again|instead|hardly|barely|
        rarely|seldom|sometimes|occasionally|often|almost|nearly|half|except|unless|until|without|no longer|not|otherwise|later|soon|
        recently|previously|meanwhile|another|more|most|less|least|fewer|different|how often|everything|nothing|nobody|none|alone|
        somehow|maybe|perhaps|probably|possibly|might|instead of|although|despite|every|each""",
    "it": """solo|soltanto|solamente|unicamente|né|neanche|nemmeno|neppure|sempre|ieri|domani|dovrebbe|due volte|di nuovo|invece|
        raramente|talvolta|a volte|qualche volta|spesso|quasi|metà|mezzo|tranne|eccetto|salvo|a meno che|finché|senza|non|non più|altrimenti|
        in seguito|più tardi|presto|recentemente|nel frattempo|ogni|ciascuno|altro|meno|diverso|niente|nulla|ultimo|prossimo|
        magari|forse|probabilmente|benché|nonostante|perfino|addirittura""",
}
WORDS = {id: [word.strip() for word in words.split("|")] for id, words in TURNING.items()}
#: Somebody falls, in ways that are no question.
FALLS = {
    "en": ("{} dies", "{} loses", "{} concedes", "{} is dead", "{} has lost"),
    "it": ("{} muore", "{} perde", "{} concede", "{} è morto", "{} ha perso"),
}
#: That somebody is still there, and what is asked beside it.
STAYS = {
    "en": ("{} is still alive", "{} has not left", "{} survives", "{} is not dead"),
    "it": ("{} è ancora vivo", "{} non è uscito", "{} resta in gioco", "{} non è morto"),
}
BESIDE = {
    "en": ("if {}, can A1 attack B3?", "who wins if {}?"),
    "it": ("se {}, A1 può attaccare B3?", "chi vince se {}?"),
}
WHAT_NOW = {"en": ("what now", "now what?", "what then", "what"), "it": ("e ora", "e adesso?", "e allora?", "cosa")}
WHO = {"en": ("who wins", "who loses"), "it": ("chi vince", "chi perde")}
#: What changes a question as a whole, before it and behind it.
BEFORE = {
    "en": (
        "sorry the emperor is dead, ", "sorry my emperor left, ", "sorry, not the generals, ", "excuse me he conceded, ",
        "my dead friend says ", "three weeks after my teammate left: ", "florb question: ", "commander damage question: ",
    ),
    "it": (
        "scusa l'imperatore è morto, ", "scusate il mio imperatore è uscito, ", "scusi l'altro generale ha concesso, ",
        "scusa, non i generali, ", "domanda di florb: ",
    ),
}  # fmt: skip
BEHIND = {
    "en": (
        " or is he dead", " or can I", " or must he", " or does he", " or only him", " or neither", " or nobody", " or are they",
        " or is it the emperor", " or still", " or has he conceded", " or will he leave",
    ),
    "it": (
        " o è morto", " o posso io", " o deve", " o solo lui", " o nessuno dei due", " o nessuno", " o può", " o è l'imperatore",
        " o ancora", " oppure ha concesso", " o va via",
    ),
}  # fmt: skip
#: Words that say nothing by themselves: prepositions, conjunctions, adverbs, and nouns for anything.
SAYING_NOTHING = {
    "en": """about|above|across|after|again|against|ago|all|almost|along|already|also|although|among|and|any|around|as|away|back|
        because|before|behind|below|between|both|but|by|during|each|either|else|enough|even|ever|every|except|far|for|
        from|further|hence|here|how|however|if|in|instead|into|just|kind|later|less|like|many|maybe|meanwhile|more|most|much|
        near|never|no|none|nor|not|nothing|now|of|off|often|on|once|only|or|other|per|perhaps|place|pretty|quite|rather|really|
        same|seldom|since|so|some|soon|still|such|sure|than|that|then|there|thing|this|though|through|thus|together|too|
        towards|under|unless|until|up|usually|very|well|when|where|whether|which|while|why|with|within|without|yet""",
    "it": """a|addosso|adesso|affatto|allora|almeno|alquanto|ancora|anche|anzi|appena|assai|attorno|bene|benché|caso|certo|che|
        ciò|cioè|circa|come|comunque|con|contro|cosa|così|da|dal|davanti|davvero|dei|del|dentro|di|dietro|dopo|dove|dunque|durante|e|
        eppure|fino|forse|già|in|infatti|insieme|insomma|intanto|invece|là|laddove|lontano|ma|magari|male|meglio|meno|mentre|modo|
        molto|neanche|nel|nella|nello|nei|niente|no|non|nulla|o|oggi|ogni|oltre|oppure|ora|ormai|parecchio|pari|per|perché|
        perciò|però|persino|peggio|più|piuttosto|poco|poi|posto|presto|proprio|pure|purché|qua|qualche|qualcosa|quando|quanto|quasi|
        quello|qui|quindi|quindi|se|sebbene|seguito|sempre|senza|si|sì|sopra|sotto|spesso|su|subito|sul|sulla|tanto|tra|fra|tranne|troppo|
        tuttavia|tutto|uguale|ultimo|verso|via|volta""",
}  # fmt: skip
#: How such a word is put beside one player or two.
BARE = ("{word}", "{word}?", "A1 {word}", "{word} A1", "A1 {word} B1?")
THEN = {
    "en": ("{} and then {}", "{} and after that {}", "{}, and right after that {}", "{}; after this {}"),
    "it": ("{} e poi {}", "{} e dopo {}", "{}, dopodiché {}", "{} e subito dopo {}", "{}; dopo di che {}"),
}


def questions() -> Iterator[tuple[str, str, str]]:
    """Yield the questions of the data, with their languages and the texts that they are asked of."""
    for name in ("questions", "questions_of_others", "questions_fresh"):
        data = tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))
        for by_language in [data] if "en" in data else data.values():
            yield from (
                (id, entry["typed"], "cr-809") for id in LANGUAGES for entry in by_language[id] if "asks" in entry
            )
    for entries in tomllib.loads((DATA / "answers_of_others.toml").read_text(encoding="utf-8")).values():
        understood = [entry for entry in entries if not entry.get("refused")]
        yield from ((id, entry[id], entry["text"]) for entry in understood for id in LANGUAGES if id in entry)


def with_a_word_more(words: Mapping[str, Sequence[str]]) -> Iterator[tuple[list[Reading], str, list[Reading] | None]]:
    """Yield what questions mean, each with a word put in somewhere, and what it means then."""
    chance, asked = random.Random(os.environ.get("EMPEROR_SEED", "1")), list(questions())
    for _ in range(COUNT):
        id, typed, text = chance.choice(asked)
        parts = typed.split()
        at = chance.randrange(len(parts) + 1)
        put = " ".join([*parts[:at], chance.choice(words[id]), *parts[at:]])
        without = meant(typed, id, SEATS_OF_VARIANTS.get(text, SIX), text)
        if without is not None:
            yield without, put, meant(put, id, SEATS_OF_VARIANTS.get(text, SIX), text)


def chosen(values: Iterable[Any], usual: int) -> list[Any]:
    """Return values by chance: about so many in a run of everything, half of that in a quick one, three times each week.

    All of them where a number is asked for.
    """
    everything = list(values)
    number = len(everything) if "EMPEROR_INSERTED" in os.environ else number_of_examples(-(-usual // 2), 3 * usual)
    return random.Random(os.environ.get("EMPEROR_SEED", "1")).sample(everything, min(number, len(everything)))


def meant(question: str, id: str, seats: str = SIX, text: str = "cr-809") -> list[Reading] | None:
    """Return what a question can mean; ``None`` where it is refused."""
    try:
        return reader().read(question, {"text": text, "seats": seats}, id)[0]
    except RequestError:
        return None


def test_there_are_enough_words_that_are_never_empty() -> None:
    assert sum(map(len, WORDS.values())) >= 100


def test_a_word_that_changes_a_question_is_never_left_aside() -> None:
    assert [put for without, put, then in with_a_word_more(WORDS) if then == without] == []


def test_a_word_that_nobody_knows_is_never_left_aside() -> None:
    """Whatever stands for a word of any kind, a card's name or how an effect works, would swallow what turns a question."""
    made_up = dict.fromkeys(LANGUAGES, ("quorbly", "quorbile", "snarflates", "snarflano"))
    assert [put for _, put, then in with_a_word_more(made_up) if then is not None] == []


@pytest.mark.parametrize("id", LANGUAGES)
def test_what_is_told_before_a_question_or_asked_behind_it_is_never_left_aside(id: str) -> None:
    """People say sorry first and “or not” at the end; who has fallen, or what somebody else may do, is no such thing."""
    chance, asked = random.Random(os.environ.get("EMPEROR_SEED", "1")), [one for one in questions() if one[0] == id]
    left_aside = []
    for _ in range(COUNT):
        _, typed, text = chance.choice(asked)
        before, behind = chance.choice(
            [(before, "") for before in BEFORE[id]] + [("", behind) for behind in BEHIND[id]]
        )
        put, seats = f"{before}{typed.rstrip(' ?.!')}{behind}?", SEATS_OF_VARIANTS.get(text, SIX)
        then = meant(put, id, seats, text)
        if then is not None and then == meant(typed, id, seats, text):
            left_aside.append(put)
    assert left_aside == []


@pytest.mark.parametrize("id", LANGUAGES)
def test_what_has_happened_is_never_turned_into_the_question(id: str) -> None:
    for fall in FALLS[id]:
        for tail in WHAT_NOW[id]:
            for reading in meant(f"{fall.format('A2')} {tail}", id) or ():
                assert any(case.given or case.left or case.leaving for case in reading.cases), (fall, tail)


#: Somebody falls, and it is asked whether somebody (or he himself) plays on.
PLAYS_ON = {
    "en": ("if {0} dies does {1} keep playing?", "{0} is dead, is {1} still in?", "if {0} loses, can {1} play on?"),
    "it": (
        "se {0} muore {1} continua a giocare?",
        "se muore {0}, {1} può continuare?",
        "{0} è morto, {1} resta in partita?",
    ),
}
HE = {"en": "he", "it": ""}


@pytest.mark.parametrize("id", LANGUAGES)
def test_whether_somebody_plays_on_is_asked_of_him_and_not_of_the_game(id: str) -> None:
    for question, fallen, other in product(PLAYS_ON[id], ("A1", "A2", "B3"), ("A3", "B1", HE[id])):
        readings = meant(" ".join(question.format(fallen, other).split()), id)
        cases = [case for reading in readings or () for case in reading.cases]
        assert {case.of for case in cases} == {(fallen if other == HE[id] else other,)}, (question, fallen, other)


@pytest.mark.parametrize("id", LANGUAGES)
def test_whoever_has_gone_can_win_with_his_team_later(id: str) -> None:
    """“Can” asks whether there is a way: he left, and all opponents lose later, not in the same moment."""
    asked = {
        "en": ("{} {}, can he still win?", "if {} {} can he win?", "{} {}. Does he win if his team wins?"),
        "it": (
            "{} {}, può ancora vincere?",
            "se {} {} può vincere?",
            "{} {}. Vince lo stesso se vince la sua squadra?",
        ),
    }
    falls = {"en": ("dies", "concedes", "loses"), "it": ("muore", "concede", "perde")}
    for question, fall, name in product(asked[id], falls[id], ("A1", "B3")):
        readings = meant(question.format(name, fall), id)
        cases = [case for reading in readings or () for case in reading.cases]
        assert cases, (question, fall)
        others = tuple(other for other in ("A1", "A2", "A3", "B1", "B2", "B3") if other[0] != name[0])
        for case in cases:
            assert (case.ask, case.of) == ("wins", (name,)), (question, fall)
            assert (*case.left, *case.leaving) == (name,) and case.given == (("losing", others),), (question, fall)


@pytest.mark.parametrize("id", LANGUAGES)
def test_a_creature_that_is_attacked_is_not_read_as_its_controller(id: str) -> None:
    asked = {
        "en": ("can {0}'s creature be attacked by {1}?", "can a dragon of {0} be attacked by {1}?"),
        "it": ("le creature di {0} possono essere attaccate da {1}?", "un drago di {0} può essere attaccato da {1}?"),
    }
    for question, whose, by in product(asked[id], ("A1", "B2"), ("B3", "A3")):
        assert meant(question.format(whose, by), id) is None, (question, whose, by)


@pytest.mark.parametrize("id", LANGUAGES)
def test_his_may_be_of_him_of_whom_a_circumstance_tells(id: str) -> None:
    """Where he is on the other side there are two readings, and each is of one of them."""
    asked = {
        "en": ("if {1} is dead, can {0} attack his emperor?", "{1} left, can {0} target his emperor?"),
        "it": (
            "se {1} è morto, {0} può attaccare il suo imperatore?",
            "se {1} è uscito, {0} può bersagliare il suo imperatore?",
        ),
    }
    for question, one, other in product(asked[id], ("A1", "B3"), ("A3", "B1")):
        readings = meant(question.format(one, other), id) or ()
        whose = [{case.of for case in reading.cases} for reading in readings]
        sides = dict.fromkeys((one[0], other[0]))
        assert whose == [{(one, f"{side}2")} for side in sides], (question, one, other)


@pytest.mark.parametrize("id", LANGUAGES)
def test_nobody_does_to_himself_what_they_do_to_each_other(id: str) -> None:
    asked = {
        "en": ("can they block for each other?", "can they see each other's hands?", "can {} block for each other?"),
        "it": ("possono bloccare loro l'uno per l'altro?", "{} possono attaccarsi a vicenda?"),
    }
    people = {
        "en": ("my generals", "the emperors", "A1 and A2"),
        "it": ("i miei generali", "gli imperatori", "A1 e A2"),
    }
    for question, who in product(asked[id], people[id]):
        for reading in meant(question.format(who), id) or ():
            assert all(len({*case.of}) == len(case.of) for case in reading.cases), (question, who)


@pytest.mark.parametrize("id", LANGUAGES)
def test_a_pronoun_for_nobody_in_a_question_is_no_player_without_a_name(id: str) -> None:
    asked = {
        "en": ("who can attack {}?", "who can target {}?", "who is in range of {}?", "which players can deploy to {}?"),
        "it": ("chi può attaccare {}?", "chi può bersagliare {}?", "chi è nel raggio di {}?"),
    }
    for question, pronoun in product(asked[id], reader().matcher.patterns[id].language.people["same"]):
        with pytest.raises(RequestError) as refused:
            reader().read(question.format(pronoun), {"text": "cr-809", "seats": SIX}, id)
        assert "“”" not in str(refused.value) and "«»" not in str(refused.value), question


@pytest.mark.parametrize("id", LANGUAGES)
def test_another_player_is_nobody_of_whom_is_asked(id: str) -> None:
    asked = {
        "en": ("can {} deploy on another player's turn?", "can {} deploy when it's not his turn?"),
        "it": ("{} può schierare nel turno di un altro giocatore?", "{} può schierare quando non è il suo turno?"),
    }
    for question, name in product(asked[id], ("A1", "B2")):
        active = {
            dict(case.given)["active"] for reading in meant(question.format(name), id) or () for case in reading.cases
        }
        assert active == {"A1", "A2", "A3", "B1", "B2", "B3"} - {name}, question


#: What holds while something happens, told behind it.
MEANWHILE = {
    "en": ("with a spell on the stack", "with his spell on the stack", "during combat", "on the turn of B1"),
    "it": ("con una magia in pila", "durante il combattimento", "nel turno di B1", "in combattimento"),
}


@pytest.mark.parametrize("id", LANGUAGES)
def test_what_is_told_with_what_holds_meanwhile_is_no_question(id: str) -> None:
    """“A1 concedes with a spell on the stack”, without a mark of a question, does not ask whether A1 can concede."""
    for fall, meanwhile in product(FALLS[id], MEANWHILE[id]):
        told = f"{fall.format('A1')} {meanwhile}"
        assert meant(told, id) is None, told


@pytest.mark.parametrize("id", LANGUAGES)
def test_events_one_after_the_other_are_not_read_as_one(id: str) -> None:
    turned = {"en": (), "it": ("muore {}", "perde {}", "concede {}")}  # in Italian the verb may stand first
    falls = (*FALLS[id], *turned[id])
    for first, then, join in chosen(product(falls, falls, THEN[id]), 40):
        told = join.format(first.format("A2"), then.format("B2"))
        for case in (case for reading in meant(f"{told}, {WHO[id][0]}?", id) or () for case in reading.cases):
            assert ({*case.left, *case.leaving}, case.given) == ({"A2"}, ()), (
                told
            )  # with the first emperor the game is over
        if (readings := meant(f"{told.replace('A2', 'A1')}, {WHO[id][0]}?", id)) is not None:
            cases = [case for reading in readings for case in reading.cases]
            assert {tuple(dict(case.given).values()) for case in cases} == {(("B2",),)}, told
            assert {(*case.left, *case.leaving) for case in cases} == {("A1",)}, told


@pytest.mark.parametrize("id", LANGUAGES)
def test_who_stays_changes_nothing_and_is_refused_where_he_has_left(id: str) -> None:
    for stays, fall, name, beside in product(STAYS[id], FALLS[id], ("A1", "A2", "B2"), BESIDE[id]):
        told, joined = stays.format(name), {"en": "and", "it": "e"}[id]
        plain = meant(beside.replace("if {}", "").replace("se {}", "").lstrip(", "), id)
        assert plain is not None
        assert meant(beside.format(told), id) == plain, told
        for reading in meant(beside.format(f"{fall.format(name)} {joined} {told}"), id) or ():
            assert not any(case.left or case.leaving for case in reading.cases), (fall, told)


def test_several_nots_in_a_row_are_read_or_refused() -> None:
    asked_so = ("can't A1 attack B2", "isn't the game over", "doesn't A1 lose", "isn't A1 dead", "A2 can't attack B1")
    for first, then in product(asked_so, repeat=2):
        for reading in meant(f"{first}, {then}?", "en") or ():
            assert reading.cases, (first, then)


def test_what_is_asked_with_not_is_read_the_other_way_round() -> None:
    """What somebody claims with a “not” is refused: a yes to it could mean either."""
    for words, (one, other) in product(
        ("{} attack {}?", "so {} attack {}?"), permutations(("A1", "A2", "B1", "B3"), 2)
    ):
        asked_so = words.replace("{}", "can't {}", 1).format(one, other)
        (reading,) = meant(asked_so, "en") or (None,)
        assert reading is not None and reading.opposite, asked_so
        assert [(case.ask, case.of, case.given) for case in reading.cases] == [("may-attack", (one, other), ())], words
        for claimed, id in (
            (f"{one} can't attack {other}, right?", "en"),
            (f"{one} non può attaccare {other}, vero?", "it"),
        ):
            assert meant(claimed, id) is None, claimed


@pytest.mark.parametrize("id", LANGUAGES)
def test_who_goes_first_has_left_as_the_next_one_goes(id: str) -> None:
    asked = {
        "en": ("A1 dies and then B2 dies. Who wins?", "who wins if B2 dies after A1?", "A1 dies before B2, who wins?"),
        "it": (
            "A1 muore e poi muore B2: chi vince?",
            "B2 muore dopo A1, chi vince?",
            "chi vince se muore A1 e poi B2?",
        ),
    }
    for question in asked[id]:
        cases = [case for reading in meant(question, id) or () for case in reading.cases]
        assert {(*case.left, *case.leaving) for case in cases} == {("A1",)}, question
        assert {case.given for case in cases} == {(("losing", ("B2",)),)}, question
        over = [case for reading in meant(question.replace("A1", "A2"), id) or () for case in reading.cases]
        assert {((*case.left, *case.leaving), case.given) for case in over} == {
            (("A2",), ())
        }  # that side has lost before


@pytest.mark.parametrize("id", LANGUAGES)
def test_whom_a_question_asks_for_belongs_to_the_nearest_verb(id: str) -> None:
    for fall in (*FALLS[id], {"en": "{} is at zero life", "it": "{} è a zero punti vita"}[id]):
        for who in WHO[id]:
            marked, unmarked = (meant(f"{fall.format('B2')}{mark} {who}", id) for mark in (",", ""))
            assert unmarked in (None, marked), (fall, who)


@pytest.mark.parametrize(
    ("asks", "can", "does"),
    [
        ("wins A1", "can A1 still win?", "does A1 win?"),
        ("wins A1", "A1 può ancora vincere?", "A1 vince?"),
        ("team-wins A", "can team A still win?", "does team A win?"),
        ("team-wins A", "la squadra A può vincere?", "la squadra A vince?"),
    ],
)
def test_what_can_be_is_not_what_is(asks: str, can: str, does: str) -> None:
    assert read(does) == [{asks}]
    assert read(can) == [{f"{asks} / losing B1 B2 B3"}]


@pytest.mark.parametrize(
    "question",
    [
        "can my emperor attack B1 if the general beside me left last turn?",
        "il mio imperatore può attaccare B1 se il generale accanto a me è uscito il turno scorso?",
    ],
)
def test_who_sits_beside_the_asker_may_be_of_either_side(question: str) -> None:
    readings = meant(question, "en" if question.startswith("can") else "it")
    assert readings is not None
    mine = [{case.left[0][0] == case.of[0][0] for case in reading.cases} for reading in readings]
    assert mine == [{True}, {False}]


@pytest.mark.parametrize("id", LANGUAGES)
def test_every_question_of_everybody_is_restated_without_a_gap(id: str) -> None:
    for predicate in engine().rulebook.vocabulary.questions.values():
        words = asked(predicate, ["?"] * len(predicate.parameters), id)
        for wrong in ("if goes", "to the ?", "?:") if id == "en" else ("comincia chi", "a chi il"):
            assert wrong not in words
        assert words.endswith("?") and not set(words.split()) & {
            letter for letter, _ in predicate.parameters if letter not in "ei"
        }


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "if A3 is dead, can A2 attack B1?",
            ("can A2 attack B1 (", "A3 left before this turn", "A3 left during this turn"),
        ),
        ("can a general attack an emperor?", ("can A1, A3, B1 or B3 attack A2 or B2?",)),
        ("se A3 è morto, A2 può attaccare B1?", ("A2 può attaccare B1 (", "fuori durante questo turno: A3")),
    ],
)
def test_what_was_read_always_stands_there(question: str, told: tuple[str, ...]) -> None:
    text = run("ask", "cr-809", question, "--seats", SIX).output
    document = json.loads(run("ask", "cr-809", question, "--seats", SIX, "--format", "json").output)
    for words in told:
        assert words in text and words in document["read_as"]
    requests = document["request"] if isinstance(document["request"], list) else [document["request"]]
    assert all(request["ask"] == "may-attack" for request in requests)


ONE_OF = {
    "en": (
        "one of the {}s",
        "one of my {}s",
        "one of our {}s",
        "one of their {}s",
        "one of his {}s",
        "one of the two {}s",
    ),
    "it": ("uno dei {}", "uno degli {}", "uno dei miei {}", "uno dei suoi {}", "uno dei loro {}", "uno dei due {}"),
}


@pytest.mark.parametrize("id", LANGUAGES)
def test_one_of_several_is_never_all_of_them(id: str) -> None:
    """In “if one of his generals dies” no case has two of them gone."""
    nouns = {
        "en": ("general", "emperor", "opponent", "player"),
        "it": ("generali", "imperatori", "avversari", "giocatori"),
    }
    asked_of = {
        "en": ("who wins?", "does A1 lose?", "does team A lose?"),
        "it": ("chi vince?", "A1 perde?", "la squadra A perde?"),
    }
    opens = {"en": "if {}, {}", "it": "se {}, {}"}
    understood = 0
    for fall, said, noun, question in chosen(product(FALLS[id], ONE_OF[id], nouns[id], asked_of[id]), 60):
        put = opens[id].format(fall.format(said.format(noun)), question)
        readings = meant(put, id)
        understood += readings is not None
        for case in (case for reading in readings or () for case in reading.cases):
            gone = {
                *case.left,
                *case.leaving,
                *(n for _, names in case.given if isinstance(names, tuple) for n in names),
            }
            assert len(gone) <= 1, (put, case)
    assert understood > 5


def test_a_lone_letter_names_the_only_player_of_its_team() -> None:
    """“Can A attack B?” is asked of A1 and B1 where each team has one player; nothing else is ever read for it."""
    table = {"text": "cr-806", "seats": " | ".join("o" * 6)}
    seats = dict(zip(("A1", "A2", "A3", "B1", "B2", "B3"), "ABCDEF", strict=True))
    asked = [one for one in questions() if one[2] == "cr-809" and any(name in one[1] for name in seats)]
    chance = random.Random(os.environ.get("EMPEROR_SEED", "1"))
    understood = alike = 0
    for id, typed, _ in chance.sample(asked, min(len(asked), COUNT)):
        lettered = re.sub("|".join(seats), lambda m: seats[m.group()], typed)
        named = re.sub("|".join(seats), lambda m: f"{seats[m.group()]}1", typed)
        if (meaning := meant(named, id, **table)) is None:
            continue
        understood += 1
        shorter = meant(lettered, id, **table)
        assert shorter is None or shorter == meaning, lettered
        alike += shorter == meaning
    assert alike > 0.9 * understood > 0


@pytest.mark.parametrize(
    ("question", "id"), [("I am A, who can I attack?", "en"), ("chi posso attaccare se sono A?", "it")]
)
def test_nobody_says_to_be_a_whole_team(question: str, id: str) -> None:
    assert meant(question, id, seats=SIX) is None
    assert meant(question, id, text="cr-806", seats="o | o | o") is not None


#: Two players do something to one another, as Italian says it in one word.
ONE_ANOTHER = ("attaccarsi", "bersagliarsi", "colpirsi", "scontrarsi", "bloccarsi", "attaccarsi a vicenda")


@pytest.mark.parametrize("verb", ONE_ANOTHER)
def test_what_two_do_to_one_another_is_asked_of_nobody_else(verb: str) -> None:
    understood = 0
    for pair in ("A1 e A3", "A2 e B2", "B1 e A3", "i due imperatori", "gli imperatori"):
        readings = meant(f"{pair} possono {verb}?", "it")
        understood += readings is not None
        of = {name for reading in readings or () for case in reading.cases for name in case.of}
        assert len(of) in (0, 2), (pair, verb, of)
    assert understood or verb == "bloccarsi"


def test_whether_something_is_so_is_never_answered_by_a_number() -> None:
    """“Am I within my own range?” does not ask how long it is, whatever else is left aside."""
    values = {
        id for id, predicate in engine().rulebook.vocabulary.questions.items() if predicate.kind is PredicateKind.VALUE
    }
    nouns = ("range of influence", "range", "starting life", "smallest deck", "sideboard", "turn order", "next turn")
    begins = product(
        ("am I", "is A1", "are we", "can A1", "is my general"), ("within", "in", "at", "on", "with", "for", "up to")
    )
    for (begin, place), noun, whose in chosen(product(begins, nouns, ("my own {}", "A2's {}", "the {} of A2")), 60):
        question = f"{begin} {place} {whose.format(noun)}?"
        readings = meant(question, "en") or ()
        assert not values & {case.ask for reading in readings for case in reading.cases}, question


STATES = {
    "en": ("A1 is dead", "A1 is out", "A1 and A3 are gone"),
    "it": ("A1 è morto", "A1 è fuori", "A1 e A3 sono fuori"),
}
DEEDS = {
    "en": ("B2 loses", "B2 concedes", "A2 casts a card that wins the game"),
    "it": ("B2 perde", "B2 concede", "A2 lancia una carta che fa vincere la partita"),
}


@pytest.mark.parametrize("id", LANGUAGES)
def test_who_is_gone_beside_what_somebody_does_may_be_gone_for_long(id: str) -> None:
    """“A1 is dead and B2 loses, who wins?” is never taken for both losing at once without the other reading."""
    join = {"en": "{} and {}, {}?", "it": "{} e {}, {}?"}
    understood = 0
    for state, deed, who in product(STATES[id], DEEDS[id], WHO[id]):
        readings = meant(join[id].format(state, deed, who), id)
        understood += readings is not None
        cases = [case for reading in readings or () for case in reading.cases]
        assert not cases or any(case.left or case.leaving for case in cases), (state, deed, who)
    assert understood > 5


@pytest.mark.parametrize(
    ("typed", "id", "opposite"),
    [
        ("does A1 survive if A2 dies?", "en", True),
        ("is A1 still in the game if A2 dies?", "en", True),
        ("is A1 out of the game if A2 dies?", "en", False),
        ("se A2 muore, A1 sopravvive?", "it", True),
        ("se A2 muore, A1 è fuori dalla partita?", "it", False),
    ],
)
def test_what_is_asked_the_other_way_round_is_told_so(typed: str, id: str, opposite: bool) -> None:
    """A bare “Yes” to “does A1 survive?” would be taken for the answer."""
    lead = {"en": ("Read as: ", "Read the other way round: "), "it": ("Letta così: ", "Letta al contrario: ")}[id]
    printed = run("ask", "cr-809", typed, "--seats", SIX, "--lang", id).output
    assert printed.startswith(lead[opposite]), printed


@pytest.mark.parametrize(
    ("typed", "id", "text"),
    [
        ("in two-headed giant, how much life does our team have?", "en", "cr-810"),
        ("in tutti contro tutti chi posso attaccare?", "it", "cr-806"),
    ],
)
def test_a_question_about_another_game_is_sent_there(typed: str, id: str, text: str) -> None:
    told = run("ask", "cr-809", typed, "--seats", SIX, "--lang", id)
    assert told.exit_code == 2 and text in told.output, told.output


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("{0} dies and {1} has {0}'s creature, what happens?", "en"),
        ("{0} muore e {1} ha una creatura di {0}, cosa succede?", "it"),
        ("{1} controlla una creatura di {0} e {0} muore, che succede?", "it"),
    ],
)
def test_what_is_told_of_a_card_is_no_circumstance_of_whoever_loses(question: str, language: str) -> None:
    """It asks for the card, or is refused: who loses does not look at whose card it is."""
    for owner, controller in product(("A1", "A3", "B1"), ("A2", "B3")):
        for reading in meant(question.format(owner, controller), language) or ():
            assert {case.ask for case in reading.cases} <= {"fate"}, (question, owner, controller)


@pytest.mark.parametrize("id", LANGUAGES)
def test_his_is_never_of_whoever_asks(id: str) -> None:
    """Beside “I”, “his emperor” is that of whoever else is spoken of; “a teammate” stays one's own."""
    asked = {
        "en": ("if {} is dead, can I attack his emperor?", "can I attack his emperor if {} is dead?"),
        "it": (
            "se {} è morto, posso attaccare il suo imperatore?",
            "posso attaccare il suo imperatore se {} è uscito?",
        ),
    }
    mates = {"en": "can I attack B1 if a teammate is dead?", "it": "posso attaccare B1 se un compagno è morto?"}
    for words, name in product(asked[id], ("A1", "A3", "B1", "B3")):
        cases = [case for reading in meant(words.format(name), id) or () for case in reading.cases]
        assert cases and {case.of[1] for case in cases} == {f"{name[0]}2"}, words
        assert all(case.of[0] != case.of[1] for case in cases), words
    for case in (case for reading in meant(mates[id], id) or () for case in reading.cases):
        assert {name[0] for name in (*case.left, *case.leaving)} == {case.of[0][0]}, mates[id]


@pytest.mark.parametrize("id", LANGUAGES)
def test_how_much_is_so_of_everybody_is_asked_of_each(id: str) -> None:
    """Only where players are the answer they need a name to be told apart from those asked about."""
    values = [one for one in rulebook().vocabulary.questions.values() if one.kind is PredicateKind.VALUE]
    for predicate in values:
        for at, (_, sort) in enumerate(predicate.parameters):
            names = (team_of("A1") if sort == TEAM else "A1" for _, sort in predicate.parameters)
            of = [EVERYBODY if n == at else name for n, name in enumerate(names)]
            said = asked(predicate, of, id)
            assert ("X" in said) == (predicate.answer in (PLAYER, PLAYERS, TEAM, TEAMS)), said
            assert "X" in said or Message("each team" if sort == TEAM else "each player").get(id) in said, said


@pytest.mark.parametrize("id", LANGUAGES)
def test_a_word_that_says_nothing_asks_nothing(id: str) -> None:
    words = [word.strip() for word in SAYING_NOTHING[id].split("|")]
    asked = [phrase.format(word=word) for word, phrase in in_brief(product(words, BARE), 60)]
    assert {typed: meaning for typed in asked if (meaning := meant(typed, id))} == {}


#: How somebody is asked for who does not do something to anybody.
DENIED = {
    "en": (
        r"^p can (.+)$",
        ("who can't {}?", "who cannot {}", "which players can't {}?", "how many players can't {}?"),
        "anybody|anyone",
    ),
    "it": (
        r"^p può (.+)$",
        ("chi non può {}?", "quali giocatori non possono {}", "quanti giocatori non possono {}?"),
        "nessuno|qualcuno",
    ),
}


@pytest.mark.parametrize("id", LANGUAGES)
def test_who_can_not_is_never_who_can(id: str) -> None:
    statement, asked, anybody = DENIED[id]
    wrong = []
    for predicate in engine().rulebook.vocabulary.predicates.values():
        said = re.match(statement, predicate.statement(id))
        if said and [sort for _, sort in predicate.parameters] == [PLAYER, PLAYER]:
            (_, (other, _)) = predicate.parameters
            for phrase, whom in chosen(product(asked, anybody.split("|")), 4):
                put = phrase.format(re.sub(rf"\b{other}\b", whom, said[1]))
                cases = [case for reading in meant(put, id) or () for case in reading.cases]
                wrong += [put] if any(set(case.of) == {"?"} for case in cases) else []
    assert wrong == []


@pytest.mark.parametrize(
    ("put", "id"),
    [
        ("only {} is being attacked: can {} block for him?", "en"),
        ("only {} is attacked, can {} attack him too?", "en"),
        ("solo {} è attaccato: {} può bloccare per lui?", "it"),
    ],
)
def test_a_pronoun_is_never_of_everybody_where_only_one_is_told_of(put: str, id: str) -> None:
    read_as = {asked: meant(asked, id) for asked in (put.format(*two) for two in permutations(("A1", "A2", "B3"), 2))}
    assert [
        asked for asked, means in read_as.items() if any("?" in case.of for one in means or () for case in one.cases)
    ] == []
