"""Finished HTML: kept away from Markdown, which would parse all twice and change nothing, and shortened."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

#: Drawings and formal statements.
WHOLE = re.compile(r"<(svg|pre)\b.*?</\1>", re.DOTALL)
#: A line of HTML, and in it words with all that marks them but anchors, which MkDocs looks for.
LINE = re.compile(
    r"^<(?:d[dlt]|details|div|fig(?:caption|ure)|li|nav|ol|p|section|summary|t(?:able|body|[dhr]|head)|ul)\b.*<.*", re.M
)
MARKED_WORDS = re.compile(r"(?<=>)[^<]*(?:</?(?:a|b|br|code|em|i|small|span)\b(?:(?! id=)[^<>])*>[^<]*)+")
#: What stands in its place: characters that no page has.
PLACEHOLDER = re.compile("\ue000(\\d+)\ue001")

#: What keeps its white space, with its content.
SPACE_KEPT = re.compile(rb"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)
#: Characters that Markdown would have taken for its own and HTML does not.
NEEDLESS_ESCAPES = ((b"&#35;", b"#"), (b"&#61;", b"="), (b"&#124;", b"|"), (b"&#95;", b"_"), (b"&#42;", b"*"))
#: An address with several parts, and the ampersand before the name of one, which in an attribute stands for itself.
ADDRESS, AMPERSAND = re.compile(rb'href="[^"]*&#38;[^"]*"'), re.compile(rb"&#38;(?=[a-z]+=)")
#: White space before the tags of what always stands on lines, or in cells, of its own.
BETWEEN_BLOCKS = re.compile(
    rb" (?=</?(?:article|body|col|d[dlt]|details|div|fig(?:caption|ure)|footer|h[1-6r]|head(?:er)?|link|main|meta|nav|p"
    rb"|section|summary|t(?:able|body|[dhr]|head|itle)|[ou]l)[ >])"
)


@dataclass
class FinishedHtml:
    """The parts of the page that is being converted that are HTML already, in order."""

    parts: list[str] = field(default_factory=list)

    def take_out(self, markdown: str) -> str:
        """Return the Markdown of a page with a placeholder for each part.

        A line that begins with an element of blocks must be HTML, and a drawing must stand in such lines alone: the
        templates of generated pages see to that.
        """
        self.parts = []
        without = WHOLE.sub(lambda part: f"<{part[1]}>{self._keep(part[0])}</{part[1]}>", markdown)
        return LINE.sub(lambda line: MARKED_WORDS.sub(lambda part: self._keep(part[0]), line[0]), without)

    def _keep(self, part: str) -> str:
        self.parts.append(part)
        return f"\ue000{len(self.parts) - 1}\ue001"

    def put_back(self, html: str) -> str:
        """Return the HTML of the page with its parts in their places."""
        for element in ("svg", "pre"):
            html = re.sub(f"<{element}>(\ue000\\d+\ue001)</{element}>", r"\1", html)
        whole = PLACEHOLDER.sub(self._part, html)
        self.parts = []
        return whole

    def _part(self, place: re.Match[str]) -> str:
        return PLACEHOLDER.sub(self._part, self.parts[int(place[1])])


def minify(html: str) -> str:
    """Return HTML with one space for each run of white space, none between blocks, and without needless escapes.

    ASCII white space alone is white space to a browser: a no-break space stays.
    """
    parts = SPACE_KEPT.split(html.encode())  # bytes, whose `split` knows no other white space than HTML
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
    short = BETWEEN_BLOCKS.sub(b"", short)
    for escaped, plain in NEEDLESS_ESCAPES:
        short = short.replace(escaped, plain)
    short = ADDRESS.sub(lambda address: AMPERSAND.sub(b"&", address[0]), short)
    return short
