"""The pages of the site, made from a rulebook by one pure function, and the MkDocs plugin that hands them over."""
