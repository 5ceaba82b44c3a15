"""A role that nobody has declared: messages say how it is, and writing what they say leaves nothing unknown."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import pytest

from emperor_rules.check.fixes import Mended
from emperor_rules.check.pipeline import check_folder
from emperor_rules.diagnostics import Diagnostic, near
from emperor_rules.edits import TO_BE_WRITTEN, edited
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.frontend.texts import read_text
from emperor_rules.frontend.vocabulary import read_vocabulary
from emperor_rules.language.inflection import plural_noun, singular_noun, with_article
from emperor_rules.language.parser import parse
from emperor_rules.messages import LANGUAGES, in_language
from emperor_rules.source import SourceFile
from tests.support.kings_and_pawns import clause, text, write_playable
from tests.support.layouts import phrases
from tests.support.paths import RULES
from tests.support.sampling import number_of_examples, sample_of

#: What people write of a role, and how the language has it; nothing where it can stay.
OF_THE_SHIPPED = [
    ("the range of p is 2 when p is {a}.", ""),
    ("p may attack q when p is {a} and q is not {a}.", ""),
    ("t loses when no {one} that is a player of t is in the game.", ""),
    ("require every team called t is such that (exactly 1 player of t is {a}).", ""),
    ("{A}'s range is 2.", "the range of p is 2 when p is {a}"),
    ("The range of {many} is two seats.", "the range of p is 2 when p is {a}"),
    ("{Many} have a range of two.", "the range of p is 2 when p is {a}"),
    ("If p is {a}, the range of p is 3.", "the range of p is 3 when p is {a}"),
    ("{A} starts with 30 life.", "the starting life of p is 30 when p is {a}"),
    ("{A} may not see hands.", "p cannot see the hand of q when p is {a}"),
    ("{Many} cannot see the hand of a teammate.", "p cannot see the hand of q when p is {a} and q is a teammate of p"),
    ("{Many} may attack within three seats.", "p may attack q when p is {a} and q is within 3 seats of p"),
    ("Nobody may attack {many}.", "p cannot attack q when q is {a}"),
    ("Only {a} can go first.", "p can go first only when p is {a}"),
    ("{A} loses when its emperor loses.", "p loses when p is {a} and some emperor that is a teammate of p loses"),
    ("Each team has {a}.", "require every team called t is such that (exactly 1 player of t is {a})"),
    (
        "A team consists of an emperor, two {many} and at least two generals.",
        "require every team called t is such that (exactly 1 player of t is an emperor and exactly 2 players of t are "
        "{many} and at least 2 players of t are generals)",
    ),
    (
        "{A} sits between its general and its emperor.",
        "require every {one} called p is such that (some general that is a teammate of p is next to p and some emperor "
        "that is a teammate of p is next to p)",
    ),
]

#: Words of sentences about roles, for sentences in any order of words.
FREQUENT = """a an the its their when if only no nobody between and of 2 two with has have in each every there is team
bishop bishop's emperor general players , not seats left on to may cannot p q t ( ) require more"""


def noun_of_nobody(rng: Random) -> str:
    """Make up a noun that is no word of the vocabulary, nor like one."""
    while True:
        syllables = ["".join((rng.choice("bdfgkmnprtvz"), rng.choice("aeiou"))) for _ in range(rng.randint(2, 4))]
        noun = "".join(syllables) + rng.choice(("", "n", "r", "sh", "ty", "x"))
        if not near(noun, phrases().all_words, 0.6) and singular_noun((noun,)) == (noun,):
            return noun


def forms(noun: str) -> dict[str, str]:
    many = " ".join(plural_noun((noun,)))
    said = {"one": noun, "many": many, "a": with_article(noun)}
    return {**said, **{key.capitalize(): words.capitalize() for key, words in said.items()}}


def the_finding(source: SourceFile) -> Diagnostic:
    (finding,) = parse(source, phrases()).findings
    return finding


@pytest.mark.parametrize(("written", "put"), OF_THE_SHIPPED)
def test_a_role_is_declared_with_the_sentence_that_speaks_of_it(written: str, put: str) -> None:
    """Any noun will do, and nothing is unknown or doubtful once it is declared."""
    noun = noun_of_nobody(Random(written))
    sentence = written.format(**forms(noun))
    source = SourceFile("rules/texts/club.rules", text("club", clause("1", sentence)))
    finding = the_finding(source)
    declared, *_ = finding.fixes
    assert not declared.certain, "it may be meant otherwise"
    for language in LANGUAGES:
        assert noun in in_language(declared.title, language) and f"role {noun}" in in_language(finding.help, language)
    (vocabulary_edit,) = [edit for edit in declared.edits if edit.span.file == "rules/vocabulary/club.rules"]
    shipped = [SourceFile(f.name, f.read_text(encoding="utf-8")) for f in sorted((RULES / "vocabulary").iterdir())]
    vocabulary, clashes = read_vocabulary([*shipped, SourceFile("club.rules", vocabulary_edit.text)])
    assert not clashes and len(vocabulary.role_letters) == len(vocabulary.roles)
    after = SourceFile(source.name, edited(source, declared.edits))
    assert (f"  {put.format(**forms(noun))}.\n" if put else f"  {sentence}\n") in after.text
    read = parse(after, vocabulary.phrases)
    assert not read.findings and not read_text(read, vocabulary)[1]


@pytest.mark.parametrize(
    ("sentence", "first"),
    [
        ("the range of p is 2 when p is {a}.", "role"),
        ("{A} may attack within three seats.", "role"),
        ("the range of p is 2 when p is {one}ed.", "given"),
    ],
)
def test_where_both_can_be_meant_the_grammar_says_which_comes_first(sentence: str, first: str) -> None:
    noun = noun_of_nobody(Random(sentence))
    source = SourceFile("rules/texts/club.rules", text("club", clause("1", sentence.format(**forms(noun)))))
    declarations = [
        edit.text for fix in the_finding(source).fixes for edit in fix.edits if "vocabulary" in edit.span.file
    ]
    assert declarations[0].startswith(f"{first} ")


def test_somebody_of_another_team_between_whom_one_sits_is_told_of() -> None:
    sentence = "the range of p is 2 when p sits between an emperor and a general."
    source = SourceFile("rules/texts/club.rules", text("club", clause("1", sentence)))
    finding = the_finding(source)
    own, anybody = (edited(source, fix.edits) for fix in finding.fixes[:2])
    assert own.count("teammate of p") == 2 and "teammate" not in anybody
    assert "some emperor is next to p and some general is next to p" in finding.help


@pytest.mark.parametrize("slip", ["emperer", "genral", "generl", "playr"])
def test_a_slip_is_no_role(slip: str) -> None:
    source = SourceFile("rules/texts/club.rules", text("club", clause("1", f"the range of p is 2 when p is a {slip}.")))
    assert not any("role " in edit.text for fix in the_finding(source).fixes for edit in fix.edits)


def test_letters_go_on_to_be_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many roles are declared one after another, whatever their names begin with."""
    monkeypatch.chdir(tmp_path)
    rng, number = Random(7), count(1)
    nouns = list(dict.fromkeys(noun_of_nobody(rng) for _ in range(9)))
    own = text("sample", *(clause(f"1.{next(number)}", f"p is red when p is {with_article(noun)}.") for noun in nouns))
    write_playable(Path("rules"), sample=own)
    mended = Mended(Path("rules"), uncertain=True, codes=("R2",))
    assert not any(finding.is_error for finding in mended.left), mended.left
    vocabulary = load_rulebook(Path("rules"), unsaved=mended.after).vocabulary
    assert {*nouns} <= vocabulary.roles.keys()
    assert len(vocabulary.role_letters) == len(vocabulary.roles)


@pytest.mark.parametrize("place", sample_of(["letter", "noun", "plural", "head"], 4))
def test_a_role_may_first_stand_in_seats_or_in_the_head_of_a_text(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    noun = noun_of_nobody(Random(place))
    seat = {"letter": noun[0], "noun": noun, "plural": forms(noun)["many"]}.get(place, "g")
    head = f"roles king, pawn, {noun}" if place == "head" else ""
    folder = write_playable(Path("rules"), sample=text("sample", clause("1", "p may hit q."), head=head))
    (folder / "scenarios").mkdir()
    scenario = f'scenario "One"\n  in sample\n  seats E {seat} | E g\n  A1 may hit B1: yes, by sample 1\n'
    (folder / "scenarios" / "one.rules").write_text(scenario, encoding="utf-8")
    wrong = [finding for finding in check_folder(folder).diagnostics if finding.is_error]
    assert wrong and all("vocabulary" in finding.help for finding in wrong)
    mended = Mended(folder, uncertain=True)
    assert not any(finding.is_error for finding in mended.left), mended.left
    assert len(load_rulebook(folder, unsaved=mended.after).vocabulary.roles) == 3


@pytest.mark.parametrize(
    "sentence", ["p is red when p is a {one}.", "p is red when p è un {one}.", "p is red when p has 5 {one}s."]
)
def test_what_a_fix_cannot_translate_is_asked_for_until_it_is_written(
    sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A noun of one language is no noun of the other; what is not written yet is no error."""
    monkeypatch.chdir(tmp_path)
    noun = noun_of_nobody(Random(sentence))
    folder = write_playable(Path("rules"), sample=text("sample", clause("1", sentence.format(one=noun))))
    mended = Mended(folder, uncertain=True, codes=("R2",))
    asked = [finding for finding in mended.left if finding.code == "R405" and "vocabulary" in finding.span.file]
    assert [finding.severity for finding in asked] == ["warning"] and noun in asked[0].message
    for name, words in mended.after.items():
        after = "".join(line for line in words.splitlines(keepends=True) if not line.startswith("# en: (…)"))
        (Path.cwd() / name).parent.mkdir(exist_ok=True)
        (Path.cwd() / name).write_text(after.replace(TO_BE_WRITTEN, f"{noun} di p"), encoding="utf-8")
    left = check_folder(folder).diagnostics
    assert not any("vocabulary" in finding.span.file for finding in left), left


@pytest.mark.parametrize("name", ["king", "pedoni"])
def test_the_name_of_a_role_in_seats_becomes_its_letter(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = write_playable(Path("rules"), sample=text("sample", clause("1", "p may hit q.")))
    (folder / "scenarios").mkdir()
    scenario = f'scenario "One"\n  in sample\n  seats E {name} | E g\n  A1 may hit B1: yes, by sample 1\n'
    (folder / "scenarios" / "one.rules").write_text(scenario, encoding="utf-8")
    mended = Mended(folder, uncertain=False)
    assert not mended.left and len(load_rulebook(folder, unsaved=mended.after).vocabulary.roles) == 2


def test_no_order_of_words_is_too_odd_to_be_told_of() -> None:
    """Whatever a half-typed sentence says, it has findings, and a sentence that they offer can be read."""
    rng = Random(number_of_examples(1, 2))
    common = [*FREQUENT.split(), *(word for phrase in list(phrases().kinds)[::40] for word in phrase)]
    for _ in range(number_of_examples(400, 5000)):
        sentence = " ".join(rng.choices(common, k=rng.randint(1, 9)))
        for ending in (".", " ."):
            source = SourceFile("rules/texts/club.rules", text("club", clause("1", sentence + ending)))
            for finding in parse(source, phrases()).findings:
                assert finding.message and all(edit.text or fix.certain for fix in finding.fixes for edit in fix.edits)
