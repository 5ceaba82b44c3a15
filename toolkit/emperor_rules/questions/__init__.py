"""Questions as people ask them, read by tables of a language and phrasings of a vocabulary: data for any engine."""
