"""The canonical form of rule files: one form, reached from any spacing, that says what the file said."""

import os
import random
import re
import shutil
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st

from emperor_rules.frontend.loader import Folder, load_rulebook, load_vocabulary
from emperor_rules.language.blocks import Comment, Item
from emperor_rules.language.formatter import layout
from emperor_rules.language.lexer import lex
from emperor_rules.language.line_breaking import WIDTH
from emperor_rules.language.parser import parse
from emperor_rules.language.syntax_tree import Node, Token
from emperor_rules.model.phrases import Phrases
from emperor_rules.resources import shipped_rules
from emperor_rules.source import SourceFile, Span
from tests.support import command_line
from tests.support.sampling import number_of_examples, sample_of

RULES = shipped_rules()
FILES = sorted(RULES.rglob("*.rules"))
MISTAKES = tomllib.loads((RULES.parent / "grammar" / "mistakes.toml").read_text(encoding="utf-8"))


@cache
def phrases() -> Phrases:
    return load_vocabulary(Folder(RULES)).phrases


def name_of(path: Path) -> str:
    return path.relative_to(RULES).as_posix()


def source(text: str) -> SourceFile:
    return SourceFile("test.rules", text)


def laid_out(text: str) -> str:
    return layout(source(text), phrases())


def said(node: object) -> object:
    """A syntax tree without its places."""
    if isinstance(node, Node):
        return node.rule, [said(child) for child in node.children]
    assert isinstance(node, Token)
    return node.type, " ".join(node.text.strip('"').split()) if node.type == "STRING" else str(node)


def says(text: str) -> object:
    parsing = parse(source(text), phrases())
    assert parsing.findings == (), parsing.findings[0]
    return said(parsing.tree)


def plain(thing: Any) -> object:
    """A model without its places."""
    if isinstance(thing, Span):
        return None
    if is_dataclass(thing):
        kept = [f.name for f in fields(thing) if f.name not in ("sources", "findings")]
        return type(thing).__name__, [(name, plain(getattr(thing, name))) for name in kept]
    if isinstance(thing, Mapping):
        return [(plain(key), plain(value)) for key, value in thing.items()]
    if isinstance(thing, (list, tuple)):
        return [plain(one) for one in thing]
    return thing


def comments(text: str) -> list[str]:
    lexing = lex(source(text), phrases())
    many = [*lexing.comments, *(comment for item in lexing.items for comment in item.comments)]
    return [comment.text for comment in sorted(many, key=lambda comment: comment.start)]


def check_form(text: str) -> None:
    """What every canonical text looks like."""
    assert text == "" or text.endswith("\n")
    assert "\n\n\n" not in text
    assert not text.startswith("\n")
    assert "\t" not in text
    above = ""
    for line in text.splitlines():
        assert line == line.rstrip()
        margin = len(line) - len(line.lstrip())
        assert margin in (0, 2, 4)
        assert len(line) <= WIDTH or " " not in line.strip().removeprefix("# ")
        if line and margin == 0 and not line.startswith("#"):
            assert above == "" or above.startswith("#"), "one blank line between blocks"
        if margin:
            assert above, "no blank line inside a block"
        above = line
    assert laid_out(text) == text, "laying it out again changes it"


# The shipped files


@pytest.mark.parametrize("path", sample_of(FILES, 8), ids=name_of)
def test_a_shipped_file_keeps_what_it_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    canonical = laid_out(text)
    check_form(canonical)
    assert says(canonical) == says(text)
    assert comments(canonical) == comments(text)


@pytest.mark.slow  # what the files say, one by one, is compared every time
def test_the_whole_rulebook_stays_the_same(tmp_path: Path) -> None:
    shutil.copytree(RULES, tmp_path, dirs_exist_ok=True)
    for path in FILES:
        (tmp_path / name_of(path)).write_text(laid_out(path.read_text(encoding="utf-8")), encoding="utf-8")
    before, after = (replace(load_rulebook(folder), folder=None) for folder in (RULES, tmp_path))
    assert [d.message for d in after.findings] == [d.message for d in before.findings]
    rename = {path.as_posix(): name_of(path) for path in FILES}

    def named(model: object) -> str:
        text = repr(plain(model))
        for shown in (*(f"{tmp_path.as_posix()}/", f"{RULES.as_posix()}/", "rules/"), *rename):
            text = text.replace(shown, rename.get(shown, ""))
        return text

    assert named(after) == named(before)


def test_comparing_models_sees_a_changed_word() -> None:
    model = load_rulebook(RULES, only=[FILES[-1].stem], scenarios=False).vocabulary
    assert plain(model) == plain(load_vocabulary(Folder(RULES)))
    text = next(path for path in FILES if path.parts[-2] == "cr").read_text(encoding="utf-8")
    assert says(text) != says(text.replace("\n  en ", "\n  it ", 1))


# Any spacing leads to the same text

#: So many blocks of a file are spaced anew at once: what spacing does to one does not depend on those further away.
BLOCKS = 6


@cache
def pieces() -> list[str]:
    """The shipped files in pieces of a few blocks each, with the comments above them."""
    cut = []
    for path in FILES:
        blocks = re.split(r"\n\n(?=\S)", path.read_text(encoding="utf-8").strip())
        cut += ["\n\n".join(blocks[at : at + BLOCKS]) + "\n" for at in range(0, len(blocks), BLOCKS)]
    return cut


#: A seed rather than Hypothesis' own randomness: a whole file needs more of it than Hypothesis likes to give.
CHANCES = st.integers(0, 2**32 - 1).map(random.Random)
JOINED = (".", ",", ":", ")")


def respaced(text: str, rng: random.Random) -> str:
    """The same items and comments with other margins, line ends and blank lines."""
    lexing = lex(source(text), phrases())
    entries: list[Item | Comment] = sorted([*lexing.items, *lexing.comments], key=lambda entry: entry.start)
    lines = [text.count("\n", 0, entry.start) for entry in entries]
    written = "\n" * rng.randrange(3)
    for at, entry in enumerate(entries):
        glued = at + 1 < len(entries) and lines[at + 1] == lines[at] + 1
        if isinstance(entry, Comment):
            written += " " * (rng.randint(1, 3) if entry.margin else 0) + entry.text + " " * rng.randrange(2)
            written += "\n" if glued and not entry.margin else "\n" * rng.randint(1 if entry.margin else 2, 3)
        else:
            written += " " * (0 if entry.head else rng.randint(1, 3)) + _spread(entry, rng) + "\n" * rng.randint(1, 3)
    return written


def _gap(rng: random.Random) -> str:
    return rng.choice([" ", " ", "  ", "\t", " \n\n     ", "\n" + " " * rng.randint(4, 9)])


def _spread(item: Item, rng: random.Random) -> str:
    written = ""
    waiting = sorted(item.comments, key=lambda comment: comment.start)
    for sign in item.signs:
        while waiting and waiting[0].start < sign.start:
            comment = waiting.pop(0)
            written += ("\n   " if comment.own_line else "  ") + comment.text + "\n    "
        if written and not written[-1].isspace() and (sign.text not in JOINED or rng.random() < 0.1):
            written += _gap(rng)
        if sign.type == "STRING":
            first, *rest = sign.text[1:-1].split() or [""]
            written += f'"{rng.choice(["", " "])}{first}{"".join(_gap(rng) + word for word in rest)}"'
        else:
            written += sign.text
    return written + "".join(f"  {comment.text}" for comment in waiting)


@settings(max_examples=number_of_examples(20, 120), deadline=None)
@given(st.deferred(lambda: st.sampled_from(pieces())), CHANCES)
def test_any_spacing_gives_the_same_text(text: str, rng: random.Random) -> None:
    assert laid_out(respaced(text, rng)) == laid_out(text)


def commented(text: str, rng: random.Random) -> str:
    """The same file with comments beside, above and inside its items."""
    lexing = lex(source(text), phrases())
    written, at, number = "", 0, 0
    for item in lexing.items:
        places = [item.start, *(sign.end for sign in item.signs)]
        for place in places:
            if rng.random() > 4 / len(places):
                continue
            number += 1
            comment = f"# note {number}" + " and so on" * rng.choice([0, 0, 1, 12])
            written += text[at:place]
            at = place
            if place == item.start:
                start = text.rfind("\n", 0, place) + 1
                written = written[: len(written) - (place - start)]
                written += " " * rng.randrange(4) + comment + "\n" * rng.randint(1, 2) + text[start:place]
            elif place == places[-1]:
                written += rng.choice([" ", ""]) + comment
            else:
                written += rng.choice(["", "\n", "\n    "]) + comment + "\n      "
    return written + text[at:]


def places_of_comments(text: str) -> dict[str, tuple[int, bool]]:
    """For the first word after “note”: the item before or around the comment, and whether it is inside."""
    lexing = lex(source(text), phrases())
    starts = [item.start for item in lexing.items]

    def key(comment: Comment) -> str:
        return comment.text.split()[2] if comment.text.startswith("# note ") else ""

    places = {key(c): (sum(start <= c.start for start in starts), False) for c in lexing.comments}
    for number, item in enumerate(lexing.items, 1):
        places |= {key(comment): (number, True) for comment in item.comments}
    return {number: place for number, place in places.items() if number}


@settings(max_examples=number_of_examples(10, 60), deadline=None)
@given(st.deferred(lambda: st.sampled_from(pieces())), CHANCES)
def test_comments_anywhere_keep_their_place(piece: str, rng: random.Random) -> None:
    text = commented(piece, rng)
    canonical = laid_out(text)
    check_form(canonical)
    assert says(canonical) == says(text)
    before, after = places_of_comments(text), places_of_comments(canonical)
    assert before.keys() == after.keys()
    for number, (item, inside) in before.items():
        moved_above = inside and after[number] == (item - 1, False)
        assert after[number] == (item, inside) or moved_above
    assert laid_out(respaced(canonical, rng)) == canonical


# Generated files

ATOMS = st.sampled_from(
    [
        "p is next to q",
        "p is an emperor",
        "p is not a general",
        "some general that is an opponent of p is next to q",
        "the range of p is at least 2",
        "every player called x other than p is such that (x is an opponent of q)",
        "q is next to p as the turn began",
        "the number of teams is more than 2",
        "the team of p is not the team of q",
        "at least 2 generals that are opponents of p are within 3 seats of p at the start",
    ]
)
CLAIMS = st.sampled_from(
    ["p may attack q", "p may not attack q", "p must march a creature to q", "whether p may attack q is left open"]
)
WORDS = ("a", "seat", "d’oro,", "#1", "l'imperatore", "(two)", "neighbouring")


def conditions() -> st.SearchStrategy[str]:
    def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        bracketed = inner.map(lambda c: f"({c})") | inner.map(lambda c: f"not ({c})") | ATOMS
        many = st.lists(bracketed, min_size=2, max_size=4)
        return many.map(" and ".join) | many.map(" or ".join)

    return st.recursive(ATOMS, joined, max_leaves=8)


CONDITIONS = conditions()


@st.composite
def sentences(draw: st.DrawFn) -> str:
    prefix = draw(
        st.sampled_from(["", "part one: ", "until 2009-07-08: ", "since 2009-07-08 until 2010-01-01: part x: "])
    )
    if draw(st.booleans()) and not prefix:
        return f"require {draw(CONDITIONS)}."
    guards = draw(st.lists(st.sampled_from(["when", "unless"]), max_size=2, unique=True))
    return f"{prefix}{draw(CLAIMS)}{''.join(f' {guard} {draw(CONDITIONS)}' for guard in guards)}."


@st.composite
def rule_files(draw: st.DrawFn) -> str:
    rng = draw(CHANCES)  # for long strings, each word of which Hypothesis would take its time to draw

    def string() -> str:
        return " ".join(rng.choices(WORDS, k=rng.choice((0, 1, 5, rng.randrange(60)))))

    lines = ['text made "Made by chance"', "  language en"]
    for number in range(draw(st.integers(1, 3))):
        over = draw(st.lists(st.sampled_from(["a 1.1", "1.2", "b 1.3 (one)"]), max_size=12))
        lines += [f"clause {number + 1} slug-{number}{' overrides ' if over else ''}{', '.join(over)}"]
        lines += [f'  en "{string()}"', f'  it "{string()}"']
        lines += [f"  {draw(sentences())}" for _ in range(draw(st.integers(0, 3)))]
        if draw(st.booleans()):
            lines.append(f'  note en "{string()}" it "{string()}"')
    return "\n".join(lines)


@settings(max_examples=number_of_examples(20, 100), deadline=None)
@given(rule_files(), CHANCES)
def test_a_made_file_has_one_form(text: str, rng: random.Random) -> None:
    canonical = laid_out(text)
    check_form(canonical)
    assert says(canonical) == says(text)
    assert laid_out(respaced(text, rng)) == canonical


# Examples

EXAMPLES = {
    "a guard begins a line": (
        """
clause 1 a
  p may attack q from the territory of x when some general that is an opponent of p is next to
    some opponent of q.
""",
        """
clause 1 a
  p may attack q from the territory of x
    when some general that is an opponent of p is next to some opponent of q.
""",
    ),
    "what stands outside brackets breaks before what stands inside": (
        """
clause 1 a
  p may attack q when (some general is next to p or some emperor is next to p) and (q is an emperor or q is a general)
    and p wins.
""",
        """
clause 1 a
  p may attack q when (some general is next to p or some emperor is next to p)
    and (q is an emperor or q is a general) and p wins.
""",
    ),
    "a short conclusion is not left alone": (
        """
clause 1 a
  t wins exactly when every emperor that is not a player of t loses and no emperor that is a player of t loses.
""",
        """
clause 1 a
  t wins exactly when every emperor that is not a player of t loses
    and no emperor that is a player of t loses.
""",
    ),
    "blank lines stand between blocks and nowhere else": (
        """

# First.



text a "A"

  language en
clause 1 a
  en "x"

  it "y"


""",
        """
# First.

text a "A"
  language en

clause 1 a
  en "x"
  it "y"
""",
    ),
    "comments keep their place": (
        """
clause 1 a# beside a head
 # above an item
  en "x"#   beside an item
# at the margin, among the items
  it "y"
   # at the end of the block
# --- a section

# above a head
clause 2 b overrides 1, # inside
       # still inside
       3
# at the end
""",
        """
clause 1 a  # beside a head
  # above an item
  en "x"  #   beside an item
  # at the margin, among the items
  it "y"
  # at the end of the block

# --- a section

# above a head
clause 2 b overrides 1,  # inside
    # still inside
    3

# at the end
""",
    ),
    "a comment without room beside its item goes above it": (
        """
clause 1 a
  en "A wording that is as long as a line can be, so that there is no room for a comment beside it."  # alas, alas
""",
        """
clause 1 a
  # alas, alas
  en "A wording that is as long as a line can be, so that there is no room for a comment beside it."
""",
    ),
    "a long comment is wrapped, a short one left as it is": (
        """
#This comment is written  without a space, and it is so long that it does not fit on one line of a hundred and ten.
#Short ,  and  as it was.
""",
        """
# This comment is written without a space, and it is so long that it does not fit on one line of a hundred and
# ten.
#Short ,  and  as it was.
""",
    ),
    "spaces stand after marks, not before them": (
        """
scenario   "A   name  "
  in a ,b at 2009-01-01
  A1   may attack B1:no , by a 1(x)over b 2
""",
        """
scenario "A name"
  in a, b at 2009-01-01
  A1 may attack B1: no, by a 1 (x) over b 2
""",
    ),
    "a note has its Italian on a line of its own when one line is too short": (
        """
clause 1 a
  note en "Nothing can be asked about it, since no position shows how long it lasts." it "Nessuna domanda lo chiede."
""",
        """
clause 1 a
  note en "Nothing can be asked about it, since no position shows how long it lasts."
    it "Nessuna domanda lo chiede."
""",
    ),
    "words keep their spelling": (
        "\nclause 1 a\n  The Range of p is 2 WHEN p is an Emperor.\n",
        "\nclause 1 a\n  The Range of p is 2 WHEN p is an Emperor.\n",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example(name: str) -> None:
    before, after = EXAMPLES[name]
    assert laid_out(before) == after.lstrip("\n")
    check_form(after.lstrip("\n"))


def test_an_empty_file_stays_empty() -> None:
    assert laid_out("") == laid_out("\n \n\n") == ""


# Mistakes


@pytest.mark.parametrize("snippet", ['clause 1\n  en "x\n', "clause 1\n  p wnis.\n", "  en\n", "claus 1\n", "x; y\n"])
def test_nothing_is_laid_out_by_guessing(snippet: str) -> None:
    with pytest.raises(ValueError, match=r"test\.rules:"):
        laid_out(snippet)


def test_a_layout_that_would_lose_a_word_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(item: Item) -> tuple[list[str], list[Comment]]:
        return [" " * (0 if item.head else 2) + " ".join(sign.text for sign in item.signs[:3])], []

    monkeypatch.setattr("emperor_rules.language.formatter.item_lines", careless)
    with pytest.raises(AssertionError, match="would change what it says"):
        laid_out("clause 1 a\n  p may attack q.\n")


# The command


def run(*arguments: str | Path) -> Result:
    return command_line.run("fmt", *arguments)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A small folder of rules: one file to change, one that stays."""
    files = {"vocabulary/base.rules": MISTAKES["world"]["vocabulary"], "texts/sample.rules": MISTAKES["world"]["text"]}
    for name, text in files.items():
        (tmp_path / "rules" / name).parent.mkdir(parents=True)
        (tmp_path / "rules" / name).write_text(text, encoding="utf-8")
    scenarios = tmp_path / "rules" / "scenarios" / "untidy.rules"
    scenarios.parent.mkdir()
    scenarios.write_text(UNTIDY, encoding="utf-8")
    return tmp_path / "rules"


UNTIDY = 'scenario "x"\n in sample\n\n   seats g E g | g E g\n  A1 may attack B1: yes\n'
TIDY = 'scenario "x"\n  in sample\n  seats g E g | g E g\n  A1 may attack B1: yes\n'


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_fmt_changes_what_is_not_canonical(rules: Path) -> None:
    before = contents(rules)
    ran = run("--rules", rules)
    assert ran.exit_code == 0
    assert "1 file changed, 2 left as they were." in ran.output
    assert contents(rules) == {**before, "scenarios/untidy.rules": TIDY.encode()}
    again = run("--rules", rules)
    assert (again.exit_code, again.output) == (0, "0 files changed, 3 left as they were.\n")


def test_fmt_check_changes_nothing_and_tells(rules: Path) -> None:
    before = contents(rules)
    ran = run("--rules", rules, "--check")
    assert ran.exit_code == 1
    assert ran.stdout.splitlines() == [(rules / "scenarios/untidy.rules").as_posix()]
    assert "1 file would change" in ran.stderr
    assert contents(rules) == before
    assert run("--rules", rules, "--check", rules / "texts").exit_code == 0


def test_fmt_diff_shows_the_difference(rules: Path) -> None:
    before = contents(rules)
    ran = run("--rules", rules, "--diff", rules / "scenarios")
    assert ran.exit_code == 1
    assert "\n- in sample\n-\n-   seats g E g | g E g\n+  in sample\n+  seats g E g | g E g\n" in ran.stdout
    assert "\x1b" not in ran.stdout, "colour is for terminals"
    assert contents(rules) == before
    coloured = command_line.run("fmt", "--rules", rules, "--diff", color=True)
    assert "\x1b[32m+  in sample\x1b[0m" in coloured.output


def test_fmt_leaves_a_file_with_mistakes(rules: Path) -> None:
    bad = rules / "scenarios" / "bad.rules"
    bad.write_text(UNTIDY.replace("attack", "atack"), encoding="utf-8")
    ran = run("--rules", rules)
    assert ran.exit_code == 1
    assert "error[R201]: “atack” is not a word of the vocabulary" in ran.stderr
    assert "1 file changed, 2 left as they were, 1 refused for mistakes." in ran.stderr
    assert bad.read_text(encoding="utf-8") == UNTIDY.replace("attack", "atack")


def test_fmt_tells_of_the_vocabulary_when_a_file_is_refused(rules: Path) -> None:
    base = rules / "vocabulary" / "base.rules"
    text = base.read_text(encoding="utf-8").replace('of p, q\n  en "p can attack q"', 'of p, w\n  en "p can attack w"')
    base.write_text(text, encoding="utf-8")
    ran = run("--rules", rules, rules / "scenarios")
    assert ran.exit_code == 1
    assert "“w” is no letter of a sort" in ran.stderr
    assert "is not a" in ran.stderr


def test_fmt_says_what_cannot_be_read(rules: Path) -> None:
    (rules / "texts" / "latin.rules").write_bytes(b'text a "caf\xe9"\n')
    (rules / "empty").mkdir()
    for name, reason in (("none.rules", "no such file"), ("texts", "is not UTF-8"), ("empty", "no rule files")):
        ran = run("--rules", rules, rules / name)
        assert ran.exit_code == 2
        assert "error[R101]" in ran.stderr
        assert reason in ran.stderr
    assert run("--rules", rules / "nowhere").exit_code == 2


def test_fmt_keeps_the_mode_and_follows_links(rules: Path, tmp_path: Path) -> None:
    untidy = rules / "scenarios" / "untidy.rules"
    untidy.chmod(0o640)
    link = tmp_path / "link.rules"
    link.symlink_to(untidy)
    assert run("--rules", rules, link).exit_code == 0
    assert link.is_symlink()
    assert untidy.read_text(encoding="utf-8") == TIDY
    assert stat.S_IMODE(untidy.stat().st_mode) == 0o640


@pytest.mark.parametrize("step", ["replace", "fsync", "chmod"])
def test_fmt_loses_nothing_when_writing_fails(rules: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    before = contents(rules)
    monkeypatch.setattr(os, step, fail)
    ran = run("--rules", rules)
    assert ran.exit_code == 2
    assert "stays as it was: no space left on device" in ran.stderr
    assert contents(rules) == before, "neither a lost file nor one left beside it"


def test_fmt_leaves_a_file_that_changes_meanwhile(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    untidy = rules / "scenarios" / "untidy.rules"

    def slow(given: SourceFile, phrases: Phrases) -> str:
        untidy.write_text("# new\n", encoding="utf-8")
        return layout(given, phrases)

    monkeypatch.setattr("emperor_rules.language.formatter.layout", slow)
    ran = run("--rules", rules, untidy)
    assert ran.exit_code == 2
    assert "it changed meanwhile" in ran.stderr
    assert untidy.read_text(encoding="utf-8") == "# new\n"


def test_fmt_mends_the_ends_of_lines(rules: Path) -> None:
    untidy = rules / "scenarios" / "untidy.rules"
    untidy.write_bytes(b"\xef\xbb\xbf" + TIDY.replace("\n", "\r\n").encode())
    assert run("--rules", rules, "--check", untidy).exit_code == 1
    assert "only the ends of lines" in run("--rules", rules, "--diff", untidy).stdout
    assert run("--rules", rules, untidy).exit_code == 0
    assert untidy.read_bytes() == TIDY.encode()


def test_fmt_takes_each_file_once(rules: Path) -> None:
    untidy = rules / "scenarios" / "untidy.rules"
    assert "1 file would change, 0 left" in run("--rules", rules, "--check", untidy, rules / "scenarios", untidy).stderr


MEANT = """clause 1.3 calm
  en "Emperors attack no generals."
  it "Gli imperatori non attaccano generali."
  p cannot attack q when p is an emperor
    and q is a general.

clause 1.4 strong
  en "Emperors do not lose."
  it "Gli imperatori non perdono."
  p does not lose when p is an emperor.
"""
#: Margins that mislead, by what is wrong with them.
MISLEADING = {
    "a sentence goes on three spaces in": MEANT.replace("\n    and", "\n   and"),
    "a sentence goes on one space in": MEANT.replace("\n    and", "\n and"),
    "a sentence goes on where an item stands": MEANT.replace("\n    and", "\n  and"),
    "a string goes on one space in": MEANT.replace("Emperors attack no", "Emperors attack\n no"),
    "items stand four spaces in": MEANT.replace("\n  ", "\n    "),
    "a sentence stands at the margin": MEANT.replace("\n  p does", "\np does"),
    "tabs": MEANT.replace("\n  ", "\n\t"),
}


@pytest.mark.parametrize("name", MISLEADING)
def test_fmt_mends_margins(name: str, rules: Path) -> None:
    text = rules / "texts" / "sample.rules"
    written = text.read_text(encoding="utf-8")
    text.write_text(f"{written}\n{MEANT}", encoding="utf-8")
    run("--rules", rules)
    meant = text.read_text(encoding="utf-8")
    assert "p cannot attack q when p is an emperor and q is a general." in meant
    text.write_text(f"{written}\n{MISLEADING[name]}", encoding="utf-8")
    assert run("--rules", rules).exit_code == 0
    assert text.read_text(encoding="utf-8") == meant


def test_fmt_does_not_guess_what_a_margin_means(rules: Path) -> None:
    text = rules / "texts" / "sample.rules"
    unclear = text.read_text(encoding="utf-8") + MEANT.replace("emperor\n    and q is", "emperr\n  and q is")
    text.write_text(unclear, encoding="utf-8")
    assert run("--rules", rules).exit_code == 1
    assert text.read_text(encoding="utf-8") == unclear
