"""The drawings of a generated page, kept away from Markdown: it would read every element of them, and change none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
PLACEHOLDER = re.compile(r'<svg data-drawing="(\d+)"></svg>')


@dataclass
class Drawings:
    """The drawings of the page that is being converted, in order."""

    svgs: list[str] = field(default_factory=list)

    def take_out(self, markdown: str) -> str:
        """Return the Markdown of a page with an empty element in the place of each drawing.

        It must hold drawings alone between ``<svg`` and ``</svg>``, and none in a block of code: the templates of
        generated pages see to that.
        """
        self.svgs = DRAWING.findall(markdown)
        numbers = iter(range(len(self.svgs)))
        return DRAWING.sub(lambda _: f'<svg data-drawing="{next(numbers)}"></svg>', markdown)

    def put_back(self, html: str) -> str:
        """Return the HTML of the page with its drawings in their places."""
        whole = PLACEHOLDER.sub(lambda place: self.svgs[int(place[1])], html)
        self.svgs = []
        return whole
