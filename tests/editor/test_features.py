"""What an editor asks of the language server, end to end, on the rules of this project."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from emperor_rules.editor.features import MOST_PROPOSALS
from tests.support.editor import Editor
from tests.support.paths import RULES

TEXT = RULES / "texts" / "cr" / "cr-809.rules"
SCENARIOS = RULES / "scenarios" / "range.rules"


class Sheet:
    """An open file in an editor, whose places are named by what stands there."""

    def __init__(self, editor: Editor, path: Path, text: str | None = None) -> None:
        self.editor = editor
        self.text = path.read_text(encoding="utf-8") if text is None else text
        self.uri = editor.open(path, self.text)
        self.id = types.TextDocumentIdentifier(self.uri)

    def at(self, line: str, words: str = "", *, behind: bool = False) -> types.Position:
        """The place of some words in the first line that holds others, or behind them."""
        lines = self.text.split("\n")
        number = next(number for number, other in enumerate(lines) if line in other)
        column = lines[number].index(words or line)
        return types.Position(number, column + (len(words or line) if behind else 0))

    def of(self, span: types.Range) -> str:
        """What stands in a stretch of one line."""
        return self.text.split("\n")[span.start.line][span.start.character : span.end.character]

    def ask(self, method: str, params: Any) -> Any:
        return self.editor.request(method, params)

    def actions(self, place: types.Position) -> dict[str, Any]:
        """What the editor offers to do at a place, by title."""
        params = types.CodeActionParams(self.id, types.Range(place, place), types.CodeActionContext([]))
        return {action.title: action for action in self.ask(types.TEXT_DOCUMENT_CODE_ACTION, params)}


@pytest.fixture(scope="module")
def rules(editor: Editor) -> Sheet:
    """A text, after everything was read."""
    sheet = Sheet(editor, TEXT, TEXT.read_text(encoding="utf-8").replace("is an emperor", "is an emperro", 1))
    editor.diagnostics(sheet.uri, bool)
    sheet.text = TEXT.read_text(encoding="utf-8")
    editor.change(sheet.uri, sheet.text)
    editor.diagnostics(sheet.uri, lambda shown: not shown)
    return sheet


@pytest.fixture(scope="module")
def scenarios(editor: Editor, rules: Sheet) -> Sheet:
    return Sheet(editor, SCENARIOS)


# --- reading ------------------------------------------------------------------------------------------------


def hover(sheet: Sheet, place: types.Position) -> str:
    found = sheet.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(sheet.id, place))
    return found.contents.value if found is not None else ""


def test_hover_tells_a_clause_in_plain_words(rules: Sheet) -> None:
    said = hover(rules, rules.at("overrides 809.1", "809.1"))
    assert "At least two teams play" in said
    assert "Overridden by: cr-809 809.6" in said


def test_hover_tells_a_word_and_its_declaration(rules: Sheet) -> None:
    assert "`emperor`" in hover(rules, rules.at("is an emperor", "is an emperor"))
    assert hover(rules, types.Position(1, 0)) == ""


def test_hover_on_a_question_answers_it_with_reasons(scenarios: Sheet) -> None:
    said = hover(scenarios, scenarios.at("the range of A2", "range"))
    assert "The range of A2 is 2." in said
    assert "cr-809:809.3a" in said


def test_the_outline_holds_every_clause(rules: Sheet) -> None:
    symbols = rules.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(rules.id))
    assert [symbol.name.split()[0] for symbol in symbols] == ["cr-809"]
    heads = [line.split()[1] for line in rules.text.split("\n") if line.startswith("clause ")]
    assert [symbol.name.split()[0] for symbol in symbols[0].children] == heads
    assert all(rules.of(symbol.selection_range) == symbol.name for symbol in symbols[0].children)


def test_blocks_can_be_folded(rules: Sheet) -> None:
    ranges = rules.ask(types.TEXT_DOCUMENT_FOLDING_RANGE, types.FoldingRangeParams(rules.id))
    lines = rules.text.split("\n")
    first = {folding.start_line: folding.end_line for folding in reversed(ranges)}
    for number, line in enumerate(lines):
        if line.startswith("clause "):
            assert lines[first[number]].startswith("  ")
            assert not lines[first[number] + 1].startswith("  ")


def test_tokens_cover_what_the_lexer_reads(rules: Sheet, editor: Editor) -> None:
    data = rules.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(rules.id)).data
    legend = (editor.capabilities.semantic_tokens_provider or pytest.fail("no tokens")).legend.token_types
    line = column = 0
    found = set()
    for delta, start, length, kind, _ in zip(*[iter(data)] * 5, strict=True):
        line, column = line + delta, start + (0 if delta else column)
        words = rules.text.split("\n")[line][column : column + length]
        assert words == words.strip() != ""
        found.add((words, legend[kind]))
    assert {
        ("clause", "keyword"),
        ("is an emperor", "function"),
        ("the range of", "property"),
        ("p", "parameter"),
    } <= found


def test_the_workspace_is_searched_by_name(editor: Editor, rules: Sheet) -> None:
    found = editor.request(types.WORKSPACE_SYMBOL, types.WorkspaceSymbolParams("809.3a"))
    assert any(symbol.container_name == "cr-809" and symbol.location.uri == rules.uri for symbol in found)


# --- navigation ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words", "file"),
    [
        ("overrides 809.1", "809.1", "texts/cr/cr-809.rules"),
        ("includes", "cr-101", "texts/cr/cr-101.rules"),
        ("is an emperor", "is an emperor", "vocabulary/"),
    ],
)
def test_a_name_leads_to_its_definition(line: str, words: str, file: str, rules: Sheet) -> None:
    where = rules.ask(types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(rules.id, rules.at(line, words)))
    assert file in where.uri


def test_a_scenario_leads_to_the_clauses_that_it_names(scenarios: Sheet, rules: Sheet) -> None:
    params = types.DefinitionParams(scenarios.id, scenarios.at("the range of A2: 2", "809.3a"))
    where = scenarios.ask(types.TEXT_DOCUMENT_DEFINITION, params)
    assert where.uri == rules.uri
    assert rules.of(where.range) == "809.3a"


def test_references_are_found_in_all_files(rules: Sheet) -> None:
    place = rules.at("clause 809.3a", "809.3a")
    params = types.ReferenceParams(types.ReferenceContext(True), rules.id, place)
    found = rules.ask(types.TEXT_DOCUMENT_REFERENCES, params)
    files = {location.uri.rpartition("/rules/")[2] for location in found}
    assert {"texts/cr/cr-809.rules", "scenarios/range.rules"} <= files
    assert place in [location.range.start for location in found]


def test_other_places_of_a_name_are_marked(rules: Sheet) -> None:
    params = types.DocumentHighlightParams(rules.id, rules.at("overrides 809.1", "809.1"))
    marked = rules.ask(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, params)
    assert {rules.of(mark.range) for mark in marked} >= {"809.1"}


# --- names --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_slug_is_renamed_wherever_it_stands(rules: Sheet) -> None:
    place = rules.at("clause 809.3a", "range-by-role") if "range-by-role" in rules.text else None
    assert place is not None
    prepared = rules.ask(types.TEXT_DOCUMENT_PREPARE_RENAME, types.PrepareRenameParams(rules.id, place))
    assert rules.of(prepared.range) == "range-by-role"
    edit = rules.ask(types.TEXT_DOCUMENT_RENAME, types.RenameParams(rules.id, place, "range-of-roles"))
    written = "".join(change.new_text for change in edit.changes[rules.uri])
    assert "clause 809.3a range-of-roles\n" in written and "formerly range-by-role\n" in written


@pytest.mark.slow
def test_a_name_of_the_vocabulary_is_renamed_in_all_files(editor: Editor, rules: Sheet) -> None:
    path = next(
        p for p in (RULES / "vocabulary").glob("*.rules") if "option range-one" in p.read_text(encoding="utf-8")
    )
    words = Sheet(editor, path)
    place = words.at("option range-one", "range-one")
    edit = words.ask(types.TEXT_DOCUMENT_RENAME, types.RenameParams(words.id, place, "short-range"))
    assert {f"{name}.rules" for name in ("march", "terms", "early")} <= {uri.rpartition("/")[2] for uri in edit.changes}
    written = [change.new_text for changes in edit.changes.values() for change in changes]
    assert all("short-range" in words and "range-one" not in words for words in written)


@pytest.mark.slow
def test_words_of_the_vocabulary_are_renamed_in_all_sentences(editor: Editor, rules: Sheet) -> None:
    place = rules.at("q is next to p", "is next to")
    prepared = rules.ask(types.TEXT_DOCUMENT_PREPARE_RENAME, types.PrepareRenameParams(rules.id, place))
    assert (rules.of(prepared.range), prepared.placeholder) == ("is next to", "q is next to p")
    edit = rules.ask(types.TEXT_DOCUMENT_RENAME, types.RenameParams(rules.id, place, "q sits beside p"))
    assert "q sits beside p" in "".join(change.new_text for change in edit.changes[rules.uri])
    path = next(p for p in (RULES / "vocabulary").glob("*.rules") if 'en "q is next to p"' in p.read_text("utf-8"))
    declared = Sheet(editor, path)
    place = declared.at('en "q is next to p"', "next")
    prepared = declared.ask(types.TEXT_DOCUMENT_PREPARE_RENAME, types.PrepareRenameParams(declared.id, place))
    assert prepared.placeholder == "q is next to p", "where it is declared it is renamed as well"
    refused = editor.refused(types.TEXT_DOCUMENT_RENAME, types.RenameParams(declared.id, place, "p sits beside q"))
    assert "“q is next to p”" in refused


@pytest.mark.parametrize("name", ["809.3c", "two words", ""])
def test_a_name_that_cannot_be_is_refused_in_words(name: str, rules: Sheet) -> None:
    params = types.RenameParams(rules.id, rules.at("clause 809.3a", "809.3a"), name)
    assert "“" in rules.editor.refused(types.TEXT_DOCUMENT_RENAME, params)


# --- writing ------------------------------------------------------------------------------------------------


def test_few_proposals_are_sent_and_more_as_one_types(rules: Sheet) -> None:
    place = rules.at("is an emperor", "is an emperor")
    few = rules.ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(rules.id, place))
    assert len(few.items) == MOST_PROPOSALS and few.is_incomplete
    behind = types.Position(place.line, place.character + len("is an em"))
    narrowed = rules.ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(rules.id, behind))
    chosen = next(item for item in narrowed.items if item.label == "is an emperor")
    assert chosen.text_edit.range == types.Range(place, behind)


def test_formatting_touches_only_lines_that_differ(editor: Editor, rules: Sheet) -> None:
    crooked = rules.text.replace("\n  the range of p is 2", "\n   the   range of p is 2", 1)
    assert crooked != rules.text
    editor.change(rules.uri, crooked)
    options = types.FormattingOptions(2, True)
    edits = rules.ask(types.TEXT_DOCUMENT_FORMATTING, types.DocumentFormattingParams(rules.id, options))
    assert len(edits) == 1
    lines = crooked.split("\n")
    first, past = edits[0].range.start.line, edits[0].range.end.line
    lines[first:past] = edits[0].new_text.removesuffix("\n").split("\n")
    assert "\n".join(lines) == rules.text
    editor.change(rules.uri, rules.text.replace("is an emperor", "is an emperro", 1))
    assert not rules.ask(types.TEXT_DOCUMENT_FORMATTING, types.DocumentFormattingParams(rules.id, options))
    editor.change(rules.uri, rules.text)


def test_the_nearest_word_is_offered(editor: Editor, rules: Sheet) -> None:
    editor.change(rules.uri, rules.text.replace("is an emperor", "is an emperro", 1))
    editor.diagnostics(rules.uri, bool)
    offered = rules.actions(rules.at("is an emperor", "is an emperor"))
    edit = next(action.edit for action in offered.values() if action.is_preferred)
    assert [change.new_text for change in edit.changes[rules.uri]] == ["emperor"]
    editor.change(rules.uri, rules.text)


# --- scenarios ----------------------------------------------------------------------------------------------


def test_the_answer_is_shown_beside_each_question(scenarios: Sheet) -> None:
    whole = types.Range(types.Position(0, 0), types.Position(30, 0))
    hints = scenarios.ask(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(scenarios.id, whole))
    place = scenarios.at("the range of A2: 2")
    assert next(hint.label for hint in hints if hint.position.line == place.line) == "= 2"


def test_an_answer_that_is_not_expected_can_be_written(editor: Editor, scenarios: Sheet) -> None:
    editor.change(
        scenarios.uri, scenarios.text.replace("the range of A2: 2, by cr-809 809.3a", "the range of A2: 1", 1)
    )
    place = scenarios.at("the range of A2: 2")
    line = types.Range(types.Position(place.line, 0), types.Position(place.line, 99))
    hints = scenarios.ask(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(scenarios.id, line))
    assert [hint.label for hint in hints] == ["≠ 2, by cr-809 809.3a"]
    offered = scenarios.actions(place)
    edit = next(action.edit for title, action in offered.items() if title.startswith("Write what is answered"))
    assert [change.new_text for change in edit.changes[scenarios.uri]] == ["the range of A2: 2, by cr-809 809.3a"]
    editor.change(scenarios.uri, scenarios.text)


@pytest.mark.parametrize("open", ["2, by ?", "?, by ?", "?"])
def test_an_answer_that_is_left_open_can_be_filled_in(open: str, editor: Editor, scenarios: Sheet) -> None:
    wanted = "the range of A2: 2, by cr-809 809.3a"
    changed = scenarios.text.replace(wanted, f"the range of A2: {open}  # ours", 1)
    editor.change(scenarios.uri, changed)
    offered = scenarios.actions(scenarios.at("the range of A2: 2"))
    edit = next(action.edit for title, action in offered.items() if title.startswith("Write what is answered"))
    (change,) = edit.changes[scenarios.uri]
    line = changed.split("\n")[change.range.start.line]
    filled = line[: change.range.start.character] + change.new_text + line[change.range.end.character :]
    assert filled.strip() == f"{wanted}  # ours"
    editor.change(scenarios.uri, scenarios.text)


def test_a_scenario_is_run_and_opened_by_its_lenses(editor: Editor, scenarios: Sheet) -> None:
    lenses = scenarios.ask(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(scenarios.id))
    run, table = (lens.command for lens in lenses[:2])
    said = scenarios.ask(types.WORKSPACE_EXECUTE_COMMAND, types.ExecuteCommandParams(run.command, run.arguments))
    assert said.splitlines() and all(line.startswith("✓") for line in said.splitlines())
    site = types.DidChangeConfigurationParams({"emperor-rules": {"site": "https://example.org/rules"}})
    editor.notify(types.WORKSPACE_DID_CHANGE_CONFIGURATION, site)
    call = types.ExecuteCommandParams(table.command, table.arguments)
    address = scenarios.ask(types.WORKSPACE_EXECUTE_COMMAND, call)
    assert address.startswith("https://example.org/rules/table/#text=")
    assert "seats=gEg.gEg" in address and "ask=range" in address
