"""Mutation testing of the rules: which small change to a clause would no scenario notice."""
