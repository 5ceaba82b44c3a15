"""Values have the kind of their question, and whatever a search returns shows itself in every format."""

from __future__ import annotations

from pathlib import Path

import pytest

import emperor_rules as er
from emperor_rules.api.answers import VALUE_OF_SORT
from emperor_rules.check.drafts import NAME
from emperor_rules.reports.formats import FORMATS
from tests.support.kings_and_pawns import SEATS, Folder, clause, text
from tests.support.tables import SIX


def test_a_value_is_of_the_kind_with_which_its_question_is_answered(rules: er.Rules) -> None:
    kinds = set()
    for ask, predicate in rules.rulebook.vocabulary.predicates.items():
        if ask not in rules.questions:
            continue
        of = ["A" if sort == "team" else "A2" for _, sort in predicate.parameters]
        for text_id in ("cr-809", "early"):
            try:
                answer = rules[text_id].ask(ask, of=of, seats=SIX)
            except er.RequestError:
                continue  # it needs a fact
            kind = VALUE_OF_SORT[predicate.answer]
            if answer.value is None:
                continue
            kinds.add(kind)
            assert type(answer.value) is kind and answer.value_as(kind) is not None
            assert answer.value == answer._answer.answer, "as a batch has it"
            with pytest.raises(er.RequestError):
                answer.value_as(complex)  # type: ignore[type-var]
    assert len(kinds) >= 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Folder(tmp_path).write(
        t=text("t", clause("1", "p may hit q when q is a king.")), u=text("u", clause("1", "p may hit q."))
    )
    return tmp_path


def test_every_result_shows_itself_in_every_format(folder: Path) -> None:
    rules = er.load(folder)
    results: list[er.Rendered] = [
        rules.check(seats=4),
        rules["t"].compare("u", seats=4),
        er.diff(rules, rules, seats=4),
        rules.coverage(seats=4),
        rules.history("t"),
    ]
    for result in results:
        for format in FORMATS:
            english, italian = result.render(format), result.render(format, "it")
            assert (english and italian) or format in ("concise", "github"), (result, format)
        with pytest.raises(er.RequestError):
            result.render("no-such")


def test_a_question_asked_of_several_has_one_answer_only_in_a_list(folder: Path) -> None:
    rules = er.load(folder)
    with pytest.raises(er.SeveralAnswersError):
        rules["t"].ask("may-hit", of=["A1", "?"], seats=SEATS)
    answers = rules["t"].ask_all("may-hit", of=["A1", "?"], seats=SEATS)
    alone = [rules["t"].ask("may-hit", of=answer.of, seats=SEATS) for answer in answers]
    assert [answer.as_json() for answer in answers] == [answer.as_json() for answer in alone]


def test_what_commands_make_the_library_makes(folder: Path) -> None:
    made = er.new_variant("ours", folder, includes="t")
    assert NAME.fullmatch(made.text) and all(path.is_file() for path in made.files)
    before = {path: path.read_bytes() for path in folder.rglob("*.rules")}
    with pytest.raises(er.RequestError):
        er.new_variant("ours", folder, includes="t")
    assert before == {path: path.read_bytes() for path in folder.rglob("*.rules")}
    tried = er.rename("u", "other", folder, write=False)
    assert before == {path: path.read_bytes() for path in folder.rglob("*.rules")} and tried.moved is not None
    er.rename("u", "other", folder)
    assert "other" in er.load(folder) and "u" not in er.load(folder)
    with pytest.raises(er.CannotRename):
        er.rename("nothing", "other", folder)
