"""View models: what several kinds of page show, ready for a template."""
