"""Questions as people put them (questions.toml, questions_of_others.toml in tests/data): what each becomes, and what is asked back or refused."""

import re
import tomllib
from contextlib import suppress
from itertools import chain, islice, product
from typing import Any

import pytest

from emperor_rules.api.questions import answer_question
from emperor_rules.errors import RequestError
from emperor_rules.frontend.phrasings import IMPLIED_OF_LETTERS, read_phrasings
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.questions.cases import IMPLIED
from emperor_rules.questions.mentions import Mention
from emperor_rules.resolve.cone import cone_of
from emperor_rules.source import SourceFile
from tests.generators.sizes import AT, WHETHER, players_asked, teams_asked
from tests.support.command_line import run
from tests.support.paths import REPOSITORY
from tests.support.plain_questions import expected, read, reader
from tests.support.sampling import in_brief, sample_of, some_of
from tests.support.shipped import engine
from tests.support.tables import NINE, SIX

DATA = tomllib.loads((REPOSITORY / "tests" / "data" / "questions.toml").read_text(encoding="utf-8"))
OTHERS = tomllib.loads((REPOSITORY / "tests" / "data" / "questions_of_others.toml").read_text(encoding="utf-8"))
ANSWERED = tomllib.loads((REPOSITORY / "tests" / "data" / "answers_of_others.toml").read_text(encoding="utf-8"))
ENTRIES = [
    (language, entry)
    for by_language in (DATA, *OTHERS.values())
    for language in ("en", "it")
    for entry in by_language[language]
]


def refusal(question: str, **more: Any) -> str:
    with pytest.raises(RequestError) as caught:
        read(question, **more)
    return str(caught.value)


#: Somebody of any role, and what is said of one of a role.
SOMEBODY = {
    "en": (
        re.compile(r"(?i)\b(?:an?|the|one|any|some|each|every) (?:player|general|teammate|opponent|enemy)\b"),
        "an emperor",
    ),
    "it": (
        re.compile(r"(?i)\b(?:un|il|ogni|qualsiasi) (?:giocatore|generale|compagno|avversario|nemico)\b"),
        "un imperatore",
    ),
}
EMPERORS = {"A2", "B2"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_said_by_a_role_has_it(language: str) -> None:
    """Whatever else a question says: where nobody but one of a role is spoken of, every case has one of that role."""
    somebody, emperor = SOMEBODY[language]
    said = {entry[language] for entry in chain(*ANSWERED.values()) if language in entry and entry["text"] == "cr-809"}
    about = sorted(words for words in said if len(somebody.findall(words)) == 1 and emperor.split()[1] not in words)
    others = dict[str, str]()
    for words in in_brief(some_of(about, 40), 20):
        with suppress(RequestError):
            asked = somebody.sub(emperor, words)
            for case in chain(*read(asked, preferred=language)):
                if (
                    not EMPERORS.intersection(named := re.findall(r"\b[AB]\d\b", case))
                    and named
                    and "seats" not in case
                ):
                    others[asked] = case
    assert others == {}


def test_there_are_as_many_phrasings_in_each_language():
    assert len(DATA["en"]) == len(DATA["it"]) >= 100
    typed = [entry["typed"] for language in ("en", "it") for entry in DATA[language]]
    assert len(set(typed)) == len(typed)


def read_or_refused(language: str, typed: str) -> list[set[str]] | str:
    """Return what a question can mean, in an order of its own, or why it is refused."""
    try:
        return sorted(read(typed, preferred=language), key=sorted)
    except RequestError as error:
        return str(error)


@pytest.mark.parametrize("part", range(8))
def test_a_question_becomes_its_request(part: int):
    wrong = []
    for language, entry in ENTRIES[part::8]:
        was = read_or_refused(language, entry["typed"])
        if "asks" in entry or "means" in entry:
            meanings = [entry["asks"]] if "asks" in entry else entry["means"]
            fits = was == sorted(map(expected, meanings), key=sorted)
        else:
            fits = isinstance(was, str) and entry["refused"] in was
        wrong += [] if fits else [(entry, was)]
    assert wrong == []


# --- who is spoken of


@pytest.mark.parametrize(
    ("question", "seats", "left", "expected"),
    [
        # on larger and odder tables the same words mean others
        ("can the emperor of team C attack A1?", "g E g | g E g | g E g", (), {"may-attack C2 A1"}),
        ("can A2 attack an opposing emperor?", "g E g | g E g | g E g", (), {"may-attack A2 B2", "may-attack A2 C2"}),
        (
            "can the lieutenant of team A attack A2?",
            "l g E g l | l g E g l",
            (),
            {"may-attack A1 A2", "may-attack A5 A2"},
        ),
        ("what range does a general have?", SIX, ("A3",), {"range A1", "range B1", "range B3"}),
        ("who wins if both generals of team A lose?", SIX, (), {"wins ? / losing A1 A3"}),
        ("can A1 attack himself?", SIX, (), {"may-attack A1 A1"}),
        ("can A1 give my creature to A2?", SIX, (), {"may-deploy A1 A2"}),
        ("can A1 give B1's creature to A2?", SIX, (), None),
        # places: left is further on in the order of seats, and whoever has left sits between nobody
        ("can the left general of team A attack B1?", "g g E g g | g g E g g", (), {"may-attack A5 B1"}),
        ("can A3 attack the general in front of him?", SIX, (), {"may-attack A3 B1"}),
        ("can A2 attack the general in front of him?", SIX, ("A3",), {"may-attack A2 B1"}),
        ("può A2 attaccare il generale davanti a lui?", SIX, ("A3", "A1"), {"may-attack A2 B1", "may-attack A2 B3"}),
        ("which general next to A2 can attack B1?", SIX, (), {"may-attack A1 B1", "may-attack A3 B1"}),
        ("can A1 attack anyone except B3?", "g E | g E", (), None),
        ("can A3 attack enemy generals?", NINE, ("B2",), {"may-attack A3 C1", "may-attack A3 C3"}),
        ("A3 può attaccare un imperatore avversario?", NINE, ("B2", "C1"), {"may-attack A3 C2"}),
        ("can A3 attack C1 if B2 is dead?", NINE, ("B2",), {"may-attack A3 C1 / left B2"}),
    ],
)
def test_roles_are_looked_up_at_the_table(question, seats, left, expected):
    if expected is None:
        refusal(question, seats=seats)
    else:
        assert read(question, seats, left=list(left)) == [expected]


def test_nobody_is_asked_about_who_left_with_an_emperor_unless_he_is_named():
    gone, asked = {"B1", "B2", "B3"}, 0
    for language, entry in some_of(ENTRIES, 40):
        typed = entry["typed"]
        named = {name for name in gone if name in typed.upper()}
        with suppress(RequestError):
            readings, _ = reader().read(typed, {"text": "cr-809", "seats": NINE, "left": ["B2"]}, language)
            for case in (case for reading in readings for case in reading.cases):
                question = engine().rulebook.vocabulary.questions[case.ask]
                assert question.gone_allowed or question.ignores or gone.isdisjoint({*case.of} - named), typed
                asked += 1
    assert asked > 40


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("", "the question is empty: emperor questions lists what can be asked"),
        ("  \n", "the question is empty: emperor questions lists what can be asked"),
        ("can A2 attack B1 " * 600, "is too long"),
        ("A2 può attaccare B1 " * 500, "troppo lunga"),
        ("can A2 attack C1?", "“C1” is nobody at this table (A1 to B3)"),
        ("può A2 attaccare C1?", "a questo tavolo non c'è «C1»"),
        ("can a lieutenant attack A1?", "there is no lieutenant"),
        ("can A2 attack B1 if B9 left?", "“B9” is nobody"),
        ("whose turn is it?", "the answer depends on “active” (the active player), which is not given"),
        ("A2 è il giocatore attivo?", "la risposta dipende da «active» (il giocatore attivo), che non è dato"),
        ("????", "is not understood"),
        ("too far? can A1 steal B2's thing, or is he", "is not understood"),
        ("\x00\x01 {p} § @ # % | 's", "is not understood"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(question, message):
    assert message in refusal(question)


def test_what_is_given_answers_whose_turn_it_is():
    assert read("whose turn is it?", given={"active": "A2"}) == [{"is-active ?"}]
    assert read("è morto A3: dopo il turno di A2 a chi tocca?") == [
        {"next-turn A2 / left A3", "next-turn A2 / leaving A3"}
    ]


def test_a_stranger_is_refused_at_a_table_of_one():
    assert "“A2” is nobody at this table" in refusal("whom can A2 attack?", seats="E")


def test_what_is_not_understood_gets_three_questions_with_its_own_names():
    message = refusal("does A3 outrank B2?")
    assert message.count("“") == 4 and "A3" in message and "B2" in message
    message = refusal("A3 comanda B2?", preferred="it")
    assert message.startswith("non ho capito") and message.count("“") == 3


def test_the_language_of_the_question_goes_before_the_preferred_one():
    assert refusal("A3 comanda su B2 nella partita?", preferred="en").startswith("non ho capito")
    assert "is not understood" in refusal("does A3 command B2 in the game?", preferred="it")


@pytest.mark.parametrize(
    "question",
    [
        # each is a phrasing within more words, one of which changes what is asked
        "can A1 attack B2's creature",
        "can A1 attack a creature of B2",
        "can A1 attack with A2's creature",
        "can A1 counter a spell that targets A2",
        "can A1 use a creature of A2 to block",
        "can A1 attack B3 twice in one turn",
        "can A1 attack B3 before A2 does",
        "is A1's range bigger than B2's",
        "does A1 lose before A2",
        "can we talk about our hands?",
        "does the emperor losing mean that the generals lose",
        "What happens to A1's stolen creature when A1 leaves the game?",
        "A2 goes down to zero life at last, do the generals really lose",
        "A1 è uscito, i generali perdono davvero secondo voi",
    ],
)
def test_a_long_question_is_not_read_without_a_word_that_counts(question):
    refusal(question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("My opponent says that A2 can attack B1, is that true?", {"may-attack A2 B1"}),
        ("Il mio avversario dice che A2 può attaccare B1, è vero?", {"may-attack A2 B1"}),
        ("We play 3v3. A1 is out of the game for ages. Can A2 go and attack B3 now?", {"may-attack A2 B3 / left A1"}),
        ("B1 quit earlier this turn. May A3 already attack B2 or not", {"may-attack A3 B2 / leaving B1"}),
        ("A3 pesca da un grimorio vuoto, perde?", {"loses A3 / empty-library A3"}),
        ("A2 goes to 0 life, does the whole team lose", {"team-loses A / without-life A2"}),
        ("can A2's opponents attack him?", {"may-attack B1 A2", "may-attack B2 A2", "may-attack B3 A2"}),
    ],
)
def test_what_leads_to_a_question_changes_nothing(question, expected):
    assert read(question) == [expected]


def test_a_question_of_many_words_asks_no_more_than_a_few_wordings():
    """Reading is bounded: of the thousands of wordings only those are worked out whose words the question has."""
    patterns = reader().matcher.patterns["en"]
    asked = patterns.index(patterns.questions, frozenset({"can", "attack"}))
    assert 0 < len(asked) < 20
    some = islice(patterns.questions, 0, None, 30)
    everything = frozenset(word for t in some for word in patterns.stems(t.words, t.sorts))
    assert len(patterns.index(patterns.questions, everything)) > 20 * len(asked)


@pytest.mark.parametrize("word", ["perplessità", "Ötzi", "könig", "zzyx"])
def test_a_word_that_is_not_known_is_told_as_it_was_written(word):
    assert f"speaks of ‘{word.lower()}’" in refusal(f"does A1 {word} A2?")


# --- what the phrasings say


def test_every_question_stands_under_one_topic():
    topics = reader().phrasings.topics.values()
    below = [ask for topic in topics for ask in topic.asks]
    assert sorted(below) == sorted(set(below)) == sorted(engine().rulebook.vocabulary.questions)


#: Of these a text most often speaks of one alone, and then that is meant.
MEANT_TO_BE_SHARED = (
    ("may-attack", "may-attack-together"),
    ("may-deploy", "may-march"),
    ("may-deploy", "deploy-in-use"),
    ("may-affect", "may-cast-on"),
    ("may-attack", "may-deploy"),  # creatures that are sent: to fight, or to stay
    ("range", "spell-range"),
    ("reaches-globally", "may-affect"),
    ("team-loses", "team-out-of-the-game"),
    ("may-deploy", "may-target-card"),  # a creature that is taken: from whom hands it over, or by an effect
)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it"])
def test_no_two_questions_are_called_the_same(language):
    """But for those that are meant to be asked back: then each is a reading of its own."""
    patterns = reader().matcher.patterns[language]
    everything = frozenset(
        word
        for template in patterns.questions
        for word in patterns.stems(template.words.translate(str.maketrans("()[]|?", "      ")), template.sorts)
    )
    called: dict[object, set[str]] = {}
    for words, candidates in patterns.index(patterns.questions, everything).items():
        for pattern in candidates:  # “a teammate” and “an opponent” are words too
            nouns = tuple(slot for slot in pattern.slots if isinstance(slot, Mention))
            called.setdefault((words, nouns), set()).add(pattern.id)
    shared = {frozenset(ids) for ids in called.values() if len(ids) > 1}
    assert shared <= {frozenset(ids) for ids in MEANT_TO_BE_SHARED}


# --- files of phrasings that are mistaken


MISTAKES = {
    "phrasing my-question\n  also en “x”\n": "R102",
    'phrasing may-atack\n  also en "can p hit q"\n': "R702",
    'phrasing may-attack\n  also fr "p attaque q"\n': "R302",
    "phrasing may-attack\n  also en\n": "R302",
    'circumstance tapped\n  also en "it is tapped"\n': "R302",
    'phrasing range\n  also en "reach of {p=? q=?}"\n': "R302",
    'phrasing range\n  also en "reach of {ownr}"\n': "R302",
    'phrasing range\n  also en "reach {p=anybody}"\n': "R302",
    'phrasing range\n  also en "reach of p {phase=breakfast}"\n': "R302",
    'phrasing range\n  also en "reach of p {stack=some}"\n': "R302",
    'phrasing skips-first-draw\n  also en "skip draw {p=every} {starting-player=q}"\n': "R302",
    'phrasing range\n  also en "reach (of p"\n': "R302",
    'phrasing range\n  also en "reach (of|[from) p"\n': "R302",
    'phrasing range\n  also en "reach of {p"\n': "R302",
    'circumstance tapped\n  also maybe en "it is tapped"\n': "R302",
    'circumstance nothing\n  also en "it rains"\n': "R702",
    'topic attack\n  en "Attacking"\n  it "Attaccare"\n  asks may-atack\n': "R702",
    'phrasing range\n  en "range of p"\n': "R105",
    'phrasing range\n  also en "reach of p"\n\nphrasing range\n  also en "reach of p"\n': "R301",
    'fact x\n  en "x is so"\n  it "x"\n': "R105",
}


@pytest.mark.parametrize(
    ("written", "code"), [pytest.param(w, c, id=w.split("\n")[0] + c) for w, c in MISTAKES.items()]
)
def test_a_mistaken_phrasing_is_reported(written, code):
    _, findings = read_phrasings([SourceFile("questions.rules", written)], engine().rulebook.vocabulary)
    assert code in {finding.code for finding in findings}


def test_what_a_phrasing_says_of_a_letter_is_what_the_reader_knows():
    assert {*IMPLIED} == {*IMPLIED_OF_LETTERS}


# --- in the command


@pytest.mark.parametrize(
    ("question", "status", "said"),
    sample_of(
        [
            ("whom can A1 attack?", 0, "B3."),
            ("can a general attack an emperor?", 0, "In all 8 cases:"),
            ("can a general attack an emperor?", 0, "No: A1 cannot attack B2."),  # not that teammates cannot
            ("who can attack A2?", 0, "No: B1 cannot attack A2."),
            ("chi può attaccare A1?", 0, "B3.\n"),
            ("chi può bersagliare A1?", 2, "può voler dire più cose"),
            ("range of the emperor 4v4?", 0, "at the table g E g g | g E g g"),
            ("can we play three against four?", 0, "No: the seating is not legal."),  # not the three of either team
            ("can we play with 10 players in 3 teams?", 0, "at the table g E g g | g E g | g E g"),  # not nine
            ("can we play with 99 players?", 2, "no table of that size"),
            ("can A1 attack two opponents?", 0, "No: A1 cannot attack B1 and B2 in one combat."),
            (
                "can A1 gain control of B3's creature?",
                0,
                "Read as: can A1 target a certain card (the controller of the card",
            ),
            (
                "who draws if A1's effect says the game is a draw?",
                0,
                "Read as: is the game a draw for anybody (the player",
            ),
            ("A1's effect says the game is a draw; who draws?", 0, "\nA1, A2, A3 and B3.\n"),
            ("A1, A2 and A3 left, who wins?", 0, "left during this turn):\nB1, B2 and B3.\n"),
            (
                "what happens if A1 leaves?",
                0,
                "Read as: who loses (A1 left before this turn, or A1 left during this turn)?\nIn both cases",
            ),
            (
                "what happens if A1 leaves?",
                0,
                "  this alone makes it so, without a clause:\n    · A1 has left the game\n",
            ),
            (
                "cosa succede se A1 lascia?",
                0,
                "  basta questo, senza alcuna clausola:\n    · A1 ha lasciato la partita\n",
            ),
            ("who loses if A2 leaves?", 0, "\n  Yes: A2 loses.\n"),
            ("A1 and A3 are dead, whom can A2 attack?", 0, "[A1 and A3 left before this turn]\nB1 and B3.\n"),
            ("A1 and A3 are dead, whom can A2 attack?", 0, "[A1 and A3 left during this turn]\n  not decided: B1, B3:"),
            ("can A1 attack B3 while Bob sleeps?", 2, "“while Bob sleeps” is no circumstance"),
            (
                "what is the turn order if B2 starts and A3 left?",
                2,
                "ask, for example: “whose turn follows that of B2?”",
            ),
            ("does the game end when B1 dies?", 0, "does the game go on (B1 is losing)?\nYes: the game goes on.\n"),
            ("range of emp?", 0, "The range of A2 is 2"),
            ("range of a general in a 2v2 game?", 2, "no table of that size"),
            ("B1 is dead", 2, "asks nothing"),
            ("does A3 outrank B2?", 2, "is not understood"),
        ],
        8,
    ),
)
def test_the_command_answers_lists_and_refuses_with_status_two(question, status, said):
    result = run("ask", "cr-809", question, "--seats", SIX)
    assert result.exit_code == status
    assert said in result.output


@pytest.mark.parametrize(
    ("question", "options", "status", "said"),
    [
        ("A2 può attaccare B1?", (), 0, "A2 non può attaccare B1"),
        ("raggio a2", (), 0, "cr-809: in vigore dal"),
        ("can A2 attack B1?", (), 0, "A2 cannot attack B1"),
        ("A2 può attaccare B1?", ("--lang", "en"), 0, "A2 cannot attack B1"),
        ("can A2 attack B1?", ("--lang", "it"), 0, "A2 non può attaccare B1"),
        ("may-attack A2 B1", (), 0, "A2 cannot attack B1"),
        ("A3 comanda su B2 nella partita?", (), 2, "errore[R701]: non ho capito"),
        ("A2 può attaccare B9?", (), 2, "errore[R704]"),
        ("A2 può attaccare B9?", ("--lang", "en"), 2, "error[R704]"),
        ("what becomes of it?", (), 2, "error[R705]"),
    ],
)
def test_the_command_answers_in_the_language_of_the_question(question, options, status, said):
    result = run("ask", "cr-809", question, "--seats", SIX, *options)
    assert result.exit_code == status
    assert said in result.output


def test_the_environment_goes_before_the_language_of_the_question(monkeypatch):
    monkeypatch.setenv("EMPEROR_LANG", "en")
    assert "A2 cannot attack B1" in run("ask", "cr-809", "A2 può attaccare B1?", "--seats", SIX).output


@pytest.mark.parametrize(
    "question", ["does the range change when a player is eliminated?", "can A1 attack B3 if a player of team B dies?"]
)
def test_where_somebody_has_left_the_game_is_not_over(question: str) -> None:
    """“A player” may be one whose departure ends the game: those cases are left out where others remain."""
    readings, _ = reader().read(question, {"text": "cr-809", "seats": SIX})
    for case in (case for reading in readings for case in reading.cases):
        gone = engine().departures({"seats": SIX, "left": case.left, "leaving": case.leaving}, "cr-809", None)
        assert (case.left or case.leaving) and not gone.is_over, case


@pytest.mark.parametrize(
    "question",
    [
        "are creatures deployed tapped?",
        "le creature si schierano tappate?",
        "who controls a tapped deployed creature?",
        "is a summoning sick creature deployed?",
    ],
)
def test_what_a_thing_is_like_is_told_only_of_what_looks_at_it(question: str) -> None:
    """“Do cards come in tapped?” is never read as “do cards come in?”."""
    with suppress(RequestError):
        for case in (
            case for reading in reader().read(question, {"text": "cr-809", "seats": SIX})[0] for case in reading.cases
        ):
            assert dict(case.given).keys() <= cone_of(engine().program("cr-809", None).resolved, case.ask).givens, case


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_of_any_size_is_allowed_where_all_teams_are_as_large_and_none_is_too_small(language: str) -> None:
    """By 809.1 and 809.6; of a table that is not allowed nothing else is asked."""
    request: TableRequest = {"text": "cr-809", "seats": SIX}

    def answered(question: str) -> bool | None:
        """Return the answer; ``None`` if it is refused."""
        try:
            [answer] = answer_question(engine(), question, request, language).entries
        except RequestError:
            return None
        assert isinstance(answer.value, bool)
        return answer.value

    for question, one, other in teams_asked(WHETHER[language]):
        assert answered(question) is (one == other >= 3), question
    for question, one, other in teams_asked([AT[language]]):
        assert (answered(question) is not None) == (one == other >= 3), question
    for question, players in players_asked(language):
        assert answered(question) is any(players % teams == 0 and players // teams >= 3 for teams in range(2, 5)), (
            question
        )


@pytest.mark.parametrize(
    ("language", "ways"),
    [
        (
            "en",
            (
                "{p} makes each opponent sacrifice a creature. Who sacrifices?",
                "{p} makes each opponent discard a card. Does {q} discard a card?",
                "{p}'s spell makes each opponent lose life. Who loses life?",
                "does “each opponent” on a card of {p} include {q}?",
                "does each opponent of {p} include {q}?",
                "does a spell of {p} that says each opponent affect {q}?",
            ),
        ),
        (
            "it",
            (
                "{p} fa sacrificare una creatura a ogni avversario. Chi sacrifica?",
                "{p} fa scartare una carta a ogni avversario. {q} scarta una carta?",
                "una magia di {p} fa perdere punti vita a ogni avversario. Chi perde punti vita?",
                "«ogni avversario» in una carta di {p} comprende {q}?",
            ),
        ),
    ],
)
def test_what_is_said_of_each_opponent_is_so_of_no_teammate(language: str, ways: tuple[str, ...]) -> None:
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    players = [team + place for team in "AB" for place in "123"]
    read = 0
    asked = in_brief(product(ways, players, players), 40)
    for way, p, q in asked:
        with suppress(RequestError):
            answers = answer_question(engine(), way.format(p=p, q=q), request, language).entries
            assert not any(answer.value is True and answer.of[-1][0] == p[0] for answer in answers), (way, p, q)
            read += 1
    assert read > len(asked) / 4


@pytest.mark.parametrize(
    ("language", "way", "of"),
    [
        ("en", "{p} makes each {of} discard a card. Who discards?", {"opponent": "B", "teammate": "A"}),
        ("en", "{p}'s spell makes every {of} lose life, who loses life?", {"opponent": "B", "teammate": "A"}),
        ("it", "{p} fa scartare una carta a ogni {of}. Chi scarta?", {"avversario": "B", "compagno": "A"}),
        ("it", "{p} fa pescare una carta a ciascun {of}, chi pesca?", {"avversario": "B", "compagno": "A"}),
    ],
)
def test_what_an_effect_makes_each_of_some_do_is_asked_of_them(language: str, way: str, of: dict[str, str]) -> None:
    request: TableRequest = {"text": "cr-809", "seats": SIX}
    for p, (word, team) in product(("A1", "A2", "A3"), of.items()):
        answers = answer_question(engine(), way.format(p=p, of=word), request, language).entries
        asked = {"A1", "A2", "A3"} - {p} if team == "A" else {"B1", "B2", "B3"}
        assert {answer.of for answer in answers} == {(p, q) for q in asked}
        for answer in answers:
            [plain] = answer_question(engine(), f"can an effect of {p} affect {answer.of[1]}?", request, "en").entries
            assert answer.value == plain.value
