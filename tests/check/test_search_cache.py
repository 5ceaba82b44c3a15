"""What searches saw is kept in a file: it must never change an answer, whatever becomes of the file or of the rules."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.check import cache as caches
from emperor_rules.check.cache import SearchCache
from emperor_rules.check.consistency import group_search
from emperor_rules.check.pipeline import check_folder, check_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.resources import project_cache
from tests.generators.texts import TABLE, random_text
from tests.support.command_line import run
from tests.support.kings_and_pawns import ACTION, FACT, clause, text, write_playable
from tests.support.paths import RULES, THOROUGH
from tests.support.sampling import sample_of

END = "t is lost when no king that is a player of t is in the game."
HITS = "p may hit q when option fog is in use."
NEVER = "p may not hit q."


def one(*clauses: str) -> str:
    return text("t", clause("1", *TABLE), clause("2", END), *clauses, head="options fog, rain")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Rules with a contradiction, in the folder where commands run and keep their cache."""
    monkeypatch.chdir(tmp_path)
    return write_playable(tmp_path / "rules", t=one(clause("3", HITS), clause("4", NEVER)))


def findings(folder: Path, cached: bool = True, bounds: Bounds = Bounds(4)) -> list[Any]:  # noqa: B008 (frozen)
    checked = check_folder(folder, search=bounds, cache=project_cache("searches.json") if cached else None)
    assert all(d.code.startswith("R5") for d in checked.diagnostics if d.severity == "error"), checked.diagnostics
    return [
        (d.code, d.severity, d.message, d.text, d.clause, d.span, d.related, dict(d.witness or {}))
        for d in checked.diagnostics
        if d.code not in ("R604", "R608")  # of clauses that no scenario asks for
    ]


def remarks(folder: Path) -> str:
    """What the command says of its cache."""
    ran = run("check", "--rules", folder, "--up-to", 4)
    assert ran.exit_code == 1 and "R510" in ran.output, ran.output
    return " ".join(line for line in ran.output.splitlines() if str(project_cache("searches.json")) in line)


def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the questions that are really looked at from now on, in this process."""
    looked: list[str] = []
    real = group_search.search_group

    def spy(engine: Any, job: Any, clock: Any) -> Any:
        looked.extend(job.asks)
        return real(engine, job, clock)

    monkeypatch.setattr("emperor_rules.check.consistency.scheduler.search_group", spy)
    return looked


# --- warm is cold ---------------------------------------------------------------------------------


def test_a_second_check_finds_the_same_and_looks_at_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = searches(monkeypatch)
    cold = findings(folder)
    assert looked and cold == findings(folder, False)
    looked.clear()
    assert findings(folder) == cold and looked == []
    project_cache("searches.json").unlink()
    assert findings(folder) == cold and looked


def test_only_what_a_change_concerns_is_looked_at_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = clause("5", "p may push q."), clause("6", "p may not push q when q is a king.")
    file = folder / "texts" / "t.rules"
    file.write_text(one(clause("3", HITS), clause("4", NEVER), *both), encoding="utf-8")
    findings(folder)
    looked = searches(monkeypatch)
    file.write_text(
        one(clause("3", HITS), clause("4", NEVER), both[0], clause("6", "p may not push q when q is a pawn.")),
        encoding="utf-8",
    )
    again = findings(folder)
    assert looked == ["may-push"] and again == findings(folder, False)


def test_words_without_meaning_change_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Places are those of the new file, though nothing is looked at again."""
    cold = findings(folder)
    looked = searches(monkeypatch)
    file = folder / "texts" / "t.rules"
    file.write_text("# A remark.\n\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    warm = findings(folder)
    assert looked == [] and warm == findings(folder, False)
    assert [finding[5].line for finding in warm] == [finding[5].line + 2 for finding in cold]


@pytest.mark.parametrize("seed", sample_of(range(4 * THOROUGH), 2))
def test_a_history_of_random_edits_is_checked_alike_with_and_without(seed: int, folder: Path) -> None:
    """What an edit, and going back on it, leaves in the file never shows in what is found."""
    random = Random(f"edits {seed}")
    file = folder / "texts" / "t.rules"
    wordings = [random_text(Random(f"wording {seed} {n}"), "t", clauses=6) for n in range(3)]
    for _ in range(5):
        file.write_text(random.choice(wordings), encoding="utf-8")
        bounds = random.choice([Bounds(3), Bounds(4), Bounds(3, all_options=True), Bounds(3, questions=("may-hit",))])
        assert findings(folder, True, bounds) == findings(folder, False, bounds)


#: A fact that the vocabulary itself defines, and clauses that read it.
TALL = FACT.format(name="tall", kind="means p is a king.")
OF_THE_TALL = clause("90", "p may hit q when p is tall."), clause("91", "p may not hit q when p is a king.")
#: Declarations that no text here reads.
UNREAD = (
    'role duke\n  letter d\n  symbol crown\n  en "duke", "dukes"\n  it "duca", "duchi"\n',
    'option hail\n  en "hail"\n  it "grandine"\n',
    'given lantern\n  en "the lantern is lit"\n  it "la lanterna è accesa"\n  default no\n',
    FACT.format(name="shy", kind="open"),
    ACTION.format(name="may-wave", words="wave at"),
)
#: Parts of the vocabulary, and what else they can be without making a text wrong.
REDECLARED = (
    ("default no\n", "default yes\n"),
    ("default day\n", "default night\n"),
    ("means some team is lost", "means every team is lost"),
    ("means p is a king", "means p is a pawn"),
    ("  ends play\n", ""),
    ("  letter g\n", "  letter h\n"),
    ("  player\n  default first\n", "  player\n  default none\n"),
)


def test_what_no_text_reads_has_nothing_looked_at_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold = findings(folder)
    words = next((folder / "vocabulary").glob("*.rules"))
    looked = searches(monkeypatch)
    for declaration in UNREAD:
        words.write_text(words.read_text(encoding="utf-8") + declaration, encoding="utf-8")
        assert findings(folder) == cold, declaration
    assert set(looked) <= {"may-wave", "shy"} and findings(folder, False) == cold


@pytest.mark.parametrize("seed", sample_of(range(6 * THOROUGH), 3))
def test_a_history_of_random_declarations_is_checked_alike_with_and_without(seed: int, folder: Path) -> None:
    random = Random(f"declarations {seed}")
    file, words = folder / "texts" / "t.rules", next((folder / "vocabulary").glob("*.rules"))
    clauses = random_text(Random(f"declared {seed}"), "t", clauses=4), *OF_THE_TALL, clause("92", END)
    file.write_text("".join(clauses), encoding="utf-8")
    shipped = words.read_text(encoding="utf-8") + TALL
    for _ in range(5):
        declared = shipped
        for old, new in random.sample(REDECLARED, 2):
            declared = declared.replace(old, new)
        declared += "".join(random.sample(UNREAD, random.randrange(3)))
        words.write_text(declared, encoding="utf-8")
        bounds = random.choice([Bounds(3), Bounds(4), Bounds(3, all_options=True)])
        assert findings(folder, True, bounds) == findings(folder, False, bounds), (seed, declared)


def test_who_can_be_gone_is_part_of_what_is_kept(folder: Path) -> None:
    """A clause that ends play is not read by the question, but says in which positions it is asked."""
    alone = "p may hit q when no king that is a player of the team of p is in the game."
    file = folder / "texts" / "t.rules"
    file.write_text(one(clause("3", alone), clause("4", NEVER)), encoding="utf-8")
    assert findings(folder) == [], "without its king a team is lost, and play is over"
    file.write_text(file.read_text(encoding="utf-8").replace(END, END.replace("king", "player")), encoding="utf-8")
    assert [finding[0] for finding in findings(folder)] == ["R510"]


def test_whose_the_sentences_are_is_part_of_what_is_kept(folder: Path) -> None:
    """One clause with two sentences is one finding, two clauses with one each are two."""
    kings, pawns = (f"p may not hit q when q is a {role}." for role in ("king", "pawn"))
    file = folder / "texts" / "t.rules"
    file.write_text(one(clause("3", HITS), clause("4", kings, pawns)), encoding="utf-8")
    assert len(findings(folder)) == 1
    file.write_text(one(clause("3", HITS), clause("4", kings), clause("5", pawns)), encoding="utf-8")
    assert len(findings(folder)) == 2 and findings(folder) == findings(folder, False)


def test_bounds_are_part_of_what_is_kept(folder: Path) -> None:
    only = "p may hit q when every team called t is such that (the size of t is 2)."
    (folder / "texts" / "t.rules").write_text(one(clause("3", only), clause("4", NEVER)), encoding="utf-8")
    for seats, codes in (3, []), (4, ["R510"]), (3, []):
        assert [finding[0] for finding in findings(folder, True, Bounds(seats))] == codes
    options = [Bounds(4), Bounds(4, all_options=True), Bounds(4)]
    both = "p may hit q when option fog is in use and option rain is in use."
    (folder / "texts" / "t.rules").write_text(one(clause("3", both), clause("4", NEVER)), encoding="utf-8")
    assert [[finding[0] for finding in findings(folder, True, bounds)] for bounds in options] == [[], ["R510"], []]


# --- what becomes of the file ---------------------------------------------------------------------


def test_where_nothing_can_be_written_everything_is_still_found(folder: Path, tmp_path: Path) -> None:
    """A file lies where the folder would; it is not overwritten."""
    project_cache("searches.json").parent.write_text("mine", encoding="utf-8")
    assert "cannot be written" in remarks(folder)
    assert project_cache("searches.json").parent.read_text(encoding="utf-8") == "mine"
    project_cache("searches.json").parent.unlink()
    project_cache("searches.json").mkdir(parents=True)
    assert "cannot be" in remarks(folder)
    assert [p.name for p in project_cache("searches.json").parent.iterdir() if p.name.startswith(".searches")] == []


def test_what_was_not_used_lately_goes_when_there_is_too_much(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "MOST_RESULTS", 2)
    file = folder / "texts" / "t.rules"
    for role in "king", "pawn", "king":
        for also in "king", "pawn":
            words = one(
                clause("3", f"p may hit q when p is a {role}."), clause("4", f"p may not hit q when q is a {also}.")
            )
            file.write_text(words, encoding="utf-8")
            assert findings(folder) == findings(folder, False)
    used = {key for key, seen in SearchCache().results.items() if seen.ask == "may-hit"}
    assert len(SearchCache().results) <= 2 + 4 and used


def test_nothing_is_kept_where_the_rules_lie(folder: Path) -> None:
    """What travels with a cloned repository is never used, and nothing is added to it."""
    before = sorted(path for path in Path().rglob("*"))
    cold = findings(folder)
    assert sorted(path for path in Path().rglob("*")) == before
    planted = Path(".emperor-rules-cache", "searches.json")
    planted.parent.mkdir()
    cache = SearchCache()
    emptied = {key: result._replace(witnesses=()) for key, result in cache.results.items()}
    cache.save(emptied, list(emptied))
    project_cache("searches.json").rename(planted)
    assert findings(folder) == cold


# --- interrupts -----------------------------------------------------------------------------------


#: What the progress bar of a check shows, by the moment at which it is interrupted.
MOMENTS = {
    "when it begins": rb"Checking",
    "when it begins to search": rb"searches",
    "in the midst of its searches": rb"searches [^%]*[4-9]\d%",
}


#: What is checked after an interrupt, with and without what the interrupted check has kept.
AGAIN = Bounds(6, texts=("early",), questions=("may-attack", "range"))
#: The command with a bar that is shown at once: however quick the machine is, the bar tells how far the work is.
IMPATIENT = "from emperor_rules.cli import console, main; console.PATIENCE = -1; main.main()"
LONG = (sys.executable, "-c", IMPATIENT, "check", "--rules", "rules", "--text", "early", "--text", "paris")


@pytest.fixture
def unasked(tmp_path: Path) -> Path:
    """The shipped rules without scenarios, since what they ask is not searched."""
    return shutil.copytree(RULES, tmp_path / "rules", ignore=shutil.ignore_patterns("scenarios"))


def shown(terminal: int, pattern: bytes) -> bool:
    """Read what a process writes to its terminal until a pattern stands there; tell whether it ever did."""
    seen = b""
    with suppress(OSError):  # the process has ended
        while chunk := os.read(terminal, 4096):
            seen += chunk
            if re.search(pattern, seen, re.DOTALL):
                return True
    return False


@pytest.mark.parametrize("moment", sample_of(MOMENTS, 0))
def test_an_interrupted_check_leaves_a_good_cache_and_no_processes(moment: str, unasked: Path, tmp_path: Path) -> None:
    terminal, its_end = os.openpty()
    running = subprocess.Popen(
        [*LONG, "--up-to", "8"],
        cwd=tmp_path,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=its_end,
        env={**os.environ, "COLUMNS": "100", "TERM": "xterm"},
    )
    os.close(its_end)
    assert shown(terminal, MOMENTS[moment])
    os.killpg(running.pid, signal.SIGINT)
    with ThreadPoolExecutor(1) as reader:  # a process whose terminal nobody reads would wait for ever
        traceback = reader.submit(shown, terminal, b"Traceback")
        stdout, _ = running.communicate()
    os.close(terminal)
    output = stdout.decode()
    assert not traceback.result()
    assert running.returncode in (0, 1, 130) and "Traceback" not in output, output
    assert running.returncode == 0 or "holds together" not in output
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)
    left = SearchCache(project_cache("searches.json", tmp_path))
    assert (
        left.remark == ""
        and [p.name for p in (project_cache("searches.json", tmp_path).parent).glob(".searches*")] == []
    )
    again = check_folder(unasked, search=AGAIN, cache=project_cache("searches.json", tmp_path))
    assert again.diagnostics == check_rulebook(again.rulebook, search=AGAIN).diagnostics


@pytest.mark.slow
def test_two_checks_at_once_share_a_cache(unasked: Path, tmp_path: Path) -> None:
    both = [
        subprocess.Popen(
            [*LONG, "--up-to", "6"], cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        for _ in range(2)
    ]
    for running in both:
        output, _ = running.communicate()
        assert running.returncode == 0 and "error" not in output, output
    assert SearchCache(project_cache("searches.json", tmp_path)).current
