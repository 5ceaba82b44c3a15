"""Answers: positions at a table, verdicts, questions with their derivations."""
