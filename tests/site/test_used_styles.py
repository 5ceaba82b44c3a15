"""What is taken out of the theme's style sheets: rules that nothing of a site can need, and no others."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emperor_rules.site.mkdocs.used_styles import keep_used_styles

#: On a page twice, in a script once, and named by nothing.
USED, UNUSED = ("quoted", "bare", "added"), ("gone", "other")


def trimmed(folder: Path, sheet: str) -> str:
    path = folder / "assets/stylesheets/main.0.min.css"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(sheet, encoding="utf-8")
    (folder / "page.html").write_text('<p class="x quoted">a</p><p class=bare id=one>b</p>', encoding="utf-8")
    (folder / "site.js").write_text("element.classList.add('added');", encoding="utf-8")
    keep_used_styles(folder)
    return path.read_text(encoding="utf-8")


@given(st.lists(st.lists(st.sampled_from(USED + UNUSED), min_size=1, max_size=3), min_size=1, max_size=4))
def test_a_selector_stays_where_all_its_classes_are_named(
    tmp_path_factory: pytest.TempPathFactory, selectors: list[list[str]]
) -> None:
    texts = [" ".join(f"a.{name}" for name in names) for names in selectors]
    kept = [text for text, names in zip(texts, selectors, strict=True) if not set(names) & set(UNUSED)]
    folder = tmp_path_factory.getbasetemp() / "styles"
    rule = f"{','.join(kept)}{{top:0}}" if kept else ""
    assert trimmed(folder, f"{','.join(texts)}{{top:0}}") == rule
    within = trimmed(folder, f"@media screen{{{','.join(texts)}{{top:0}}}}")
    assert within == (f"@media screen{{{rule}}}" if kept else "")


@pytest.mark.parametrize(
    "rule",
    [
        "p:not(.gone){top:0}",
        "#one>p:is(.bare,.gone){top:0}",
        "@font-face{font-family:a;src:url(a.woff2)}",
        '[data-a="b,c"] .bare:after{content:",.gone"}',
        "@supports (display:grid){.bare{display:grid}}",
        "@keyframes turn{0%{top:0}to{top:1px}}",
        ':root{--a:url("data:image/svg+xml,<svg></svg>")}',
        "[dir=ltr] .bare{left:0}",
        "p:not(:is(.gone,:not(.other))){top:0}",
        ".bare:after{content:'}/*{'}",
        '@import "a;b.css";',
        "@media print{@media (width>1px){.bare{top:0}}}",
    ],
)
def test_what_a_site_may_need_stays_as_it_is(tmp_path: Path, rule: str) -> None:
    assert trimmed(tmp_path, rule + "\n.gone{top:0}") in (rule, rule + "\n")


def test_rules_for_writing_from_right_to_left_go(tmp_path: Path) -> None:
    assert trimmed(tmp_path, '[dir=rtl] .bare,[dir="rtl"] p{right:0}.bare{left:0}') == ".bare{left:0}"


def test_comments_go_and_what_escapes_a_sign_is_read(tmp_path: Path) -> None:
    assert (
        trimmed(tmp_path, "/* .gone{ */@media print{.ba\\re{top:0}/**/.gone\\,.bare{top:1px}}")
        == "@media print{.ba\\re{top:0}}"
    )
