"""What conditions, terms and verdicts mean, once for every engine."""
