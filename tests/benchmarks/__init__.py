"""Benchmarks: every figure that the project promises, each measured beside something comparable in the same run.

``python -m tests.benchmarks`` prints them all as a table, ``--site`` those of the site too. Nothing here is a test: how
long something takes depends on the machine and on what else it does.
"""
