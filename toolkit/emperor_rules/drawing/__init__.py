"""Drawings of tables, computed from a position by the evaluator and never drawn by hand."""
