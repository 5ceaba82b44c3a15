"""``emperor thin``: take out of a folder of rules what its base has in the same words."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

import emperor_rules as er
from emperor_rules import files
from emperor_rules.cli.console import refuse, tell
from emperor_rules.cli.locale import count, misuse, say
from emperor_rules.cli.options import chosen_rules, rules_option
from emperor_rules.frontend.rule_files import PROJECT_FILE
from emperor_rules.resources import shipped_rules

#: So many files are named that take the place of others.
SOME_FILES = 12


@click.command()
@click.option("--yes", "agreed", is_flag=True, help="Take the files out without asking.")
@rules_option
def command(agreed: bool, folder: Path | None) -> None:
    """Lay a folder with a copy of the rules on top of them instead: take out each file that is the same there.

    A project file emperor.toml is made where there is none, which names the rules that come with the toolkit as the
    base. What differs from the base stays, and takes its place.

    Exit status: 0 done, or nothing to do, 1 left as it is, 2 usage.
    """
    from emperor_rules.frontend.project import SHIPPED, project_of, project_text

    place = chosen_rules(folder)
    project = project_of(place)
    base = project.base_folder() if project is not None and project.base is not None else shipped_rules()
    if base is None or place.resolve() == base.resolve():
        raise misuse("there is no folder of rules of your own here.")
    same, other = _compared(place, base)
    if not same:
        tell("Nothing to do: no file is the same in the base.")
        return
    tell("{files} the same in the base:", files=count(len(same), "file"))
    for name in same[:SOME_FILES]:
        click.echo(f"  {name}")
    if len(same) > SOME_FILES:
        click.echo("  " + say("and {number} more", number=len(same) - SOME_FILES))
    if other:
        tell(
            "{files} of another content, which will take the place of those of the base:",
            files=count(len(other), "file"),
        )
        for name in other[:SOME_FILES]:
            click.echo(f"  {name}")
    if not agreed and not click.confirm(say("Take out what is the same?"), default=False):
        sys.exit(1)
    try:
        if project is None or project.base is None:
            file = place.parent / PROJECT_FILE
            before = file.read_text(encoding="utf-8") if project is not None else ""
            files.write_atomically(file, (project_text(SHIPPED, er.__version__) + before).encode())
        for name in same:
            (place / name).unlink()
        for inner, _, _ in os.walk(place, topdown=False):
            if not os.listdir(inner) and Path(inner) != place:
                os.rmdir(inner)
    except OSError as problem:
        refuse("R101", "not everything was taken out: {reason}", reason=files.reason(problem))
    from emperor_rules.check.base_changes import keep_base

    rulebook = er.load(place, scenarios=False, declared=False, errors="keep").rulebook
    keep_base(rulebook, place)
    tell("Done. The rules here lie on top of {base} now; then: emperor check", base=SHIPPED)


def _compared(place: Path, base: Path) -> tuple[list[str], list[str]]:
    """Return the files of a folder that are the same in its base, but for line ends, and those that are not."""
    same, other = list[str](), list[str]()
    for file in sorted(path for path in place.rglob("*") if path.is_file() and not path.is_symlink()):
        name = file.relative_to(place)
        if (base / name).is_file():
            contents = [path.read_bytes().replace(b"\r\n", b"\n") for path in (file, base / name)]
            (same if contents[0] == contents[1] else other).append(name.as_posix())
    return same, other
