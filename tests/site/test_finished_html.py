"""HTML that is kept away from Markdown comes back as Markdown would have left it."""

import pytest
from markdown import markdown  # type: ignore[import-untyped]

from emperor_rules.site.mkdocs.finished_html import FinishedHtml

PAGES = [
    "# A <b>b</b>\n\n<p class='x'>a <a href='b.html'>*c*</a></p>\n\n*d*",
    "<ul>\n<li>a <b>_b_</b>\n<details><summary>c</summary>\n<p>d <small>e</small></p>\n</details>\n</li>\n</ul>\n\n**f**",
    "<div>\n<pre><code>a\n  <span>*b*</span></code></pre>\n<svg><g><path d='M0'/></g></svg>\n</div>\n\n- c <b>d</b>",
    '<dl>\n<dt><a id="x">a</a></dt><dd>b<br>c</dd>\n</dl>',
]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_the_same_without_its_finished_parts(page: str) -> None:
    finished = FinishedHtml()
    rest = finished.take_out(page)
    assert len(finished.parts) > 0 and " id=" not in "".join(finished.parts)
    assert finished.put_back(markdown(rest)) == markdown(page)
