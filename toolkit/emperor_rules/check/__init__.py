"""Checks: whether rule files hold together, and whether the scenarios come out as they say."""
