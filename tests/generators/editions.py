"""Made-up editions of made-up official rules, in the format of the real ones, and rule files that encode them."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from textwrap import fill

#: Sections by number with their titles, and rules by number. Examples follow a rule's words after a line feed.
SECTIONS = {"100": "Hats", "101": "Gloves", "809": "Farewell"}
RULES: Mapping[str, str] = {
    "100.1": "Everyone wears a hat of their own for as long as the party lasts.",
    "100.1a": "A hat of three corners is worn by the captain of the ship and by nobody else."
    "\nExample: Ann owns a hat of three corners. She is the captain.",
    "100.1b": "Nobody may eat a hat while others are looking.",
    "100.2": "A hat can be lent to a guest until the guest goes home.",
    "101.1": "Gloves come in pairs; a single glove counts for nothing.",
    "101.2": "Whoever loses a glove looks for it under the table first."
    "\nExample: Bob lost one glove in the garden. He begins at the table.",
    "809.1": "Guests take their leave one after the other, the youngest first.",
    "809.3a": "The host walks two steps with a guest, and three with an old friend.",
    "809.3b": "Umbrellas left behind belong to the house from midnight on.",
    "809.6": "The last guest closes the door and puts out the light.",
}
TERMS: Mapping[str, str] = {"Hat": "Something worn on the head.", "Lone Glove": "Half a pair."}
FIRST, NEXT = "2030-01-01", "2031-03-03"


def edition(
    day: str = NEXT,
    rules: Mapping[str, str] = RULES,
    terms: Mapping[str, str] = TERMS,
    sections: Mapping[str, str] = SECTIONS,
    says: str = "effective",
) -> str:
    """Write an edition: title, day, contents, rules by section, glossary, credits."""
    year, month, date = day.split("-")
    parts = ["Rules of Made-up Cards", f"These rules are {says} as of {month_name[int(month)]} {int(date)}, {year}."]
    parts += ["Contents", "\n".join([*(f"{n}. {title}" for n, title in sections.items()), "Glossary", "Credits"])]
    for section, title in sections.items():
        parts.append(f"{section}. {title}")
        parts += [f"{n}{'' if n[-1].isalpha() else '.'} {words}" for n, words in rules.items() if n[:3] == section]
    parts += ["Glossary", *(f"{term}\n{words}" for term, words in terms.items()), "Credits", "Nobody"]
    return "\n\n".join(parts) + "\n"


def without_blank_lines(text: str) -> str:
    """Return an edition whose rules stand line by line; its glossary has nothing else to part its entries."""
    rules, heading, glossary = text.rpartition("\nGlossary\n")
    return re.sub(r"\n\n+", "\n", rules) + f"\n{heading}{glossary}"


def with_page_numbers(text: str) -> str:
    """Return an edition whose contents name the page of each part."""
    start = re.search(r"(?m)^\d{3}\.\d", text)
    assert start is not None
    contents = re.sub(r"(?m)^(\d{1,3}\. .*|Glossary|Credits)$", r"\1 ..... 17", text[: start.start()])
    return contents + text[start.start() :]


def published(text: str, random: Random) -> bytes:
    """Return an edition as some year has published it: its encoding, line ends, blank lines and page breaks."""
    layout = random.random()
    if layout < 0.2:  # lines that break amid sentences
        lines = text.split("\n")
        text = "\n".join(fill(line, 79, break_on_hyphens=False) if len(line) > 79 else line for line in lines)
    elif layout < 0.4:  # a blank line below every line
        text = re.sub(r"\n+", "\n\n", text)
    elif layout < 0.6:
        text = without_blank_lines(text)
    if random.random() < 0.3:
        text = with_page_numbers(text)
    number = r"(?m)^(\d{3}\.\d+[a-z]*\.?) "
    text = re.sub(number, random.choice(("\\1 ", "\\1 ", "\\1\t", "  \\1 ", "\\1   ")), text)
    if random.random() < 0.2:
        text = re.sub(r"as of ([A-Z][a-z]+ \d+),", r"as of \1th,", text, count=1)
    if random.random() < 0.2:
        text = re.sub(r"(?m)$", "  ", text)
    if random.random() < 0.3 and text.count("\n\n") > 1:
        breaks = random.sample(range(text.count("\n\n")), 2)
        parts = text.split("\n\n")
        text = "".join(part + ("\n\x0c\n" if n in breaks else "\n\n") for n, part in enumerate(parts[:-1])) + parts[-1]
    if random.random() < 0.3:
        text = text.replace("’", "'").replace("“", '"').replace("”", '"')
    ends = random.choice(["\n", "\r\n", "\r", "\r\r\n"])
    encoding = random.choice(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "mac_roman"])
    return text.replace("\n", ends).encode(encoding, "replace")


def changed(**changes: str | None) -> dict[str, str]:
    """Return the made-up rules with some changed, dropped (``None``) or added; ``n809_3a`` stands for 809.3a."""
    rules: dict[str, str] = dict(RULES)
    for name, words in changes.items():
        number = name[1:].replace("_", ".")
        if words is None:
            del rules[number]
        else:
            rules[number] = words
    return dict(sorted(rules.items()))


def write_rules(
    folder: Path, encoded: Iterable[str] = ("100.1", "100.1a", "100.1b", "101.1", "101.2", "809.3a")
) -> Path:
    """Write a folder of rules that encode some of the made-up rules, a translation of them, and a glossary."""
    texts = folder / "rules" / "texts"
    texts.mkdir(parents=True)

    def clauses(numbers: Iterable[str], slug: str = "") -> str:
        return "".join(
            f'\nclause {n} {slug}{n.replace(".", "-")}-x\n  en "Ours."\n  it "Nostra."\n  note en "Why." it "Perché."\n'
            for n in numbers
        )

    def head(name: str, *items: str) -> str:
        title = f'text {name} "Made up {name}"\n  it "Inventato {name}"\n  language en\n  source "Invented"\n'
        return title + "".join(f"  {item}\n" for item in items)

    days = f"from {FIRST}, 2030-02-02"
    hats = [n for n in encoded if n[:3] == "100"]
    rest = [n for n in encoded if n[:3] != "100"]
    (texts / "hats.rules").write_text(head("hats", days, f"numbered 100 from {FIRST}") + clauses(hats), "utf-8")
    (texts / "rest.rules").write_text(head("rest", days) + clauses(rest), "utf-8")
    translated = head("hats-it", f"from {FIRST}", f"translates hats at {FIRST}") + clauses(["100.1"])
    (texts / "hats-it.rules").write_text(translated, "utf-8")
    glossary = head("terms", days, f"compared with {FIRST}", "summarises hats")
    glossary += '\nclause hat\n  en "Ours."\n  it "Nostra."\n  note en "Why." it "Perché."\n'
    (texts / "terms.rules").write_text(glossary, "utf-8")
    return folder / "rules"
