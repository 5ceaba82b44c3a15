"""Finished HTML made shorter without changing what a browser shows of it."""

from __future__ import annotations

import re

#: What keeps its white space, with its content.
KEPT = re.compile(rb"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)
#: Characters that Markdown would have taken for its own and HTML does not.
PLAIN = ((b"&#35;", b"#"), (b"&#61;", b"="), (b"&#124;", b"|"), (b"&#95;", b"_"), (b"&#42;", b"*"))
#: An address with several parts, and the ampersand before the name of one, which in an attribute stands for itself.
ADDRESS, AMPERSAND = re.compile(rb'href="[^"]*&#38;[^"]*"'), re.compile(rb"&#38;(?=[a-z]+=)")
#: White space before the tags of what always stands on lines, or in cells, of its own.
BETWEEN = re.compile(
    rb" (?=</?(?:article|body|col|d[dlt]|details|div|fig(?:caption|ure)|footer|h[1-6r]|head(?:er)?|link|main|meta|nav|p"
    rb"|section|summary|t(?:able|body|[dhr]|head|itle)|[ou]l)[ >])"
)


def minify(html: str) -> str:
    """Return HTML with one space for each run of white space, none between blocks, and without needless escapes.

    ASCII white space alone is white space to a browser: a no-break space stays.
    """
    parts = KEPT.split(html.encode())  # bytes, whose `split` knows no other white space than HTML
    for number in range(0, len(parts), 3):
        parts[number] = _shortened(parts[number])
    del parts[2::3]  # the names of the elements that keep theirs
    return b"".join(parts).decode()


def _shortened(part: bytes) -> bytes:
    short = b" ".join(part.split())
    if part[:1].isspace():
        short = b" " + short
    if part[-1:].isspace() and len(short) > 1:
        short += b" "
    short = BETWEEN.sub(b"", short)
    for escaped, plain in PLAIN:
        short = short.replace(escaped, plain)
    short = ADDRESS.sub(lambda address: AMPERSAND.sub(b"&", address[0]), short)
    return short
