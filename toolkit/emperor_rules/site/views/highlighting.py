"""The formal statement of a clause, with its words marked for colouring."""

from __future__ import annotations

from markupsafe import Markup
from pygments import format
from pygments.formatters.html import HtmlFormatter

from emperor_rules.language.highlight import classes
from emperor_rules.model.texts import Clause, spaced


def formal_statement(clause: Clause) -> Markup:
    """Return the sentences of a clause as HTML; nothing for a clause without any."""
    formatter: HtmlFormatter[str] = HtmlFormatter(nowrap=True)
    marked = (format(classes(spaced(sentence.words)), formatter).strip() for sentence in clause.sentences)
    return Markup("").join(Markup(f'<span class="sentence">{sentence}</span>') for sentence in marked)
