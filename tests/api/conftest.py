"""What the tests of the public interface share."""

import pytest

import emperor_rules as er


@pytest.fixture(scope="package")
def rules() -> er.Rules:
    return er.load()


@pytest.fixture(scope="package")
def cr(rules: er.Rules) -> er.RulesText:
    return rules["cr-809"]
