"""How soon an editor is answered: while one types into a long file, beside a server that does nothing; how much memory."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol import types

from emperor_rules.resources import shipped_rules
from tests.generators.synthetic_rules import SENTENCES, write_corpus
from tests.support.editor import Editor, editing

LINES = 2000
CLAUSES = 3000
#: How often a sentence is typed.
ROUNDS = 6
TYPED = "p may attack q when q is next to p and p is not an emperor."
#: A server that knows nothing: it says of every edit that nothing is wrong.
ECHO = """
from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("echo", "1")

@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def changed(ls, params):
    version, uri = params.text_document.version, params.text_document.uri
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, [], version))

server.start_io()
"""


def long_text(lines: int) -> str:
    """Return a text of so many lines, or a few more."""
    words = ['text long "A long text"', '  it "Un testo lungo"', "  language en"]
    number = 0
    while len(words) < lines:
        sentence = SENTENCES[number % len(SENTENCES)].format(n=number % 7 + 2)
        words += [
            "",
            f"clause {number}.1 slug-{number}",
            f'  en "Clause {number}."',
            f'  it "Clausola {number}."',
            f"  {sentence}",
        ]
        number += 1
    return "\n".join(words) + "\n"


def workspace(folder: Path) -> Path:
    """Write all shipped rules, made-up clauses beside them, and the long text; return its file."""
    rules = write_corpus(folder, shipped_rules(), CLAUSES)
    shutil.copytree(shipped_rules(), rules, dirs_exist_ok=True)
    file = rules / "texts" / "long.rules"
    file.write_text(long_text(LINES), encoding="utf-8")
    return file


def keystrokes(editor: Editor, uri: str, line: int) -> Iterator[float]:
    """Yield how many milliseconds each sign of a sentence took that is typed on a line, until something was shown."""
    for column, sign in enumerate(TYPED, 2):
        place = types.Position(line, column)
        began = time.perf_counter()
        editor.change(uri, sign, types.Range(place, place))
        editor.diagnostics(uri)
        yield (time.perf_counter() - began) * 1000
    whole = types.Range(types.Position(line, 2), types.Position(line, 2 + len(TYPED)))
    editor.change(uri, "", whole)
    editor.diagnostics(uri)


def ready(folder: Path) -> float:
    """Return how many seconds pass from starting the server until it answers."""
    began = time.perf_counter()
    with editing(folder):
        return time.perf_counter() - began


def memory(process: int) -> float:
    """Return how many MB of memory a process has."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def rest(process: int) -> None:
    """Wait until a process has done nothing for a second: then the folder was read."""
    before = -1.0
    while (taken := sum(map(int, Path(f"/proc/{process}/stat").read_text(encoding="utf-8").split()[13:15]))) != before:
        before = taken
        time.sleep(1)


def typing(editors: Sequence[Editor], uri: str, blank: Sequence[int]) -> list[list[float]]:
    """Return the milliseconds that each sign took in each editor, sentence by sentence in turns."""
    taken: list[list[float]] = [[] for _ in editors]
    for number in range(ROUNDS):
        line = blank[len(blank) * (number + 1) // (ROUNDS + 2)]
        for editor, into in zip(editors, taken, strict=True):
            start = types.Position(line, 0)
            editor.change(uri, "  ", types.Range(start, start))
            editor.diagnostics(uri)
            into.extend(keystrokes(editor, uri, line))
            editor.change(uri, "", types.Range(start, types.Position(line, 2)))
            editor.diagnostics(uri)
    return taken


def figures() -> Iterator[tuple[str, str, str]]:
    """Measure it all."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        file = workspace(folder)
        text = file.read_text(encoding="utf-8")
        blank = [number for number, line in enumerate(text.split("\n")) if not line]
        completions: list[float] = []
        with editing(folder) as editor, editing(folder, command=(sys.executable, "-c", ECHO)) as bare:
            uri = editor.open(file)
            bare.open(file)
            editor.diagnostics(uri)
            bare.diagnostics(uri)
            wrong = text.replace("is a general", "is a genral", 1)
            editor.change(uri, wrong)  # shown once the vocabulary was read
            editor.diagnostics(uri, bool)
            editor.change(uri, text)
            editor.diagnostics(uri, lambda shown: all(one.code != "R201" for one in shown))
            (at_first,) = typing([editor], uri, blank[::2])
            rest(editor.process)
            ours, echo = typing([editor, bare], uri, blank[1::2])  # elsewhere: what was read once is known
            line = next(number for number, words in enumerate(text.split("\n")) if " when " in words)
            words = text.split("\n")[line]
            for column in [column for column, sign in enumerate(words) if sign == " " and column > 3] * 3:
                params = types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(line, column + 1))
                began = time.perf_counter()
                editor.request(types.TEXT_DOCUMENT_COMPLETION, params)
                completions.append((time.perf_counter() - began) * 1000)
            taken = memory(editor.process)
        ours_median, echo_median = statistics.median(ours), statistics.median(echo)
        beside = f"{ours_median / echo_median:.2f} times, target 2"
        yield f"keystroke to diagnostics, {LINES:,} lines, median ms", f"{ours_median:.2f}", "target 50"
        yield "… of a server that does nothing", f"{echo_median:.2f}", beside
        yield "… the slowest of twenty", f"{statistics.quantiles(ours, n=20)[-1]:.2f}", ""
        yield "… while the folder is read in the background", f"{statistics.median(at_first):.2f}", ""
        yield "completion, median ms", f"{statistics.median(completions):.2f}", "target 30"
        yield "… the slowest of twenty", f"{statistics.quantiles(completions, n=20)[-1]:.2f}", ""
        yield "server ready, s", f"{min(ready(folder) for _ in range(5)):.2f}", "target 0.6"
        yield f"memory with all texts and {CLAUSES:,} more clauses, MB", f"{taken:.0f}", "target 150"
