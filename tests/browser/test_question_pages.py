"""A question's page on a phone: whoever opens it reads the ruling without scrolling."""

import pytest

from emperor_rules.messages import LANGUAGES
from tests.support.browser import Window, served
from tests.support.built_site import built_site

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_the_whole_ruling_at_once(phone: Window, language: str) -> None:
    with served(built_site()) as address:
        for id in ("may-attack", "may-deploy", "range"):
            page = phone.visit(f"{address}{'' if language == 'en' else 'it/'}questions/{id}.html")
            bottom = page.evaluate("document.querySelector('.ruling > p').getBoundingClientRect().bottom")
            assert 0 < bottom < page.evaluate("innerHeight"), id
        page = phone.visit(f"{address}{'' if language == 'en' else 'it/'}questions/index.html")
        assert page.evaluate("document.documentElement.scrollHeight / innerHeight") < 22
    assert phone.complaints == []
