"""The reference site: pages from a rulebook, and the MkDocs adapter that hands them over."""
