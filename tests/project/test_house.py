"""The house rules: what holds for every file of the project, whatever it does."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import emperor_rules
from emperor_rules.cli.console import MODULES as EXTRA_MODULES
from emperor_rules.resolve.stratification import strongly_connected_components
from tests.support.paths import PACKAGE, REPOSITORY, TESTS

MODULES = sorted(PACKAGE.rglob("*.py"))
SCRIPTS = sorted(path for path in (REPOSITORY / ".ci").iterdir() if path.is_file())

# Names that say nothing of what a module is about, so that anything may end up in it.
EMPTY_NAMES = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}

LOCKED = re.compile(r"^(?P<name>[a-z0-9][a-z0-9.-]*)==(?P<version>[^ ;\\]+)", re.MULTILINE)


def name_of(path: Path) -> str:
    """A file's name as a reader of the test's output would write it."""
    return path.relative_to(REPOSITORY).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def lock() -> str:
    return (REPOSITORY / "requirements.lock").read_text(encoding="utf-8")


def requirements(project: dict[str, Any]) -> Iterator[Requirement]:
    """Everything pyproject.toml asks for: to run, to develop and to build."""
    asked = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for extra in project["project"]["optional-dependencies"].values():
        asked += extra
    return map(Requirement, asked)


# The code


def test_stages_import_downwards_only() -> None:
    tool = Path(sys.executable).with_name("lint-imports")
    ran = subprocess.run([tool, "--no-cache"], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def imported_modules(path: Path) -> Iterator[str]:
    """Every module of the package that another imports, be it for types or inside a function."""
    names = module_names()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom) and node.module in names:
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & names
            yield from inner
            if len(inner) < len(node.names):
                yield node.module


@cache
def module_names() -> set[str]:
    return {module_name(module) for module in MODULES}


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Who reads one module of a circle has to read all of them; layers alone do not see circles within one.

    But for those through the front door: modules below take nothing but the version from it.
    """
    graph = {module_name(path): sorted(imported_modules(path)) for path in MODULES}
    del graph[PACKAGE.name]
    assert [circle for circle in strongly_connected_components(graph) if len(circle) > 1] == []


def test_modules_say_what_they_are() -> None:
    silent = [name_of(path) for path in MODULES if not ast.get_docstring(parsed(path))]
    assert silent == [], "a module opens with a docstring"
    empty = [name_of(path) for path in MODULES if {path.stem, path.parent.name} & EMPTY_NAMES]
    assert empty == [], "a module and a package are named for what they do"


#: What a module may define though others do, since that means the same in each.
IN_EACH_MODULE = {"T", "log"}


def defined_names(path: Path) -> Iterator[str]:
    """Every class of a module, and every name that stands for a value in it."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef():
                yield node.name
            case ast.Assign(targets=targets):
                yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def test_a_name_has_one_meaning() -> None:
    """Whoever meets a class or a constant need not ask of which module it is."""
    modules: dict[str, list[str]] = {}
    for path in MODULES:
        for name in set(defined_names(path)):
            modules.setdefault(name, []).append(name_of(path))
    several = {name: paths for name, paths in modules.items() if len(paths) > 1 and not name.startswith("__")}
    assert several.keys() <= IN_EACH_MODULE, several


def test_kinds_and_states_are_compared_with_members() -> None:
    """A string misspelt is no type error; in the frontend, a kind is still the keyword of the file."""
    compared = [
        (name_of(path), ast.unparse(node))
        for path in MODULES
        if path.parent.name != "frontend"
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Attribute)
        and node.left.attr in {"kind", "severity", "state", "status"}
        and any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in node.comparators)
    ]
    assert compared == []


# The tests

TEST_FILES = sorted(path for path in TESTS.rglob("*.py") if "benchmarks" not in path.parts)
#: Also in a script that a test hands to a process of its own.
IMPORT_IN_SCRIPT = re.compile(r"^ *from ([\w.]+) import ", re.MULTILINE)
#: What would make a test depend on how fast the machine is.
CLOCKS = {"time", "perf_counter", "process_time", "thread_time", "monotonic", "sleep", "wait_for_timeout"}


def test_no_test_rests_on_another_or_looks_at_a_clock() -> None:
    """What tests share is no test module; whoever edits a test breaks no other, and a busy machine breaks none."""
    resting, looking = dict[str, set[str]](), dict[str, set[str]]()
    for path in TEST_FILES:
        tree, imported = parsed(path), set(IMPORT_IN_SCRIPT.findall(path.read_text(encoding="utf-8")))
        resting[name_of(path)] = {name for name in imported if name.rpartition(".")[2].startswith("test_")}
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        looking[name_of(path)] = names & CLOCKS
    assert {path: names for path, names in resting.items() if names} == {}
    wrong = {path: names for path, names in looking.items() if names}
    assert wrong == {}, "time belongs into tests/benchmarks; a test waits for a sign"


def test_there_is_one_copy_of_each_helper() -> None:
    modules: dict[str, list[str]] = {}
    for path in TEST_FILES:
        for node in parsed(path).body:
            if isinstance(node, ast.FunctionDef):
                body = node.body[ast.get_docstring(node) is not None :]
                same = f"{node.name}: {[ast.dump(part) for part in body]}"
                modules.setdefault(same, []).append(name_of(path))
    assert not {same: paths for same, paths in modules.items() if len(paths) > 1}


# What is installed


def test_lock_holds_what_the_project_asks_for(project: dict[str, Any], lock: str) -> None:
    locked: dict[str, list[str]] = {}
    for pin in LOCKED.finditer(lock):
        locked.setdefault(canonicalize_name(pin["name"]), []).append(pin["version"])
    for asked in requirements(project):
        versions = locked.get(canonicalize_name(asked.name))
        assert versions, f"requirements.lock lacks {asked.name}: write it anew"
        wrong = [version for version in versions if version not in asked.specifier]
        assert not wrong, f"requirements.lock has {asked.name} {wrong}, pyproject.toml asks for {asked}"


def test_a_command_looks_for_all_that_its_extra_brings(project: dict[str, Any]) -> None:
    """What a command needs and its extra lacks would end it as a fault of ours."""
    for extra, modules in EXTRA_MODULES.items():
        asked = {
            canonicalize_name(Requirement(each).name) for each in project["project"]["optional-dependencies"][extra]
        }
        from_modules = {canonicalize_name(name) for m in modules for name in packages_distributions().get(m, ())}
        assert asked <= from_modules, extra


def test_lock_is_pinned_hashed_and_names_no_host(lock: str) -> None:
    entries = [entry for entry in re.split(r"\n(?=[a-z0-9])", lock) if not entry.startswith("#")]
    assert len(entries) > 20
    for entry in entries:
        assert LOCKED.match(entry), f"not one exact version: {entry.splitlines()[0]}"
        assert "--hash=sha256:" in entry, f"no hash: {entry.splitlines()[0]}"
    assert "://" not in lock
    assert "--index" not in lock


def test_versions_agree(project: dict[str, Any]) -> None:
    assert project["project"]["version"] == emperor_rules.__version__
    needed = Requirement("python" + project["project"]["requires-python"]).specifier
    oldest = project["tool"]["mypy"]["python_version"]
    assert str(needed) == f">={oldest}"
    assert project["tool"]["uv"]["pip"]["python-version"] == oldest
    assert project["tool"]["ruff"]["target-version"] == "py" + oldest.replace(".", "")
    major, minor = oldest.split(".")
    setup = (REPOSITORY / ".ci" / "setup").read_text(encoding="utf-8")
    assert f"sys.version_info < ({major}, {minor})" in setup
    assert f"Python {oldest} or newer" in setup


# What people meet first


@pytest.mark.parametrize("script", SCRIPTS, ids=name_of)
def test_script_stops_at_the_first_failure(script: Path) -> None:
    assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in script.read_text(encoding="utf-8")
    assert os.access(script, os.X_OK)
