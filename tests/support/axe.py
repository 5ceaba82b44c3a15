"""What axe-core finds wrong with a page in the browser."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.support.browser import AT_REST, PHONE

#: At which sizes axe-core looks at every page where all is asked for (``EMPEROR_AXE=all``), else at those that a test names.
EVERY_SIZE = ((360, 800), (500, 800), (768, 900), (1280, 900)) if os.environ.get("EMPEROR_AXE") == "all" else ()


def sizes_or(named: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Return every size where all is asked for, else those named."""
    return EVERY_SIZE or named


#: Of what is right one node is told for each rule: all of them take longer to fetch than to find.
ALL: dict[str, object] = {"resultTypes": ["violations"]}
ALL_BUT_COLOURS = ALL | {"rules": {"color-contrast": {"enabled": False}}}
COLOURS = ALL | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}

#: Shows a copy of a page, as its scripts have left it, in the place of the one that is shown. Of many equal neighbours
#: (the lines of a list, the rows of a table) the first few are left: axe-core would take seconds to find the same in all.
SHOW = """async ([address, source]) => {
    const copy = new DOMParser().parseFromString(source, 'text/html');
    history.replaceState(null, '', address);
    copy.querySelectorAll('.md-content *').forEach(parent => {
        const seen = {};
        for (const child of [...parent.children]) {
            const alike = child.tagName + child.className;
            seen[alike] = (seen[alike] || 0) + 1;
            if (seen[alike] > 5 && /^(LI|TR|P|UL|DIV|DT|DD|DETAILS)$/.test(child.tagName)) child.remove();
        }
    });
    document.replaceChild(document.adoptNode(copy.documentElement), document.documentElement);
    const sheets = [...document.querySelectorAll('link[rel=stylesheet]')];
    await Promise.all(sheets.map(one => one.sheet || new Promise(done => { one.onload = one.onerror = done; })));
}"""

#: What a page says of itself as a whole, by which its scripts choose its colours; and a copy that is to say the same.
WHOLE = "() => [document.documentElement, document.body].map(one => [...one.attributes].map(a => [a.name, a.value]))"
SAY = """whole => [document.documentElement, document.body].forEach(
    (one, number) => whole[number].forEach(([name, value]) => one.setAttribute(name, value)))"""

#: Collects one element of those that hold text and stand in the same elements with the same styles, on this page or on
#: one that was shown before: they have the same colours, and axe-core takes seconds for the colours of a long list.
UNLIKE = """() => {
    const numbers = window.numbers ??= new Map(), asked = window.asked ??= new Set(), keys = new Map();
    const styles = ['color', 'fill', 'backgroundColor', 'backgroundImage', 'opacity', 'fontSize', 'fontWeight', 'position'];
    const key = one => {
        if (!one) return '';
        if (!keys.has(one)) {
            const style = getComputedStyle(one);
            const own = [key(one.parentElement), one.localName, one.getAttribute('class'), ...styles.map(name => style[name])];
            const joined = own.join('|');
            if (!numbers.has(joined)) numbers.set(joined, numbers.size);
            keys.set(one, numbers.get(joined));
        }
        return keys.get(one);
    };
    return [...document.body.querySelectorAll('*')].filter(one =>
        ([...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()) || one.matches('input, select, textarea'))
        && one.checkVisibility() && !asked.has(key(one)) && asked.add(key(one)));
}"""


class Axe:
    """axe-core, loaded once into a page of its own, which looks at copies of pages: it takes a second to get going."""

    def __init__(self, page: Page, root: str) -> None:
        self.page = page
        page.goto(root)
        page.evaluate(AXE_SCRIPT)

    def violations(self, page: Page, size: tuple[int, int] = PHONE, colours: bool = True) -> dict[str, object]:
        """Return what is wrong with a page at a size; with its colours in the dark and in the light."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate(SHOW, [page.url, page.content()])
        wrong = self._run("document", ALL_BUT_COLOURS)
        for scheme in ("dark", "light") if colours else ():
            for one in (page, self.page):
                one.emulate_media(color_scheme=scheme)
            page.evaluate(AT_REST)
            self.page.evaluate(SAY, page.evaluate(WHOLE))
            wrong |= {f"{rule} {scheme}": nodes for rule, nodes in self._run(f"({UNLIKE})()", COLOURS).items()}
        return wrong

    def _run(self, context: str, rules: Mapping[str, object]) -> dict[str, object]:
        """Return the violations of some rules in what a script gives; in nothing there are none."""
        seen = self.page.evaluate(
            f"""async rules => {{
                const context = {context};
                return context.length === 0 ? [] : (await axe.run(context, rules)).violations;
            }}""",
            rules,
        )
        return {
            violation["id"]: [(self.page.url, node["target"], node["failureSummary"]) for node in violation["nodes"]][
                :3
            ]
            for violation in seen
        }
