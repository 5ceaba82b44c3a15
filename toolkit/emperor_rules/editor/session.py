"""A session: the server with all that it can do, from the greeting of an editor until the editor is gone."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event

from lsprotocol import types
from pygls.io_ import StdoutWriter, run_async
from pygls.uris import to_fs_path

from emperor_rules.editor.features import add_features
from emperor_rules.editor.project import rules_below
from emperor_rules.editor.server import SERVER_NAME, WATCHED, RulesServer, path_of

#: Seconds for which a thread keeps Python to itself: reading in the background must not hold up what is typed.
SWITCH_INTERVAL = 0.0005
#: How many bytes are taken in at once.
CHUNK = 65536


class Input:
    """What an editor sends; pygls lets another thread wait for each line of it, which takes longer than most work.

    Where the system cannot tell when there is something to read, as of a file, another thread waits once a message.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor, self._bytes = descriptor, bytearray()

    async def readline(self) -> bytes:
        """Return the next line with its end; nothing once the editor is gone."""
        while b"\n" not in self._bytes and await self._more():
            pass
        return self._taken(self._bytes.find(b"\n") + 1)

    async def readexactly(self, n: int) -> bytes:
        """Return so many bytes; nothing once the editor is gone."""
        while len(self._bytes) < n and await self._more():
            pass
        return self._taken(n if len(self._bytes) >= n else 0)

    async def _more(self) -> bool:
        loop = asyncio.get_running_loop()
        there = asyncio.Event()
        try:
            loop.add_reader(self._descriptor, there.set)
        except (NotImplementedError, OSError):
            chunk = await loop.run_in_executor(None, os.read, self._descriptor, CHUNK)
        else:
            try:
                await there.wait()
            finally:
                loop.remove_reader(self._descriptor)
            chunk = os.read(self._descriptor, CHUNK)
        self._bytes += chunk
        return bool(chunk)

    def _taken(self, count: int) -> bytes:
        taken = bytes(self._bytes[:count])
        del self._bytes[:count]
        return taken


def make_server(language: str | None = None) -> RulesServer:
    """Return a server that says everything in a language, by default in that of the editor."""
    server = RulesServer(language)

    @server.feature(types.INITIALIZE)
    def initialize(server: RulesServer, params: types.InitializeParams) -> None:
        server.begin(params)

    @server.feature(types.INITIALIZED)
    async def initialized(server: RulesServer, params: types.InitializedParams) -> None:
        for uri in server.workspace.folders:
            root = to_fs_path(uri)
            folder = rules_below(Path(root)) if root else None
            if folder is not None:
                server.read_soon(server.project_of(folder / "vocabulary" / "any.rules"), 0)
        workspace = server.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is not None and watching.dynamic_registration:
            await server.watch("files", WATCHED)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(server: RulesServer, params: types.DidOpenTextDocumentParams) -> None:
        server.edited(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(server: RulesServer, params: types.DidChangeTextDocumentParams) -> None:
        server.edited(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(server: RulesServer, params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(server: RulesServer, params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            server.changed_on_disk(path_of(change.uri))

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(server: RulesServer, params: types.DidChangeConfigurationParams) -> None:
        settings = params.settings
        own = settings.get(SERVER_NAME, settings) if isinstance(settings, Mapping) else {}
        server.configure(own if isinstance(own, Mapping) else {})
        for project in server.projects.values():
            server.publish_all(project)

    add_features(server)

    @server.feature(types.SHUTDOWN)
    def shutdown(server: RulesServer, params: None) -> None:
        server.end()

    return server


def serve(language: str | None = None) -> None:
    """Serve the editor at the other end of standard input and output until it is gone.

    Raises:
        SystemExit: The editor has ended the server.
    """
    interval, stdout = sys.getswitchinterval(), sys.stdout
    server = make_server(language)
    with os.fdopen(os.dup((sys.__stdout__ or stdout).fileno()), "wb") as answers:  # the server closes it
        try:
            sys.stdout = sys.stderr  # what anything else prints would be taken for an answer
            sys.setswitchinterval(SWITCH_INTERVAL)
            server.protocol.set_writer(StdoutWriter(answers))
            messages = Input(sys.stdin.fileno())
            with suppress(KeyboardInterrupt, BrokenPipeError):
                asyncio.run(run_async(Event(), messages, server.protocol, error_handler=server.report_server_error))
        finally:
            server.end()
            server.shutdown()  # type: ignore[no-untyped-call]
            sys.setswitchinterval(interval)
            sys.stdout = stdout
