"""One module for each command of ``emperor``."""
