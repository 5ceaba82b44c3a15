"""The canonical form of rule files: one form, reached from any spacing, that says what the file said."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from emperor_rules.frontend.loader import Folder, load_rulebook, load_vocabulary
from emperor_rules.language.blocks import Comment, Item
from tests.support.layouts import FILES, RULES, check_form, comments, formatted, name_of, plain, says
from tests.support.sampling import sample_of
from tests.support.shipped import whole_rulebook

# The shipped files


@pytest.mark.parametrize("path", sample_of(FILES, 8), ids=name_of)
def test_a_shipped_file_keeps_what_it_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    canonical = formatted(text)
    check_form(canonical)
    assert says(canonical) == says(text)
    assert comments(canonical) == comments(text)


@pytest.mark.slow  # what the files say, one by one, is compared every time
def test_the_whole_rulebook_stays_the_same(tmp_path: Path) -> None:
    shutil.copytree(RULES, tmp_path, dirs_exist_ok=True)
    for path in FILES:
        (tmp_path / name_of(path)).write_text(formatted(path.read_text(encoding="utf-8")), encoding="utf-8")
    before, after = (replace(book, folder=None) for book in (whole_rulebook(), load_rulebook(tmp_path)))
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
    "what of a long comment has no room begins the next line, unless that begins anew": (
        """
# This comment is so long that it does not fit on one line of a hundred and ten signs, and so its last words have
# to go somewhere.
# - An item of a list
# which is so long as well that it does not fit on one line of a hundred and ten signs, nor its very last words.
# it: E questo è in italiano.
text a "b"
""",
        """
# This comment is so long that it does not fit on one line of a hundred and ten signs, and so its last words
# have to go somewhere.
# - An item of a list
# which is so long as well that it does not fit on one line of a hundred and ten signs, nor its very last
# words.
# it: E questo è in italiano.
text a "b"
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
    assert formatted(before) == after.lstrip("\n")
    check_form(after.lstrip("\n"))


def test_an_empty_file_stays_empty() -> None:
    assert formatted("") == formatted("\n \n\n") == ""


# Mistakes


@pytest.mark.parametrize("snippet", ['clause 1\n  en "x\n', "clause 1\n  p wnis.\n", "  en\n", "claus 1\n", "x; y\n"])
def test_nothing_is_laid_out_by_guessing(snippet: str) -> None:
    with pytest.raises(ValueError, match=r"test\.rules:"):
        formatted(snippet)


def test_a_layout_that_would_lose_a_word_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(item: Item) -> tuple[list[str], list[Comment]]:
        return [" " * (0 if item.head else 2) + " ".join(sign.text for sign in item.signs[:3])], []

    monkeypatch.setattr("emperor_rules.language.formatter._item_lines", careless)
    with pytest.raises(AssertionError, match="would change what it says"):
        formatted("clause 1 a\n  p may attack q.\n")
