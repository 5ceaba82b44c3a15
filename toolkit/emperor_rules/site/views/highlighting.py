"""The formal statement of a clause, with its words marked for colouring."""

from __future__ import annotations

from itertools import starmap

from markupsafe import Markup, escape
from pygments.token import Keyword, Name, Operator, is_token_subtype

from emperor_rules.language.highlight import class_of
from emperor_rules.model.texts import Clause, spaced

#: The elements of what is coloured, as short as can be, for no page has as many of anything: words of the language, and
#: what they speak of.
ELEMENTS = ((Keyword, "b"), (Operator.Word, "b"), (Name.Function, "i"), (Name.Property, "i"), (Name.Class, "i"))


def formal_statement(clause: Clause, until: str | None = None) -> Markup:
    """Return as HTML the sentences of a clause that stand today, or that stood last if it held ``until`` a date."""
    standing = (sentence for sentence in clause.sentences if sentence.until in (None, until))
    marked = (Markup("").join(starmap(_marked, spaced(sentence.words))).strip() for sentence in standing)
    return Markup("").join(Markup('<span class="sentence">{}</span>').format(sentence) for sentence in marked)


def _marked(terminal: str, words: str) -> Markup:
    kind = class_of(terminal)
    element = next((element for shown, element in ELEMENTS if is_token_subtype(kind, shown)), None)
    return Markup("<{0}>{1}</{0}>").format(Markup(element), words) if element else escape(words)
