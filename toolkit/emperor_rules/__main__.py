"""``python -m emperor_rules``: the same as the command ``emperor``."""

from emperor_rules.cli.main import main

main()
