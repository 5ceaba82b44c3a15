"""Scripts of the site: modules as people write them, joined into one classic script that works from a folder as well.

A browser refuses to load modules from ``file://``. No tool of JavaScript's is needed to join ours, since they keep to a
few forms: ``import { a, b } from "./other.js";`` at the top, and ``export`` before a declaration. A script of others
says at its end what it exports; the rest of its names stay its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from emperor_rules.resources import site_folder

IMPORT = re.compile(r"^import \{([^}]*)\} from \"([^\"]+)\";\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let))", re.MULTILINE)
#: What a script of others exports, at its end.
EXPORTED = re.compile(r"^(.*?)\bexport\s*\{([^{}]*)\};?\s*\Z", re.DOTALL)
DECLARED_NAMES = re.compile(r"^(?:export )?(?:(?:async )?function\*?|class|const|let) ([^=({]+)", re.MULTILINE)
#: Comments that stand on lines of their own.
COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/)(?s:.))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
#: What says of an expression of which type it is.
TYPE = re.compile(r"/\*\* @type \{[^\n]*?\} \*/ ?")
BLANK = re.compile(r"\n\s+")


class ScriptError(ValueError):
    """A module that cannot be joined with others."""


def bundle(entry: str, folder: Path | None = None) -> str:
    """Return a module with all that it imports as one classic script, without comments.

    Args:
        entry: The module, by its path in the folder.
        folder: The folder of modules, by default ``site/scripts``.

    Raises:
        ScriptError: If two modules declare the same name, or one imports what another does not export.
    """
    modules = list(_modules((folder or site_folder() / "scripts") / entry, []))
    owners: dict[str, str] = {}
    parts = []
    for path in modules:
        source = _own(path.read_text(encoding="utf-8"))
        for name in declared(source):
            if name in owners:
                raise ScriptError(f"{path.name} declares “{name}”, and so does {owners[name]}")
            owners[name] = path.name
        for names, other in IMPORT.findall(source):
            exported = _own((path.parent / other).resolve().read_text(encoding="utf-8"))
            for name in (n.strip() for n in names.split(",")):
                if name and not re.search(
                    rf"^export [\w* ]*\b{re.escape(name)}\b|^export const .*\b{name} =", exported, re.M
                ):
                    raise ScriptError(f"{path.name} imports “{name}”, which {other} does not export")
        parts.append(EXPORT.sub("", IMPORT.sub("", source)))
    shortened = BLANK.sub("\n", TYPE.sub("", COMMENT.sub("", "\n".join(parts)))).strip()
    return f'"use strict";\n(() => {{\n{shortened}\n}})();\n'


def _own(source: str) -> str:
    """Return a module in our form: one that exports at its end becomes a declaration of each name that it exports."""
    others = EXPORTED.match(source)
    if others is None:
        return source
    body, names = others.groups()
    pairs = (name.split(" as ") for name in names.split(","))
    exports = {pair[-1].strip(): pair[0].strip() for pair in pairs}
    own = "".join(f"export const {name} = others.{name};\n" for name in exports)
    returned = ", ".join(f"{name}: {inner}" for name, inner in exports.items())
    return f"const others = (() => {{\n{body}\nreturn {{ {returned} }};\n}})();\n{own}"


def declared(source: str) -> Iterator[str]:
    """Yield the names that a module declares at its top."""
    for names in DECLARED_NAMES.findall(source):
        yield from (part.strip() for part in names.split(",") if part.strip())


def _modules(path: Path, above: list[Path]) -> Iterator[Path]:
    """Yield a module after all that it imports, each once."""
    path = path.resolve()
    if path in above:
        return
    above.append(path)
    for _, other in IMPORT.findall(path.read_text(encoding="utf-8")):
        yield from _modules(path.parent / other, above)
    yield path
