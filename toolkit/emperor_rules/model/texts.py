"""Texts, clauses and their sentences as records, read from syntax trees."""

from __future__ import annotations

from dataclasses import dataclass, field

from lark import Token, Tree

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.language.phrases import MOMENTS
from emperor_rules.model.reading import Reader, span_of
from emperor_rules.model.terms import Always, And, At, Compare, Cond, GivenVal, Holds, Let, Term, Then, Val, conjoin
from emperor_rules.model.vocabulary import Relation, Vocabulary, Words
from emperor_rules.source import NOWHERE, SourceFile, Span

Node = Tree[Token]


@dataclass(frozen=True, slots=True)
class Reference:
    """A clause named in a rule file: its text (the writing text where none is named), number and part."""

    text: str
    number: str | None
    part: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Guards:
    """The conditions of a sentence; ``only`` and ``exactly`` exclude each other."""

    when: Cond = Always()
    unless: Cond | None = None
    only: Cond | None = None
    exactly: Cond | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a clause.

    ``kind`` is ``fact`` (``positive`` or not), ``value`` (with ``expression``), ``open``, or ``principle``;
    ``letters`` are the head's letters in the order of the relation's parameters; ``place`` is the letter that a slot
    binds to the given key ``place_key``.
    """

    kind: str
    relation: str
    letters: tuple[str, ...]
    guards: Guards
    positive: bool = True
    expression: Term | None = None
    part: str | None = None
    place: str | None = None
    place_key: str | None = None
    since: str | None = None
    until: str | None = None
    span: Span = NOWHERE
    written: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """A clause's words in one language, with the dates between which they hold."""

    language: str
    words: str
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered or keyed statement of a text."""

    text: str
    number: str
    slug: str
    sentences: tuple[Sentence, ...] = ()
    wordings: tuple[Wording, ...] = ()
    overrides: tuple[Reference, ...] = ()
    see: tuple[Reference, ...] = ()
    redundant: tuple[Reference, ...] = ()
    note: Words | None = None
    numbers: tuple[tuple[str, str], ...] = ()
    since: str | None = None
    until: str | None = None
    span: Span = NOWHERE
    body: Span = NOWHERE

    @property
    def id(self) -> str:
        """``text:number`` as answers cite it."""
        return f"{self.text}:{self.number}"

    def words(self, language: str, on: str | None = None) -> str:
        """Give the clause in plain words, in the wording of a date (default: the newest)."""
        found = [w for w in self.wordings if w.language == language and in_force(w.since, w.until, on)]
        return found[-1].words if found else ""


@dataclass(frozen=True, slots=True)
class Inclusion:
    """A text that another builds on or speaks of, with a fixed date if it has one."""

    text: str
    at: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """One rulebook's version, as its file says."""

    id: str
    titles: Words
    clauses: tuple[Clause, ...] = ()
    language: str = "en"
    sources: str = ""
    editions: tuple[str, ...] = ()
    numbered: tuple[tuple[str, str], ...] = ()
    includes: tuple[Inclusion, ...] = ()
    options: tuple[str, ...] = ()
    relations: tuple[tuple[str, Inclusion], ...] = ()
    file: str = ""
    span: Span = NOWHERE


def in_force(since: str | None, until: str | None, on: str | None) -> bool:
    """Tell whether something said since/until certain dates holds on a date (``None``: the newest)."""
    if on is None:
        return until is None
    return (since is None or since <= on) and (until is None or on < until)


def read_text(tree: Node, source: SourceFile, vocabulary: Vocabulary) -> tuple[Text | None, tuple[Diagnostic, ...]]:
    """Read the text of one file; ``None`` when the file holds no sound head of a text."""
    return _TextReader(source, vocabulary).read(tree)


@dataclass
class _Draft:
    """What the items of a clause have said so far."""

    sentences: list[Sentence] = field(default_factory=list)
    wordings: list[Wording] = field(default_factory=list)
    see: list[Reference] = field(default_factory=list)
    redundant: list[Reference] = field(default_factory=list)
    note: Words | None = None
    numbers: list[tuple[str, str]] = field(default_factory=list)


class _TextReader:
    def __init__(self, source: SourceFile, vocabulary: Vocabulary) -> None:
        self.source = source
        self.vocabulary = vocabulary
        self.findings: list[Diagnostic] = []
        self.reader = Reader(vocabulary, source, self.findings)
        self.text = ""

    def read(self, tree: Node) -> tuple[Text | None, tuple[Diagnostic, ...]]:
        text: Text | None = None
        clauses: list[Clause] = []
        for block in tree.children:
            if not isinstance(block, Tree):
                continue
            if block.data == "text" and text is None:
                text = self._text(block)
                self.text = text.id
            elif block.data == "text":
                self._misplaced(block, "a file holds one text", "Give the second text a file of its own.")
            elif block.data == "clause" and text is None:
                self._misplaced(block, "a clause stands before its text", "Begin the file with the text's head.")
            elif block.data == "clause":
                clauses.append(self._clause(block))
            else:
                self._misplaced(block, f"a {block.data} does not belong into a text's file",
                                "Scenarios go to rules/scenarios, declarations to rules/vocabulary.")  # fmt: skip
        if text is None:
            return None, tuple(self.findings)
        from dataclasses import replace

        return replace(text, clauses=tuple(clauses)), tuple(self.findings)

    def _misplaced(self, block: Node, message: str, help: str) -> None:
        head = next(block.scan_values(lambda _: True))
        self.findings.append(error("R104", message, span_of(self.source, head), help))

    # --- texts -----------------------------------------------------------------------------------

    def _text(self, block: Node) -> Text:
        _, name, title, _ = block.children[0].children  # type: ignore[union-attr]
        fields: dict[str, object] = {}
        relations: list[tuple[str, Inclusion]] = []
        italian = ""
        for item in _trees(block)[1:]:
            match item.data:
                case "language":
                    fields["language"] = str(item.children[1])
                case "source":
                    fields["sources"] = unquote(item.children[1])
                case "editions":
                    fields["editions"] = tuple(sorted(str(t) for t in _tokens(item) if t.type == "DATE"))
                case "numbered":
                    fields["numbered"] = _numberings(item)
                case "includes":
                    fields["includes"] = tuple(self._inclusion(t) for t in _trees(item))
                case "options":
                    fields["options"] = self._options(item)
                case "translates" | "summarises" | "varies":
                    relations.append((item.data, self._inclusion(_trees(item)[0])))
                case "text_item":
                    wording = _trees(item)[0]
                    italian = unquote(_strings(wording)[0]) if wording.data == "it" else italian
        return Text(str(name), Words(unquote(title), italian), relations=tuple(relations), file=self.source.name,
                    span=span_of(self.source, name), **fields)  # type: ignore[arg-type]  # fmt: skip

    def _options(self, item: Node) -> tuple[str, ...]:
        names = [t for t in _tokens(item) if t.type == "NAME"]
        for name in names:
            if str(name) not in self.vocabulary.options:
                self._report("R402", f"there is no option “{name}”", name,
                             f"Options: {', '.join(self.vocabulary.options)}.")  # fmt: skip
        return tuple(str(name) for name in names)

    def _inclusion(self, node: Node) -> Inclusion:
        name, *rest = _tokens(node)
        return Inclusion(str(name), str(rest[1]) if len(rest) > 1 else None, span_of(self.source, name))

    # --- clauses ---------------------------------------------------------------------------------

    def _clause(self, block: Node) -> Clause:
        head = block.children[0]
        names = [t for t in _tokens(head) if t.type == "NAME"]  # type: ignore[arg-type]
        number, slug = str(names[0]), str(names[-1])
        draft = _Draft()
        for item in _trees(block)[1:]:
            self._item(item, draft)
        since, until = _validity(head)  # type: ignore[arg-type]
        overriding = next((c for c in _trees(head) if c.data == "overriding"), None)  # type: ignore[arg-type]
        start = names[0].start_pos or 0
        end = max((t.end_pos or 0) for t in block.scan_values(lambda _: True))
        span = span_of(self.source, names[0])
        if not {"en", "it"} <= {w.language for w in draft.wordings}:
            self.findings.append(error(
                "R405", f"clause {number} is not worded in both languages", span, "Add: en “…” and it “…”.",
                text=self.text, clause=number))  # fmt: skip
        if not draft.sentences and draft.note is None and not draft.redundant:
            self.findings.append(error(
                "R406", f"clause {number} says nothing that can be computed", span,
                "Add a sentence, or “redundant with …”, or a note with the reason.",
                text=self.text, clause=number))  # fmt: skip
        return Clause(
            self.text, number, slug, tuple(draft.sentences), tuple(draft.wordings),
            self._references(overriding) if overriding is not None else (), tuple(draft.see),
            tuple(draft.redundant), draft.note, tuple(draft.numbers), since, until, span,
            self.source.span(start, end),
        )  # fmt: skip

    def _item(self, item: Node, draft: _Draft) -> None:
        match item.data:
            case "clause_item":
                wording = _trees(item)[0]
                since, until = _validity(wording)
                draft.wordings.append(Wording(str(wording.data), unquote(_strings(wording)[0]), since, until))
            case "see":
                draft.see.extend(self._references(item))
            case "redundant":
                draft.redundant.extend(self._references(item))
            case "numbered":
                draft.numbers.extend(_numberings(item))
            case "note":
                english, italian = _strings(item)
                draft.note = Words(unquote(english), unquote(italian))
            case "statement":
                sentence = self._statement(item)
                if sentence is not None:
                    draft.sentences.extend(sentence)

    def _references(self, node: Node) -> tuple[Reference, ...]:
        return tuple(read_reference(c, self.source, self.text) for c in _trees(node) if c.data == "reference")

    # --- sentences -------------------------------------------------------------------------------

    def _statement(self, item: Node) -> tuple[Sentence, ...] | None:
        since, until = _validity(item)
        part_node = next((c for c in _trees(item) if c.data == "part"), None)
        part = str(part_node.children[1]) if part_node is not None else None
        sentence = next(c for c in _trees(item) if c.data == "sentence")
        first = next(item.scan_values(lambda _: True))
        stop = next(t for t in _tokens(item) if t.type == "STOP")
        start, end = first.start_pos or 0, stop.end_pos or 0
        span = self.source.span(start, end)
        written = " ".join(self.source.text[start:end].split())
        before = len(self.findings)
        found = self._sentence(sentence)
        if found is None or any(d.severity == "error" for d in self.findings[before:]):
            return None
        from dataclasses import replace

        return tuple(replace(s, part=part, since=since, until=until, span=span, written=written) for s in found)

    def _sentence(self, node: Node) -> tuple[Sentence, ...] | None:
        claim, *guard_nodes = _trees(node)
        if claim.data == "principle":
            return (Sentence("principle", "", (), Guards()),)
        if claim.data == "requires":
            return self._requirement(claim)
        head = self._head(claim)
        if head is None:
            return None
        bound = frozenset(head.letters) | ({head.place} if head.place else frozenset())
        guards = self._guards(guard_nodes, bound, head)
        if claim.data == "concludes" and head.kind == "value":
            right = self._expression(claim, bound)
            return (Sentence("value", head.relation, head.letters, guards, expression=right),)
        return (Sentence(head.kind, head.relation, head.letters, guards, head.positive,
                         place=head.place, place_key=head.place_key),)  # fmt: skip

    def _requirement(self, claim: Node) -> tuple[Sentence, ...] | None:
        target = next((r for r in self.vocabulary.relations.values() if r.requirement), None)
        condition = self.reader.condition(_trees(claim)[0], frozenset())
        if target is None:
            self._report("R205", "the vocabulary has nothing that collects requirements", _tokens(claim)[0],
                         "Mark one fact of the vocabulary as “requirement”.")  # fmt: skip
            return None
        return (Sentence("fact", target.id, (), Guards(only=condition)),)

    def _expression(self, claim: Node, bound: frozenset[str]) -> Term:
        atom = _trees(claim)[0]
        expression = self.reader.term(_trees(_trees(atom)[1])[0], bound)
        moment = next((t for t in _tokens(atom) if t.type == "MOMENT"), None)
        return expression if moment is None else Then(MOMENTS[str(moment)], expression)

    def _head(self, claim: Node) -> Sentence | None:
        """Read what a sentence concludes: a fact, its negation, a value, or that one of these is left open."""
        token = next(claim.scan_values(lambda _: True))
        if claim.data == "leaves_value_open":
            every = frozenset(self.vocabulary.letter_sorts)
            return self._conclusion(self.reader.term(_trees(claim)[0], every), True, "open", token)
        atom = _trees(claim)[0]
        kind = "open" if claim.data == "leaves_open" else "fact"
        if atom.data == "option_in_use":
            self._report("R205", "no clause can conclude that an option is in use", token, "The table chooses it.")
            return None
        place, place_key = self._place(atom)
        every = frozenset(self.vocabulary.letter_sorts)
        condition = self.reader.atom(_without_slot(atom), every)
        if isinstance(condition, At) and isinstance(condition.part, Compare):
            condition = condition.part
        if isinstance(condition, Compare) and condition.op == "=" and isinstance(condition.left, (Val, GivenVal)):
            return self._conclusion(condition.left, True, "value", token)
        if isinstance(condition, Holds):
            found = self._conclusion(condition, condition.positive, kind, token)
            if found is None or place is None:
                return found
            from dataclasses import replace

            return replace(found, place=place, place_key=place_key)
        if isinstance(condition, At):
            self._report("R205", "a conclusion holds at no special moment", token, "Move the moment after “when”.")
        elif not isinstance(condition, Always):
            self._report("R205", "this cannot be concluded", token,
                         "Conclude a fact, a permission or a value of the vocabulary, about letters.")  # fmt: skip
        return None

    def _place(self, atom: Node) -> tuple[str | None, str | None]:
        for slot in atom.find_data("slot"):
            token = _tokens(slot)[0]
            letter = next(slot.scan_values(lambda t: t.type == "LETTER"), None)
            meaning = self.vocabulary.meanings.get((token.type, str(token)), ())
            if letter is None or not meaning:
                self._report("R205", "a place is named by a letter", token, "Write: from the territory of x")
                return None, None
            return str(letter), meaning[0].id
        return None, None

    def _conclusion(self, term: Term | Cond, positive: bool, kind: str, token: Token) -> Sentence | None:
        if not isinstance(term, (Holds, Val)):
            self._report("R205", "this is given by the question, not concluded", token, "Conclude something else.")
            return None
        relation = self.vocabulary.relations.get(term.relation)
        letters = [a.name for a in term.args if isinstance(a, Let)]
        if relation is None:
            return None
        if relation.builtin:
            self._report("R205", f"“{relation.phrase.en}” follows from the seats; no clause concludes it", token,
                         "Conclude something else.")  # fmt: skip
            return None
        if len(letters) != len(relation.params) or len(set(letters)) != len(letters):
            self._report("R205", "a conclusion is about different letters, not about names or nouns", token,
                         "Write “p …” and say in “when” who p is.")  # fmt: skip
            return None
        return Sentence(kind, relation.id, tuple(letters), Guards(), positive)

    def _guards(self, nodes: list[Node], bound: frozenset[str], head: Sentence) -> Guards:
        when: Cond = Always()
        unless: Cond | None = None
        only: Cond | None = None
        exactly: Cond | None = None
        for node in nodes:
            token, condition_node = node.children[0], _trees(node)[0]
            condition = self.reader.condition(condition_node, bound)
            fits = head.kind == "fact" and head.positive
            match node.data:
                case "when":
                    when = conjoin(when, condition)
                case "unless":
                    unless = condition if unless is None else And((unless, condition))
                case "only_when" if fits:
                    only = condition if only is None else conjoin(only, condition)
                case "exactly_when" if fits and exactly is None:
                    exactly = condition
                case _:
                    self._report("R206", f"“{token}” does not fit this conclusion", token,  # type: ignore[arg-type]
                                 "Use “when” or “unless”; “only when” and “exactly when” need a plain fact.")  # fmt: skip
        if only is not None and exactly is not None:
            self._report("R206", "“only when” and “exactly when” exclude each other", nodes[-1].children[0],  # type: ignore[arg-type]
                         "Keep one of them.")  # fmt: skip
        return Guards(when, unless, only, exactly)

    def _report(self, code: str, message: str, token: Token, help: str) -> None:
        self.findings.append(error(code, message, span_of(self.source, token), help))


def read_reference(node: Node, source: SourceFile, text: str) -> Reference:
    """Read ``[text] number [(part)]``; one lone name that looks like no number names a whole text in ``see``."""
    names = [t for t in _tokens(node) if t.type == "NAME"]
    part = None
    if any(t.type == "LPAR" for t in _tokens(node)):
        part = str(names.pop())
    start, end = node.children[0].start_pos, node.children[-1].end_pos  # type: ignore[union-attr]
    span = source.span(start or 0, end or 1)
    if len(names) == 2:
        return Reference(str(names[0]), str(names[1]), part, span)
    return Reference(text, str(names[0]), part, span)


def unquote(token: object) -> str:
    """Give the words of a string token, with line breaks as spaces."""
    return " ".join(str(token)[1:-1].split())


def _numberings(item: Node) -> tuple[tuple[str, str], ...]:
    found = [_tokens(n) for n in _trees(item)]
    return tuple(sorted(((str(n[0]), str(n[-1])) for n in found), key=lambda pair: pair[1]))


def _validity(node: Node) -> tuple[str | None, str | None]:
    since = until = None
    for child in _trees(node):
        if child.data == "validity":
            return _validity(child)
        if child.data == "since":
            since = str(child.children[1])
        elif child.data == "until":
            until = str(child.children[1])
    return since, until


def _without_slot(atom: Node) -> Node:
    return Tree(atom.data, [
        Tree(c.data, [g for g in c.children if not (isinstance(g, Tree) and g.data == "slot")])
        if isinstance(c, Tree) and c.data == "relation" else c
        for c in atom.children
    ])  # fmt: skip


def _trees(node: Node) -> list[Node]:
    return [child for child in node.children if isinstance(child, Tree)]


def _tokens(node: Node) -> list[Token]:
    return [child for child in node.children if isinstance(child, Token)]


def _strings(node: Node) -> list[Token]:
    return [t for t in _tokens(node) if t.type == "STRING"]
