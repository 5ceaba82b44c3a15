"""No rule of the game is decided in Python: nothing under toolkit/ names a rule or a thing of the game.

The names come from the rule files themselves, so a new variant is watched from the day it is written. What
the vocabulary marks as `builtin` is what the toolkit is made of (seats, teams, distance) and free. The other
names are searched in two ways:

- **Names of the game alone** may stand nowhere: not in an identifier (`general_seats`, `GeneralSeats`), a
  string, a comment, a docstring, a template or a file's name, bare or with an ending (`marches`,
  `attackers`). They are the texts, the roles (in every language), the actions (also without their `may-`),
  the questions (whatever can be asked), and every fact or value of two words or more. Prose counts too: a
  comment that needs a role to explain the code tells of a rule in the code.
- **Plain words** are facts and values of one word that are no questions (`opponent`), and any other name of
  one word that Python, Jinja or our fixed interface uses as well (`range`, `draws`). No program can do
  without them. They may not be a whole string, since that is how code would look the name up or compare with
  it (`model.value("range")`). The keys of the fixed interface belong to it even where the vocabulary has a
  word of the same spelling (`request["left"]`).

A rule's number (three digits, a point, digits, perhaps a letter) may stand in no string and no comment. A
number that Python computes with is a measure of a drawing.

What this project calls itself is not a role: `emperor_rules`, `emperor-rules`, its files `emperor.toml` and `emperor.lock`, the command `emperor ask`,
the base class of its errors, and the class that its plugin's entry point names. Nor is an example in the
documentation of the public interface a rule: it is run against the shipped rules, and names what they have.
"""

import ast
import builtins
import io
import keyword
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import pytest

from emperor_rules.cli.main import COMMANDS
from tests.support.paths import REPOSITORY, RULES

TOOLKIT = REPOSITORY / "toolkit"
ADAPTERS = ("cli", "site", "reports")  # the only ones who know what the command and the plugin are called
FORMATS = "reports"  # the formats of other programs have keys of their own

NAME = r"[a-z0-9]+(?:-[a-z0-9]+)*"
DECLARATION = re.compile(
    rf"^(?P<kind>text|role|action|question|fact|value) +(?P<name>{NAME})(?P<body>.*\n(?:[ \t]+.*\n|\n)*)", re.MULTILINE
)
BUILTIN = re.compile(r"^\s+builtin\b", re.MULTILINE)
ASKED = re.compile(r"^\s+ask\b", re.MULTILINE)
QUOTED = re.compile(r'"([^"]+)"')
RULE_NUMBER = re.compile(r"\b[1-9]\d\d\.\d+[a-z]?")
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
ENDING = r"(?:s|es|ed|er|ers|ing|ment|ments)?"


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KEYS = words("id text on options seats left leaving ask of given status answer clauses overridden message")
JINJA = words("block call extends filter for from if import include macro range raw set trans with")
TAKEN = {*keyword.kwlist, *dir(builtins), *JINJA, *COMMANDS, *KEYS}

OWN_NAME = re.compile(
    rf"emperor-rules|emperor\.(?:toml|lock)|emperor-lang|emperor-error|emperor-plugin|\bemperor (?:{'|'.join(sorted(COMMANDS))})\b|`emperor`"
)
OWN_NAME_OUTSIDE = re.compile(rf"{OWN_NAME.pattern}|mkdocs\.plugins\.emperor|([\"'])emperor\1")


# An example and what it prints, up to the next empty line or the end of the docstring.
EXAMPLE = re.compile(r'^ *>>> .*\n(?:(?! *"""| *\n).*\n)*', re.MULTILINE)
PUBLIC = ("emperor_rules/__init__.py", "emperor_rules/api/")


class Finding(NamedTuple):
    """A place where the toolkit names what only rules may name."""

    line: int
    name: str
    text: str


def plain(text: str) -> str:
    """One spelling for `may_attack`, `MayAttack`, `MAY_ATTACK` and `may-attack`."""
    return HUMP.sub("-", text).lower().replace("_", "-")


def name_of(text: str) -> str:
    """The name that a phrase would be: `may attack` is `may-attack`."""
    return "-".join(plain(text).split())


@dataclass(frozen=True)
class Names:
    """What the rule files declare, as this test searches for it."""

    kinds: frozenset[str]  # of which something was declared, `question` among them
    everywhere: frozenset[str]  # the names of the game alone
    whole: frozenset[str]  # what may not be a whole string

    @classmethod
    def read(cls, rules: str) -> "Names":
        kinds, everywhere, whole = set(), set(), set()
        for declaration in DECLARATION.finditer(rules):
            kind, name, body = declaration.group("kind", "name", "body")
            if BUILTIN.search(body):
                continue
            asked = kind in ("question", "action") or bool(ASKED.search(body))
            kinds |= {kind, "question"} if asked else {kind}
            names = {name}
            if kind == "action":
                names.add(name.removeprefix("may-"))
            if kind == "role":
                names |= {name_of(quoted) for quoted in QUOTED.findall(body)}
                names -= {one + "s" for one in names}
            whole |= names - KEYS - COMMANDS.keys()
            alone = {one for one in names if not {one, one.removesuffix("s")} & TAKEN}
            everywhere |= {one for one in names if "-" in one} | (alone if asked or kind in ("text", "role") else set())
        return cls(frozenset(kinds), frozenset(everywhere), frozenset(whole))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self.everywhere, key=lambda name: (-len(name), name))
        return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first)) or '(?!)'}){ENDING}(?!\w)")


def words_of_python(source: str) -> Iterator[tuple[int, str, bool]]:
    """Identifiers where they stand first, comments and strings, line by line; and whether it is prose, where rules have numbers."""
    met = set[str]()
    prose = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in prose or (token.type == tokenize.NAME and token.string not in met):
            met.add(token.string)
            for offset, line in enumerate(token.string.split("\n")):
                yield token.start[0] + offset, line, token.type in prose


def strings_of_python(source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def words_of_template(source: str) -> Iterator[tuple[int, str, bool]]:
    return ((number, line, True) for number, line in enumerate(source.split("\n"), 1))


def strings_of_template(source: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(source.split("\n"), 1):
        for match in re.finditer(r"([\"'])(.*?)\1", line):
            yield number, match[2]


def findings(source: str, names: Names, path: Path = Path("module.py")) -> list[Finding]:
    """Where a file of the toolkit names what only rules may name; the path is relative to the package."""
    own_name = OWN_NAME_OUTSIDE if set(ADAPTERS) & set(path.parts) else OWN_NAME
    python = path.suffix == ".py"
    if path.as_posix().startswith(PUBLIC):
        source = EXAMPLE.sub(lambda example: "\n" * example[0].count("\n"), source)
    violations = []
    texts = words_of_python(source) if python else words_of_template(source)
    for line, text, prose in [(0, path.as_posix(), False), *texts]:
        violations += [Finding(line, name[1], text) for name in names.pattern.finditer(own_name.sub("", plain(text)))]
        if prose:
            violations += [Finding(line, number[0], text) for number in RULE_NUMBER.finditer(text)]
    for line, text in strings_of_python(source) if python else strings_of_template(source):
        name = name_of(text)
        if name in names.whole and FORMATS not in path.parts and not own_name.fullmatch(f"'{name}'"):
            violations.append(Finding(line, name, text))
    return sorted(set(violations))


# The toolkit


@pytest.fixture(scope="module")
def names() -> Names:
    files = sorted(RULES.rglob("*.rules"))
    return Names.read("\n".join(path.read_text(encoding="utf-8") for path in files))


def test_rule_files_were_read(names: Names) -> None:
    for kind in ("text", "role", "action", "question", "fact", "value"):
        assert kind in names.kinds, f"no {kind} is declared in rules/: this test would see nothing"
    assert {"may-attack", "attack", "may-block-for", "in-range"} <= names.everywhere
    assert {"range", "opponent"} <= names.whole - names.everywhere


SOURCES = sorted(
    path
    for path in TOOLKIT.rglob("*")
    if path.is_file() and "__pycache__" not in path.parts and path.name != "py.typed"
)


def test_toolkit_names_nothing_of_the_game(names: Names) -> None:
    violations = [
        f"{path.name}:{line}: names {name!r}: {text.strip()}"
        for path in SOURCES
        for line, name, text in findings(path.read_text(encoding="utf-8"), names, path.relative_to(TOOLKIT))
    ]
    assert not violations, "\n".join(violations)


def test_every_declared_name_would_be_found(names: Names) -> None:
    for name in names.everywhere | names.whole:
        assert name in {finding.name for finding in findings(f"answer = facts['{name}']", names)}
    for name in names.everywhere:
        assert findings(f"# {name}", names)
        assert findings(f"{name.replace('-', '_')} = 1", names)


# The test itself: what it catches and what it lets pass

SAMPLE = Names.read(
    """
role emperor
  letter E
  en "emperor", "emperors"
  it "imperatore", "imperatori"

role squire
  en "squire", "squires"
  it "scudiero", "scudieri"

text ab-123 "A text"
  language en

  clause not-read
    role of-no-one

text dawn "Another text"

action may-joust
  of p, q
action may-block-for
  of p, q
value range
  ask en "what is the range of p?"
fact wins
  ask en "does p win?"
fact draws
  ask en "does p draw?"
fact beside-q
fact left
value size
value starting-purse
fact next-to
  of p, q
  builtin next-to
"""
)


@pytest.mark.parametrize(
    ("snippet", "name"),
    [
        ("squire = 1", "squire"),
        ("def reach_of_squires(): pass", "squire"),
        ("class SquireSeat: pass", "squire"),
        ("SQUIRE_SEATS = 2", "squire"),
        ("seat.squire()", "squire"),
        ("f(squire=1)", "squire"),
        ("import squire", "squire"),
        ("x = f'the {y} squire'", "squire"),
        ("x = b'squire'", "squire"),
        ("x = 1  # the squire's seat", "squire"),
        ('"""Of squires."""', "squire"),
        ('x = """\n\nsquire"""', "squire"),
        ("if role == 'emperor': pass", "emperor"),
        ("reach = 2 if emperor else 1", "emperor"),
        ("x = 'ab-123'", "ab-123"),
        ("x = ab_123", "ab-123"),
        ("x = 'ab-123:4'", "ab-123"),
        ("# since dawn", "dawn"),
        ("def jousting(): pass", "joust"),
        ("# who jousts", "joust"),
        ("may_joust = 1", "may-joust"),
        ("x = 'may joust'", "may-joust"),
        ("x = model.value('range')", "range"),
        ("x = {'draws': 1}", "draws"),
        ("blockFor = 1", "block-for"),
        ("besideQ = 1", "beside-q"),
        ("# the first one wins", "wins"),
        ("# lo scudiero", "scudiero"),
        ("imperatori = 2", "imperatori"),
        ("x = 'size'", "size"),
        ("x = 'Size '", "size"),
        ("startingPurse = 1", "starting-purse"),
        ("x = 'see 123.4b'", "123.4b"),
        ("# as 809.10 says", "809.10"),
    ],
)
def test_a_planted_name_is_found(snippet: str, name: str) -> None:
    assert name in {finding.name for finding in findings(snippet, SAMPLE)}


@pytest.mark.parametrize(
    "snippet",
    [
        "import emperor_rules",
        "from emperor_rules.model import Text",
        "x = 'emperor-rules'",
        "x = 'run emperor check first'",
        "# what `emperor` prints",
        "for seat in range(size): left = seat",
        "# draws a block of seats, next to each other",
        "next_to = builtins['next-to']",
        "request['left']",
        "x = 123.4",
        "x = 'version 1.23.4'",
        "squirearchy = generalised = 1",
        "x = 'not-read of-no-one'",
    ],
)
def test_other_words_pass(snippet: str) -> None:
    assert findings(snippet, SAMPLE) == []


def test_only_an_example_of_the_public_interface_may_name_what_the_rules_have() -> None:
    snippet = '"""Say.\n\n>>> ask("squire")\n\'squire\'\n\nMore.\n"""\n'
    assert findings(snippet, SAMPLE, Path("emperor_rules/api/rules.py")) == []
    assert findings(snippet, SAMPLE, Path("emperor_rules/model/rulebook.py")) != []
    assert findings(snippet.replace("More", "The squire"), SAMPLE, Path("emperor_rules/api/rules.py")) != []


def test_the_command_has_its_name_where_it_is_made_and_nowhere_else() -> None:
    snippet = "@click.group('emperor')\ndef main(): pass"
    assert findings(snippet, SAMPLE, Path("emperor_rules/cli/main.py")) == []
    assert findings(snippet, SAMPLE, Path("emperor_rules/evaluate/main.py")) != []


def test_the_plugin_keeps_the_name_of_its_entry_point() -> None:
    assert findings("class EmperorPlugin: pass", SAMPLE, Path("emperor_rules/site/mkdocs/plugin.py")) == []


def test_a_file_is_not_named_for_a_thing_of_the_game() -> None:
    assert [finding.name for finding in findings("", SAMPLE, Path("emperor_rules/drawing/squire.py"))] == ["squire"]


def test_templates_are_read_too() -> None:
    path = Path("emperor_rules/drawing/ring.svg.j2")
    assert findings("{% block ring %}<g class='seat'/>{% endblock %}", SAMPLE, path) == []
    assert {(finding.line, finding.name) for finding in findings("{% if 'squire' %}", SAMPLE, path)} == {(1, "squire")}
    assert findings("<g/>\n{{ value['size'] }}", SAMPLE, path) == [(2, "size", "size")]


def test_the_line_is_the_one_to_look_at() -> None:
    assert findings('x = """one\ntwo\nsquires"""', SAMPLE) == [(3, "squire", 'squires"""')]
