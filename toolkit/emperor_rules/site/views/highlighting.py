"""The formal statement of a clause as its rule file has it, with its words marked for colouring."""

from __future__ import annotations

import re

from markupsafe import Markup
from pygments import highlight
from pygments.formatters.html import HtmlFormatter

from emperor_rules.language.highlight import RulesLexer
from emperor_rules.language.phrases import Phrases
from emperor_rules.model.texts import Clause
from emperor_rules.source import SourceFile, Span

#: Spaces are marked as such by Pygments; nothing is gained by that.
SPACES = re.compile(r'<span class="w">(\s+)</span>')
#: The margin at which a clause has its sentences.
MARGIN = "  "


class Highlighter:
    """Marks sentences of the rules language by what their words are in a vocabulary."""

    def __init__(self, phrases: Phrases) -> None:
        """Take the phrases of a vocabulary."""
        self.lexer = RulesLexer(phrases=phrases)
        self.formatter: HtmlFormatter[str] = HtmlFormatter(nowrap=True)

    def formal_statement(self, source: SourceFile | None, clause: Clause) -> Markup:
        """Return the sentences of a clause as HTML; nothing for a clause without any."""
        if source is None or not clause.sentences:
            return Markup("")
        spans = dict.fromkeys(sentence.span for sentence in clause.sentences)
        return Markup("").join(self._sentence(_as_written(source, span)) for span in spans)

    def _sentence(self, written: str) -> Markup:
        marked = SPACES.sub(r"\1", highlight(MARGIN + written, self.lexer, self.formatter)).strip()
        return Markup(f'<span class="sentence">{marked}</span>')


def _as_written(source: SourceFile, span: Span) -> str:
    """Return a sentence as its file has it, in one line and without comments."""
    lines = [source.line(number) for number in range(span.line, span.end_line + 1)]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(line.partition("#")[0] for line in lines).split())
