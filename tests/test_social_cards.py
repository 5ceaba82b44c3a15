"""Shared links: each page names its title, its description and a card that was drawn from the rules as they are."""

import json
import re
import struct

import pytest

from emperor_rules.draw.templating import LANGUAGES
from emperor_rules.resources import site_folder
from tests.built_site import built_site
from tests.social_cards import DRAWN_FROM, SIZE, digest


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_show_the_drawing_of_today(language: str) -> None:
    drawn = json.loads(DRAWN_FROM.read_text(encoding="utf-8"))
    assert drawn[language] == digest(language), "python -m tests.social_cards draws them anew"
    data = (site_folder() / "assets" / "images" / f"card-{language}.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == SIZE
    assert len(data) < 200_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_tell_what_a_shared_link_shows(language: str) -> None:
    folder = built_site() / ("" if language == "en" else language)
    for address in ("index.html", "texts/cr-809.html", "cr-809/neighbours-only.html", "about.html"):
        head = (folder / address).read_text(encoding="utf-8").partition("</head>")[0]
        told = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', head))
        described = re.search(r'<meta name="description" content="([^"]*)">', head)
        assert described is not None and told["og:description"] == described[1]
        assert told["og:title"] and told["og:locale"][:2] == language
        assert "og:image" not in told or told["og:image"].endswith(f"assets/images/card-{language}.png")
