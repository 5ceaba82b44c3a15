"""Shared links: each page names its title, its description and a card that was drawn from the rules as they are."""

import json
import re
import struct

import pytest

from emperor_rules.messages import LANGUAGES
from emperor_rules.resources import site_folder
from tests.social_cards import DRAWN_FROM, digests, pictures
from tests.support.built_site import built_site, single_match


def test_pictures_are_those_of_today() -> None:
    drawn = json.loads(DRAWN_FROM.read_text(encoding="utf-8"))
    assert drawn == digests(), "python -m tests.social_cards draws them anew"
    for picture in pictures():
        data = (site_folder() / "assets" / "images" / f"{picture.file}.png").read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == picture.size
        assert len(data) < 200_000


@pytest.mark.site
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_tell_what_a_shared_link_shows(language: str) -> None:
    folder = built_site() / ("" if language == "en" else language)
    for address in ("index.html", "texts/cr-809.html", "cr-809/neighbours-only.html", "about.html"):
        head = (folder / address).read_text(encoding="utf-8").partition("</head>")[0]
        meta = dict(re.findall(r'(?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', head))
        assert re.search(r'<meta name="description" property="og:description" content="[^"]{20,}">', head)
        assert single_match(r"<title>(.*) - .*</title>", head)
        assert "og:image" not in meta or meta["og:image"].endswith(f"assets/images/card-{language}.png")
