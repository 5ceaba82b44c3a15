"""The official wording: a reader's own copy of the rules, parsed and laid beside our clauses."""
