"""The finished HTML of a generated page, kept away from Markdown: it would parse all twice, and change nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

#: Drawings and formal statements.
WHOLE = re.compile(r"<(svg|pre)\b.*?</\1>", re.DOTALL)
#: A line of HTML, and in it words with all that marks them but anchors, which MkDocs looks for.
LINE = re.compile(
    r"^<(?:d[dlt]|details|div|fig(?:caption|ure)|li|nav|ol|p|section|summary|t(?:able|body|[dhr]|head)|ul)\b.*<.*", re.M
)
WORDS = re.compile(r"(?<=>)[^<]*(?:</?(?:a|b|br|code|em|i|small|span)\b(?:(?! id=)[^<>])*>[^<]*)+")
#: What stands in its place: characters that no page has.
PLACEHOLDER = re.compile("\ue000(\\d+)\ue001")


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
        return LINE.sub(lambda line: WORDS.sub(lambda part: self._keep(part[0]), line[0]), without)

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
