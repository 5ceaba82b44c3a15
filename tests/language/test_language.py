"""From text to syntax tree: a strict grammar, the margins, recovery after mistakes, and what is suggested."""

import re
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from emperor_rules.diagnostics import Diagnostic, is_near, near
from emperor_rules.edits import edited
from emperor_rules.frontend.texts import read_text
from emperor_rules.language import grammar
from emperor_rules.language.blocks import BLOCKS, DECLARATIONS, ITEM_WORDS
from emperor_rules.language.grammar import STARTS
from emperor_rules.language.lexer import Lexed, lex
from emperor_rules.language.parser import Parsed, parse
from emperor_rules.language.phrases import STRUCTURE, no_vocabulary
from emperor_rules.language.syntax_errors import GROUPS, TERMINAL_NAMES, expected
from emperor_rules.language.syntax_tree import Node, Token
from emperor_rules.model.phrases import canonical
from emperor_rules.resources import grammar_path, shipped_rules
from tests.support.layouts import name_of, phrases, source
from tests.support.sampling import number_of_examples, sample_of
from tests.support.shipped import whole_rulebook

FILES = sorted(shipped_rules().rglob("*.rules"))
GRAMMAR = grammar_path().read_text(encoding="utf-8")


def lexed(text: str) -> Lexed:
    return lex(source(text), phrases())


def parsed(text: str) -> Parsed:
    return parse(source(text), phrases())


def located(findings: tuple[Diagnostic, ...]) -> list[tuple[str, int, int]]:
    return [(d.code, d.span.line, d.span.column) for d in findings]


def words(text: str) -> list[list[str]]:
    """The signs of every item, heads included."""
    return [[str(sign) for sign in item.signs] for item in lexed(text).items]


# The grammar


@pytest.fixture(scope="module")
def strict() -> Lark:
    """The grammar as Lark accepts it only when no two rules and no two terminals collide."""
    return Lark(GRAMMAR, parser="lalr", lexer="basic", strict=True, start=list(STARTS), maybe_placeholders=False)


def declared() -> set[str]:
    declarations = re.findall(r"^%declare (.+)$", GRAMMAR, re.MULTILINE)
    return {name for line in declarations for name in line.split()}


def test_the_grammar_is_strict_and_has_all_its_starts(strict: Lark) -> None:
    assert {rule.origin.name for rule in strict.rules} >= set(STARTS)


def test_a_conflict_would_be_seen() -> None:
    conflicting = GRAMMAR.replace("?condition: simple\n", "?condition: simple\n  | condition AND condition -> more\n")
    assert conflicting != GRAMMAR
    with pytest.raises(Exception, match=r"(?i)collision|conflict"):
        Lark(conflicting, parser="lalr", lexer="basic", strict=True, start=list(STARTS))


def test_every_terminal_is_declared_by_name_and_part_of_a_rule(strict: Lark) -> None:
    part_of_rules = {symbol.name for rule in strict.rules for symbol in rule.expansion if symbol.is_term}
    assert part_of_rules == declared()
    assert not [name for name in part_of_rules if name.startswith("_")], "a terminal without a name"
    assert not strict.terminals, "a terminal with a spelling of its own: spellings are the lexer's"


def test_every_start_leads_somewhere(strict: Lark) -> None:
    for block in (*BLOCKS, "declaration"):
        assert {f"{block}_head", f"{block}_item"} <= set(STARTS)


def test_every_terminal_is_read_from_some_rule_file_or_shown_here() -> None:
    kinds = {str(kind) for kind in (*STRUCTURE.values(), *phrases().kinds.values())}
    kinds |= set(BLOCKS.values()) | {"KIND", "KEYWORD"}
    for path in FILES:
        kinds |= {token.type for item in lexed(path.read_text(encoding="utf-8")).items for token in item.tokens}
    rare = """
scenario "rare"
  options x
  on 2009-01-01
  A1 wins: contradicted
  A1 wins: silent, by nothing
  A1 wins: invalid
  A1 wins: yes, by at least a 1 over b 2
text rare "rare"
  seated side by side
  varies a at 2009-01-01
  translates b
clause 1
  title en "a" it "b"
  note en "a" it "b"
  formerly a
difference one
  between a, b
  asks c
  clauses a 1
"""
    kinds |= {token.type for item in lexed(rare).items for token in item.tokens}
    assert declared() <= kinds


def test_no_phrase_makes_a_terminal_that_the_grammar_lacks() -> None:
    assert set(phrases().kinds.values()) <= declared()


@pytest.mark.parametrize("terminal", sorted(declared()))
def test_every_terminal_can_be_named_in_a_hint(terminal: str) -> None:
    hint = expected({terminal})
    assert hint.startswith("Expected ")
    assert "_" not in hint


def test_hints_speak_of_terminals_that_exist() -> None:
    assert set(TERMINAL_NAMES) <= declared()
    assert {kind for signs, _, covered in GROUPS for kind in (*signs, *covered)} <= declared()


# The shipped files


@pytest.mark.parametrize("path", sample_of(FILES, 20), ids=name_of)
def test_a_shipped_file_is_parsed_without_a_word_lost(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    parsing = parsed(text)
    assert parsing.findings == ()
    kept = [(token.type, token.start) for token in parsing.tree.leaves]
    given = [(token.type, token.start) for item in lexed(text).items for token in item.tokens]
    assert kept == given


def of_ours(node: Node | Token) -> object:
    """A tree of ours as plain tuples."""
    return (node.type, node.text) if isinstance(node, Token) else (node.rule, [of_ours(c) for c in node.children])


def test_no_cache_can_be_written_and_all_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "emperor-rules").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before = of_ours(parsed(CLAUSE).tree)
    monkeypatch.setattr(grammar, "_parser", grammar._parser.__wrapped__)
    assert of_ours(grammar.parse("file", tokens_of(CLAUSE))) == before


def test_what_may_follow_is_what_can_be_parsed() -> None:
    """Each terminal that is expected after some tokens is taken there, and no other is."""
    every = declared()
    for item in lexed(CLAUSE).items:
        start = f"{item.block}_{'head' if item.head else 'item'}"
        for number in range(len(item.tokens)):
            before = item.tokens[:number]
            assert grammar.expected(start, before) == {kind for kind in every if follows(start, before, kind)}


def follows(start: str, before: list[Token], kind: str) -> bool:
    try:
        grammar.parse(start, [*before, Token(kind, "x", 0, 0)])
    except grammar.ParseFailure as failure:
        return failure.token.type == "$END"
    return True


def tokens_of(text: str) -> list[Token]:
    return [token for item in lexed(text).items for token in item.tokens]


# Margins

CLAUSE = """clause 1.1 first
  en "One."
  it "Uno."
  p wins.
"""


def test_margins_tell_heads_items_and_continuations() -> None:
    """One to three spaces begin an item, four or more go on with it, also after a blank line."""
    assert words('clause 1 a\n  overrides 2\n   en "x"\n en "y"\n    z\n\n      w\n') == [
        ["clause", "1", "a"],
        ["overrides", "2"],
        ["en", '"x"'],
        ["en", '"y"', "z", "w"],
    ]


def test_a_string_runs_over_lines_and_may_hold_a_hash() -> None:
    [_, item] = lexed('clause 1 a\n  en "one # two\n    # three\n\n    four"  # five\n').items
    assert [str(sign) for sign in item.signs] == ["en", '"one # two\n    # three\n\n    four"']
    assert [comment.text for comment in item.comments] == ["# five"]


def test_a_quote_in_a_comment_opens_no_string() -> None:
    """What stands behind “#” is left out; the string of “it”, opened before, runs to the next line."""
    text = 'clause 1 a\n  en "x"  # say "what\n  # and " here\n  it "y\n    z"  # "\n  p wins.\n'
    assert words(text) == [["clause", "1", "a"], ["en", '"x"'], ["it", '"y\n    z"'], ["p", "wins", "."]]


def test_comments_belong_to_the_item_that_goes_on_after_them() -> None:
    lexing = lexed("clause 1 a\n  p wins  # one\n  # two\n    # three\n    when q loses.\n    # four\n# five\n")
    assert [comment.text for comment in lexing.items[1].comments] == ["# one", "# two", "# three"]
    assert [(comment.text, comment.margin) for comment in lexing.comments] == [("# four", 4), ("# five", 0)]
    assert [comment.own_line for comment in lexing.items[1].comments] == [False, True, True]


def test_a_block_has_the_comments_right_above_it_and_within_it() -> None:
    text = """# A file about clauses.
# Second line.

# --- a heading

# Above the clause.
clause 1 a  # beside
  # Within it.
  en "x"
# At the margin, but within.
  it "y"
  # At its end.

# Alone.

clause 2 b
"""
    parsing = parsed(text)
    first, second = parsing.tree.trees
    assert parsing.comments[-1] == ("# A file about clauses.", "# Second line.")
    assert parsing.comments_on(first) == (
        "# Above the clause.",
        "# Within it.",
        "# At the margin, but within.",
        "# At its end.",
    )
    assert parsing.comments_on(second) == ()


def test_lines_of_other_spaces_are_blank() -> None:
    assert words("clause 1 a\n\u00a0\n \u3000\n  p wins.\n") == [["clause", "1", "a"], ["p", "wins", "."]]


def test_places_are_those_of_the_file() -> None:
    for item in lexed(CLAUSE).items:
        for sign in item.signs:
            assert CLAUSE[sign.start : sign.end] == sign.text


def test_phrases_are_joined_longest_first_whatever_their_case() -> None:
    """“the range of” and “is at most” are a token each, over two spaces and the end of a line."""
    item = lexed("clause 1 a\n  The  Range of p is at\n    most 2.\n").items[1]
    assert [(token.type, str(token)) for token in item.tokens] == [
        ("VALUE_OF", "The Range of"),
        ("LETTER", "p"),
        ("COMPARE", "is at most"),
        ("NUMBER", "2"),
        ("STOP", "."),
        ("END", ""),
    ]


@pytest.mark.parametrize("spelling", ["cannot", "can not", "can't", "can’t", "may not", "Cannot", "May Not"])
def test_a_modal_verb_is_one_however_it_is_spelled(spelling: str) -> None:
    item = lexed(f"clause 1 a\n  p {spelling} attack q.\n").items[1]
    verb = item.tokens[1]
    assert (verb.type, verb.text, verb.phrase) == ("PREDICATE", f"{spelling} attack", "cannot attack")
    assert canonical(["may", "not", "may", "Can"]) == ("cannot", "can", "can")


def test_at_least_is_one_phrase_after_by_and_nothing_else() -> None:
    head = 'scenario "x"\n  in a\n  seats g | g\n  A1 wins: yes, by '
    assert parsed(head + "at least a 1\n").findings == ()
    assert located(parsed(head + "at a 1\n").findings) == [("R107", 4, 25)]


# Recovery


def test_three_mistakes_in_one_file_are_three_findings() -> None:
    """A quote is not closed, a word not known, and behind “loses”, at the end of line 9, a full stop missing."""
    text = CLAUSE + 'clause 1.2 second\n  en "Two.\n  it "Due."\n  p wnis.\n  p wins when q loses\n  p loses.\n'
    assert located(parsed(text).findings) == [("R103", 6, 6), ("R201", 8, 5), ("R108", 9, 21)]


def test_what_stands_round_a_mistake_is_kept() -> None:
    text = 'clause 1.1 first\n  en "One."\n  it Uno\n  p wins.\n' + CLAUSE.replace("1.1", "1.2")
    one, two = parsed(text).tree.trees
    assert [item.rule for item in one.trees[1:]] == ["clause_item", "broken", "statement"]
    assert [item.rule for item in two.trees[1:]] == ["clause_item", "clause_item", "statement"]


@pytest.mark.parametrize(
    ("head", "meant"),
    [
        ("clause 1.1 first since yesterday", "clause 1.1"),
        ("claus 1.1 first", "claus 1.1"),
        ("text", 'text test "line 1"'),
        ("text other", 'text other "line 1"'),
        ('text "Title"', 'text test "Title"'),
        ("scenario what it shows", 'scenario "line 1"'),
        ("fcat sees of p", "fact sees"),
    ],
)
def test_a_broken_head_is_mended(head: str, meant: str) -> None:
    parsing = parsed(head + "\n")
    assert len(parsing.findings) == 1
    [block] = parsing.tree.trees
    assert " ".join(map(str, block.trees[0].leaves)).strip() == meant
    assert [item.rule for item in block.trees[1:]] == ["broken"]


def test_a_head_without_anything_to_call_it_by_takes_its_items_along() -> None:
    parsing = parsed('clause "1"\n  en "x"\n' + CLAUSE)
    assert located(parsing.findings) == [("R107", 1, 8)]
    assert len(parsing.tree.trees) == 1


def test_a_head_of_which_nothing_is_read_takes_its_items_along_and_not_to_the_block_above() -> None:
    parsing = parsed('text one "One"\n\n\'clause x\n  title en "a" it "b"\n' + CLAUSE)
    text, clause = parsing.tree.trees
    assert (text.rule, len(text.trees), clause.rule) == ("text", 1, "clause")
    assert [finding.code for finding in parsing.findings] == ["R105", "R102"]


def test_an_item_at_the_margin_is_reported_and_the_block_goes_on() -> None:
    parsing = parsed(CLAUSE.replace("  it", "it"))
    assert located(parsing.findings) == [("R104", 3, 1)]
    assert len(parsing.tree.trees[0].trees) == 4


def test_tabs_are_reported_once_and_read_as_margins() -> None:
    parsing = parsed('clause 1.1 first\n\ten "x\n\t\ty"\n\tit "x"\n\tp wins.\n')
    assert located(parsing.findings) == [("R104", 2, 1)]
    assert [item.rule for item in parsing.tree.trees[0].trees[1:]] == ["clause_item", "clause_item", "statement"]


# Suggestions


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("p may atack q.", "attack"),
        ("p wins when p is an emporer.", "emperor"),
        ("p wins when some genral wins.", "general"),
        ("p wins wehn q loses.", "when"),
        ("p wins if q loses.", "when"),
        ("p wins when each general wins.", "every"),
        ("redundent with 1.1", "redundant"),
        ("p wins when range of p is 2.", "the range of"),
    ],
)
def test_the_nearest_word_is_suggested(wrong: str, meant: str) -> None:
    [finding] = parsed(CLAUSE + f"  {wrong}\n").findings
    assert (finding.code, finding.help) == ("R201", f"Did you mean “{meant}”?")


@pytest.mark.parametrize("head", [*BLOCKS, *DECLARATIONS])
def test_the_nearest_head_is_suggested(head: str) -> None:
    [finding] = parsed(f"{head[:-1]}x 1.1 x\n").findings
    assert (finding.code, finding.help) == ("R105", f"Did you mean “{head}”?")


def test_a_head_is_sought_among_those_of_its_file() -> None:
    [finding] = parsed(f"{CLAUSE}rule 1.2 second\n").findings
    assert finding.code == "R104"


@pytest.mark.parametrize(
    "sentence",
    [
        "emperors start with 40 life.",
        "generals may attack within two seats.",
        "an emperor may attack anyone within three seats.",
        "a team loses when two of its players lost.",
        "the general on the right may not block.",
        "the emperor on the left may not block.",
        "p may not block when p is a general.",
        "the general to the right of the emperor cannot block.",
        "a player with 10 or less life may not attack.",
        "emperors cannot attack when they have 20 or more life.",
        "a team with ten poison counters loses.",
        "a player loses with 10 poison counters.",
        "emperors begin the game at 40 life.",
        "an emperor's starting life is 40.",
        "generals may attack up to two seats away.",
        "a general may attack opponents who are within two seats of him.",
        "a team loses as soon as two of its members have lost.",
        "when two players of a team have lost, the team loses.",
        "if at least two of its players lose, a team loses.",
        "the rightmost general cannot block.",
        "the general to the right of his emperor can't block.",
        "no general on the right can block.",
        "players at 10 or less life may not attack.",
        "players who have ten life or less may not attack.",
        "if a team has ten or more poison counters, it loses.",
        "the range of p is 2 when p sits between an emperor and a general.",
    ],
)
def test_what_is_said_of_a_sentence_of_a_newcomer_can_be_written_as_it_is(sentence: str) -> None:
    """What is written then is sound, or becomes so by what is told of it without a doubt."""
    text = f'text a "b"\n\nclause 1 c\n  en "d"\n  it "e"\n  {sentence}\n'
    findings = parsed(text).findings
    for _ in range(2):
        (finding,) = findings
        text = edited(source(text), finding.fixes[0].edits)
        written = parsed(text)
        findings = (*written.findings, *read_text(written, whole_rulebook().vocabulary)[1])
        if not findings:
            break
        assert all(fix.certain for other in findings for fix in other.fixes)
    assert findings == ()


@given(word=st.text("adeginort s", max_size=9), others=st.lists(st.text("adeginort s", max_size=9), max_size=20))
def test_near_words_are_those_of_difflib(word: str, others: list[str]) -> None:
    """What is left out beforehand would not have been among them."""
    found = near(word, [*others, f"{word}s"], 0.6)
    assert sorted(found) == sorted(get_close_matches(word, {*others, f"{word}s"}, 4, 0.6))
    assert all(is_near(word, other) == (SequenceMatcher(None, other, word).ratio() >= 0.6) for other in others)


# Whatever comes


def broken_text() -> st.SearchStrategy[str]:
    """Lines of words of the language in any order, with any margin."""
    phrase_words = sorted({word for phrase in phrases().kinds for word in phrase})
    items = sorted({word for many in ITEM_WORDS.values() for word in many})
    marks = ['"', '"x y"', ".", ",", ":", "(", ")", "|", "#", "A1", "B", "p", "q", "2", "2009-01-01", "1.1a", "%", "_"]
    word = st.sampled_from([*phrase_words, *items, *BLOCKS, *DECLARATIONS, *marks]) | st.text(max_size=3)
    line = st.tuples(st.sampled_from(["", "  ", "    ", "\t", " \u00a0"]), st.lists(word, max_size=8))
    return st.lists(line.map(lambda pair: pair[0] + " ".join(pair[1])), max_size=8).map("\n".join)


@settings(max_examples=number_of_examples(100, 300), deadline=None)
@given(broken_text())
def test_any_text_is_read_or_reported(text: str) -> None:
    parsing = parsed(text)
    assert parsing.tree.rule == "file"
    for finding in parsing.findings:
        assert 1 <= finding.span.line <= text.count("\n") + 1
    items = lexed(text).items
    assert (
        [token.type for item in items for token in item.tokens if token.type == "END"] or not items or parsing.findings
    )


def test_nothing_is_read_without_a_vocabulary_that_needs_one() -> None:
    [finding] = parse(source(CLAUSE), no_vocabulary()).findings
    assert finding.code == "R203"


def test_a_token_is_a_token() -> None:
    assert isinstance(lexed(CLAUSE).items[0].tokens[0], Token)
