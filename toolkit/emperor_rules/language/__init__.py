"""From the text of a rule file to its syntax tree, and back to its one canonical form."""
