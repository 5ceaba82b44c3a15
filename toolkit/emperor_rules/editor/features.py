"""What an editor may ask, each request answered by the module that knows: here are only the forms of the protocol.

A module that loads what answers, checks or writes rules is loaded when it is asked for: so the server is ready at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from emperor_rules.editor import outline
from emperor_rules.editor.block_findings import Room
from emperor_rules.editor.completion import proposals
from emperor_rules.editor.folder_reading import read_folder
from emperor_rules.editor.hover import description
from emperor_rules.editor.mentions import (
    NamedKind,
    NameMention,
    ReadBlock,
    block_of_file,
    definition_span,
    mention_at,
    references,
    same_thing,
)
from emperor_rules.editor.open_file import FileBlock, to_range
from emperor_rules.editor.project import NOTHING_READ, Project, ProjectFile
from emperor_rules.editor.semantic_tokens import TOKEN_NAMES, TokenPainter
from emperor_rules.editor.server import RulesServer, path_of
from emperor_rules.editor.side_process import SideTask, SideWork
from emperor_rules.edits import Fix, TextEdit
from emperor_rules.groups import by_key
from emperor_rules.messages import Message, plural, template
from emperor_rules.model.scenarios import Expectation
from emperor_rules.model.vocabulary import called
from emperor_rules.source import SourceFile, Span

if TYPE_CHECKING:
    from emperor_rules.editor.scenario_edits import AskedText

#: More lines than this between the first and the last change are replaced as a whole.
MOST_COMPARED_LINES = 800
#: More proposals are not sent: an editor asks again as one types on.
MOST_PROPOSALS = 80
#: The commands that code lenses and actions run.
RUN_COMMAND, OPEN_TABLE_COMMAND = "emperor-rules.run", "emperor-rules.openTable"
DECLARE_COMMAND, TRY_SLIPS_COMMAND = "emperor-rules.declare", "emperor-rules.trySlips"

SYMBOL_KINDS = {
    NamedKind.TEXT: types.SymbolKind.Module,
    NamedKind.CLAUSE: types.SymbolKind.Method,
    NamedKind.SCENARIO: types.SymbolKind.Event,
    NamedKind.DECLARATION: types.SymbolKind.Constant,
    NamedKind.SORT: types.SymbolKind.Interface,
    NamedKind.ROLE: types.SymbolKind.Class,
    NamedKind.PREDICATE: types.SymbolKind.Function,
    NamedKind.GIVEN: types.SymbolKind.Variable,
    NamedKind.OPTION: types.SymbolKind.Boolean,
    NamedKind.TERM: types.SymbolKind.String,
}
COMPLETION_KINDS = {
    NamedKind.TEXT: types.CompletionItemKind.Module,
    NamedKind.CLAUSE: types.CompletionItemKind.Method,
    NamedKind.ROLE: types.CompletionItemKind.Class,
    NamedKind.SORT: types.CompletionItemKind.Interface,
    NamedKind.PREDICATE: types.CompletionItemKind.Function,
    NamedKind.GIVEN: types.CompletionItemKind.Variable,
    NamedKind.OPTION: types.CompletionItemKind.Constant,
}
SYMBOL_OF_HEAD = {"text": NamedKind.TEXT, "clause": NamedKind.CLAUSE, "scenario": NamedKind.SCENARIO}


class FilePlace:
    """A place in an open file, with the block around it."""

    def __init__(self, server: RulesServer, uri: str, position: types.Position) -> None:
        self.server = server
        self.project, self.file = server.file(uri)
        self.line, self.column = self.file.document.place(position)
        self.block = self.file.document.block_at(self.line)

    @property
    def read(self) -> ReadBlock | None:
        """The block, parsed; ``None`` where there is none, or nothing was read yet."""
        if self.block is None or self.project.reading is NOTHING_READ:
            return None
        return read_block_of(self.project, self.file, self.block)

    @property
    def mention(self) -> NameMention | None:
        """The name that stands there."""
        read = self.read
        if read is None:
            return None
        return mention_at(read, read.offset(self.line, self.column), self.project.rulebook.vocabulary)

    @property
    def declared(self) -> NameMention | None:
        """What is declared there, if the place stands in the words of a declaration."""
        from emperor_rules.editor.renamed_words import declaration_spoken_at

        read = self.read
        return declaration_spoken_at(read.parsed.tree, read.offset(self.line, self.column)) if read else None


def read_block_of(project: Project, file: ProjectFile, block: FileBlock) -> ReadBlock:
    """Return a block of an open file, parsed by the rules as they were read last."""
    return block_of_file(file.name, block, file.text, project.rulebook)


def range_in(server: RulesServer, file: ProjectFile, span: Span) -> types.Range:
    """Return a place in an open file as the editor counts it."""
    return to_range(span, file.document.line_of, server.encoding)


def up_to_date(server: RulesServer, project: Project) -> None:
    """Read a folder at once if something was edited since: an answer must speak of the files as they are."""
    unsaved = project.unsaved()
    if project.reading.unsaved != unsaved or project.reading is NOTHING_READ:
        project.settle(read_folder(project.folder, unsaved, project.reading))


def add_features(server: RulesServer) -> None:
    """Let a server answer all that editors may ask."""
    _add_reading_aids(server)
    _add_navigation(server)
    _add_renaming(server)
    _add_writing_aids(server)
    _add_scenario_aids(server)
    _add_commands(server)


# --- reading --------------------------------------------------------------------------------------------


def _add_reading_aids(server: RulesServer) -> None:
    painters: dict[int, TokenPainter] = {}

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(server: RulesServer, params: types.HoverParams) -> types.Hover | None:
        place = FilePlace(server, params.text_document.uri, params.position)
        read, mention = place.read, place.mention
        if read is None:
            return None
        parts = []
        if mention is not None:
            parts.append(description(place.project.rulebook, mention.kind, mention.key, server.language))
        if place.file.room is Room.SCENARIOS:
            parts.append(_answers_in_full(server, place, read))
        words = "\n\n---\n\n".join(part for part in parts if part)
        if not words:
            return None
        span = read.span(mention.start, mention.end) if mention is not None else None
        where = range_in(server, place.file, span) if span is not None else None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, words), where)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(server: RulesServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        _, file = server.file(params.text_document.uri)
        return _nested(list(_symbols(server, file)))

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def foldings(server: RulesServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        _, file = server.file(params.text_document.uri)
        return [
            types.FoldingRange(first, last, kind=types.FoldingRangeKind.Comment if comment else None)
            for first, last, comment in outline.foldings(file.document.blocks)
        ]

    legend = types.SemanticTokensLegend(TOKEN_NAMES, ())

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def tokens(server: RulesServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
        project, file = server.file(params.text_document.uri)
        phrases = project.rulebook.vocabulary.phrases
        painter = painters.get(id(project))
        if painter is None or painter.phrases is not phrases:
            painter = painters[id(project)] = TokenPainter(phrases, server.encoding)
        return types.SemanticTokens(painter.tokens(file.document.blocks))

    @server.feature(types.WORKSPACE_SYMBOL)
    def workspace_symbols(server: RulesServer, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        wanted = params.query.casefold().split()
        return [
            types.SymbolInformation(server.location(project, span), name, SYMBOL_KINDS[kind], container_name=container)
            for project in server.projects.values()
            for kind, name, container, span in outline.names(project.rulebook)
            if span.file and all(word in f"{name} {container}".casefold() for word in wanted)
        ]


def _answers_in_full(server: RulesServer, place: FilePlace, read: ReadBlock) -> str:
    """Return the answers to the question of a scenario on a line, with their reasons; nothing on other lines."""
    asked = _asked(place.project, read, place.line)
    parts = [f"```text\n{each.explained(server.language)}\n```" for each in asked]
    heads = [f"**{each.text}**\n\n" if len(asked) > 1 else "" for each in asked]
    return "\n\n".join(head + part for head, part in zip(heads, parts, strict=True))


def _asked(project: Project, read: ReadBlock, line: int) -> list[AskedText]:
    """Return the answers to the question of a scenario on a line of its file, from 0."""
    from emperor_rules.editor.scenario_edits import answers, asked_at

    rules = project.reading.rules
    asked = asked_at(read, line - read.line + 1, rules)
    return list(answers(*asked, rules)) if asked is not None else []


def _symbols(server: RulesServer, file: ProjectFile) -> Iterator[types.DocumentSymbol]:
    for heading in outline.headings(file.document.blocks):
        kind = SYMBOL_OF_HEAD.get(heading.word, NamedKind.PREDICATE)
        line = file.document.line_of(heading.first).rstrip("\r\n")
        last = file.document.line_of(heading.last).rstrip("\r\n")
        whole = Span("", heading.first + 1, 1, heading.last + 1, len(last) + 1)
        start = line.find(heading.name) + 1 or 1
        name = Span("", heading.first + 1, start, heading.first + 1, start + len(heading.name))
        yield types.DocumentSymbol(
            heading.name,
            SYMBOL_KINDS[kind],
            range_in(server, file, whole),
            range_in(server, file, name),
            heading.detail,
        )


def _nested(symbols: list[types.DocumentSymbol]) -> list[types.DocumentSymbol]:
    """Put the clauses of a text inside it."""
    first = symbols[0] if symbols else None
    if first is None or first.kind is not SYMBOL_KINDS[NamedKind.TEXT]:
        return symbols
    first.children = symbols[1:]
    first.range = types.Range(first.range.start, symbols[-1].range.end)
    return [first]


# --- navigation -----------------------------------------------------------------------------------------


def _add_navigation(server: RulesServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(server: RulesServer, params: types.DefinitionParams) -> types.Location | None:
        place = FilePlace(server, params.text_document.uri, params.position)
        up_to_date(server, place.project)
        mention = place.mention
        if mention is None:
            return None
        span = definition_span(place.project.rulebook, mention.kind, mention.key)
        return server.location(place.project, span) if span.file else None

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def find_references(server: RulesServer, params: types.ReferenceParams) -> list[types.Location]:
        place = FilePlace(server, params.text_document.uri, params.position)
        up_to_date(server, place.project)
        mention = place.mention
        if mention is None:
            return []
        places = references(place.project.rulebook, mention.kind, mention.key)
        with_definition = params.context.include_declaration
        spans = (source.span(m.start, m.end) for source, m in places if with_definition or not m.defines)
        return [server.location(place.project, span) for span in spans]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(server: RulesServer, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        place = FilePlace(server, params.text_document.uri, params.position)
        mention, rulebook = place.mention, place.project.rulebook
        if mention is None:
            return []
        wanted = same_thing(rulebook, mention.kind, mention.key)
        highlights = []
        for block in place.file.document.blocks:
            read = read_block_of(place.project, place.file, block)
            for other in read.mentions(rulebook.vocabulary):
                span = read.span(other.start, other.end)
                if span.line > block.line and same_thing(rulebook, other.kind, other.key) == wanted:
                    highlights.append(types.DocumentHighlight(range_in(server, place.file, span)))
        return highlights


# --- names ----------------------------------------------------------------------------------------------


def _add_renaming(server: RulesServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(server: RulesServer, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        from emperor_rules.editor.renamed_rules import bare
        from emperor_rules.editor.renamed_words import declared_words

        place = FilePlace(server, params.text_document.uri, params.position)
        read, mention = place.read, place.mention or place.declared
        if read is None or mention is None:
            return None
        start, end = bare(read.parsed.source.text, mention)
        words = read.parsed.source.text[start:end]
        if mention.spoken:
            words = declared_words(place.project.rulebook, mention)
        range = range_in(server, place.file, read.span(start, end))
        return types.PrepareRenamePlaceholder(range, words) if words else None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(server: RulesServer, params: types.RenameParams) -> types.WorkspaceEdit:
        from emperor_rules.editor.renamed_rules import CannotRename, bare, rename_in_folder
        from emperor_rules.editor.renamed_words import declared_words, rename_words

        place = FilePlace(server, params.text_document.uri, params.position)
        up_to_date(server, place.project)
        read, mention, project = place.read, place.mention or place.declared, place.project
        if read is None or mention is None or (mention.spoken and not declared_words(project.rulebook, mention)):
            refusal = Message("Only names and words of the vocabulary can be changed so.")
            raise JsonRpcInvalidParams(server.say(refusal))
        old = read.parsed.source.text[slice(*bare(read.parsed.source.text, mention))]
        named = f"{mention.key[0]}:{old}" if mention.kind is NamedKind.CLAUSE else old
        try:
            if mention.spoken:
                result = rename_words(project.rulebook, mention, params.new_name)
            else:
                result = rename_in_folder(project.folder, project.rulebook, named, params.new_name, tried=False)
        except CannotRename as refusal_of_name:
            raise JsonRpcInvalidParams(server.say(refusal_of_name.message)) from None
        changes: list[Any] = []
        for path, (before, after) in result.contents.items():
            name = path.as_posix()
            lines = project.files[name].document.lines if name in project.files else before.splitlines(keepends=True)
            changes.append(_document_edit(server, project, name, _line_edits(lines, after)))
        if result.moved is None:
            return types.WorkspaceEdit({change.text_document.uri: change.edits for change in changes})
        there, then = (server.uri_of(project, path.as_posix()) for path in result.moved)
        return types.WorkspaceEdit(document_changes=[*changes, types.RenameFile(there, then)])


# --- writing --------------------------------------------------------------------------------------------


def _add_writing_aids(server: RulesServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions([" ", ","]))
    def completion(server: RulesServer, params: types.CompletionParams) -> types.CompletionList:
        place = FilePlace(server, params.text_document.uri, params.position)
        items = list(_completions(server, place))
        return types.CompletionList(len(items) > MOST_PROPOSALS, items[:MOST_PROPOSALS])

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(server: RulesServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        from emperor_rules.language.formatter import formatted

        project, file = server.file(params.text_document.uri)
        source = SourceFile(file.name, file.document.words.removeprefix("\ufeff"))
        text = formatted(source, project.rulebook.vocabulary.phrases)[0]
        return list(_line_edits(file.document.lines, text)) if text is not None else []

    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite, types.CodeActionKind.Source]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(kinds))
    def actions(server: RulesServer, params: types.CodeActionParams) -> list[types.CodeAction]:
        wanted = params.context.only
        every = _actions(server, params)
        return [a for a in every if not wanted or any(str(a.kind).startswith(str(kind)) for kind in wanted)]


def _completions(server: RulesServer, place: FilePlace) -> Iterator[types.CompletionItem]:
    line = place.file.document.line_of(place.line)[: place.column]
    block = place.block
    words = line
    if block is not None:
        lines = block.words.split("\n")[: place.line - block.line]
        words = "".join(f"{each}\n" for each in lines) + line
    project, file = place.project, place.file
    if project.reading is NOTHING_READ:
        return
    offered = proposals(words, file.text, file.room, project.rulebook, column=place.column)
    for number, proposal in enumerate(offered[: MOST_PROPOSALS + 1]):
        start = Span("", place.line + 1, proposal.start + 1, place.line + 1, place.column + 1)
        yield types.CompletionItem(
            proposal.words,
            kind=COMPLETION_KINDS.get(proposal.kind or NamedKind.TERM, types.CompletionItemKind.Keyword),
            detail=_detail(project, proposal.kind, proposal.key, server.language),
            sort_text=f"{number:03}",
            filter_text=proposal.words,
            text_edit=types.TextEdit(range_in(server, file, start), proposal.words),
        )


def _detail(project: Project, kind: NamedKind | None, key: tuple[str, ...], language: str) -> str | None:
    """Return in a few words what a proposal names."""
    texts = project.rulebook.texts
    if kind is NamedKind.TEXT:
        return texts[key[0]].titles.get(language)
    if kind is NamedKind.CLAUSE:
        clause = next((c for c in texts[key[0]].clauses if c.number == key[1]), None)
        return None if clause is None else clause.name(language) or clause.words(language)
    declaration = project.rulebook.vocabulary.tables.get(kind or "", {}).get(key[0]) if key else None
    return called(declaration).get(language) if declaration is not None else None


def _line_edits(lines: Sequence[str], text: str) -> Iterator[types.TextEdit]:
    """Yield the edits of whole lines that make a file of some lines, with their ends, say some text."""
    old = [line.rstrip("\r\n") for line in lines]
    new = text.split("\n")
    if new and not new[-1]:
        new.pop()
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    stretches: Iterable[tuple[int, int, int, int]] = [(0, len(middle_old), 0, len(middle_new))]
    if max(len(middle_old), len(middle_new)) <= MOST_COMPARED_LINES:
        matcher = SequenceMatcher(None, middle_old, middle_new, autojunk=False)
        stretches = [stretch[1:] for stretch in matcher.get_opcodes() if stretch[0] != "equal"]
    for first, past, begin, stop in stretches:
        if first == past and begin == stop:
            continue
        words = "".join(f"{line}{end}" for line in middle_new[begin:stop])
        stretch = types.Range(types.Position(head + first, 0), types.Position(head + past, 0))
        yield types.TextEdit(stretch, words)
    if tail and not lines[-1].endswith(("\n", "\r")):
        place = types.Position(len(old), 0)
        yield types.TextEdit(types.Range(place, place), end)


def _actions(server: RulesServer, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    from emperor_rules.editor.scenario_edits import witness_fix

    uri = params.text_document.uri
    project, file = server.file(uri)
    begin, end = params.range.start, params.range.end
    for shown, finding in server.shown.get(uri, ()):
        if shown.range.start.line > end.line or shown.range.end.line < begin.line:
            continue
        for fix in finding.fixes:
            yield _action(server, project, fix, types.CodeActionKind.QuickFix, shown)
        fix_by_scenario = witness_fix(finding, project.folder, project.rulebook, project.reading.rules.engine)
        if fix_by_scenario is not None:
            yield _action(server, project, fix_by_scenario, types.CodeActionKind.QuickFix, shown)
    place = FilePlace(server, uri, begin)
    read = place.read
    if read is None or place.block is None:
        return
    if file.room is Room.SCENARIOS:
        for fix in _answer_fixes(project, file, place.block, place.line):
            yield _action(server, project, fix, types.CodeActionKind.RefactorRewrite)
    words = place.block.words.split()
    if file.room is Room.TEXTS and place.line == place.block.line and len(words) > 1:
        text = project.rulebook.texts.get(file.text)
        if text is not None and words[0] == "text" and text.relations:
            title = Message("Declare where {text} differs, and nowhere else", text=text.id)
            yield _command_action(server, title, DECLARE_COMMAND, text.id, project.folder.as_posix())
        clause = next((c for c in text.clauses if c.number == words[1]), None) if text is not None else None
        if words[0] == "clause" and clause is not None:
            title = Message("Try small slips in clause {clause}", clause=clause.id)
            yield _command_action(server, title, TRY_SLIPS_COMMAND, clause.text, clause.slug, project.folder.as_posix())


def _answer_fixes(project: Project, file: ProjectFile, block: FileBlock, line: int) -> Iterator[Fix]:
    """Yield what writes the answer to a question of a scenario, also where question marks leave it open."""
    from emperor_rules.check.fixes import end_of_marks, without_marks
    from emperor_rules.editor.scenario_edits import answer_fixes, answers, asked_at

    read = read_block_of(project, file, block._replace(words=without_marks(block.words)))
    place_asked = asked_at(read, line - read.line + 1, project.reading.rules)
    if place_asked is None:
        return
    scenario, expectation = place_asked
    source = read.parsed.source
    start = source.offset(expectation.span.line, expectation.span.column)
    item = next((i for i in _items(read) if i[0] <= start < i[1]), None)
    if item is not None:
        asked = list(answers(scenario, expectation, project.reading.rules))
        written, place = source.text[slice(*item)], read.span(*item)
        end = end_of_marks(file.document.line_of(place.end_line - 1))
        if end:
            written, place = f"{written}, by ?", place._replace(end_column=end + 1)
        yield from answer_fixes(written, place, asked)


def _items(read: ReadBlock) -> Iterator[tuple[int, int]]:
    """Yield the stretches of the items of a block that was parsed."""
    for block in read.parsed.tree.trees:
        for item in block.trees:
            tokens = [token for token in item.leaves if token.type != "END"]
            if tokens:
                yield tokens[0].start, tokens[-1].end


def _action(
    server: RulesServer, project: Project, fix: Fix, kind: types.CodeActionKind, shown: types.Diagnostic | None = None
) -> types.CodeAction:
    edit = workspace_edit(server, project, fix.edits)
    preferred = True if fix.certain and shown is not None else None
    diagnostics = [shown] if shown is not None else None
    return types.CodeAction(
        server.say(fix.title), kind=kind, edit=edit, diagnostics=diagnostics, is_preferred=preferred
    )


def _command_action(server: RulesServer, title: Message, command: str, *arguments: Any) -> types.CodeAction:
    call = types.Command(server.say(title), command, arguments=list(arguments))
    return types.CodeAction(call.title, kind=types.CodeActionKind.Source, command=call)


def workspace_edit(server: RulesServer, project: Project, edits: Iterable[TextEdit]) -> types.WorkspaceEdit:
    """Return edits of files, some of which may not be there yet, as an editor applies them."""
    changes: list[Any] = []
    for name, of_file in by_key((edit.span.file, edit) for edit in edits).items():
        uri = server.uri_of(project, name)
        if name not in project.files and not path_of(uri).exists():
            changes.append(types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True)))
        line_of = server.line_of(project, name)
        written = []
        for edit in of_file:
            where, words = to_range(edit.span, line_of, server.encoding), edit.text
            above = line_of(edit.span.line - 2)
            if (
                edit.span.line > 1
                and not line_of(edit.span.line - 1)
                and above
                and not _is_ended(server, project, name)
            ):
                words = f"\n{words}"  # the last line is not ended
            written.append(types.TextEdit(where, words))
        changes.append(_document_edit(server, project, name, written))
    if any(isinstance(change, types.CreateFile) for change in changes):
        return types.WorkspaceEdit(document_changes=changes)
    return types.WorkspaceEdit({change.text_document.uri: change.edits for change in changes})


def _document_edit(
    server: RulesServer, project: Project, name: str, edits: Iterable[types.TextEdit]
) -> types.TextDocumentEdit:
    version = project.files[name].document.version if name in project.files else None
    identifier = types.OptionalVersionedTextDocumentIdentifier(server.uri_of(project, name), version)
    return types.TextDocumentEdit(identifier, list(edits))


def _is_ended(server: RulesServer, project: Project, name: str) -> bool:
    file = project.files.get(name)
    source = project.rulebook.sources.get(name)
    text = file.document.source if file is not None else source.text if source is not None else ""
    return text.endswith(("\n", "\r"))


# --- scenarios ------------------------------------------------------------------------------------------


def _add_scenario_aids(server: RulesServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hints(server: RulesServer, params: types.InlayHintParams) -> list[types.InlayHint]:
        project, file = server.file(params.text_document.uri)
        if file.room is not Room.SCENARIOS or project.reading is NOTHING_READ:
            return []
        first, last = params.range.start.line, params.range.end.line
        return list(_hints(server, project, file, first, last))

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def lenses(server: RulesServer, params: types.CodeLensParams) -> list[types.CodeLens]:
        _, file = server.file(params.text_document.uri)
        if file.room is not Room.SCENARIOS:
            return []
        return [lens for block in file.document.blocks for lens in _lenses(server, file, block)]


def _hints(
    server: RulesServer, project: Project, file: ProjectFile, first: int, last: int
) -> Iterator[types.InlayHint]:
    from emperor_rules.editor.scenario_edits import answers, in_short, scenarios_of

    rules = project.reading.rules
    for block in file.document.blocks:
        if block.line > last or block.line + block.words.count("\n") < first:
            continue
        read = read_block_of(project, file, block)
        for scenario in scenarios_of(read, rules):
            for expectation in scenario.expectations:
                line = expectation.span.line - 1 + read.line
                asked = list(answers(scenario, expectation, rules)) if first <= line <= last else []
                as_expected = _as_expected(asked, expectation)
                words = in_short(asked, cited=not as_expected)
                if words is None:
                    continue
                end = len(file.document.line_of(line).rstrip("\r\n"))
                where = range_in(server, file, Span("", line + 1, end + 1, line + 1, end + 1)).start
                yield types.InlayHint(where, f"{'=' if as_expected else '≠'} {server.say(words)}", padding_left=True)


def _as_expected(asked: Iterable[AskedText], expectation: Expectation) -> bool:
    """Return whether all texts answer a question as a scenario expects, by whatever clauses."""
    return all(expectation.is_met_by(each.answer.status, each.answer.answer) for each in asked)


def _lenses(server: RulesServer, file: ProjectFile, block: FileBlock) -> Iterator[types.CodeLens]:
    if not block.words.startswith("scenario"):
        return
    where = types.Range(types.Position(block.line, 0), types.Position(block.line, len("scenario")))
    arguments = [file.document.uri, block.line]
    for title, command in ((Message("Run"), RUN_COMMAND), (Message("Open at the live table"), OPEN_TABLE_COMMAND)):
        yield types.CodeLens(where, types.Command(server.say(title), command, arguments=arguments))


# --- commands -------------------------------------------------------------------------------------------


def _add_commands(server: RulesServer) -> None:
    @server.command(RUN_COMMAND)
    def run(server: RulesServer, uri: str, line: int) -> str:
        place = FilePlace(server, uri, types.Position(line, 0))
        up_to_date(server, place.project)
        words = _run(server, place)
        server.tell(words)
        return words

    @server.command(OPEN_TABLE_COMMAND)
    def open_table(server: RulesServer, uri: str, line: int) -> str | None:
        place = FilePlace(server, uri, types.Position(line, 0))
        up_to_date(server, place.project)
        address = _table_address(server, place)
        if address is None:
            words = template(
                "Build the site (emperor build), or say in the settings of the editor where it is: {setting}"
            )
            server.tell(Message(words, setting="emperor-rules.site"), types.MessageType.Warning)
            return None
        window = server.client_capabilities.window
        if window is not None and window.show_document is not None and window.show_document.support:
            server.window_show_document(types.ShowDocumentParams(address, external=True), lambda _: None)
        else:
            server.tell(address)
        return address

    @server.command(DECLARE_COMMAND)
    async def declare(server: RulesServer, text: str, folder: str) -> None:
        project = server.projects[Path(folder)]
        renewed = await _beside(server, project, SideTask(SideWork.DECLARE, project.folder, project.unsaved(), text))
        from emperor_rules.check.drafts import Redeclared  # loads what searches, which takes long

        if not isinstance(renewed, Redeclared):
            return
        if renewed.contradictions:
            wrong = Message("{text} contradicts itself: correct that first.", text=text)
            return server.tell(wrong, types.MessageType.Warning)
        edits = renewed.edits(project.rulebook, project.folder)
        if not edits:
            return server.tell(Message("Every difference of {text} is declared, and nothing else.", text=text))
        edit = workspace_edit(server, project, edits)
        await server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit))

    @server.command(TRY_SLIPS_COMMAND)
    async def try_slips(server: RulesServer, text: str, slug: str, folder: str) -> int | None:
        project = server.projects[Path(folder)]
        task = SideTask(SideWork.SLIPS, project.folder, project.unsaved(), text, slug)
        findings = await _beside(server, project, task)
        if findings is None:
            return None
        project.settle_slips(tuple(findings))
        server.publish_all(project)
        words = plural(
            len(findings),
            "{number} slip that no scenario notices.",
            "{number} slips that no scenario notices.",
            number=len(findings),
        )
        server.tell(words)
        return len(findings)


async def _beside(server: RulesServer, project: Project, task: SideTask) -> Any:
    """Return the first result of work in a process of its own; ``None`` where it has none: the rules have errors."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any) -> None:
        if not done.done():
            done.set_result(result)

    def report(result: Any) -> None:
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(settle, result)

    process = server.side_process(task, report)
    try:
        return await done
    finally:
        process.stop()


def _run(server: RulesServer, place: FilePlace) -> str:
    """Return what the texts answer to the questions of a scenario, beside what it expects."""
    from emperor_rules.editor.scenario_edits import answers, in_short, scenarios_of

    read, rules = place.read, place.project.reading.rules
    lines = []
    for scenario in scenarios_of(read, rules) if read is not None else ():
        for expectation in scenario.expectations:
            asked = list(answers(scenario, expectation, rules))
            fine = _as_expected(asked, expectation)
            words = in_short(asked, cited=True)
            if words is not None:
                lines.append(
                    f"{'✓' if fine else '✗'} {expectation.written}" + ("" if fine else f" → {server.say(words)}")
                )
    return "\n".join(lines) or server.say(Message("This scenario cannot be read."))


def _table_address(server: RulesServer, place: FilePlace) -> str | None:
    """Return the address of a scenario at the live table; ``None`` where no site is known, or no scenario."""
    from emperor_rules.api.live_table import live_state
    from emperor_rules.editor.scenario_edits import answers, scenarios_of

    read, rules = place.read, place.project.reading.rules
    scenarios = scenarios_of(read, rules) if read is not None else ()
    expectation = next((e for s in scenarios for e in s.expectations), None)
    asked = next(answers(scenarios[0], expectation, rules), None) if expectation is not None else None
    if asked is None:
        return None
    page = "" if server.language == "en" else f"{server.language}/"
    site = str(server.settings.get("site") or "").rstrip("/")
    if not site:
        built = place.project.folder.parent / "build" / "site"
        if not (built / page / "table" / "index.html").is_file():
            return None
        return f"{(built / page / 'table' / 'index.html').as_uri()}#{live_state(asked.request)}"
    return f"{site}/{page}table/#{live_state(asked.request)}"
