"""Rules as data: read them, answer from them, check them against each other, and show them."""

__version__ = "0.1.0"
