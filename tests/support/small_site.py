"""A folder as a build leaves it, of three pages."""

from pathlib import Path

from emperor_rules.cli.commands.build import mark


def built_folder(folder: Path, content: str = "old") -> Path:
    """Write a site whose pages all hold the content."""
    (folder / "it").mkdir(parents=True)
    for name in ("index.html", "404.html", "it/index.html"):
        (folder / name).write_text(content, encoding="utf-8")
    mark(folder)
    return folder
