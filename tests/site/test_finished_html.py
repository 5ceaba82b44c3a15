"""A page of HTML whose headings alone are converted is the one that Markdown would make of it."""

import pytest
from markdown import markdown  # type: ignore[import-untyped]

from emperor_rules.site.mkdocs.finished_html import FinishedHtml, minify

PAGES = [
    "# A <b>b</b>\n\n<p class='x'>a <a href='b.html'>*c*</a></p>\n\n## *d* {: #e .f }",
    "<ul>\n<li>a <b>_b_</b>\n<details><summary>c</summary>\n<p>d <small>e</small></p>\n</details>\n</li>\n</ul>\n\n## f\n",
    "## a\n\n<div>\n<pre><code>a\n  <span>*b*</span></code></pre>\n<svg><g><path d='M0'/></g></svg>\n</div>\n\n### c {: }",
    '# a\n\n<dl>\n<dt><a id="x">a</a></dt><dd id="y">b<br>c</dd>\n</dl>',
]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_the_same_with_its_headings_alone_converted(page: str) -> None:
    finished, extensions = FinishedHtml(page), ["attr_list", "toc"]
    headings = markdown("\n\n".join(finished.headings), extensions=extensions)
    assert minify(finished.with_headings(headings)).strip() == minify(markdown(page, extensions=extensions))


def test_what_stands_between_headings_has_anchors() -> None:
    assert FinishedHtml(PAGES[3]).anchors == {"x", "y"}
