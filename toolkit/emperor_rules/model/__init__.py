"""What rule files say, as frozen records: terms and conditions, vocabulary, texts with their clauses, scenarios."""
