"""``emperor rename``: any slug or key of any text gets any other name everywhere, and its old address leads to it."""

from __future__ import annotations

import shutil
from contextlib import chdir
from pathlib import Path
from random import Random

import pytest

from emperor_rules.check.changes import left_behind, state_of
from emperor_rules.check.pipeline import check_folder
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.site.context import site_context
from emperor_rules.site.pages.texts import number_pages
from tests.golden_pages import GOLDEN
from tests.support.command_line import run
from tests.support.paths import REPOSITORY, RULES, THOROUGH
from tests.support.shipped import whole_rulebook


@pytest.fixture
def place(tmp_path: Path) -> Path:
    shutil.copytree(RULES, tmp_path / "rules")
    (tmp_path / "site").mkdir()
    shutil.copy(REPOSITORY / "site" / "search.toml", tmp_path / "site")
    return tmp_path


def leave_scenarios_about(text: str, place: Path) -> None:
    """Take out the files of scenarios that name another text alone: most of a check is asking what they ask."""
    for file in (place / "rules" / "scenarios").glob("*.rules"):
        if text not in file.read_text("utf-8"):
            file.unlink()


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(THOROUGH))
def test_a_clause_gets_another_name_wherever_the_old_one_stands(seed: int, place: Path) -> None:
    rng = Random(seed)
    text = rng.choice([text for text in whole_rulebook().texts.values() if text.clauses])
    old, new = rng.choice(text.clauses).slug, f"renamed-{seed}"
    leave_scenarios_about(text.id, place)
    before = contents(place)
    with chdir(place):
        shown = run("rename", f"{text.id}:{old}", new, "--dry-run")
        assert shown.exit_code == 1 and contents(place) == before and f"+  formerly {old}" in shown.output
        assert run("rename", f"{text.id}:{old}", new).exit_code == 0
        after = contents(place)
        assert after.keys() == before.keys() and not any(f'"{text.id}/{old}"' in words for words in after.values())
        report = check_folder(Path("rules"))
        assert [d for d in report.diagnostics if d.is_error] == []
        clauses = [clause for clause in report.rulebook.texts[text.id].clauses if clause.slug == new]
        assert clauses and old in {name for clause in clauses for name in clause.formerly}
        state = state_of(whole_rulebook().sources)
        named = {name.rpartition("rules/")[2]: blocks for name, blocks in state.items()}
        earlier = {name: named[name.rpartition("rules/")[2]] for name in state_of(report.rulebook.sources)}
        assert [
            d for d in left_behind(report.rulebook, earlier, state_of(report.rulebook.sources)) if d.code == "R416"
        ] == []
        pages = {page.path: page for page in number_pages(report.rulebook.texts[text.id], site_context(report, "en"))}
        (leading,) = [page for path, page in pages.items() if path.endswith(f"/{old}.html")]
        assert f"{new}.html" in str(leading.content)
        assert run("rename", f"{text.id}:{new}", old).exit_code == 2, "a name is never used again"
        assert (
            run(
                "fmt", "--check", *(name for name in after if after[name] != before[name] and name.endswith(".rules"))
            ).exit_code
            == 0
        )


@pytest.mark.slow
def test_a_slug_that_is_gone_and_words_left_as_they_were_are_findings(place: Path) -> None:
    shutil.rmtree(place / "rules" / "scenarios")
    with chdir(place):
        rulebook = load_rulebook(Path("rules"))
        before = state_of(rulebook.sources)
        text = next(text for text in rulebook.texts.values() if len(text.editions) > 1)
        file, (first, second, *_) = Path(text.file), text.clauses
        words = file.read_text("utf-8")
        english = second.words("en").split()[0]
        words = words.replace(f"clause {first.number} {first.slug}", f"clause {first.number} another-name", 1)
        at = words.index(f"clause {second.number}")
        file.write_text(words[:at] + words[at:].replace(f'en "{english}', f'en "Now {english}', 1), "utf-8")
        changed = load_rulebook(Path("rules"))
        found = [(d.code, d.text) for d in left_behind(changed, before, state_of(changed.sources))]
        assert sorted(found) == [("R413", text.id), ("R416", text.id)]
        shown = run("check", "--text", text.id, "--no-search", "--no-cache").output
        assert "R416" not in shown, "without another state there is nothing to compare with"


@pytest.mark.parametrize(
    "words", [("nothing-at-all", "new"), ("cr-0:x", "new"), ("pond", "puddle"), ("pond", "not a name")]
)
def test_what_cannot_be_renamed_is_refused_and_nothing_is_written(words: tuple[str, str], tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "rules", tmp_path / "rules")
    before = contents(tmp_path)
    with chdir(tmp_path):
        ran = run("rename", *words)
    assert ran.exit_code == 2 and "R706" in ran.output and contents(tmp_path) == before


@pytest.mark.slow
def test_a_text_takes_its_file_along(place: Path) -> None:
    leave_scenarios_about("early", place)
    with chdir(place):
        ran = run("rename", "early", "earliest")
        assert ran.exit_code == 0, ran.output
        report = check_folder(Path("rules"))
        assert [d for d in report.diagnostics if d.is_error] == [] and "earliest" in report.rulebook.texts
        assert [path.stem for path in Path("rules").rglob("earl*.rules") if "texts" in path.parts] == ["earliest"]
