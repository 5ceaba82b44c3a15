"""Rules written in another language: messages say how the language of rules has them, in the words of the vocabulary."""

from __future__ import annotations

from random import Random

import pytest

from emperor_rules.diagnostics import Diagnostic
from emperor_rules.edits import TO_BE_WRITTEN, edited
from emperor_rules.frontend.texts import read_text
from emperor_rules.frontend.vocabulary import read_vocabulary
from emperor_rules.language.foreign_sentences import in_english
from emperor_rules.language.parser import parse
from emperor_rules.messages import ENGLISH, LANGUAGES
from emperor_rules.model.phrases import Phrases
from emperor_rules.model.vocabulary import Predicate, PredicateKind
from emperor_rules.source import SourceFile
from tests.support.kings_and_pawns import clause, text
from tests.support.layouts import phrases
from tests.support.paths import RULES
from tests.support.sampling import sample_of
from tests.support.shipped import whole_rulebook

OTHERS = LANGUAGES[1:]

#: Rules of newcomers, and how the language has them; {a} is a made-up noun with its article, {many} several.
OF_NEWCOMERS = {
    "it": [
        ("Gli imperatori hanno 40 punti vita iniziali.", "the starting life of p is 40 when p is an emperor"),
        ("I punti vita iniziali degli imperatori sono 40.", "the starting life of p is 40 when p is an emperor"),
        (
            "I generali possono attaccare entro due posti.",
            "p can attack q when p is a general and q is within 2 seats of p",
        ),
        (
            "Un generale può attaccare fino a due posti di distanza.",
            "p can attack q when p is a general and q is within 2 seats of p",
        ),
        ("Una squadra perde quando due dei suoi giocatori hanno perso.", "t loses when at least 2 players of t lose"),
        ("Se due giocatori di una squadra hanno perso, la squadra perde.", "t loses when at least 2 players of t lose"),
        (
            "Il generale a destra non può bloccare.",
            "p cannot block for q when p is a general and the first player to the right of p is an opponent of p",
        ),
        (
            "Il generale alla destra dell'imperatore non può bloccare.",
            "p cannot block for x when p is a general and some emperor called q is such that (the first player to the "
            "right of q is p)",
        ),
        ("Nessuno può attaccare i generali.", "p cannot attack q when q is a general"),
        ("Solo un generale può iniziare.", "p can go first only when p is a general"),
        ("Una squadra con dieci segnalini veleno perde.", "t loses when the poison of t is at least 10"),
        ("Il raggio dei generali è tre.", "the range of p is 3 when p is a general"),
    ]
}
#: The same of a role that nobody has declared.
OF_NEW_ROLES = {
    "it": [
        ("Il raggio d'influenza di {a} è 2.", "the range of p is 2 when p is {English}"),
        (
            "{Many} non possono vedere le mani dei compagni.",
            "p cannot see the hand of q when p is {English} and q is a",
        ),
        ("Ogni squadra ha un imperatore, {a} e due generali.", "exactly 1 player of t is {English}"),
        ("{A} siede tra un generale e un imperatore.", "some emperor that is a teammate of p is next to p"),
        ("p può attaccare q quando p è {a}.", "p can attack q when p is {English}"),
    ]
}
#: Nouns that no vocabulary has: one and several.
NOUNS = {"it": [("alfiere", "alfieri"), ("vescovo", "vescovi"), ("torre", "torri"), ("guardiano", "guardiani")]}


def findings(sentence: str, words: Phrases | None = None) -> tuple[Diagnostic, ...]:
    source = SourceFile("rules/texts/club.rules", text("club", clause("1", sentence)))
    return parse(source, words or phrases()).findings


def written(sentence: str) -> str:
    (finding,) = findings(sentence)
    return str(finding.help)


@pytest.mark.parametrize("language", OTHERS)
def test_the_language_of_a_sentence_is_told(language: str) -> None:
    """Every wording of the shipped clauses is in the language that it is said to be in."""
    for shipped in whole_rulebook().texts.values():
        for wording in (wording for one in shipped.clauses for wording in one.wordings):
            said = in_english(wording.words.lower().rstrip(".").replace(",", " ,").split(), phrases())
            assert (said.language if said is not None else ENGLISH) == wording.language, wording.words


def concluded(predicate: Predicate, language: str) -> tuple[str, str] | None:
    """What a clause concludes of it in a language and in English, if the letters stand in the same places."""
    own, english = predicate.phrase.own(language), predicate.phrase.en
    letters = {parameter.letter for parameter in predicate.parameters}
    places = [[bool(letters.intersection([word])) for word in words.split()] for words in (own, english)]
    ends = [
        (row[0], row[-1], [w for w in words.split() if w in letters])
        for row, words in zip(places, (own, english), strict=True)
    ]
    if not letters or predicate.builtin or predicate.requirement or ends[0] != ends[1]:
        return None
    if any(not word.isalpha() for word in own.replace("'", "").split()):
        return None
    return (own, english) if predicate.kind is not PredicateKind.VALUE else (f"{own} è 3", f"{english} is 3")


@pytest.mark.parametrize("language", OTHERS)
def test_what_the_vocabulary_says_is_said_in_english(language: str) -> None:
    """Of four in five: some phrases share their words with others, or are put the other way round."""
    right, wrong = 0, []
    for predicate in whole_rulebook().vocabulary.declared_predicates:
        said = concluded(predicate, language)
        if said is None or (predicate.kind is PredicateKind.VALUE and predicate.answer != "number"):
            continue
        if f"“{said[1]}”" in written(f"{said[0]}."):
            right += 1
        else:
            wrong.append(said[0])
    assert right > 100 and right > 8 * len(wrong), wrong


@pytest.mark.parametrize(("language", "row"), [(id, row) for id, rows in OF_NEWCOMERS.items() for row in rows])
def test_a_rule_of_a_newcomer_can_be_written_as_the_message_says(language: str, row: tuple[str, str]) -> None:
    sentence, put = row
    assert written(sentence) == f"Write: “{put}”."
    (finding,) = findings(sentence)
    source = SourceFile("rules/texts/club.rules", text("club", clause("1", sentence)))
    after = parse(SourceFile(source.name, edited(source, finding.fixes[0].edits)), phrases())
    assert not after.findings
    assert all(fix.certain for other in read_text(after, whole_rulebook().vocabulary)[1] for fix in other.fixes)


@pytest.mark.parametrize(
    ("language", "row", "noun"),
    sample_of([(id, row, noun) for id, rows in OF_NEW_ROLES.items() for row in rows for noun in NOUNS[id]], 8),
)
def test_a_role_has_its_noun_in_the_language_in_which_somebody_speaks_of_it(
    language: str, row: tuple[str, str], noun: tuple[str, str]
) -> None:
    one, many = noun
    article = {"it": "una" if one == "torre" else "un"}[language]
    plural = {"it": ("le" if one == "torre" else "gli" if one[0] in "aeiou" else "i")}[language]
    said = {"a": f"{article} {one}", "A": f"{article} {one}".capitalize(), "Many": f"{plural} {many}".capitalize()}
    sentence = row[0].format(**said)
    source = SourceFile("rules/texts/club.rules", text("club", clause("1", sentence)))
    finding = findings(sentence)[0]
    declared = finding.fixes[0]
    (vocabulary_edit,) = [edit for edit in declared.edits if "vocabulary" in edit.span.file]
    assert f'{language} "{one}", "{many}"' in vocabulary_edit.text and TO_BE_WRITTEN in vocabulary_edit.text
    shipped = [SourceFile(f.name, f.read_text(encoding="utf-8")) for f in sorted((RULES / "vocabulary").iterdir())]
    vocabulary, clashes = read_vocabulary([*shipped, SourceFile("club.rules", vocabulary_edit.text)])
    assert not clashes
    after = edited(source, declared.edits)
    english = f"{'an' if one[0] in 'aeiou' else 'a'} {one}"
    assert row[1].format(English=english) in after
    assert not parse(SourceFile(source.name, after), vocabulary.phrases).findings


def test_no_words_of_a_language_are_taken_for_a_role() -> None:
    """Whatever the order of its words: what is declared has never a noun that the language has for something else."""
    rng = Random(28)
    words = "gli il la una due quando perde attacca squadra giocatori posti non può con entro ha è destra"
    frequent = words.split()
    for _ in range(300):
        sentence = " ".join(rng.choice(frequent) for _ in range(rng.randint(2, 9)))
        declared = [edit.text for f in findings(f"{sentence}.") for fix in f.fixes for edit in fix.edits]
        assert not any(f'it "{word}"' in words_declared for words_declared in declared for word in frequent), sentence
