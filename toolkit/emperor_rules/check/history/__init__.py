"""The versions of clauses over time, and which of them a translation follows."""
