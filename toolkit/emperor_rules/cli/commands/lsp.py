"""``emperor lsp``: help for editors in which rule files are written."""

from __future__ import annotations

import sys

import click

from emperor_rules.cli.console import require
from emperor_rules.cli.locale import chosen


@click.command()
@click.option("--stdio", is_flag=True, help="Speak over standard input and output, which is done anyway.")
def command(stdio: bool) -> None:
    """Serve an editor as a language server: it starts this command by itself.

    It tells the editor what is wrong as one types, what stands under the cursor, and what may be written there. The
    extra "lsp" of the package must be installed.

    Exit status: 0 ended by the editor, 1 the editor was gone, 2 the extra is not installed.
    """
    require("lsp")
    from emperor_rules.editor.session import serve

    serve(chosen())
    sys.exit(1)
