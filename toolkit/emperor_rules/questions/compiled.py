"""The phrasings of a folder, compiled when it is first asked, and kept in the user's cache folder until they change."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from emperor_rules.cache_files import read_cache, toolkit_key, write_cache
from emperor_rules.errors import RulesError
from emperor_rules.frontend.layers import layers_of
from emperor_rules.frontend.project_errors import ProjectError
from emperor_rules.frontend.rule_files import WORDS_FILE
from emperor_rules.frontend.text_cache import from_json, room_contents, to_json
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.phrasings import Phrasing, Phrasings
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.questions.matcher import Matcher
from emperor_rules.resources import cache_folder, languages_folder

#: The name of the file, and the rooms of a folder of rules on whose files it rests.
QUESTIONS_FILE, QUESTION_ROOMS = "questions.json", ("vocabulary", "questions")


def load_matcher(folder: Path, vocabulary: Vocabulary) -> tuple[Matcher, RulesError | None]:
    """Return what finds the questions of a folder, and what is wrong with its files of phrasings, if anything is."""
    contents = room_contents(folder, QUESTION_ROOMS)
    with suppress(OSError, ProjectError):  # reported where they are read
        words = [layer.folder / QUESTION_ROOMS[1] / WORDS_FILE for layer in layers_of(folder)]
        words += [languages_folder() / language / "questions.toml" for language in LANGUAGES]
        contents.update((str(path), path.read_bytes()) for path in words if contents and path.is_file())
    kind, file = repr((toolkit_key(), contents)), cache_folder() / QUESTIONS_FILE
    kept = read_cache(file, kind) if contents else None
    if kept is not None:
        return _unpacked(json.loads(kept), vocabulary), None
    from emperor_rules.frontend.loader import Folder, load_phrasings  # what is kept needs no parser

    read = Folder(folder)
    matcher = Matcher(vocabulary, load_phrasings(read, vocabulary))
    if errors := [finding for finding in read.findings if finding.is_error]:
        return matcher, RulesError(errors, read.sources)
    if contents and not read.findings:
        with suppress(OSError):  # nowhere to write: only slower
            write_cache(file, kind, json.dumps(_packed(matcher), ensure_ascii=False, separators=(",", ":")).encode())
    return matcher, None


def _packed(matcher: Matcher) -> dict[str, Any]:
    phrasings = matcher.phrasings
    said = [
        [(p.id, p.language, p.words, p.value) for p in part] for part in (phrasings.questions, phrasings.circumstances)
    ]
    return {"said": said, "topics": to_json(phrasings.topics), "words": phrasings.words, **matcher.compiled()}


def _unpacked(kept: dict[str, Any], vocabulary: Vocabulary) -> Matcher:
    questions, circumstances = (tuple(Phrasing(*row) for row in rows) for rows in kept["said"])
    return Matcher(vocabulary, Phrasings(questions, circumstances, from_json(kept["topics"]), kept["words"]), kept)
