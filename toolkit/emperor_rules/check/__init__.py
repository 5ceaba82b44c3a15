"""Checks of a folder of rules: well-formedness, scenarios, searches of tables, and mutation coverage."""
