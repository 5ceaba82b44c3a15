"""A text whose every word tries to be more than text: HTML, templates, Markdown, scripts."""

import shutil
from pathlib import Path

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
