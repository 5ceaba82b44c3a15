"""Caches: what another wrote, or a disk spoiled, changes no answer, makes no error and is written anew."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from platformdirs.macos import MacOS
from platformdirs.windows import Windows, get_win_folder_from_env_vars

from emperor_rules import cache_files
from emperor_rules.cache_files import read_cache, write_cache
from emperor_rules.check.changes import CleanState, changes, state_of
from emperor_rules.check.mutation.coverage import CoverageCache, cover
from emperor_rules.check.mutation.runner import EQUIVALENT
from emperor_rules.check.pipeline import check_folder
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.frontend.text_cache import from_json, load_texts, to_json
from emperor_rules.language import grammar
from emperor_rules.language.syntax_tree import Token
from emperor_rules.limits import Bounds
from emperor_rules.resources import cache_folder, project_cache
from emperor_rules.source import SourceFile
from tests.support.kings_and_pawns import clause, text, write_playable

TOKENS = [Token("OPTION", "option", 0, 6)]
CONTRADICTION = text("t", clause("3", "p may hit q."), clause("4", "p may not hit q when q is a king."))


def checked() -> object:
    """What a check finds in rules that contradict themselves."""
    findings = check_folder(Path("rules"), search=Bounds(4), cache=project_cache("searches.json")).diagnostics
    return [(finding.code, str(finding.message)) for finding in findings]


def covered() -> object:
    cache = CoverageCache()
    return cover(load_rulebook(Path("rules")), up_to=4, processes=1, cache=cache).verdicts


def changed() -> object:
    """What was changed since the rules were clean, which they were before a clause was written."""
    clean, before = CleanState(), state_of({"a.rules": SourceFile("a.rules", "one\n")})
    if not clean.before:
        clean.keep(before)
    return changes(clean.before or before, state_of({"a.rules": SourceFile("a.rules", "one\ntwo\n")}))


def loaded() -> object:
    return load_texts(Path("rules"), ["t"]).texts


def without_findings(kept: Any) -> Any:
    seatings, results = kept
    return seatings, {key: [ask, [], *rest] for key, (ask, _, *rest) in results.items()}


def nothing_survives(kept: Any) -> Any:
    context, verdicts = kept
    return context, {id: [EQUIVALENT, *rest] for id, (_, *rest) in verdicts.items()}


def nothing_changed(kept: Any) -> Any:
    return {
        name: [list(block) for block in blocks]
        for name, blocks in state_of({"a.rules": SourceFile("a.rules", "one\ntwo\n")}).items()
    }


def no_texts(kept: Any) -> Any:
    names, vocabulary, _, declarations = from_json(kept)
    return to_json((names, vocabulary, {}, declarations))


@dataclass(frozen=True)
class Kept:
    """A cache: where it lies, what uses it, and what would change the outcome, in the shape that it has."""

    file: Callable[[], Path]
    use: Callable[[], object]
    lie: Callable[[Any], Any]


def texts_file() -> Path:
    [file] = cache_folder().glob("texts-*.json")
    return file


CACHES = {
    "searches": Kept(lambda: project_cache("searches.json"), checked, without_findings),
    "coverage": Kept(lambda: project_cache("coverage.json"), covered, nothing_survives),
    "clean state": Kept(lambda: project_cache("clean.json"), changed, nothing_changed),
    "texts": Kept(texts_file, loaded, no_texts),
}


@pytest.fixture(params=CACHES)
def kept(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """A cache that was used once, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write_playable(tmp_path / "rules", t=CONTRADICTION)
    one = CACHES[request.param]
    one.use()
    return one


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> dict[Path, str]:
    """What is read and written from now on, by file."""
    kinds: dict[Path, str] = {}
    real = cache_files._digest

    def spy(file: Path, kind: str, content: bytes) -> bytes:
        kinds[file] = kind
        return real(file, kind, content)

    monkeypatch.setattr(cache_files, "_digest", spy)
    return kinds


def plant(kept: Kept, kinds: dict[Path, str]) -> None:
    """Put a lie in a cache, with the digest that it ought to have."""
    content = kept.file().read_bytes().partition(b"\n")[2]
    write_cache(kept.file(), kinds[kept.file()], json.dumps(kept.lie(json.loads(content))).encode())


def holds(kept: Kept, kinds: dict[Path, str]) -> bool:
    return read_cache(kept.file(), kinds[kept.file()]) is not None


@pytest.mark.parametrize(
    ("system", "place"), [(MacOS, "Library/Caches/emperor-rules"), (Windows, "Local/emperor-rules/Cache")]
)
def test_caches_lie_where_other_systems_keep_them(
    system: type, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    monkeypatch.setattr("platformdirs.PlatformDirs", system)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", get_win_folder_from_env_vars)
    write_playable(tmp_path / "rules", t=CONTRADICTION)
    ours = {path for path in tmp_path.rglob("*") if path.is_file()}
    for one in CACHES.values():
        one.use()
        assert one.file().is_relative_to(tmp_path / place)
    for made in {path for path in tmp_path.rglob("*") if path.is_file()} - ours:
        inside = made.relative_to(tmp_path / place)
        wrong = [part for part in inside.parts if not re.fullmatch(r"[a-z0-9-]+(\.\w+)?", part)]
        assert not wrong, "a name that any system takes"


def test_what_this_user_wrote_is_believed(kept: Kept, kinds: dict[Path, str]) -> None:
    """The lies of the tests below would be noticed: nothing but owner and permissions keeps them out."""
    honest = kept.use()
    plant(kept, kinds)
    assert kept.use() != honest


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the system does not tell users apart")
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_what_others_may_write_changes_nothing(kept: Kept, kinds: dict[Path, str], mode: int) -> None:
    honest = kept.use()
    plant(kept, kinds)
    kept.file().chmod(mode)
    assert not holds(kept, kinds)
    assert kept.use() == honest
    assert holds(kept, kinds), "it was written anew"
    assert stat.S_IMODE(kept.file().stat().st_mode) == 0o600


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the system does not tell users apart")
def test_what_another_user_wrote_changes_nothing(
    kept: Kept, kinds: dict[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = kept.use()
    plant(kept, kinds)
    monkeypatch.setattr(os, "geteuid", lambda: kept.file().stat().st_uid + 1)
    assert not holds(kept, kinds)
    assert kept.use() == honest


def test_what_stands_under_an_honest_digest_is_its_own_content(kept: Kept, kinds: dict[Path, str]) -> None:
    honest = kept.use()
    digest, _, content = kept.file().read_bytes().partition(b"\n")
    kept.file().write_bytes(digest + b"\n" + json.dumps(kept.lie(json.loads(content))).encode())
    assert kept.use() == honest and holds(kept, kinds)


def test_what_was_kept_elsewhere_changes_nothing(kept: Kept, kinds: dict[Path, str]) -> None:
    """The file of another folder is not read here, though this user wrote it."""
    kept.use()
    there = Path("there", kept.file().name)
    there.parent.mkdir()
    there.write_bytes(kept.file().read_bytes())
    assert read_cache(there, kinds[kept.file()]) is None


def test_a_file_cut_anywhere_is_no_file(kept: Kept, kinds: dict[Path, str]) -> None:
    kept.use()
    whole, kind = kept.file().read_bytes(), kinds[kept.file()]
    for end in {*range(len(whole))[:200], *range(0, len(whole), 1 + len(whole) // 50), len(whole) - 1}:
        kept.file().write_bytes(whole[:end])
        assert read_cache(kept.file(), kind) is None, end


FOREIGN = (b"{}", b"\0" * 70, b"[" * 100_000, b"\xff\xfe\n\xff", b"cos\nsystem\n(S'false'\ntR.")


def test_a_cut_or_foreign_file_changes_nothing(kept: Kept, kinds: dict[Path, str]) -> None:
    honest = kept.use()
    whole = kept.file().read_bytes()
    for planted in (*(whole[:end] for end in (0, 64, 65, 66, -1)), *FOREIGN):
        kept.file().write_bytes(planted)
        assert kept.use() == honest and holds(kept, kinds), planted[:20]


def test_where_no_folder_can_be_made_nothing_is_kept(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, place = kept.use(), Path("nowhere", "emperor-rules")
    place.parent.mkdir(parents=True)
    place.write_text("mine", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path("nowhere").absolute()))
    assert kept.use() == honest
    assert [path for path in Path("nowhere").rglob("*") if path.is_file()] == [place]


def test_a_relative_place_for_caches_is_ignored(kept: Kept, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It could lie in a folder of rules that somebody handed on."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", "rules")
    kept.use()
    assert not Path("rules", "emperor-rules").exists()


def test_a_damaged_grammar_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Lark keeps is unpacked only where it is whole."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(grammar, "_parser", grammar._parser.__wrapped__)
    accepted = grammar.expected("scenario_item", ())
    [file] = cache_folder().glob("grammar-*")
    whole = file.read_bytes()
    for planted in (whole[:100], whole[:-1], b"x" + whole, whole[:-50] + b"." * 50):
        file.write_bytes(planted)
        assert grammar.expected("scenario_item", ()) == accepted
        assert file.read_bytes() != planted, "it was written anew"
