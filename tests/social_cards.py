"""The pictures of the site: the icons, made of its mark, and the cards that a shared link shows, one for each language.

``python -m tests.social_cards`` draws them anew with Chromium; ``tests/data/social_cards.json`` holds what each was drawn
from, as a hash, so that a test notices when the mark, the rules or the drawings have moved on.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from playwright.sync_api import sync_playwright

from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.spec import DrawingSpec
from emperor_rules.drawing.svg import draw_svg, style
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.resources import site_folder
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.views.figures import SIMPLE
from tests.support.browser import FLAGS, chromium
from tests.support.paths import DATA
from tests.support.shipped import engine, rulebook

DRAWN_FROM = DATA / "social_cards.json"
SIZE = (1200, 630)
SPOT = TableRequest(text="cr-809", seats="g E g | g E g")
#: The manifest names the colours of the header and the paper, and the icons: file, side, and whether it may be cut to shape.
MANIFEST = (site_folder() / "overrides" / "manifest.webmanifest").read_text(encoding="utf-8")
COLOUR, PAPER = re.findall(r'_color": "(#\w+)"', MANIFEST)
ICONS = tuple(
    (name, int(side), bool(cut))
    for name, side, cut in re.findall(r'(icon-[\w-]+)\.png",\s*"sizes": "(\d+)x[^}]*?"image/png"(,)?', MANIFEST)
)
#: The icon that a phone shows which knows no manifest, on its own ground.
TOUCH = ("icon-180", 180, True)


@dataclass(frozen=True)
class Picture:
    """A picture: its file, what it is drawn from as a page, and its size in pixels."""

    file: str
    source: str
    size: tuple[int, int]


def mark() -> str:
    """The mark of the site."""
    return (site_folder() / "assets" / "images" / "mark.svg").read_text(encoding="utf-8")


def card(language: str) -> Picture:
    """The card of a language."""
    svg = draw_svg(scene_of(SPOT, engine(), DrawingSpec(SIMPLE)), rulebook().vocabulary, language, "card")
    shown = re.sub(r"<(title|desc) .*?</\1>", "", svg)  # words for those who do not see it
    t = read_locale(language)
    faces = "".join(
        f"@font-face {{ font-family: {name}; src: url(data:font/woff2;base64,{data}); }}"
        for name in ("text", "heading")
        for data in [base64.b64encode((site_folder() / "assets" / "fonts" / f"{name}.woff2").read_bytes()).decode()]
    )
    source = f"""<!doctype html><html lang="{language}"><meta charset="utf-8"><style>{faces}
body {{ margin: 0; box-sizing: border-box; width: 1200px; height: 630px; display: flex; align-items: center; gap: 60px;
background: {PAPER}; color: #241a28; border-top: 24px solid {COLOUR}; font-family: text, sans-serif; }}
body > svg {{ flex: none; width: 540px; margin-left: 50px; }} div > svg {{ width: 110px; margin-bottom: 20px; }}
h1 {{ margin: 0 0 20px; font: 700 76px/1.05 heading, serif; color: {COLOUR}; }}
p {{ margin: 0 50px 0 0; font-size: 32px; line-height: 1.35; }}
{style()}</style>{shown}<div>{mark()}<h1>{t["site_name"]}</h1><p>{t["site_about"]}</p></div></html>"""
    return Picture(f"card-{language}", source, SIZE)


def icon(name: str, side: int, cut: bool) -> Picture:
    """An icon; one that a system may cut to its own shape has its ground up to the edge, and the mark well within."""
    ground, share = (COLOUR, 88) if cut else ("transparent", 100)
    source = f"""<!doctype html><meta charset="utf-8"><style>body {{ margin: 0; height: 100vh; display: grid; place-items: center;
background: {ground}; }} svg {{ width: {share}vw; height: {share}vh; }}</style>{mark()}"""
    return Picture(name, source, (side, side))


def pictures() -> tuple[Picture, ...]:
    """All of them."""
    return *(icon(*one) for one in (*ICONS, TOUCH)), *(card(language) for language in LANGUAGES)


def digests() -> Mapping[str, str]:
    """Hash what each is drawn from."""
    return {one.file: hashlib.sha256(one.source.encode()).hexdigest() for one in pictures()}


def main() -> None:
    """Draw all anew."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(color_scheme="light")
        for one in pictures():
            page.set_viewport_size({"width": one.size[0], "height": one.size[1]})
            page.set_content(one.source)
            page.evaluate("document.fonts.ready")
            file = site_folder() / "assets" / "images" / f"{one.file}.png"
            page.screenshot(path=file, omit_background=True)
        browser.close()
    DRAWN_FROM.write_text(json.dumps(digests(), indent=1) + "\n", "utf-8")
    sys.stdout.write("The pictures are up to date.\n")


if __name__ == "__main__":
    main()
