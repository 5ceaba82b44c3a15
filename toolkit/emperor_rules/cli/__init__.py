"""The command line: adapters only, no logic and no rule of any game."""
