"""Benchmarks: every figure that the project promises, each measured beside something comparable in the same run.

``python -m tests.benchmarks`` prints them all; ``tests/test_speed.py`` holds them with a margin for noise.
"""
