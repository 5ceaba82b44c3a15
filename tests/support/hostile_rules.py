"""A text whose every word tries to be more than text: HTML, templates, Markdown, scripts."""

import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from filelock import FileLock

from tests.support.built_site import session_folder
from tests.support.command_line import run
from tests.support.kings_and_pawns import WORDS
from tests.support.paths import RULES

HOSTILE = (
    "<script>alert(1)</script> {{ 7 * 7 }} {% raw %} **bold** _it_ [x](javascript:alert) ![i](http://evil/x.png) "
    "`code` --8<-- &amp; &lt;b&gt; # no heading {: #id .cls } ~~~ | a | b | ^sup^ ==mark== \\* https://evil.example"
)
TEXT = f"""text odd "{HOSTILE}"
  it "{HOSTILE}"
  language en
  source "{HOSTILE}"
  from 2020-01-01

clause 1.1 first
  en "{HOSTILE}"
  it "{HOSTILE}"
  the range of p is 2.

clause 1.2 second
  en "- {HOSTILE}"
  it "1. {HOSTILE}"
  note en "{HOSTILE}" it "{HOSTILE}"
"""
SCENARIOS = f"""scenario "{HOSTILE}"
  in odd
  seats g E g | g E g
  the range of A1: 2, by odd 1.1
"""


OPTION = f"""# {HOSTILE}

# {HOSTILE}
option odd-one
  en "{HOSTILE}"
  it "{HOSTILE}"
"""


def write_hostile_rules(folder: Path) -> Path:
    """Write the whole shipped vocabulary, one odd text and one scenario into ``folder/rules``; return that folder."""
    rules = folder / "rules"
    shutil.copytree(RULES / "vocabulary", rules / "vocabulary")
    odd = (("texts/odd.rules", TEXT), ("scenarios/odd.rules", SCENARIOS), ("vocabulary/odd.rules", OPTION))
    for name, content in odd:
        (rules / name).parent.mkdir(parents=True, exist_ok=True)
        (rules / name).write_text(content, encoding="utf-8")
    return rules


#: Words that try to leave whatever element, attribute, string or comment they stand in, and to run.
SCRIPTS = (
    "zzq </script></title></svg></textarea>--> ]]> <script>ran=1</script> <img src=x onerror=ran=1> <svg onload=ran=1> "
    "{{ 7*7 }} {% raw %} ${7*7} **b** [x](javascript:ran=1) ' onmouseover='ran=1 ` \\u2028 &lt;b&gt; &#60;i&#62; zzq"
)
RULE_FILES = {
    "vocabulary/odd.rules": f'# {SCRIPTS}\noption strange\n  en "{SCRIPTS}"\n  it "{SCRIPTS}"\n',
    "texts/odd.rules": f"""# {SCRIPTS}
text odd "{SCRIPTS}"
  it "{SCRIPTS}"
  language en
  source "{SCRIPTS}"
  from 2020-01-01
  options strange

clause 1.1 first
  # {SCRIPTS}
  en "{SCRIPTS}"
  it "{SCRIPTS}"
  the range of p is 2.

clause 1.2 second
  en "- {SCRIPTS}"
  it "1. {SCRIPTS}"
  note en "{SCRIPTS}" it "{SCRIPTS}"
""",
    "scenarios/odd.rules": f'scenario "{SCRIPTS}"\n  in odd\n  seats g E g | g E g\n  options strange\n  the range of A1: 2, by odd 1.1\n',
}


def write_rules_with_scripts(folder: Path) -> Path:
    """Write the whole shipped vocabulary, and rules that are nothing but such words, into ``folder/rules``."""
    shutil.copytree(RULES / "vocabulary", folder / "rules" / "vocabulary")
    for name, content in RULE_FILES.items():
        (folder / "rules" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "rules" / name).write_text(content, encoding="utf-8")
    return folder / "rules"


@cache
def site_with_scripts() -> Path:
    """Return the site of such rules, built once for all processes of a test run."""
    folder = session_folder() / "scripts"
    with FileLock(session_folder() / "scripts.lock"):
        if not folder.is_dir():
            ran = run("build", "--rules", write_rules_with_scripts(folder), "--site", folder / "site")
            assert ran.exit_code == 0, ran.output
    return folder / "site"


#: One string for each way in which words could become more than words; none holds a sign that a rule file refuses.
KINDS = (
    "<script>ran=1</script>",
    "</p></div></title> <img src=x onerror=ran=1>",
    "' onmouseover='ran=1' x='",
    "&lt;b&gt; &amp; &#60;i&#62; &nbsp;",
    "<!-- --> ]]> <![CDATA[ -->",
    "{{ 7 * 7 }} {% raw %} {# x #} ${7*7}",
    "x ~ y [x](javascript:alert) ![i](https://evil.example/x.png) <https://evil.example>",
    "# heading",
    "## h {: #id onclick=x }",
    "- item",
    "1. item",
    "> quotation",
    "---",
    "--- title: other",
    "title: other",
    ": definition",
    "def",
    "!!! note",
    "??? note",
    "| a | b |",
    "~~~ fence ```",
    "*[x]: abbreviation",
    "[^1]: footnote [^1]",
    "[x]: https://evil.example",
    "^sup^ ~sub~ ==mark== ^^ins^^ ~~del~~ **b** __b__ *i* _i_",
    "--8<-- rules.json",
    "$x$ $$y$$ \\(z\\)",
    "\\p{L} {name} {p} </p> p-q %s %(x)s {0}",
    ":smile: :material-eye:",
    "++ctrl+c++",
    "a  b     c",
    "toc [TOC]",
)


def harmless(words: str) -> str:
    """Return words with as many signs, of which none means anything."""
    return "".join(sign if sign.isalnum() or sign == " " else "x" for sign in words)


def write_rules_of_kinds(folder: Path, strings: Sequence[str]) -> Path:
    """Write small rules with all strings in every place that takes one, alone and together; return their folder."""
    every = " ".join(strings)
    clauses = "".join(
        f"""
clause {number}.1 slug-{number}
  # On {words}
  en "{words}"
  it "{words}"
  title en "{words}" it "{words}"
  note en "{words}" it "{words}"
  p may hit q when the room is dark.
"""
        for number, words in enumerate(strings, 1)
    )
    declared = "".join(
        f"""
# On {words}
option odd-{number}
  en "{words}"
  it "{words}"
"""
        for number, words in enumerate(strings, 1)
    )
    text = f"""text odd "{every}"
  it "{every}"
  language en
  source "{every}"
  from 2020-01-01
  options odd-1
{clauses}"""
    scenarios = "".join(
        f"""
scenario "{number}: {words}"
  in odd
  seats E g g | E g g
  given dark
  A1 may hit A2: yes
"""
        for number, words in enumerate(strings, 1)
    )
    words = WORDS
    for old, place in (("p può hit q?", "p q"), ("la stanza è buia", ""), ('"re", "re"', "roles"), ("calmo", "")):
        assert old in words
        new = f'"{every}", "{every}"' if place == "roles" else f"{every} {place}".rstrip()
        words = words.replace(old, new)
    words = words.replace('ask en "may p hit q?"', f'ask en "may p hit q? {every}"')
    files = {"vocabulary/words.rules": words, "vocabulary/odd.rules": f"# On {every}\n{declared}"}
    for name, content in (*files.items(), ("texts/odd.rules", text), ("scenarios/odd.rules", scenarios)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder
