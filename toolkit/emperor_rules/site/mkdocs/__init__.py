"""The MkDocs adapter: plugin, live preview, search index, archive."""
