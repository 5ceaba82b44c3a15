"""Texts that are kept between runs come back as they were, and are read again where anything changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from emperor_rules.frontend import loader, text_cache
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.frontend.text_cache import from_json, load_texts, to_json
from emperor_rules.resources import cache_folder, shipped_rules
from tests.support.kings_and_pawns import clause, text, write_playable

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
