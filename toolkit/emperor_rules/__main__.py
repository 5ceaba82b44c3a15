"""``python -m emperor_rules``: the same as the command ``emperor``."""

from emperor_rules.commands.main import main

main()
