"""Any spacing, comments anywhere and made-up files lead to one form that says the same."""

import random
import re
from functools import cache
from itertools import count, islice, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from emperor_rules.language.blocks import Comment, Item
from emperor_rules.language.formatter import WIDTH
from emperor_rules.language.lexer import lex
from tests.support.layouts import FILES, check_form, formatted, phrases, says, source
from tests.support.sampling import number_of_examples

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
    assert formatted(respaced(text, rng)) == formatted(text)


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
    canonical = formatted(text)
    check_form(canonical)
    assert says(canonical) == says(text)
    before, after = places_of_comments(text), places_of_comments(canonical)
    assert before.keys() == after.keys()
    for number, (item, inside) in before.items():
        moved_above = inside and after[number] == (item - 1, False)
        assert after[number] == (item, inside) or moved_above
    assert formatted(respaced(canonical, rng)) == canonical


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

    return st.recursive(ATOMS, joined, max_leaves=4)  # a sentence has 300 words at most


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
    canonical = formatted(text)
    check_form(canonical)
    assert says(canonical) == says(text)
    assert formatted(respaced(text, rng)) == canonical


@given(paragraph=st.lists(st.tuples(st.sampled_from(["", "- ", "it: "]), st.integers(1, 30)), min_size=1, max_size=6))
def test_no_word_of_a_cut_comment_is_left_alone_above_its_next_line(paragraph: list[tuple[str, int]]) -> None:
    words = (f"word-{number}" for number in count())
    lines = [f"# {begin}{' '.join(islice(words, length))}" for begin, length in paragraph]
    canonical = formatted("\n".join([*lines, 'text a "b"\n'])).splitlines()[:-1]
    assert all(len(line) <= WIDTH for line in canonical)
    for line, below in pairwise(canonical):
        cut_off = line not in lines and any(whole.endswith(line.removeprefix("#")) for whole in lines)
        has_room = len(f"{line} {below.split()[1]}") <= WIDTH
        assert not (cut_off and has_room) or below.startswith(("# - ", "# it: ", "text "))
