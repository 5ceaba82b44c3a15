"""Finished HTML: kept away from Markdown, which would parse all and change nothing but headings, and shortened."""

from __future__ import annotations

import re
from itertools import chain, zip_longest

#: A heading, the only Markdown of a page that is HTML otherwise, and an anchor in the rest.
HEADING, ANCHOR = re.compile(r"^#+ .*$", re.MULTILINE), re.compile(r'<[^<>]* id="([^"]+)"')

#: What keeps its white space, with its content.
SPACE_KEPT = re.compile(rb"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)
#: Characters that Markdown would have taken for its own and HTML does not.
NEEDLESS_ESCAPES = ((b"&#35;", b"#"), (b"&#61;", b"="), (b"&#124;", b"|"), (b"&#95;", b"_"), (b"&#42;", b"*"))
#: An address with several parts, and the ampersand before the name of one, which in an attribute stands for itself.
ADDRESS, AMPERSAND = re.compile(rb'href="[^"]*&#38;[^"]*"'), re.compile(rb"&#38;(?=[a-z]+=)")
#: What is no text to read, and an apostrophe in a text, also as it is escaped.
NO_TEXT, APOSTROPHE = (
    re.compile(rb"(<code\b.*?</code>|<[^>]*>)", re.DOTALL),
    re.compile(rb"(?<=[^\W\d_]|[\x80-\xff])(?:'|&#39;|&#x27;)"),
)
#: White space before the tags of what always stands on lines, or in cells, of its own.
BETWEEN_BLOCKS = re.compile(
    rb" (?=</?(?:article|body|col|d[dlt]|details|div|fig(?:caption|ure)|footer|h[1-6r]|head(?:er)?|link|main|meta|nav|p"
    rb"|section|summary|t(?:able|body|[dhr]|head|itle)|[ou]l)[ >])"
)


class FinishedHtml:
    """What stands before, between and after the headings of a page, while these are converted."""

    def __init__(self, page: str) -> None:
        """Part a page into headings and the rest."""
        self.headings = HEADING.findall(page)
        self.between = HEADING.split(page)

    def with_headings(self, html: str) -> str:
        """Return the page with its headings as HTML, each of which is a line."""
        return "\n".join(chain.from_iterable(zip_longest(self.between, html.splitlines(), fillvalue="")))

    @property
    def anchors(self) -> frozenset[str]:
        """The anchors of all but the headings."""
        return frozenset(ANCHOR.findall("".join(self.between)))


def minify(html: str) -> str:
    """Return HTML with one space for each run of white space, none between blocks, and without needless escapes.

    ASCII white space alone is white space to a browser: a no-break space stays.
    """
    parts = SPACE_KEPT.split(html.encode())  # bytes, whose `split` knows no other white space than HTML
    for number in range(0, len(parts), 3):
        parts[number] = _shortened(_typographic(parts[number]))
    del parts[2::3]  # the names of the elements that keep theirs
    return b"".join(parts).decode()


def _typographic(part: bytes) -> bytes:
    """Return HTML with typographic apostrophes, but for code: rule files are written with those of keyboards."""
    pieces = NO_TEXT.split(part)
    pieces[::2] = [APOSTROPHE.sub("’".encode(), text) for text in pieces[::2]]
    return b"".join(pieces)


def _shortened(part: bytes) -> bytes:
    short = b" ".join(part.split())
    if part[:1].isspace():
        short = b" " + short
    if part[-1:].isspace() and len(short) > 1:
        short += b" "
    short = BETWEEN_BLOCKS.sub(b"", short)
    for escaped, plain in NEEDLESS_ESCAPES:
        short = short.replace(escaped, plain)
    short = ADDRESS.sub(lambda address: AMPERSAND.sub(b"&", address[0]), short)
    return short
