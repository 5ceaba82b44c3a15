"""An editor in a test: the client of pytest-lsp at the other end of ``emperor lsp``, driven without ``async``."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

T = TypeVar("T")
#: Seconds after which a test gives up on a server that says nothing.
PATIENCE = 45


class Loop:
    """An event loop in a thread of its own: in the main thread another may be running, as Playwright's does.

    It runs only while something is waited for.
    """

    def __enter__(self) -> Loop:
        self._thread = ThreadPoolExecutor(1, "editor")
        self._runner = asyncio.Runner()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()

    def run(self, work: Awaitable[T]) -> T:
        """Wait until something is done, but not forever."""

        async def patiently() -> T:
            return await asyncio.wait_for(work, PATIENCE)

        return self._thread.submit(lambda: self._runner.run(patiently())).result()


class Editor:
    """An editor with a language server, whose files may differ from those on disk."""

    def __init__(self, client: LanguageClient, loop: Loop) -> None:
        self.client = client
        self.loop = loop
        self.versions: dict[str, int] = {}
        self.published: list[types.PublishDiagnosticsParams] = []
        self.applied: list[types.ApplyWorkspaceEditParams] = []
        self.registered: list[str] = []
        self.capabilities = types.ServerCapabilities()
        self._news = asyncio.Event()

    @property
    def process(self) -> int:
        """The id of the process of the server."""
        server = self.client._server
        assert server is not None
        return int(server.pid)

    def request(self, method: str, params: Any) -> Any:
        """Send a request and return its result."""
        return self.loop.run(self.client.protocol.send_request_async(method, params))

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""

        async def send() -> None:
            self.client.protocol.notify(method, params)

        self.loop.run(send())

    def refused(self, method: str, params: Any) -> str:
        """Send a request and return the message with which it is refused; empty if it is not."""
        try:
            self.request(method, params)
        except JsonRpcException as error:
            return str(error)
        return ""

    # --- files -----------------------------------------------------------------------------------

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, with other contents than on disk if they are given; return its address."""
        uri = path.as_uri()
        self.versions[uri] = 1
        text = path.read_text(encoding="utf-8") if text is None else text
        item = types.TextDocumentItem(uri, "emperor-rules", 1, text)
        self.notify(types.TEXT_DOCUMENT_DID_OPEN, types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, text: str, range: types.Range | None = None) -> int:
        """Replace a stretch, or the whole, of a file; return the version that it has then."""
        self.versions[uri] += 1
        change: Any = types.TextDocumentContentChangeWholeDocument(text)
        if range is not None:
            change = types.TextDocumentContentChangePartial(range, text)
        identifier = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.notify(types.TEXT_DOCUMENT_DID_CHANGE, types.DidChangeTextDocumentParams(identifier, [change]))
        return self.versions[uri]

    def close(self, uri: str) -> None:
        """Close a file."""
        self.notify(types.TEXT_DOCUMENT_DID_CLOSE, types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def changed(self, file: Path) -> None:
        """Say that a file was changed on disk, as an editor that was asked to watch it does."""
        events = [types.FileEvent(file.as_uri(), types.FileChangeType.Changed)]
        self.notify(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, types.DidChangeWatchedFilesParams(events))

    # --- what is wrong ---------------------------------------------------------------------------

    def diagnostics(
        self, uri: str, wanted: Callable[[list[types.Diagnostic]], bool] = lambda shown: True
    ) -> list[types.Diagnostic]:
        """Wait until what is shown of a file in its present version is as wanted, and return it."""

        async def wait() -> list[types.Diagnostic]:
            while True:
                self._news.clear()
                latest = next((params for params in reversed(self.published) if params.uri == uri), None)
                current = latest is not None and latest.version in (None, self.versions.get(uri))
                if latest is not None and current and wanted(list(latest.diagnostics)):
                    return list(latest.diagnostics)
                await self._news.wait()

        try:
            return self.loop.run(wait())
        except TimeoutError:
            shown = [params for params in self.published if params.uri == uri]
            raise AssertionError(f"of version {self.versions.get(uri)} there was only {shown[-2:]}") from None

    def take(self, params: types.PublishDiagnosticsParams) -> None:
        """Take in what the server has found."""
        self.published.append(params)
        self._news.set()


async def stop(client: LanguageClient) -> None:
    """End a client and its server, and close all that joins them."""
    server = client._server
    assert server is not None
    if server.returncode is None:
        server.kill()
    await client.stop()
    for task in (client._stderr_forwarder, *client._async_tasks):
        if task is not None:
            await asyncio.wait([task])
    transport: asyncio.SubprocessTransport = server._transport  # type: ignore[attr-defined]
    transport.close()
    pipes = [pipe for number in range(3) if (pipe := transport.get_pipe_transport(number)) is not None]
    loop = asyncio.get_running_loop()
    while not all(pipe.get_extra_info("pipe").closed for pipe in pipes):
        turn = loop.create_future()  # the loop closes them in one of its next turns
        loop.call_soon(turn.set_result, None)
        await turn


@contextmanager
def editing(
    folder: Path,
    *,
    language: str | None = None,
    settings: Mapping[str, Any] | None = None,
    encodings: list[types.PositionEncodingKind | str] | None = None,
    client: str = "visual_studio_code",
    watches: bool = True,
    command: Sequence[str] = (sys.executable, "-m", "emperor_rules", "lsp"),
) -> Iterator[Editor]:
    """Begin an editor with a language server in a folder, and end both with the block."""
    with Loop() as loop:
        lsp = LanguageClient(converter_factory=default_converter)
        own = (types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, types.WORKSPACE_APPLY_EDIT)
        register_lsp_features(lsp, {name: what for name, what in DEFAULT_CLIENT_FEATURES.items() if name not in own})
        editor = Editor(lsp, loop)

        @lsp.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            editor.take(params)

        @lsp.feature(types.WORKSPACE_APPLY_EDIT)
        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            editor.applied.append(params)
            return types.ApplyWorkspaceEditResult(True)

        @lsp.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(params: types.RegistrationParams) -> None:
            editor.registered += [registration.method for registration in params.registrations]

        capabilities = client_capabilities(client)
        watching = capabilities.workspace.did_change_watched_files if capabilities.workspace is not None else None
        if watching is not None:
            watching.relative_pattern_support = watching.dynamic_registration = watches  # as editors of today
        if encodings is not None:
            assert capabilities.general is not None
            capabilities.general.position_encodings = encodings
        params = types.InitializeParams(
            capabilities,
            process_id=os.getpid(),
            root_uri=folder.as_uri(),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)],
            initialization_options={"searches": False, **(settings or {})},
            locale=language,
        )
        environment = {name: value for name, value in os.environ.items() if name != "EMPEROR_LANG"}
        loop.run(lsp.start_io(*command, cwd=folder, env=environment))
        try:
            editor.capabilities = loop.run(lsp.initialize_session(params)).capabilities
            yield editor
            loop.run(lsp.shutdown_session())
        finally:
            loop.run(stop(lsp))
