"""The official wording of clauses: a reader's own copy of the rules, read and laid beside our clauses."""
