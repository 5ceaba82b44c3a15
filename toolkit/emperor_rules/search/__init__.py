"""Search: every position of a table at once, one bit each, under the same clauses as single answers."""
