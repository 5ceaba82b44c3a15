"""Finished HTML gets shorter, and a browser shows the same of it."""

import pytest

from emperor_rules.site.mkdocs.finished_html import minify


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("<p>\n   a  b\n\n</p>\n", "<p> a b</p> "),
        (
            "<ul>\n <li>a</li>\n <li>b</li>\n</ul>\n<p>c <path d=x> <b>d</b></p>",
            "<ul> <li>a</li> <li>b</li></ul><p>c <path d=x> <b>d</b></p>",
        ),
        ("a <b>b</b>\nc", "a <b>b</b> c"),
        ("a\u00a0\u00a0b \u2009 c", "a\u00a0\u00a0b \u2009 c"),
        ("<p>  </p>", "<p></p>"),
        ("<pre>a\n  b</pre>\n\n<p>c", "<pre>a\n  b</pre><p>c"),
        ("<pre class=x><code>&#61;  1</code></pre>", "<pre class=x><code>&#61;  1</code></pre>"),
        (
            "<textarea>a\n\nb</textarea>  <script>\n// c\nd  = 1</script>",
            "<textarea>a\n\nb</textarea> <script>\n// c\nd  = 1</script>",
        ),
        ('<a href="x&#35;a&#61;1&#38;b&#61;2">&#124;&#95;&#42;</a>', '<a href="x#a=1&b=2">|_*</a>'),
        ("a &#38;lt; b &#38; c &#38;c d", "a &#38;lt; b &#38; c &#38;c d"),
        ("<present>a  b</present>", "<present>a b</present>"),
        ("", ""),
    ],
)
def test_white_space_and_escapes_shrink(long: str, short: str) -> None:
    assert minify(long) == short
    assert minify(short) == short
