"""The server: takes in what an editor opens and edits, and says what is wrong there, at once and in the background."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from emperor_rules import __version__
from emperor_rules.diagnostics import Diagnostic, Severity
from emperor_rules.editor.folder_reading import FolderReading, read_folder, stamps_of
from emperor_rules.editor.open_file import LineOf, OpenFile, OpenFiles, to_range
from emperor_rules.editor.project import NOTHING_READ, Project, ProjectFile, rules_around, rules_below
from emperor_rules.editor.side_process import SideProcess, SideTask, SideWork
from emperor_rules.frontend.rule_files import display_name
from emperor_rules.messages import ENGLISH, LANGUAGES, Message, in_language
from emperor_rules.resources import shipped_rules
from emperor_rules.source import Span

SERVER_NAME = "emperor-rules"
#: Seconds without an edit after which the whole folder is read, and after which scenarios and searches begin.
READING_PAUSE, CHECKING_PAUSE = 0.15, 0.8
#: Between two looks at files of which the editor tells no changes: seconds, and how often as long as a look takes.
LEAST_PAUSE, PAUSE_PER_LOOK = 1.0, 50
#: The files that matter, as a pattern; ``emperor.lock`` holds what the base said.
WATCHED = "**/*.{rules,toml,lock}"
SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.DECLARED: types.DiagnosticSeverity.Hint,
}


class RulesServer(LanguageServer):
    """The language server for rule files.

    Attributes:
        language: The language of all that it says.
        settings: What the editor has set, by name.
        projects: The folders of rules by their paths.
        shown: What was published of each file: as the editor has it, and as it was found.
    """

    def __init__(self, language: str | None = None) -> None:
        super().__init__(SERVER_NAME, __version__)
        self._chosen_language, self._locale = language, ""
        self.language = language or ENGLISH
        self.settings: Mapping[str, Any] = {}
        self.projects: dict[Path, Project] = {}
        self.shown: dict[str, list[tuple[types.Diagnostic, Diagnostic]]] = {}
        self._reader, self._reading = ThreadPoolExecutor(1, "reading"), asyncio.Lock()
        self._timers: dict[Path, asyncio.TimerHandle] = {}
        self._side_processes: list[SideProcess] = []
        self._files: dict[str, tuple[Project, ProjectFile]] = {}
        self._shown_by: dict[str, Project] = {}
        self._watched: set[Path] = set()
        self._looks: dict[Path, asyncio.TimerHandle] = {}

    # --- settings --------------------------------------------------------------------------------

    def begin(self, params: types.InitializeParams) -> None:
        """Take in what an editor says of itself."""
        workspace = self.protocol.workspace
        folders = list(workspace.folders.values())
        # No public way leads a server to documents of its own kind.
        self.protocol._workspace = OpenFiles(
            workspace.root_uri, types.TextDocumentSyncKind.Incremental, folders, workspace.position_encoding
        )
        self._locale = (params.locale or "")[:2]
        options = params.initialization_options
        self.configure(options if isinstance(options, Mapping) else {})

    def configure(self, settings: Mapping[str, Any]) -> None:
        """Take over what an editor has set; the command line chooses the language before its settings do."""
        self.settings = {**self.settings, **settings}
        wanted = (self._chosen_language, self.settings.get("language"), self._locale)
        self.language = next((language for language in wanted if language in LANGUAGES), ENGLISH)

    def say(self, words: object) -> str:
        """Return a sentence in the language of the editor."""
        return in_language(words, self.language)

    def tell(self, words: object, kind: types.MessageType = types.MessageType.Info) -> None:
        """Let the editor show a sentence."""
        self.window_show_message(types.ShowMessageParams(kind, self.say(words)))

    @property
    def encoding(self) -> str:
        """The unit in which the editor counts columns."""
        return str(self.workspace.position_encoding)

    # --- files -----------------------------------------------------------------------------------

    def document(self, uri: str) -> OpenFile:
        """Return a file as the editor has it, or as it is on disk where it is not open."""
        return cast("OpenFile", self.workspace.get_text_document(uri))

    def roots(self) -> list[Path]:
        """Return the folders that the editor has open."""
        roots = (to_fs_path(uri) for uri in (*self.workspace.folders, self.workspace.root_uri) if uri)
        return [Path(root).resolve() for root in roots if root]

    def project_of(self, path: Path) -> Project:
        """Return the rules to which a file belongs: those around it, else those of the workspace, else the shipped."""
        below = (rules_below(root) for root in self.roots())
        folder = rules_around(path) or next((place for place in below if place), None) or shipped_rules()
        if folder not in self.projects:
            self.projects[folder] = Project(folder)
        return self.projects[folder]

    def file(self, uri: str) -> tuple[Project, ProjectFile]:
        """Return an open file, and the rules to which it belongs."""
        document = self.document(uri)
        entry = self._files.get(uri)
        if entry is None or entry[1].document is not document:
            path = path_of(uri)
            project = self.project_of(path)
            entry = self._files[uri] = project, project.open(document, path)
        return entry

    def line_of(self, project: Project, name: str) -> LineOf:
        """Return what returns the lines of a file, from 0: as the editor has them, or as they were read."""
        file = project.files.get(name)
        if file is not None:
            return file.document.line_of
        source = project.rulebook.sources.get(name)
        return (lambda number: source.line(number + 1)) if source is not None else lambda number: ""

    def uri_of(self, project: Project, name: str) -> str:
        """Return the address of a file of some rules."""
        file = project.files.get(name)
        return file.document.uri if file is not None else from_fs_path(os.path.abspath(name)) or ""

    def location(self, project: Project, span: Span) -> types.Location:
        """Return a place in the files of some rules."""
        range = to_range(span, self.line_of(project, span.file), self.encoding)
        return types.Location(self.uri_of(project, span.file), range)

    # --- what is wrong ---------------------------------------------------------------------------

    def publish(self, project: Project, name: str, findings: list[Diagnostic]) -> None:
        """Show what is wrong with a file."""
        uri, line_of = self.uri_of(project, name), self.line_of(project, name)
        shown = [(self._diagnostic(project, finding, line_of), finding) for finding in findings]
        file = project.files.get(name)
        if file is None and not shown and uri not in self.shown:
            return
        self.shown[uri], self._shown_by[uri] = shown, project
        version = file.document.version if file is not None else None
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, [diagnostic for diagnostic, _ in shown], version)
        )

    def publish_all(self, project: Project) -> None:
        """Show what is wrong with any file of some rules, and nothing where nothing is wrong any more."""
        findings = project.findings()
        for name, of_file in findings.items():
            self.publish(project, name, of_file)
        addresses = {self.uri_of(project, name) for name in findings}
        for uri in [uri for uri, owner in self._shown_by.items() if owner is project and uri not in addresses]:
            del self.shown[uri], self._shown_by[uri]
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _diagnostic(self, project: Project, finding: Diagnostic, line_of: LineOf) -> types.Diagnostic:
        """Return a finding as an editor shows it, in the language of its reader."""
        related = [
            types.DiagnosticRelatedInformation(
                self.location(project, place.span), self._part(place.message, place.clause)
            )
            for place in finding.related
            if place.span.file
        ]
        message = self.say(finding.message)
        if finding.help:
            message += f"\n{self.say(finding.help)}"
        return types.Diagnostic(
            to_range(finding.span, line_of, self.encoding),
            message,
            severity=SEVERITIES[finding.severity],
            code=finding.code,
            source=SERVER_NAME,
            related_information=related or None,
        )

    def _part(self, message: str, clause: str | None) -> str:
        return self.say(message) or self.say(
            Message("clause {clause}", clause=clause) if clause else Message("see here")
        )

    # --- edits -----------------------------------------------------------------------------------

    def edited(self, uri: str) -> None:
        """Show at once what is wrong with a file that was opened or edited; soon its folder is read."""
        project, file = self.file(uri)
        project.begin_edit()
        self.publish(project, file.name, file.findings(project.rulebook))
        self.read_soon(project)

    def closed(self, uri: str) -> None:
        """Forget a file that the editor has closed."""
        path = path_of(uri)
        project = self.project_of(path)
        project.files.pop(display_name(path), None)
        self._files.pop(uri, None)
        project.begin_edit()
        self.read_soon(project)

    def read_soon(self, project: Project, pause: float = READING_PAUSE) -> None:
        """Read a folder once nothing was edited for a while."""
        loop = asyncio.get_running_loop()
        if (timer := self._timers.get(project.folder)) is not None:
            timer.cancel()
        self._timers[project.folder] = loop.call_later(pause, lambda: asyncio.ensure_future(self._read(project)))

    async def _read(self, project: Project) -> None:
        """Read a folder, show what is wrong with it, and begin to check it."""
        edits = project.edits
        loop = asyncio.get_running_loop()
        async with self._reading:  # what was read before makes the next reading short
            if edits != project.edits:
                return  # it is read soon for that edit
            reading: FolderReading = await loop.run_in_executor(
                self._reader, read_folder, project.folder, project.unsaved(), project.reading
            )
            first, faults_before = project.reading is NOTHING_READ, project.reading.faults_of_project
            settled = first or reading.unsaved == project.unsaved() or edits == project.edits
            if settled:
                project.settle(reading)
        if settled:
            self.publish_all(project)
            for fault in reading.faults_of_project:  # no editor shows it where the project file is not open
                if fault not in faults_before:
                    self.tell(fault.message, types.MessageType.Warning)
            await self._watch(project)
        if edits == project.edits and not reading.faults_of_project:
            self._timers[project.folder] = loop.call_later(CHECKING_PAUSE, self._check, project)

    async def _watch(self, project: Project) -> None:
        """Ask to be told of changes of a base that lies elsewhere than in what the editor has open.

        Of an editor that tells no changes, the files themselves are looked at.
        """
        workspace = self.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        watched = bool(watching and watching.dynamic_registration and watching.relative_pattern_support)
        for place in {place.parent for place in project.reading.places} - self._watched if watched else ():
            self._watched.add(place)
            if not any(place.is_relative_to(root) for root in self.roots()):
                uri = from_fs_path(str(place)) or ""
                watched &= await self.watch(str(place), types.RelativePattern(uri, WATCHED))
        if not watched and project.folder not in self._looks:
            self._look_soon(project)

    async def watch(self, id: str, files: types.GlobPattern) -> bool:
        """Ask to be told of changes of files, and return whether the editor will."""
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(files)])
        wanted = types.Registration(id, types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        with suppress(JsonRpcException):
            await self.client_register_capability_async(types.RegistrationParams([wanted]))
            return True
        return False

    def _look_soon(self, project: Project, pause: float = LEAST_PAUSE) -> None:
        loop = asyncio.get_running_loop()
        self._looks[project.folder] = loop.call_later(pause, lambda: asyncio.ensure_future(self._look(project)))

    async def _look(self, project: Project) -> None:
        """Read a folder again if a file of it, or of its base, was changed since; and look again in a while."""
        loop, places = asyncio.get_running_loop(), project.reading.places
        began = loop.time()
        stamps = await loop.run_in_executor(self._reader, stamps_of, places)
        # while the project file cannot be followed, nobody knows where the base will be
        if stamps != project.reading.stamps or project.reading.faults_of_project:
            project.begin_edit()
            self.read_soon(project)
        self._look_soon(project, max(LEAST_PAUSE, PAUSE_PER_LOOK * (loop.time() - began)))

    def changed_on_disk(self, path: Path) -> None:
        """Read again, soon, whatever rests on a file."""
        for project in {project for project in self.projects.values() if project.rests_on(path)} or {
            self.project_of(path)
        }:
            project.begin_edit()
            self.read_soon(project)

    def _check(self, project: Project) -> None:
        """Begin to ask scenarios and search tables, in a process of its own."""
        if self.settings.get("searches") is False:
            return
        project.stop_checking()
        loop, edits = asyncio.get_running_loop(), project.edits

        def report(findings: tuple[Diagnostic, ...] | None) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._settle_searched, project, edits, findings)

        task = SideTask(SideWork.CHECK, project.folder, project.reading.unsaved)
        project.checker = self.side_process(task, report)

    def side_process(self, task: SideTask, report: Callable[[Any], None]) -> SideProcess:
        """Begin work in a process of its own, which ends with the server at the latest."""
        process = SideProcess(task, report)
        self._side_processes = [*(other for other in self._side_processes if other.running), process]
        return process

    def _settle_searched(self, project: Project, edits: int, findings: tuple[Diagnostic, ...] | None) -> None:
        if edits == project.edits and findings is not None:
            project.settle_searched(findings)
            self.publish_all(project)

    def end(self) -> None:
        """Stop all that runs beside the server."""
        for timer in (*self._timers.values(), *self._looks.values()):
            timer.cancel()
        for process in self._side_processes:
            process.stop()


def path_of(uri: str) -> Path:
    """Return the path of an address; of one that is no file's, the address itself as a path."""
    path = to_fs_path(uri)
    return Path(path or uri).resolve() if path else Path(uri)
