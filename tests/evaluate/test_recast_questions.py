"""What is done is asked of whoever does it: a question in the passive, or of one another, is read as the one of who does it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.terms import PLAYER
from emperor_rules.model.vocabulary import PredicateKind
from emperor_rules.questions.cases import Reading
from emperor_rules.questions.exact_wordings import asked
from emperor_rules.questions.language import MOST_RECASTS
from tests.support.plain_questions import reader
from tests.support.sampling import some_of
from tests.support.shipped import engine
from tests.support.tables import SEATS_OF_VARIANTS, SIX

#: A question of what somebody can do to something, or to what is somebody's, and with or to whom.
ACTIVE = {
    "en": re.compile(r"can A2 (?P<verb>\w+) (?P<what>[^,]*?)(?P<rest> (?:to|with) B1)?\?"),
    "it": re.compile(r"A2 può (?P<verb>\w+[ai]re) (?P<what>[^,]*?)(?P<rest> (?:a|con) B1)?\?"),
}
#: Participles that are not made as others are.
PARTICIPLES = {"see": "seen", "take": "taken", "choose": "chosen", "pay": "paid", "have": "had", "go": "gone"}
#: Of so many questions at least the passive is read in each language.
LEAST = 8


#: Others who do it, as they stand before what they do, and behind what is done.
AGENTS = {
    "en": (("the enemy emperor", "the enemy emperor"), ("my general", "my general"), ("an emperor", "an emperor")),
    "it": (
        ("l'imperatore nemico", "dall'imperatore nemico"),
        ("il mio generale", "dal mio generale"),
        ("un imperatore", "da un imperatore"),
    ),
}


def participle(verb: str, language: str) -> str:
    if language == "it":
        return f"{verb[:-2]}to"
    if verb in PARTICIPLES:
        return PARTICIPLES[verb]
    return verb + ("d" if verb.endswith("e") else "ped" if verb.endswith("ip") else "ed")


def passives(language: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield each question of the vocabulary that can be put so: its id, as it is, and in the passive with and without who."""
    for id, predicate in engine().rulebook.vocabulary.questions.items():
        sorts = [sort for _, sort in predicate.parameters]
        if predicate.kind is PredicateKind.ACTION and sorts in ([PLAYER], [PLAYER, PLAYER]):
            typed = asked(predicate, ["A2", "B1"][: len(sorts)], language)
            if found := ACTIVE[language].fullmatch(typed):
                done, what, rest = participle(found["verb"], language), found["what"], found["rest"] or ""
                if language == "en":
                    yield id, typed, f"can {what} be {done}{rest} by A2?", f"can {what} be {done}{rest}?"
                else:
                    yield id, typed, f"{what} può essere {done} da A2{rest}?", f"{what} può essere {done}{rest}?"


def read(question: str, language: str, text: str = "cr-809") -> list[Reading] | None:
    try:
        return reader().read(question, {"text": text, "seats": SEATS_OF_VARIANTS.get(text, SIX)}, language)[0]
    except RequestError:
        return None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_done_is_asked_of_whoever_does_it(language: str) -> None:
    understood = []
    for id, active, by_a2, by_anyone in passives(language):
        meant, plain, open_ = (read(typed, language) for typed in (active, by_a2, by_anyone))
        assert plain is None or plain == meant, by_a2
        assert open_ is None or all(case.ask == id and case.of[0] == EVERYBODY for r in open_ for case in r.cases), (
            by_anyone
        )
        understood += [active] if plain and open_ else []
        for agent in some_of(AGENTS[language], 1):
            of_agent, by_agent = (
                read(typed.replace("da A2" if typed == by_a2 and language == "it" else "A2", said), language)
                for typed, said in ((active, agent[0]), (by_a2, agent[1]))
            )
            assert by_agent is None or by_agent == of_agent, (by_a2, agent)
    assert len(understood) >= LEAST, understood


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_does_something_to_somebodys_own_is_never_passed_over(language: str) -> None:
    mine = {"en": "can my general be {} by {}?", "it": "il mio generale può essere {} {}?"}[language]
    for done in {"en": ("attacked", "targeted"), "it": ("attaccato", "bersagliato")}[language]:
        for _, agent in AGENTS[language]:
            for case in (case for reading in read(mine.format(done, agent), language) or [] for case in reading.cases):
                assert EVERYBODY not in case.of, (done, agent)


#: What two of one kind can do to one another, with how it is said of one another.
TO_ONE_ANOTHER = {
    "en": ("can {} attack each other?", "can {} target one another?", "can {} attack one another?"),
    "it": ("{} possono attaccarsi?", "{} possono bersagliarsi a vicenda?", "possono {} attaccarsi tra di loro?",
           "{} possono attaccarsi l'un l'altro?", "{} possono bersagliarsi?"),
}  # fmt: skip
TWO = {
    "en": (("emperors", "the emperors"), ("two emperors", "the two emperors"), ("two generals", "generals")),
    "it": (
        ("gli imperatori", "due imperatori"),
        ("i due imperatori", "due imperatori"),
        ("due generali", "i generali"),
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_two_it_is_asked_what_each_can_do_to_the_other(language: str) -> None:
    for way in TO_ONE_ANOTHER[language]:
        for one, other in TWO[language]:
            meant, alike = read(way.format(one), language), read(way.format(other), language)
            assert meant is not None and meant == alike, (way, one)
            assert all(len({*case.of}) == len(case.of) == 2 for reading in meant for case in reading.cases)


EMPEROR = ("cr-809", "cr-809-it", "early", "paris", "wiki-en", "wiki-it")
#: The names of games, with texts of each.
GAMES: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "Emperor": EMPEROR,
        "Two-Headed Giant": ("cr-810",),
        "Grand Melee": ("cr-807",),
        "Free-for-All": ("cr-806",),
    },
    "it": {"Imperatore": EMPEROR, "Emperor": EMPEROR, "Grand Melee": ("cr-807",), "Tutti contro tutti": ("cr-806",)},
}
#: How the game is named, before a question and behind it.
NAMED = {
    "en": ("{} question: ", "in {}, ", "in a game of {}, ", "when playing {}, ", "if you play {}, ", " in {}", " in a {} game",
           " in the {} variant", " in a game of {}"),
    "it": ("in {}: ", "in una partita a {}, ", "nella variante {}, ", "se si gioca a {}, ", " in una partita {}", " a {}",
           " in una partita di {}", " nel formato {}"),
}  # fmt: skip
ABOUT = {
    "en": ("can A1 attack B1?", "who goes first?", "what is the range of A1?"),
    "it": ("A1 può attaccare B1?", "chi inizia?", "qual è il raggio di A1?"),
}


def with_game(question: str, way: str, game: str) -> str:
    said = way.format(game)
    return f"{question.rstrip('?')}{said}?" if said.startswith(" ") else said + question


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_the_game_changes_nothing_and_that_of_another_is_refused(language: str) -> None:
    texts = [(text, game) for game, of in GAMES[language].items() for text in of]
    for n, (text, game) in enumerate(texts):
        for m, way in enumerate(NAMED[language]):
            question = ABOUT[language][(n + m) % len(ABOUT[language])]
            bare = read(question, language, text)
            assert bare is not None and read(with_game(question, way, game), language, text) == bare, (text, way, game)
            for other in (name for name, of in GAMES[language].items() if text not in of):
                assert read(with_game(question, way, other), language, text) is None, (text, way, other)


#: Words that only place somebody, who does not do what is asked then.
PLACED = {"en": ("at", "on", "against", "to"), "it": ("contro", "su")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_does_what_is_only_aimed_at_him(language: str) -> None:
    """“Can a spell be cast at A2?” does not ask whether A2 casts one."""
    tried = 0
    for id, predicate in engine().rulebook.vocabulary.questions.items():
        if predicate.kind is PredicateKind.ACTION and [sort for _, sort in predicate.parameters] == [PLAYER]:
            typed = asked(predicate, ["A2"], language)
            if not typed.startswith(("can A2", "A2 può")):  # he suffers it already
                continue
            does = typed.replace(" A2", "", 1) if language == "en" else typed.replace("A2 ", "", 1)
            for place in PLACED[language]:
                aimed = f"{does.rstrip('?')} {place} A2?"
                tried += 1
                assert not any(case.ask == id for r in read(aimed, language) or [] for case in r.cases), aimed
    assert tried > 20


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("can a spell be cast at the enemy emperor?", "en"),
        ("can spells be cast on A2?", "en"),
        ("si possono lanciare magie contro A2?", "it"),
    ],
)
def test_a_spell_cast_at_somebody_is_asked_of_whoever_casts_it(question: str, language: str) -> None:
    meant = read(question, language)
    assert meant is not None and not any(case.ask == "may-act" for reading in meant for case in reading.cases)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("can I target the enemy emperor if his general is dead?", "en"),
        ("posso bersagliare l'imperatore avversario se è morto il suo generale?", "it"),
    ],
)
def test_whoever_asks_never_calls_his_own_teammate_another_ones(question: str, language: str) -> None:
    for case in (case for reading in read(question, language) or [] for case in reading.cases):
        assert all(name[0] == case.of[1][0] != case.of[0][0] for name in (*case.left, *case.leaving)), case
    assert read(question, language)


@pytest.mark.parametrize("id", LANGUAGES)
def test_a_question_of_many_parts_is_put_otherwise_in_few_ways(id: str) -> None:
    """Each way takes as long as the question: one of six parts was read two hundred times before it was refused."""
    parts = {
        "en": (
            "can florbs be attacked",
            "can a creature be stolen by A1",
            "is florb attackable by A1",
            "who isn't in range",
        ),
        "it": (
            "le magie possono essere florbate da A1",
            "i giocatori possono attaccarsi",
            "un generale si può attaccare",
        ),
    }
    language = reader().matcher.languages[id]
    assert all(language.recast(f"{part}?") for part in parts[id])
    assert len(language.recast(f"{', '.join(parts[id] * 2)}?")) <= MOST_RECASTS
