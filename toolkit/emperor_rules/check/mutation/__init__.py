"""Mutation testing of the rules: which small changes to a clause does no scenario detect."""
