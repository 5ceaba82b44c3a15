"""``emperor diff``: revisions of a repository, usage, and what it prints."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from emperor_rules.check.diff.semantic import TableSearch, find_changes
from emperor_rules.errors import SearchDisagrees
from emperor_rules.evaluate.engine import Answer, Engine, Status
from emperor_rules.frontend.loader import load_rulebook
from tests.support.command_line import run
from tests.support.git import git
from tests.support.two_states import PLAIN, REST, SEATS, both, report, rules

# --- git ------------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the small rules below its root, in a folder of an odd name, committed once."""
    top = tmp_path / "a repository"
    rules(top / "bél ow" / "rules", t=PLAIN)
    git(tmp_path, "init", "-q", str(top))
    git(top, "add", "-A")
    git(top, "commit", "-qm", "first")
    return top


def test_a_revision_is_compared_with_what_lies_there(repository: Path) -> None:
    here = repository / "bél ow" / "rules"
    assert report("HEAD", "--rules", here)["changes"] == []
    file = here / "texts" / "t.rules"
    file.write_text(file.read_text(encoding="utf-8").replace("is an emperor", "is a general"), encoding="utf-8")
    document = report("HEAD", "--rules", here)
    assert {c["ask"] for c in document["changes"]} == {"wet", "may-rest"}
    assert document["old"] == "HEAD:bél ow/rules"
    with chdir(repository / "bél ow"):
        assert run("diff", "HEAD", *SEATS).exit_code == 1


def test_the_work_tree_is_left_alone(repository: Path) -> None:
    file = repository / "bél ow" / "rules" / "texts" / "t.rules"
    file.write_text(file.read_text(encoding="utf-8").replace("is an emperor", "is a general"), encoding="utf-8")
    (repository / "bél ow" / "rules" / "texts" / "new\nline.rules").write_text("# nothing\n", encoding="utf-8")
    before = {p: p.read_bytes() for p in sorted(repository.rglob("*")) if p.is_file()}
    run("diff", "HEAD", "--rules", repository / "bél ow" / "rules", *SEATS)
    assert {p: p.read_bytes() for p in sorted(repository.rglob("*")) if p.is_file()} == before


def test_a_file_deleted_and_one_renamed_since(repository: Path) -> None:
    here = repository / "bél ow" / "rules"
    rules(here, t=PLAIN, gone=REST)
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "second")
    (here / "texts" / "gone.rules").unlink()
    (here / "vocabulary" / "small.rules").rename(here / "vocabulary" / "renamed.rules")
    document = report("HEAD", "--rules", here)
    assert document["texts"] == {"added": [], "removed": ["gone"]}
    assert document["changes"] == []
    assert report("HEAD~1", "--rules", here)["texts"] == {"added": [], "removed": []}


def test_no_attribute_of_the_repository_has_a_say(repository: Path) -> None:
    (repository / ".gitattributes").write_text("*.rules export-ignore text eol=crlf\n", encoding="utf-8")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "attributes")
    assert report("HEAD", "--rules", repository / "bél ow" / "rules")["texts"] == {"added": [], "removed": []}


@pytest.mark.parametrize(
    "revision", ["nowhere", "", "--output=x", "-p", "HEAD:", "HEAD^{tree}", "a b", "HEAD~99", "\udcff"]
)
def test_a_revision_that_is_none(repository: Path, revision: str) -> None:
    result = run("diff", "--rules", repository / "bél ow" / "rules", "--", revision)
    assert result.exit_code == 2
    assert "revision" in result.output


def test_a_revision_without_the_folder(repository: Path) -> None:
    rules(repository / "other", t=PLAIN)
    result = run("diff", "HEAD", "--rules", repository / "other")
    assert result.exit_code == 2
    assert "has no folder other" in result.output


def test_no_repository(tmp_path: Path) -> None:
    result = run("diff", "HEAD", "--rules", rules(tmp_path / "rules", t=PLAIN))
    assert result.exit_code == 2
    assert "does not lie in a git repository" in result.output


def test_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run("diff", "HEAD", "--rules", rules(tmp_path / "rules", t=PLAIN))
    assert result.exit_code == 2
    assert "git cannot be run" in result.output


def test_a_broken_old_state_is_shown_under_its_own_name(repository: Path) -> None:
    here = repository / "bél ow" / "rules"
    file = here / "texts" / "t.rules"
    sound = file.read_text(encoding="utf-8")
    file.write_text(sound.replace("emperor", "emporer"), encoding="utf-8")
    git(repository, "commit", "-qam", "broken")
    file.write_text(sound, encoding="utf-8")
    result = run("diff", "HEAD", "--rules", here)
    assert result.exit_code == 2
    assert "error[R201]" in result.output
    assert "--> HEAD:bél ow/rules/texts/t.rules:" in result.output
    assert "emporer and some opponent" in result.output, "the line itself is shown"
    assert "Nothing was compared: HEAD:bél ow/rules has errors." in result.output


# --- usage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["old"],
        ["old", "nowhere"],
        ["nowhere", "new"],
        ["old", "new", "--rules", "old"],
        ["old", "new", "more"],
        ["old", "new", "--up-to", "1"],
        ["old", "new", "--up-to", "99"],
        ["old", "new", "--seconds", "-1"],
        ["old", "new", "--text", "nothing"],
        ["old", "new", "--question", "wett"],
        ["old", "new", "--format", "xml"],
        ["old", "old/texts/t.rules"],
        ["old", "empty"],
        ["old", "broken"],
        ["broken", "old"],
        ["old", "\0"],
    ],
)
def test_what_cannot_be_compared(tmp_path: Path, arguments: list[str]) -> None:
    both(tmp_path, PLAIN, REST)
    (tmp_path / "empty").mkdir()
    rules(tmp_path / "broken", t="clause 1\n  p is wett.\n")
    with chdir(tmp_path):
        assert run("diff", *arguments).exit_code == 2


def test_a_misspelt_question_is_guessed(tmp_path: Path) -> None:
    old, new = both(tmp_path, PLAIN, REST)
    assert "Did you mean “wet”?" in run("diff", old, new, "--question", "wett").output


def test_a_question_and_a_text_narrow_the_search(tmp_path: Path) -> None:
    old, new = both(tmp_path, PLAIN, PLAIN.replace("is an emperor", "is a general"))
    assert {c["ask"] for c in report(old, new, "--question", "wet")["changes"]} == {"wet"}
    assert report(old, new, "--text", "t")["changes"]


def test_when_the_time_is_over_what_is_left_is_told(tmp_path: Path) -> None:
    old, new = both(tmp_path, PLAIN, PLAIN.replace("only when p is wet", "only when not (p is not wet)"))
    result = run("diff", old, new, "--seconds", "0")
    assert result.exit_code == 1
    assert "The time was over. Not looked at:\n  t: every question (not at all)" in result.output
    assert "No answer changes" not in result.output
    document = report(old, new, "--seconds", "0")["searched"]
    assert document["complete"] is False
    assert document["not-searched"] == [{"text": "t", "on": None, "ask": None, "seats": 1}]


def test_a_search_cut_short_has_looked_at_the_small_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = both(tmp_path, PLAIN, PLAIN.replace("only when p is wet", "only when not (p is not wet)"))
    search = TableSearch.search

    def until_three(self: Any, job: Any, table: Any, *rest: Any) -> None:
        if len(table.roles) > 3:
            rest[-1].end = 0.0
        search(self, job, table, *rest)

    monkeypatch.setattr(TableSearch, "search", until_three)
    result = run("diff", old, new, *SEATS, "--seconds", "1000")
    assert "t: may-rest (beyond 3 seats)" in result.output
    assert result.exit_code == 1


def test_a_witness_on_which_the_evaluator_disagrees_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = both(tmp_path, PLAIN, PLAIN.replace("is an emperor", "is a general"))
    monkeypatch.setattr(Engine, "ask", lambda self, request, predicates=None: Answer(Status.SILENT))
    with pytest.raises(SearchDisagrees):
        find_changes(load_rulebook(old), load_rulebook(new), up_to=3)


# --- what it looks like ---------------------------------------------------------------------------


def test_the_comment_under_a_pull_request(tmp_path: Path) -> None:
    both(tmp_path, PLAIN, PLAIN.replace("is an emperor", "is a general"))
    with chdir(tmp_path):
        shown = run("diff", "old", "new", *SEATS, "--format", "markdown").output
    *head, last = shown.rstrip("\n").split("\n")
    assert last.startswith("Looked at 2 questions whose rules differ, on ")
    assert "\n".join(head) == MARKDOWN


MARKDOWN = """\
**Answers to 2 questions change in 1 text, looked for up to 4 seats.** From `old` to `new`.

### t

| Question | Before | Now | By |
|---|---|---|---|
| is p wet? | yes | no | `t:2` |
| is p wet? | no | yes | `t:2` |
| may p rest? | yes | no | `t:1`, `t:2` |
| may p rest? | no | yes | `t:1`, `t:2` |

```rules
scenario "wet A1: no instead of yes (t)"
  in t
  seats E | E
  A1 is wet: no, by t 2
```

```rules
scenario "wet B1: yes instead of no (t)"
  in t
  seats E | g
  B1 is wet: yes, by t 2
```

- Clauses that say something else: t:2
"""


def test_many_changes_are_folded_away(tmp_path: Path) -> None:
    old, new = both(
        tmp_path, PLAIN, "clause 9\n  p is cold.\n\nclause 8\n  p is ill.\n\nclause 7\n  the reach of p is 1.\n"
    )
    shown = run("diff", old, new, *SEATS, "--format", "markdown").output
    assert shown.count("<details>\n<summary>") == shown.count("\n\n</details>") == 1
    assert shown.count("```rules\n") == shown.count("\n```\n") >= 3


def test_the_keys_for_programs(tmp_path: Path) -> None:
    document = report(*both(tmp_path, PLAIN, PLAIN.replace("is an emperor", "is a general")))
    assert set(document) == {
        "old",
        "new",
        "changes",
        "tables",
        "texts",
        "questions",
        "first-days",
        "clauses",
        "heads",
        "vocabulary",
        "searched",
    }
    for change in document["changes"]:
        assert set(change) == {
            "text",
            "on",
            "also-on",
            "ask",
            "options",
            "direct",
            "illegal-in",
            "answers",
            "witness",
            "scenario",
        }
        assert set(change["answers"]["old"]) == {"status", "answer", "clauses"}
    assert set(document["clauses"]) == {"added", "removed", "rewritten", "reworded"}


def test_the_scenarios_shown_pass_in_the_new_state(tmp_path: Path) -> None:
    old, new = both(tmp_path, PLAIN, PLAIN.replace("is an emperor", "is a general"))
    document = report(old, new)
    (new / "scenarios").mkdir()
    (new / "scenarios" / "shown.rules").write_text(
        "\n".join(c["scenario"] for c in document["changes"]), encoding="utf-8"
    )
    assert run("check", "--rules", new).exit_code == 0
