"""A site as MkDocs has just built it, of which pages can be built again one by one.

MkDocs has no public way to build one page, so this module calls two private functions of it, and no other does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment
from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from emperor_rules.check.pipeline import CheckReport
from emperor_rules.site.page import Page


@dataclass
class BuiltSite:
    """One language of a site, all of whose pages are up to date at first.

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
    _outdated: set[str] = field(default_factory=set)
    _pages: dict[str, Page] = field(default_factory=dict)
    _page_groups: Sequence[Iterator[Page]] = ()

    def invalidate(self, checked: CheckReport) -> None:
        """Invalidate all pages; from now on they are built by these rules."""
        self.checked = checked
        self._page_groups = ()
        self._pages.clear()
        self._outdated = {file.dest_uri for file in self.files}

    def rebuild(self, address: str) -> None:
        """Rebuild the page at an address below the folder of the language, if it is out of date."""
        if address not in self._outdated:
            return
        self._outdated.remove(address)
        file = next(file for file in self.files if file.dest_uri == address)
        self._page_groups = self._page_groups or self.make_pages(self.checked)
        if file.src_uri in self.groups:
            page = self._page(file.src_uri)
            if page is None:
                return
            file.content_string = page.content
        if file.page is not None:
            _populate_page(file.page, self.config, self.files)
            _build_page(file.page, self.config, self.files.documentation_pages(), self.nav, self.env)
        elif file.generated_by is not None and file.src_uri in self.groups:
            Path(file.abs_dest_path).write_text(file.content_string, encoding="utf-8")

    def _page(self, path: str) -> Page | None:
        """Return a page, generating those of its group up to it; ``None`` if the group has no such page any more."""
        group = self._page_groups[self.groups[path]]
        while path not in self._pages:
            page = next(group, None)
            if page is None:
                return None
            self._pages[page.path] = page
        return self._pages[path]
