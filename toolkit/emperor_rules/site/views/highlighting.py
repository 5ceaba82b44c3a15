"""The formal statement of a clause, with its words marked for colouring."""

from __future__ import annotations

from markupsafe import Markup
from pygments import format
from pygments.formatters.html import HtmlFormatter

from emperor_rules.language.highlight import classes
from emperor_rules.model.texts import Clause, spaced


def formal_statement(clause: Clause, until: str | None = None) -> Markup:
    """Return as HTML the sentences of a clause that stand today, or that stood last if it held ``until`` a date."""
    formatter: HtmlFormatter[str] = HtmlFormatter(nowrap=True)
    standing = (sentence for sentence in clause.sentences if sentence.until in (None, until))
    marked = (format(classes(spaced(sentence.words)), formatter).strip() for sentence in standing)
    return Markup("").join(Markup(f'<span class="sentence">{sentence}</span>') for sentence in marked)
