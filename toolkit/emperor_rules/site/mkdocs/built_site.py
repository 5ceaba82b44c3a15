"""A site as MkDocs has just built it, of which pages can be built again one by one.

MkDocs has no public way to build one page, so this module calls two private functions of it, and no other does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation

from emperor_rules.check.pipeline import CheckReport
from emperor_rules.site.page import Page


@dataclass(frozen=True)
class BuiltSite:
    """One language of a site.

    Attributes:
        checked: The rules that its pages show.
        config: The configuration that it was built by.
        files: All files of the site.
        nav: The menu.
        env: The environment of the theme's templates.
        groups: For the path of each generated page the group in which ``make_pages`` makes it.
        make_pages: Makes all pages anew by other rules, in groups, each page when it is asked for; from then on pages
            written by hand are filled by these rules too.
    """

    checked: CheckReport
    config: MkDocsConfig
    files: Files
    nav: Navigation
    env: Environment
    groups: Mapping[str, int]
    make_pages: Callable[[CheckReport], tuple[Iterator[Page], ...]]

    def write(self, file: File) -> None:
        """Build the page of a file again; a generated file that is no page is written as it is."""
        if file.page is not None:
            _populate_page(file.page, self.config, self.files)
            _build_page(file.page, self.config, self.files.documentation_pages(), self.nav, self.env)
        elif file.generated_by is not None and file.src_uri in self.groups:
            Path(file.abs_dest_path).write_text(file.content_string, encoding="utf-8")
