"""From syntax trees to declared differences and contradictions."""

from __future__ import annotations

from collections.abc import Collection

from emperor_rules.diagnostics import Diagnostic, suggest
from emperor_rules.frontend.texts import read_inclusion, read_reference
from emperor_rules.language.parser import Parsed
from emperor_rules.language.syntax_tree import Node, Reporter, span_of, without_wrapping
from emperor_rules.messages import LANGUAGES, Message, name_of_language
from emperor_rules.model.accepted import CONTRADICTION, DIFFERENCE, AcceptedFinding, DeclarationKind
from emperor_rules.model.texts import Inclusion, Reference
from emperor_rules.model.vocabulary import Vocabulary, Words


def read_accepted(parsed: Parsed, vocabulary: Vocabulary) -> tuple[tuple[AcceptedFinding, ...], tuple[Diagnostic, ...]]:
    """Return all declarations of one file."""
    reader = _DeclarationReader(parsed, vocabulary)
    declarations = []
    for block in parsed.tree.trees:
        if block.rule in (DIFFERENCE, CONTRADICTION):
            declarations.append(reader.read(block))
        else:
            message = Message("a {rule} does not belong among the relations", rule=block.rule)
            help = Message("Put it under rules/texts, rules/scenarios or rules/vocabulary.")
            reader.report("R104", message, block.first_token, help)
    return tuple(filter(None, declarations)), tuple(reader.findings)


class _DeclarationReader(Reporter):
    def __init__(self, parsed: Parsed, vocabulary: Vocabulary) -> None:
        super().__init__(parsed.source)
        self.parsed = parsed
        self.vocabulary = vocabulary

    def read(self, block: Node) -> AcceptedFinding | None:
        """Parse one declaration, or report what it lacks."""
        head, *items = block.trees
        name = head.tokens[1]
        texts: tuple[Inclusion, ...] = ()
        asks: list[str] = []
        options: list[str] = []
        clauses: list[Reference] = []
        words: dict[str, str] = {}
        self.report_repeated(items, ("between", "wording"))
        for inner in map(without_wrapping, items):
            match inner.rule:
                case "between":
                    texts = tuple(read_inclusion(node, self.source) for node in inner.trees)
                case "asks":
                    asks += self._names(inner, self.vocabulary.questions, Message("question"))
                case "chosen":
                    options += self._names(inner, self.vocabulary.options, Message("option"))
                case "concerned":
                    for node in inner.trees:
                        clauses.append(read_reference(node, self.source, clauses[-1].text if clauses else ""))
                case "wording":
                    words |= inner.said
        needed = {
            Message("texts"): texts,
            Message("clauses"): clauses,
            **{
                Message("words in {language} ({id} …)", language=name_of_language(id), id=id): words.get(id)
                for id in LANGUAGES
            },
        }
        missing = next((what for what, content in needed.items() if not content), None)
        if missing is not None:
            message = Message("the {rule} “{name}” names no {missing}", rule=block.rule, name=name, missing=missing)
            help = Message("Say between which texts (or in which), which clauses, and why, in each language.")
            self.report("R302", message, name, help)
            return None
        kind, about = DeclarationKind(block.rule), (texts, tuple(asks), tuple(sorted(options)), tuple(clauses))
        place, comments = span_of(self.source, name), self.parsed.comments_on(block)
        return AcceptedFinding(kind, name.text, *about, Words.of(words), place, comments)

    def _names(self, node: Node, candidates: Collection[str], what: Message) -> list[str]:
        for token in node.names:
            if token.text not in candidates:
                message = Message("there is no {kind} “{name}”", kind=what, name=token)
                self.report("R402", message, token, suggest(token.text, candidates, Message("See the vocabulary.")))
        return [token.text for token in node.names if token.text in candidates]
