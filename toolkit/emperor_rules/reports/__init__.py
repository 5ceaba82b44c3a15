"""Results of commands as one kind of report, and every format in which programs and people read it."""
