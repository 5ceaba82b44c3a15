"""One module for each kind of page."""
