"""A folder of one's own on top of another: the project file beside a folder of rules, and what it says.

``emperor.toml`` lies beside the folder ``rules``. Its ``base`` is what the rules here are written on top of: those that
come with the toolkit, another folder, or a revision of a git repository. A file of the project takes the place of the
file of the base with the same path in its folder; a text, that of the same name.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from pathlib import Path, PurePosixPath
from stat import S_ISLNK
from typing import Any, NamedTuple
from zipfile import ZipFile

from emperor_rules import files
from emperor_rules.diagnostics import Diagnostic, suggest
from emperor_rules.errors import RequestError
from emperor_rules.frontend.rule_files import PROJECT_FILE, ProjectError, line_of
from emperor_rules.limits import LEAST_SEARCHED, MOST_SEARCHED, SEARCHED_SEATS
from emperor_rules.messages import LANGUAGES, Message, sentences, template
from emperor_rules.reports.suppression import IgnoredFinding, Suppression, known_codes, read_baseline
from emperor_rules.resources import cache_folder, shipped_rules

# --- bases that lie in git: the rule files of a revision, copied into the user's cache folder --------

#: How many seconds git may take for one thing.
GIT_TIMEOUT = 120
#: What a folder of rules holds.
ENDINGS = (".rules", ".toml", ".json")
#: No helper that an address could name is run, no hook, and nobody is asked for a password.
CAREFUL = ("-c", "protocol.ext.allow=never", "-c", f"core.hooksPath={os.devnull}")


class GitBase(NamedTuple):
    """A revision of a git repository, by its address or folder, and the folder of rules in it."""

    git: str
    revision: str
    folder: str = "rules"


def fetched(base: GitBase, beside: Path, *, anew: bool = False) -> Path:
    """Return the folder that holds the rule files of a base, and beside it its project file if it has one.

    A path to a repository is one from ``beside``. Each revision is fetched once, and again when it is wanted ``anew``.
    What was fetched never changes: where the revision has moved on it lies in a folder of its own, so that whoever is
    reading the former one reads it to the end.

    Raises:
        OSError: If it cannot be fetched; it says why.
    """
    local = beside / os.path.expanduser(base.git)
    address = str(local.resolve()) if local.is_dir() else base.git
    key = sha256("\0".join((address, base.revision, base.folder)).encode()).hexdigest()[:24]
    place = cache_folder() / "bases" / key
    newest = place / "newest"
    if newest.is_file() and not anew:
        folder = place / newest.read_text(encoding="utf-8") / "rules"
        if folder.is_dir():
            return folder
    if address.startswith("-") or base.revision.startswith("-"):
        raise OSError(Message("the base {base} is no address of a repository", base=base.git))
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".base-", dir=place) as scratch:
        repository = Path(scratch, "git")
        _git(["init", "--quiet", "--bare", str(repository)], base)
        _git(["-C", str(repository), "fetch", "--quiet", "--depth", "1", "--", address, base.revision], base)
        commit = _git(["-C", str(repository), "rev-parse", "FETCH_HEAD"], base).decode().strip()
        if not (place / commit).is_dir():
            fresh = Path(scratch, "fresh")
            _unpack(repository, base, fresh)
            with suppress(OSError):  # another process was quicker
                fresh.rename(place / commit)
    files.write_atomically(newest, commit.encode())
    return place / commit / "rules"


def _unpack(repository: Path, base: GitBase, fresh: Path) -> None:
    """Write the rule files of what was fetched into a new folder, and the project file that stands beside them.

    Raises:
        OSError: If there are none.
    """
    archive = _git(["-C", str(repository), "archive", "--format=zip", f"FETCH_HEAD:{base.folder}"], base)
    with ZipFile(BytesIO(archive)) as packed:
        files_there = (member for member in packed.infolist() if not S_ISLNK(member.external_attr >> 16))
        wanted = [member.filename for member in files_there if member.filename.endswith(ENDINGS)]
        packed.extractall(fresh / "rules", wanted)
    if not wanted:
        raise OSError(Message("the base {base} has no rules in {folder}", base=base.git, folder=base.folder))
    project = (PurePosixPath(base.folder).parent / PROJECT_FILE).as_posix()
    with suppress(OSError):  # most have none
        content = _git(["-C", str(repository), "cat-file", "blob", f"FETCH_HEAD:{project}"], base)
        (fresh / PROJECT_FILE).write_bytes(content)


def _git(arguments: list[str], base: GitBase) -> bytes:
    """Run git and return what it prints.

    Raises:
        OSError: If it refuses, with its first line.
    """
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    surroundings |= {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", *CAREFUL, *arguments], capture_output=True, check=False, timeout=GIT_TIMEOUT, env=surroundings
        )
    except (subprocess.TimeoutExpired, ValueError) as problem:
        raise OSError(Message("the base {base} cannot be fetched: {reason}", base=base.git, reason=problem)) from None
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or [""]
        reason = lines[0].removeprefix("fatal: ")
        message = Message(
            "the base {base} has no revision “{revision}” that can be fetched: {reason}",
            base=base.git,
            revision=base.revision,
            reason=reason,
        )
        raise OSError(message)
    return done.stdout


# --- the project file -------------------------------------------------------------------------------

#: The base that comes with the toolkit.
SHIPPED = "emperor-rules"
VERSION_NUMBER = re.compile(r"\d+(?:\.\d+)*")
#: The settings, each with what it holds.
PROJECT_SETTINGS: Mapping[str, type | tuple[type, ...]] = {
    "base": (str, dict),
    "version": str,
    "release": str,
    "language": str,
    "url": str,
    "check": dict,
    "ignore": (dict, list),
}
CHECK_SETTINGS: Mapping[str, type | tuple[type, ...]] = {
    "up-to": int,
    "texts": list,
    "questions": list,
    "seconds": (int, float),
    "all-dates": bool,
    "all-options": bool,
    "all-tables": bool,
    "strict": bool,
    "select": list,
    "ignore": list,
    "baseline": str,
    "base": bool,
}
IGNORE_SETTINGS: Mapping[str, type | tuple[type, ...]] = dict.fromkeys(
    ("code", "text", "clause", "file", "reason"), str
)
GIT_SETTINGS: Mapping[str, type | tuple[type, ...]] = dict.fromkeys(("git", "revision", "folder"), str)


@dataclass(frozen=True)
class RulesProject:
    """What a project file says.

    Attributes:
        file: The file.
        base: What the rules lie on top of; ``None`` where they stand alone.
        version: The least version of the base, as it is written; empty where any will do.
        release: The version of these rules, for those that lie on top of them; empty where nothing is said.
        language: The language in which commands speak here; empty where nothing is said.
        url: The address of the published site; empty where nothing is said.
        check: The settings of checks by their names.
        ignored: The findings that are ignored, with the reasons.
    """

    file: Path
    base: str | GitBase | None = None
    version: str = ""
    release: str = ""
    language: str = ""
    url: str = ""
    check: Mapping[str, Any] = field(default_factory=dict)
    ignored: tuple[IgnoredFinding, ...] = ()

    def suppression(self) -> Suppression:
        """Return which findings are not shown: by their codes, for a reason that is written down, or for being old.

        Raises:
            RequestError: If the baseline cannot be read.
        """
        select, ignore = (known_codes(self.check.get(name, ())) for name in ("select", "ignore"))
        hidden = Suppression(select, ignore, self.ignored)
        if "baseline" in self.check:
            hidden.baseline = read_baseline(self.file.parent / self.check["baseline"])
        return hidden

    def base_folder(self, *, anew: bool = False) -> Path | None:
        """Return the folder of rules of the base; ``anew`` fetches a git revision again.

        Raises:
            ProjectError: If it is not there, or older than the project asks for.
        """
        if self.base is None:
            return None
        if isinstance(self.base, GitBase):
            try:
                folder = fetched(self.base, self.file.parent, anew=anew)
            except OSError as problem:
                raise ProjectError(
                    problem.args[0] if problem.args else str(problem), self.file, line_of(self.file, "base")
                ) from None
            self._require_release(folder, self.base.git)
            return folder
        if self.base == SHIPPED:
            self._require_version()
            return shipped_rules()
        folder = self.file.parent / os.path.expanduser(self.base)
        if not folder.is_dir():
            message = Message("the base {base} is no folder.", base=self.base)
            hint = Message('Write “{shipped}”, a folder, or: base = {{ git = "…", revision = "…" }}', shipped=SHIPPED)
            raise ProjectError(sentences(message, hint), self.file, line_of(self.file, "base"))
        inner = folder / "rules"
        folder = inner if inner.is_dir() and not (folder / "texts").is_dir() else folder
        self._require_release(folder, self.base)
        return folder

    def _require_version(self) -> None:
        from emperor_rules import __version__

        if _number(self.version) > _number(__version__):
            message = Message(
                "the base {base} is asked for in version {wanted}, and {installed} is installed: pip install -U {base}",
                base=SHIPPED,
                wanted=self.version,
                installed=__version__,
            )
            raise ProjectError(message, self.file, line_of(self.file, "version"))

    def _require_release(self, folder: Path, base: str) -> None:
        """Refuse a base whose project file says an older version than is asked for, or none."""
        if not self.version:
            return
        below = project_of(folder)
        release = below.release if below is not None else ""
        if not release or _number(self.version) > _number(release):
            message = Message(
                "the base {base} is asked for in version {wanted}, and is {release}"
                if release
                else "the base {base} is asked for in version {wanted}, and its {file} says no “release”",
                base=base,
                wanted=self.version,
                release=release,
                file=PROJECT_FILE,
            )
            raise ProjectError(message, self.file, line_of(self.file, "version"))


def _number(version: str) -> tuple[int, ...]:
    """Return a version as numbers that can be compared: 1.0 is 1."""
    return tuple(map(int, re.sub(r"(?:\.0+)+$", "", version).split("."))) if VERSION_NUMBER.fullmatch(version) else ()


def project_of(rules: Path) -> RulesProject | None:
    """Return the project that a folder of rules belongs to, ``None`` where there is no project file beside it.

    Raises:
        ProjectError: If the file cannot be read or followed.
    """
    file = rules.parent / PROJECT_FILE
    return read_project(file) if os.path.lexists(file) else None


def read_project(file: Path) -> RulesProject:
    """Return what a project file says.

    Raises:
        ProjectError: If it cannot be read or followed.
    """
    try:
        if not file.is_file():
            raise OSError(0, Message("it is no file"))
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        reason = files.reason(problem)
        raise ProjectError(Message("{file} cannot be read: {reason}", file=file.name, reason=reason), file) from None
    except (ValueError, RecursionError) as problem:
        raise ProjectError(Message("{file} is no TOML: {reason}", file=file.name, reason=problem), file) from None
    _only(file, table, PROJECT_SETTINGS)
    check = table.get("check", {})
    _only(file, check, CHECK_SETTINGS)
    if not LEAST_SEARCHED <= check.get("up-to", SEARCHED_SEATS) <= MOST_SEARCHED:
        message = Message(
            "the setting “{name}” is a number from {least} to {most}",
            name="up-to",
            least=LEAST_SEARCHED,
            most=MOST_SEARCHED,
        )
        raise ProjectError(message, file, line_of(file, "up-to"))
    language = table.get("language", "")
    if language and language not in LANGUAGES:
        message = Message("there is no language “{name}”.", name=language)
        listing = Message("Languages: {names}.", names=", ".join(LANGUAGES))
        raise ProjectError(sentences(message, suggest(language, LANGUAGES, listing)), file, line_of(file, "language"))
    version, release = table.get("version", ""), table.get("release", "")
    for name, number in (("version", version), ("release", release)):
        if number and not VERSION_NUMBER.fullmatch(number):
            message = Message("“{version}” is no version: write it like “0.1.0”", version=number)
            raise ProjectError(message, file, line_of(file, name))
    ignored = tuple(_ignored(file, entry) for entry in table.get("ignore", ()))
    base, url = _base(file, table.get("base")), table.get("url", "")
    return RulesProject(file, base, version, release, language, url, check, ignored)


def _base(file: Path, base: str | Mapping[str, Any] | None) -> str | GitBase | None:
    if not isinstance(base, Mapping):
        return base
    _only(file, base, GIT_SETTINGS)
    if "git" not in base or "revision" not in base:
        message = Message('a base in git names the repository and the revision: git = "…", revision = "…"')
        raise ProjectError(message, file, line_of(file, "base"))
    return GitBase(base["git"], base["revision"], base.get("folder", "rules"))


def _ignored(file: Path, entry: Any) -> IgnoredFinding:
    if not isinstance(entry, Mapping):
        raise ProjectError(Message("what is ignored is written under [[ignore]]"), file, line_of(file, "ignore"))
    _only(file, entry, IGNORE_SETTINGS)
    for name in ("code", "reason"):
        if not entry.get(name, "").strip():
            message = Message("an ignored finding needs its code and a reason: “{name}” is missing", name=name)
            raise ProjectError(message, file, line_of(file, "[[ignore]]"))
    try:
        known_codes([entry["code"]])
    except RequestError as error:
        raise ProjectError(error.message, file, line_of(file, entry["code"])) from None
    return IgnoredFinding(**{**entry, "code": entry["code"].upper()})


def _only(file: Path, table: Any, settings: Mapping[str, type | tuple[type, ...]]) -> None:
    """Refuse settings that there are not, and values of another kind."""
    for name, value in table.items():
        if name not in settings:
            message = Message("there is no setting “{name}” in {file}.", name=name, file=file.name)
            listing = Message("Settings: {names}.", names=", ".join(settings))
            raise ProjectError(sentences(message, suggest(name, settings, listing)), file, line_of(file, name))
        wanted = settings[name]
        kinds = wanted if isinstance(wanted, tuple) else (wanted,)
        right = type(value) in kinds  # True is no number
        if not right or (isinstance(value, list) and settings is CHECK_SETTINGS and not _all_words(value)):
            raise ProjectError(Message(_WANTED[kinds], name=name), file, line_of(file, name))


def _all_words(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


#: What a setting is to hold, by the types of its values.
_WANTED: Mapping[tuple[type, ...], str] = {
    (str,): template("the setting “{name}” is words in double quotes"),
    (int,): template("the setting “{name}” is a whole number"),
    (int, float): template("the setting “{name}” is a number"),
    (bool,): template("the setting “{name}” is true or false"),
    (list,): template("the setting “{name}” is a list in square brackets, of words in double quotes"),
    (dict,): template("the setting “{name}” is a table of settings: [{name}]"),
    (dict, list): template("what is ignored is written under [[ignore]]"),
    (str, dict): template("the setting “{name}” is words in double quotes, or a table in curly brackets"),
}


def project_text(base: str | GitBase, version: str = "", language: str = "") -> str:
    """Return a project file with a base and, if wanted, its least version and a language."""
    if isinstance(base, GitBase):
        written = ", ".join(f"{key} = {json.dumps(value)}" for key, value in base._asdict().items())
        lines = [f"base = {{ {written} }}"]
    else:
        lines = [f"base = {json.dumps(base, ensure_ascii=False)}"]
    lines += [f'version = "{version}"'] if version else []
    lines += [f'language = "{language}"'] if language else []
    return "\n".join(lines) + "\n"


def not_hidden(findings: Iterable[Diagnostic], rules: Path) -> list[Diagnostic]:
    """Return the findings that the project of some rules neither ignores nor has in its baseline.

    All are returned while its file cannot be followed or its baseline cannot be read, which a check tells.
    """
    everything = list(findings)
    try:
        project = project_of(rules)
        hidden = Suppression() if project is None else project.suppression()
    except RequestError:
        return everything
    return [finding for finding in everything if hidden.reason_of(finding) is None]


def seats_searched(rules: Path) -> int:
    """Return how many seats searched tables have at most, as the project of some rules says if it can be followed."""
    project = None
    with suppress(ProjectError):
        project = project_of(rules)
    return SEARCHED_SEATS if project is None else int(project.check.get("up-to", SEARCHED_SEATS))


def copy_project(rules: Path, into: Path) -> None:
    """Put a copy of the project file of some rules beside another folder of rules: it lies on the same base.

    Raises:
        ProjectError: If the project file cannot be followed.
    """
    project = project_of(rules)
    if project is not None and project.base is not None:
        base = project.base
        if isinstance(base, GitBase):
            local = project.file.parent / os.path.expanduser(base.git)
            base = base._replace(git=str(local.resolve())) if local.is_dir() else base
        elif base != SHIPPED:
            base = str((project.file.parent / os.path.expanduser(base)).resolve())
        (into.parent / PROJECT_FILE).write_text(project_text(base), encoding="utf-8")
