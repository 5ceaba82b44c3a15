"""The extras of the distribution, which bring what only some commands need."""

from __future__ import annotations

from importlib.util import find_spec

from emperor_rules.cli.console import refuse

#: A module of each distribution that an extra names: of which one is missing, the extra is not installed.
MODULES = {"site": ("mkdocs", "material", "pygments", "griffe"), "lsp": ("pygls",)}


def require(extra: str) -> None:
    """End the command where an extra is not installed, and say how it is."""
    if any(find_spec(module) is None for module in MODULES[extra]):
        refuse(
            "R707",
            "this command needs the extra “{extra}”, which is not installed: {command}",
            extra=extra,
            command=f'pip install "emperor-rules[{extra}]"',
        )
