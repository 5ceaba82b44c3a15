"""Questions as people ask them: read by tables of a language and phrasings of a vocabulary, for any engine to follow."""
