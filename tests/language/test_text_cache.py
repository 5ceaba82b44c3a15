"""Texts that are kept between runs come back as they were, and are read again where anything changed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from emperor_rules.frontend import loader, text_cache
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.frontend.text_cache import from_json, load_texts, load_whole, to_json
from emperor_rules.resources import cache_folder, shipped_rules
from tests.support.kings_and_pawns import clause, text, write_playable
from tests.support.sampling import number_of_examples

SOUND = text("t", clause("3", "p may hit q."))


class ReadAgain(Exception):
    """Rule files were read."""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of rules, beside a folder for caches that is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return write_playable(tmp_path / "rules", t=SOUND)


def refuse(*_: object, **__: object) -> None:
    raise ReadAgain


def test_every_shipped_text_comes_back_from_json_as_it_was() -> None:
    book = load_rulebook(shipped_rules(), scenarios=False, accepted=True)
    content = (book.vocabulary, book.texts, book.declarations)
    assert book.declarations
    assert from_json(json.loads(json.dumps(to_json(content)))) == content


@pytest.mark.slow
def test_a_whole_folder_comes_back_from_json_as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also its scenarios and what questions are called; no file is parsed a second time."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    read = load_rulebook(shipped_rules())
    assert load_whole(shipped_rules()) == read
    monkeypatch.setattr(loader, "parse", refuse)
    assert load_whole(shipped_rules()) == read


@pytest.mark.parametrize("seed", range(number_of_examples(2, 16)))
def test_a_folder_is_read_as_it_is_after_any_history_of_edits(seed: int, rules: Path) -> None:
    """Files change, go, come back and hold mistakes: what is kept of earlier readings never shows."""
    rng = Random(seed)
    (rules / "scenarios").mkdir()
    scenario = 'scenario "{}"\n  in t\n  seats E | E\n  A1 may hit B1: yes\n'
    versions = {
        "texts/t.rules": [SOUND, text("t", clause("3", "p may not hit q.")), f"{SOUND}nonsense\n"],
        "texts/u.rules": [
            text("u", clause("1", "p may hit q.")),
            text("u", clause("2", "p may hit q."), head="includes t"),
        ],
        "scenarios/one.rules": [scenario.format("one"), scenario.format("two"), scenario.format("three")[:30]],
        "questions/words.toml": ["[en]\nmeans = ['card']\n", "[en]\nmeans = ['spell']\n"],
    }
    for _ in range(12):
        name = rng.choice([*versions])
        (rules / name).parent.mkdir(exist_ok=True)
        if rng.random() < 0.3 and name != "texts/t.rules":
            (rules / name).unlink(missing_ok=True)
        else:
            (rules / name).write_text(rng.choice(versions[name]), encoding="utf-8")
        book = load_rulebook(rules)
        assert load_whole(rules) == book
        assert load_whole(rules) == book
    for name, (first, *_) in versions.items():
        (rules / name).parent.mkdir(exist_ok=True)
        (rules / name).write_text(first, encoding="utf-8")
    assert load_whole(rules).findings == ()
    assert len([*cache_folder().glob("rules-*")]) == 1


def test_what_is_no_class_of_the_model_cannot_be_kept() -> None:
    with pytest.raises(KeyError):
        to_json((Path(),))


def test_texts_are_read_once(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load_texts(rules, ["t"])
    monkeypatch.setattr(loader, "load_rulebook", refuse)
    assert load_texts(rules, ["t"]) == first
    assert list(load_texts(rules, ["t"]).sources) == list(first.sources) != []


@pytest.mark.parametrize(
    "change", ["text", "vocabulary", "another file", "other texts", "declared", "a declaration", "toolkit"]
)
def test_what_changed_is_read_again(change: str, rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_texts(rules, ["t"], declared=change == "a declaration")
    match change:
        case "text":
            (rules / "texts" / "t.rules").write_text(f"{SOUND}\n", encoding="utf-8")
        case "vocabulary":
            [*_, file] = (rules / "vocabulary").iterdir()
            file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        case "another file":
            (rules / "texts" / "u.rules").write_text(text("u", clause("1", "p may hit q.")), encoding="utf-8")
        case "a declaration":
            (rules / "relations").mkdir()
            (rules / "relations" / "t.rules").write_text("# none yet\n", encoding="utf-8")
        case "toolkit":
            monkeypatch.setattr(text_cache, "toolkit_key", lambda: "another")
    monkeypatch.setattr(loader, "load_rulebook", refuse)
    declared = change in ("declared", "a declaration")
    with pytest.raises(ReadAgain):
        load_texts(rules, ["t", "t"] if change == "other texts" else ["t"], declared=declared)


def test_texts_with_mistakes_are_not_kept(rules: Path) -> None:
    (rules / "texts" / "t.rules").write_text(f"{SOUND}nonsense\n", encoding="utf-8")
    assert load_texts(rules, ["t"]).findings
    assert not list(cache_folder().glob("texts-*"))
