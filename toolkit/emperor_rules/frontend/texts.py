"""From syntax trees to texts, clauses and sentences: what each concludes, under which conditions, and since when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from typing import Any

from emperor_rules.diagnostics import Diagnostic, Suggestion, error
from emperor_rules.edits import words_to_write
from emperor_rules.frontend.conditions import ONE_THING, UNREADABLE, ConditionReader, moments_of
from emperor_rules.frontend.raw_declarations import LANGUAGE_NAMES
from emperor_rules.language.parser import Parsed
from emperor_rules.language.phrases import COMPARISONS, MOMENTS
from emperor_rules.language.syntax_tree import Node, Reporter, Token, span_of, unquote, without_slot, without_wrapping
from emperor_rules.language.undeclared_roles import seated_role
from emperor_rules.messages import ENGLISH, LANGUAGES, Message, Names, listed, sentences, template
from emperor_rules.model import terms
from emperor_rules.model.seating import SeatingPattern
from emperor_rules.model.texts import (
    Clause,
    Guards,
    Inclusion,
    Reference,
    RelatedText,
    Sentence,
    SentenceKind,
    Text,
    TextRelation,
    Wording,
)
from emperor_rules.model.vocabulary import Vocabulary, Words
from emperor_rules.source import SourceFile, Span

#: What is said of a name in an item of a text's head that nobody knows, and of those that are known.
UNKNOWN_NAMES = {
    "language": (template("there is no language “{name}”"), template("Languages: {names}.")),
    **dict.fromkeys(
        ("options", "alternatives"), (template("there is no option “{name}”"), template("Options: {names}."))
    ),
    "roles": (template("there is no role “{name}”"), template("Roles: {names}.")),
}

#: The terminals of the phrase that says of something what it is.
SAYING = frozenset({"PROPERTY", "PREDICATE", "PREDICATE2", "FLAG"})

#: Stands in the head of a text for no role.
NO_ROLES = "none"

NOT_LETTERS = (
    Message("a conclusion is about different letters, not about names or nouns"),
    Message("Write “p …” and say after “when” who p is."),
)
NO_MOMENT = Message("a conclusion holds at no special moment"), Message("Move the moment after “when”.")
GIVEN = (
    Message("this is given by the question, not concluded"),
    Message("Say it after “when”, and conclude something else."),
)


def read_text(parsed: Parsed, vocabulary: Vocabulary, within: str = "") -> tuple[Text | None, tuple[Diagnostic, ...]]:
    """Return the text of one file; ``None`` when the file holds no sound head of a text.

    Clauses that are read without the head of their file stand ``within`` a text of that name.
    """
    return _TextReader(parsed, vocabulary, within).read()


class _TextReader(ConditionReader):
    def __init__(self, parsed: Parsed, vocabulary: Vocabulary, within: str) -> None:
        super().__init__(parsed.source, vocabulary)
        self.parsed = parsed
        self.text = within
        #: Where the days of the text stand in its head.
        self.days_span: Span | None = None

    def read(self) -> tuple[Text | None, tuple[Diagnostic, ...]]:
        text: Text | None = None
        headless = False
        clauses: list[Clause] = []
        for block in self.parsed.tree.trees:
            head = block.first_token
            if block.rule == "text" and text is None:
                text = self._text(block)
                self.text = text.id
            elif block.rule == "text":
                message = Message("a file holds one text")
                self.report("R104", message, head, Message("Give the second text a file of its own."))
            elif block.rule == "clause" and not self.text:
                if not headless:
                    help = Message('Begin the file with the text\'s head: text my-text "Its title"')
                    self.report("R104", Message("a clause stands before its text"), head, help)
                headless = True
            elif block.rule == "clause":
                clauses.append(self._clause(block))
            else:
                message = Message("“{word}” does not belong in a text's file", word=head.text)
                help = Message("Scenarios go to rules/scenarios, declarations to rules/vocabulary.")
                self.report("R104", message, head, help)
        if text is not None:
            self._check_dates(text)
        return (None if text is None else replace(text, clauses=tuple(clauses))), tuple(self.findings)

    # --- texts -----------------------------------------------------------------------------------

    def _text(self, block: Node) -> Text:
        _, name, title, _ = block.trees[0].tokens
        titles, sources = {ENGLISH: unquote(title)}, dict[str, str]()
        fields: dict[str, Any] = defaultdict(tuple)
        usual: list[Token] = []
        self.report_repeated(block.trees[1:], ("language", "source", "editions", "compared", "seated", "wording"))
        for item in block.trees[1:]:
            match item.rule:
                case "language":
                    fields["language"] = self._named(item, LANGUAGE_NAMES)[0]
                case "source":
                    sources[next(iter(item.said), ENGLISH)] = unquote(item.strings[0])
                case "editions":
                    fields["editions"] = self._editions([t for t in item.tokens if t.type == "DATE"])
                case "compared":
                    fields["compared"] = item.tokens[2].text
                case "numbered":
                    fields["numbered"] += _numberings(item)
                case "includes":
                    fields["includes"] += tuple(read_inclusion(node, self.source) for node in item.trees)
                    for node in item.trees:
                        for option in node.names[1:]:
                            self._check_known("options", option, self.vocabulary.options)
                case "options":
                    fields["options"] += self._named(item, self.vocabulary.options)
                case "alternatives":
                    group = self._named(item, self.vocabulary.options)
                    fields["options"] += group
                    fields["alternatives"] += (group,)
                case "usually":
                    usual += item.names
                case "roles":
                    named = self._named(item, (*self.vocabulary.roles, NO_ROLES))
                    roles = (role for role in named if role in self.vocabulary.roles)
                    fields["roles"] = (*fields["roles"], *roles)
                case "seated":
                    fields["seated"] = self._pattern(item)
                case "translates" | "summarises" | "varies":
                    fields["relations"] += (
                        RelatedText(TextRelation(item.rule), read_inclusion(item.trees[0], self.source)),
                    )
                case "text_item" if ENGLISH not in item.trees[0].said:
                    titles |= item.trees[0].said
        fields["usual"] = self._usual(usual, fields["alternatives"])
        place = span_of(self.source, name)
        return Text(name.text, Words.of(titles), sources=Words.of(sources), file=self.source.name, span=place, **fields)

    def _named(self, item: Node, declared: Collection[str]) -> tuple[str, ...]:
        """Return the names of an item; those that are not among the known ones are reported."""
        for name in item.names:
            self._check_known(item.rule, name, declared)
        return tuple(name.text for name in item.names)

    def _pattern(self, item: Node) -> SeatingPattern | None:
        """Return how teams sit; words that do not say it are reported."""
        words = " ".join(name.text for name in item.names)
        if words in set(SeatingPattern):
            return SeatingPattern(words)
        message = Message("no teams are seated “{words}”", words=words)
        patterns = Names((f"seated {pattern}" for pattern in SeatingPattern), last=Message("or"))
        self.report("R402", message, item.names[0], Message("Write: {names}.", names=patterns))
        return None

    def _check_known(self, kind: str, name: Token, declared: Collection[str]) -> None:
        """Report a name that is not among the known ones of its kind."""
        unknown, listing = UNKNOWN_NAMES[kind]
        if name.text not in declared:
            help = Message(listing, names=listed(declared))
            self.report("R402", Message(unknown, name=name), name, help)
            if kind == "roles":
                role = seated_role(name.text, "".join(self.vocabulary.role_letters))
                fix, finding = role.fix(self.source.name), self.findings[-1]
                self.findings[-1] = replace(finding, help=sentences(help, role.help), fixes=(*finding.fixes, fix))

    def _usual(self, names: list[Token], alternatives: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
        """Return the options in use unless an alternative is named; one that has none, or a second, is reported."""
        usual: list[str] = []
        for name in names:
            group = next((group for group in alternatives if name.text in group), None)
            if group is None or set(usual).intersection(group):
                message = Message("“{name}” cannot be usual", name=name)
                help = Message("Name one option of each line of alternatives.")
                self.report("R418", message, name, help)
            else:
                usual.append(name.text)
        return tuple(usual)

    def _editions(self, days: list[Token]) -> tuple[str, ...]:
        dates = tuple(sorted({day.text for day in days}))
        self.days_span = self.source.span(days[0].start, days[-1].end) if days else None
        for earlier, day in pairwise(days):
            if day.text <= earlier.text:
                message = Message("“{day}” stands after “{earlier}” in “from”", day=day, earlier=earlier)
                if day.text == earlier.text:
                    message = Message("“{day}” stands twice in “from”", day=day)
                help = Message("Write each day once, the earliest first: from {days}", days=", ".join(dates))
                help = Suggestion.of(help, ", ".join(dates), self.days_span)
                self.report("R411", message, day, help)
                break
        return dates

    def _check_dates(self, text: Text) -> None:
        """Report dates that could change no answer: of a span without a day, or not among those of the text."""
        dated: list[tuple[str, Token]] = []
        for item in (item for block in self.parsed.tree.trees for item in block.trees):
            day_bounds = bounds(without_wrapping(item))
            if not report_empty_span(self, day_bounds):
                dated += day_bounds
        dated.sort(key=lambda bound: bound[1].start)
        missing = [(side, day) for side, day in dated if day.text not in text.editions]
        days = ", ".join(sorted({*text.editions, *(day.text for _, day in missing)}))
        for side, day in missing[:1]:
            message = Message("“{side} {day}” would change nothing: “from” does not name that day", side=side, day=day)
            help = Message("Write in the head of the text: from {days}", days=days)
            if self.days_span is not None:
                help = Suggestion.of(help, days, self.days_span, certain=False)
            if not text.editions:
                help = Message("Add to the head of the text, behind its first day: from …, {days}", days=days)
            self.report("R411", message, day, help)
        for side, day in dated[:1] if len(text.editions) == 1 and not missing else ():
            message = Message("“{side} {day}” would change nothing: the text has only one wording", side=side, day=day)
            help = Message("Leave it away, or put the day of an earlier wording first: from …, {days}", days=days)
            self.report("R411", message, day, help)

    # --- clauses ---------------------------------------------------------------------------------

    def _clause(self, block: Node) -> Clause:
        head, *items = block.trees
        first, *others = head.names
        number, slug = first.text, others[-1].text if others else first.text
        wordings: list[Wording] = []
        fields: dict[str, Any] = defaultdict(tuple)
        broken = False
        self.report_repeated(items, ("title", "note", "wording"))
        for item in items:
            match item.rule:
                case "clause_item":
                    wording = item.trees[0]
                    wordings += [Wording(*said, *validity(wording)) for said in wording.said.items()]
                case "see" | "redundant":
                    fields[item.rule] += self._references(item)
                case "numbered":
                    fields["numbers"] += _numberings(item)
                case "formerly":
                    fields["formerly"] += tuple(name.text for name in item.names)
                case "title" | "note":
                    fields[item.rule] = Words.of(item.said)
                    self.report_unsaid(item)
                case "statement":
                    sentence = self.statement(item)
                    broken |= sentence is None
                    fields["sentences"] += () if sentence is None else (sentence,)
                case "broken":
                    broken = True
        fields["since"], fields["until"] = validity(head)
        span = span_of(self.source, first)
        missing = sorted({*LANGUAGES} - {w.language for w in wordings if w.words})
        if missing and not broken:
            languages = Names((LANGUAGE_NAMES[language] for language in missing), last=Message("and"))
            missing_items = Names((f'{language} "…"' for language in missing), last=Message("and"))
            message = Message("clause {number} has no wording in {languages}", number=number, languages=languages)
            help = Message("Add: {wanted}, one plain sentence in your own words.", wanted=missing_items)
            wanted = "\n  ".join(f'{language} "…"' for language in missing)
            fixes = (words_to_write(span, wanted),)
            self.findings.append(error("R405", message, span, help, text=self.text, clause=number, fixes=fixes))
        if not (broken or any(fields.get(item) for item in ("sentences", "note", "redundant"))):
            message = Message("clause {number} says nothing that can be computed", number=number)
            help = Message("Add a sentence, or “redundant with …”, or a note with the reason.")
            self.findings.append(error("R406", message, span, help, text=self.text, clause=number))
        return Clause(
            self.text,
            number,
            slug,
            wordings=tuple(wordings),
            overrides=self._references(head),
            span=span,
            body=self.source.span(first.start, block.last_token.end),
            comments=self.parsed.comments_on(block),
            **fields,
        )

    def _references(self, node: Node) -> tuple[Reference, ...]:
        return tuple(read_reference(reference, self.source, self.text) for reference in node.find("reference"))

    # --- sentences -------------------------------------------------------------------------------

    def statement(self, item: Node) -> Sentence | None:
        """Parse one sentence with its dates and part; ``None`` where it had to be reported."""
        since, until = validity(item)
        part_node = next((c for c in item.trees if c.rule == "part"), None)
        part = str(part_node.children[1]) if part_node is not None else None
        written = item.leaves[:-1]
        span = self.source.span(written[0].start, written[-1].end)
        words = tuple((token.type, token.text) for token in written)
        before = len(self.findings)
        sentence = self._sentence(next(c for c in item.trees if c.rule == "sentence"))
        if sentence is None or any(d.is_error for d in self.findings[before:]):
            return None
        return replace(sentence, part=part, since=since, until=until, span=span, words=words)

    def _sentence(self, node: Node) -> Sentence | None:
        claim, *guard_nodes = node.trees
        if claim.rule == "principle":
            return Sentence(SentenceKind.PRINCIPLE, "", (), Guards())
        if claim.rule == "requires":
            return self._requirement(claim, guard_nodes)
        head = self._head(claim)
        if head is None:
            return None
        bound = frozenset(head.letters) | ({head.place} if head.place else frozenset())
        arises = all(token.type != "DOES_NOT_ARISE" for token in claim.tokens)
        head = replace(head, guards=self._guards(guard_nodes, bound, head), arises=arises)
        if claim.rule == "concludes" and head.kind is SentenceKind.VALUE:
            return replace(head, expression=self._expression(claim, bound))
        return head

    def _requirement(self, claim: Node, guard_nodes: list[Node]) -> Sentence | None:
        target = self.vocabulary.requirement
        condition = self.condition(claim.trees[0], frozenset())
        if target is None:
            message = Message("the vocabulary has nothing that collects requirements")
            self.report("R205", message, claim.tokens[0], Message("Mark one fact of the vocabulary as “requirement”."))
            return None
        head = Sentence(SentenceKind.FACT, target.id, (), Guards(), positive=False)
        guards = self._guards(guard_nodes, frozenset(), head)  # it is said by itself that it holds only then
        return replace(head, guards=replace(guards, only=condition), positive=True)

    def _expression(self, claim: Node, bound: frozenset[str]) -> terms.Term:
        atom = claim.trees[0]
        right = atom.trees[1].trees[0]
        if right.rule == "quantified":
            self.report("R205", ONE_THING[0], right.first_token, ONE_THING[1])
            return UNREADABLE
        expression = self.term(right, bound)
        _, moment = moments_of(atom)
        return expression if moment is None else terms.TermAt(terms.Moment(MOMENTS[moment.phrase]), expression)

    def _head(self, claim: Node) -> Sentence | None:
        """Parse what a sentence concludes: a fact, its negation, a value, or that these have no answer."""
        token = claim.first_token
        if claim.rule == "leaves_value_open":
            every = frozenset(self.vocabulary.letter_sorts)
            return self._conclusion(self.term(claim.trees[0], every), True, SentenceKind.OPEN, token)
        atom = claim.trees[0]
        kind = SentenceKind.OPEN if claim.rule == "leaves_open" else SentenceKind.FACT
        if atom.rule == "option_in_use":
            message = Message("no clause can conclude that an option is in use")
            self.report("R205", message, token, Message("Say it after “when”: each table decides on its options."))
            return None
        of_subject, _ = moments_of(atom)
        if of_subject is not None:
            self.report("R205", NO_MOMENT[0], of_subject, NO_MOMENT[1])
            return None
        place = self._place(atom)
        every = frozenset(self.vocabulary.letter_sorts)
        valued = self._valued(atom, every)
        if valued is not None:
            return self._conclusion(valued, True, SentenceKind.VALUE, token)
        said = next((t for t in atom.leaves if t.type in SAYING), token)
        self.concluded = said if kind is SentenceKind.FACT else None
        condition = self.atom(without_slot(atom), every)
        if isinstance(condition, terms.Holds):
            head = self._conclusion(condition, condition.positive, kind, token)
            prohibits = any(m.prohibits for m in self.vocabulary.meanings.get((said.type, said.phrase), ()))
            return head and replace(head, **place, prohibits=prohibits)
        if not isinstance(condition, terms.Always):
            self.report("R205", *_no_conclusion(condition, token))
        return None

    def _valued(self, atom: Node, every: frozenset[str]) -> terms.Term | None:
        """Return the value that an atom of the form “the … is …” concludes, if it has that form."""
        if atom.rule != "atom" or len(atom.trees) < 2:
            return None
        subject, predicate = atom.trees[:2]
        concludes = (subject.rule, predicate.rule) == ("value", "comparison")
        return self.term(subject, every) if concludes and COMPARISONS[predicate.tokens[0].phrase] == "=" else None

    def _place(self, atom: Node) -> dict[str, Any]:
        """Return the fields of a sentence that say which letter stands for a place."""
        slot = next(atom.find("slot"), None)
        if slot is None:
            return {}
        letter = next((token for token in slot.leaves if token.type == "LETTER"), None)
        if letter is None:
            help = Message("Write: from the territory of x")
            self.report("R205", Message("a place is named by a letter"), slot.tokens[0], help)
            return {}
        return {"place": letter.text, "place_key": self._meanings(slot.tokens[0])[0].id}

    def _conclusion(
        self, term: terms.Term | terms.Condition, positive: bool, kind: SentenceKind, token: Token
    ) -> Sentence | None:
        if not isinstance(term, (terms.Holds, terms.Apply)):
            self.report("R205", GIVEN[0], token, GIVEN[1])
            return None
        predicate = self.vocabulary.predicates[term.predicate]
        letters = [a.name for a in term.args if isinstance(a, terms.Variable)]
        if predicate.builtin:
            message = Message("“{phrase}” follows from the seats; no clause concludes it", phrase=predicate.phrase.en)
            self.report("R205", message, token, Message("Conclude something else."))
            return None
        if len(letters) != len(predicate.parameters) or len(set(letters)) != len(letters):
            self.report("R205", NOT_LETTERS[0], token, NOT_LETTERS[1])
            return None
        return Sentence(kind, predicate.id, tuple(letters), Guards(), positive)

    def _guards(self, nodes: list[Node], bound: frozenset[str], head: Sentence) -> Guards:
        when: terms.Condition = terms.Always()
        unless: terms.Condition | None = None
        only: terms.Condition | None = None
        exactly: terms.Condition | None = None
        for node in nodes:
            token, condition_node = node.tokens[0], node.trees[0]
            condition = self.condition(condition_node, bound)
            fits = head.kind is SentenceKind.FACT and head.positive
            match node.rule:
                case "when":
                    when = terms.conjoin(when, condition)
                case "unless":
                    unless = condition if unless is None else terms.Or((unless, condition))
                case "only_when" if fits:
                    only = condition if only is None else terms.conjoin(only, condition)
                case "exactly_when" if fits and exactly is None:
                    exactly = condition
                case _:
                    help = Message("Use “when” or “unless”; “only when” and “exactly when” need a plain fact.")
                    help = Suggestion.of(help, "when", self.source.span(token.start, token.end), certain=False)
                    self.report("R206", Message("“{token}” does not fit this conclusion", token=token), token, help)
        if only is not None and exactly is not None:
            message = Message("“only when” and “exactly when” exclude each other")
            self.report("R206", message, nodes[-1].tokens[0], Message("Keep one of them."))
        return Guards(when, unless, only, exactly)


def read_inclusion(node: Node, source: SourceFile) -> Inclusion:
    """Parse ``text [at date] [with option name]``."""
    name, *others = node.names
    day = next((token.text for token in node.tokens if token.type == "DATE"), None)
    return Inclusion(name.text, day, span_of(source, name), others[0].text if others else None)


def read_reference(node: Node, source: SourceFile, text: str) -> Reference:
    """Parse ``[text] number [(part)]``; a single name without a digit names a whole text in ``see``."""
    words = [name.text for name in node.names]
    part = words.pop() if any(token.type == "LPAR" for token in node.tokens) else None
    span = source.span(node.first_token.start, node.last_token.end)
    return Reference(words[0] if len(words) == 2 else text, words[-1], part, span)


def _numberings(item: Node) -> tuple[tuple[str, str], ...]:
    numberings = [n.tokens for n in item.trees]
    return tuple(sorted(((n[0].text, n[-1].text) for n in numberings), key=lambda pair: pair[1]))


def _no_conclusion(condition: terms.Condition, token: Token) -> tuple[str, Token, str]:
    """Return why a condition is nothing that a clause concludes, and what to write instead."""
    match condition:
        case terms.At():
            return NO_MOMENT[0], token, NO_MOMENT[1]
        case terms.Quantified():
            return NOT_LETTERS[0], token, NOT_LETTERS[1]
        case terms.HasRole():
            message = Message("who has which role follows from the seats; no clause concludes it")
            return message, token, Message("Say it after “when”, or demand it with “require”.")
        case terms.GivenFlag() | terms.GivenHas():
            return GIVEN[0], token, GIVEN[1]
    help = Message("Conclude a fact, a permission or a value of the vocabulary: “the … of p is …”.")
    return Message("a comparison is no conclusion"), token, help


def bounds(node: Node) -> list[tuple[str, Token]]:
    """Return the days of a head, wording or sentence, each behind “since” or “until”."""
    inner = node.trees[0].trees if node.trees and node.trees[0].rule == "validity" else node.trees
    return [(child.rule, child.tokens[1]) for child in inner if child.rule in ("since", "until")]


def report_empty_span(reporter: Reporter, day_bounds: list[tuple[str, Token]]) -> bool:
    """Return whether the days of :func:`bounds` leave no day between them, which is reported."""
    since, until = map(dict(reversed(day_bounds)).get, ("since", "until"))
    if since is None or until is None or since.text < until.text:
        return False
    message = Message("“since {since} until {until}” holds on no day", since=since, until=until)
    help = Message("Write the earlier day after “since”; the day after “until” is the first without it.")
    reporter.report("R411", message, since, help)
    return True


def validity(node: Node) -> tuple[str | None, str | None]:
    """Parse the “since” and “until” of a head, wording or sentence."""
    days = {side: day.text for side, day in bounds(node)}
    return days.get("since"), days.get("until")
