"""Contradictions inside texts, and differences between related texts."""
