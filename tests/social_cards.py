"""The cards that a shared link shows, one for each language: the drawing of a table with the name of the site.

``python -m tests.social_cards`` draws them anew with Chromium; ``tests/data/social_cards.json`` holds what each was drawn
from, as a hash, so that a test notices when the rules or the drawings have moved on.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys

from playwright.sync_api import sync_playwright

from emperor_rules.draw.scene import PositionSpec, scene_of
from emperor_rules.draw.svg import draw_svg
from emperor_rules.draw.templating import LANGUAGES, words
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.resources import site_folder
from tests.browser import FLAGS, chromium
from tests.built_site import HERE, RULES

DRAWN_FROM = HERE / "tests" / "data" / "social_cards.json"
SIZE = (1200, 630)
SPOT = PositionSpec("cr-809", "g E g | g E g")


def source(language: str) -> str:
    """What a card is drawn from, as a page."""
    rulebook = load_rulebook(RULES, scenarios=False)
    svg = draw_svg(scene_of(SPOT, Engine(rulebook)), rulebook.vocabulary, language, "card")
    shown = re.sub(r"<(title|desc) .*?</\1>", "", svg)  # words for those who do not see it
    t = words(language)
    return f"""<!doctype html><html lang="{language}"><meta charset="utf-8"><style>
body {{ margin: 0; width: 1200px; height: 630px; display: flex; align-items: center; gap: 60px; background: #fff; color: #1b1b1b;
font-family: "DejaVu Sans", sans-serif; }}
svg {{ flex: none; width: 570px; margin-left: 40px; }} h1 {{ margin: 0 0 24px; font-size: 62px; line-height: 1.1; color: #4051b5; }}
p {{ margin: 0 50px 0 0; font-size: 30px; line-height: 1.4; }}
</style>{shown}<div><h1>{t["site_name"]}</h1><p>{t["site_about"]}</p></div></html>"""


def digest(language: str) -> str:
    """Hash what a card is drawn from."""
    return hashlib.sha256(source(language).encode()).hexdigest()


def main() -> None:
    """Draw all cards anew."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="light")
        for language in LANGUAGES:
            page.set_content(source(language))
            page.screenshot(path=site_folder() / "assets" / "images" / f"card-{language}.png")
        browser.close()
    DRAWN_FROM.write_text(json.dumps({language: digest(language) for language in LANGUAGES}, indent=1) + "\n", "utf-8")
    sys.stdout.write("The cards are up to date.\n")


if __name__ == "__main__":
    main()
