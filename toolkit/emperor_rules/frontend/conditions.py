"""From syntax trees to terms and conditions: look phrases up, check sorts, bind letters, unfold quantified nouns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from emperor_rules.diagnostics import Suggestion
from emperor_rules.language.phrases import COMPARISONS, MOMENTS
from emperor_rules.language.syntax_tree import Node, Reporter, Token
from emperor_rules.messages import Message, Names, listed, sentences
from emperor_rules.model import terms
from emperor_rules.model.vocabulary import GivenFact, PhraseMeaning, Predicate, Vocabulary, Words
from emperor_rules.semantics.builtins import MOST_CALCULATED, is_positional
from emperor_rules.source import SourceFile

#: The letters that stand for something where a sentence is read.
Bound = frozenset[str]
#: What a word by itself is, by the rule of the grammar.
NAMED_TERMS: Mapping[str, Callable[[str], terms.Term]] = {
    "player": terms.PlayerName,
    "team": terms.TeamName,
    "choice": terms.Choice,
}
#: What describes those of a noun.
DESCRIBING = ("called", "filter", "such")
#: What is wrong where “some” or “every” stands for a value, and what to write instead.
ONE_THING = (
    Message("a value is one thing, not some or every of a kind"),
    Message("Name the thing: a letter, a number or another value."),
)
#: What a reader gives back where it had to report a mistake.
UNREADABLE = terms.Variable("?", "?")


class ConditionReader(Reporter):
    """Reads the conditions of one file against a vocabulary; mistakes go to ``findings``.

    ``unbound`` is another help for a letter that stands for nothing; ``concluded`` is the phrase of what the sentence
    concludes that is read.
    """

    unbound: str | None = None
    concluded: Token | None = None

    def __init__(self, source: SourceFile, vocabulary: Vocabulary) -> None:
        super().__init__(source)
        self.vocabulary = vocabulary
        self.unnamed = 0
        #: The moment at which a filter holds, by that filter.
        self.moments: dict[Node, Token] = {}

    # --- conditions ------------------------------------------------------------------------------

    def condition(self, node: Node, bound: Bound) -> terms.Condition:
        """Parse a condition in which the letters of ``bound`` stand for something."""
        match node.rule:
            case "conjunction":
                return terms.And(tuple(self.condition(c, bound) for c in node.trees))
            case "disjunction":
                return terms.Or(tuple(self.condition(c, bound) for c in node.trees))
            case "negation":
                return terms.Not(self.condition(node.trees[0], bound))
            case "group":
                return self.condition(node.trees[0], bound)
        return self.atom(node, bound)

    def atom(self, node: Node, bound: Bound) -> terms.Condition:
        """Parse one atom: a flag, an option, or a subject with its predicate and moment."""
        if node.rule == "flag":
            return self._flag(node.tokens[0])
        if node.rule == "option_in_use":
            name = node.tokens[1]
            if name.text not in self.vocabulary.options:
                help = Message("Options: {names}.", names=listed(self.vocabulary.options))
                self.report("R402", Message("there is no option “{name}”", name=name), name, help)
            return terms.OptionOn(name.text)
        quantified: list[terms.Quantified] = []
        subject_node, predicate = node.trees[:2]
        of_subject, moment = moments_of(node)
        subject = self._argument(subject_node, bound, quantified, of_subject)
        body = self._predicate(predicate, subject, bound, quantified)
        for outer in reversed(quantified):
            body = replace(outer, body=body)
        return body if moment is None else self._at_moment(moment, body)

    def _at_moment(self, moment: Token, condition: terms.Condition) -> terms.Condition:
        self._check_moment(moment, condition)
        return terms.At(terms.Moment(MOMENTS[moment.phrase]), condition)

    def _check_moment(self, moment: Token, node: terms.Condition | terms.Term) -> None:
        """Report a moment at which nothing else holds than at any other."""
        predicates = [part.predicate for part in terms.walk(node) if isinstance(part, (terms.Holds, terms.Apply))]
        if not any(is_positional(self.vocabulary.predicates[id].builtin) for id in predicates):
            message = Message("“{moment}” says nothing here: no seat or distance is spoken of", moment=moment)
            help = Message("Leave the moment out, or speak of seats (next to, within … seats of).")
            self.report("R204", message, moment, help)

    def _flag(self, token: Token) -> terms.Condition:
        target, id, negated, prohibits = self._meanings(token)[0]
        self._check_prohibition(prohibits, id, token)
        return terms.GivenFlag(id, not negated) if target == "given" else terms.Holds(id, (), not negated)

    def _predicate(
        self, node: Node, subject: terms.Term, bound: Bound, quantified: list[terms.Quantified]
    ) -> terms.Condition:
        """Parse a predicate about ``subject``; what governs it is quantified, and objects may add to that."""
        bound = bound.union(outer.var for outer in quantified)
        if node.rule == "such_that":
            return self.condition(node.trees[0], bound)
        head = node.tokens[0]
        objects = []
        for child in node.trees:
            if child.rule == "slot":
                message = Message("a place can be named only in what a sentence concludes")
                self.report("R206", message, head, Message("Compare with the given place instead."))
                continue
            objects.append(self._argument(child, bound, quantified))
            bound = bound.union(outer.var for outer in quantified)
        if node.rule == "comparison":
            return self._comparison(head, subject, objects[0])
        return self._applied(head, (subject, *objects))

    def _applied(self, head: Token, spoken: tuple[terms.Term, ...]) -> terms.Condition:
        """Apply the phrase of ``head`` to arguments in the order of speaking, choosing its meaning by their sorts."""
        sorts = tuple(map(self.sort, spoken))
        possible = []
        for target, id, negated, prohibits in self._meanings(head):
            if target == "predicate":
                predicate = self.vocabulary.predicates[id]
                if _fits(sorts, spoken_sorts(predicate)):
                    self._check_prohibition(prohibits, id, head)
                    return terms.Holds(id, in_declared_order(predicate, spoken), not negated)
                possible.append(self._sorts(spoken_sorts(predicate)))
            elif _fits(sorts, (terms.PLAYER,)):
                return (terms.HasRole if target == "role" else terms.GivenHas)(id, spoken[0], not negated)
        if "?" not in sorts:
            message = Message(
                "“{head}” does not fit here: it joins {wanted}, not {sorts}",
                head=head,
                wanted=Names(possible or [self._sorts((terms.PLAYER,))], between="; ", last=Message("or")),
                sorts=self._sorts(sorts),
            )
            help = Message(
                "Players are {players}, teams {teams}, numbers {numbers}.",
                players=self._letters(terms.PLAYER),
                teams=self._letters(terms.TEAM),
                numbers=self._letters(terms.NUMBER),
            )
            self.report("R204", message, head, help)
        return terms.Always()

    def _check_prohibition(self, prohibits: bool, id: str, token: Token) -> None:
        """Report the *cannot* of a fact, unless it is what a clause concludes."""
        if prohibits and token is not self.concluded:
            message = Message("“{words}” says what a clause forbids; it is no condition and no question", words=token)
            help = Message("Ask for the fact itself: “{phrase}”.", phrase=self.vocabulary.predicates[id].phrase.en)
            self.report("R209", message, token, help)

    def _comparison(self, head: Token, left: terms.Term, right: terms.Term) -> terms.Condition:
        op = terms.Operator(COMPARISONS[head.phrase])
        left_sort, right_sort = self.sort(left), self.sort(right)
        if "?" not in (left_sort, right_sort) and left_sort != right_sort:
            message = Message(
                "a {left} is compared with a {right}", left=self._sort(left_sort), right=self._sort(right_sort)
            )
            self.report("R207", message, head, Message("Compare things of one sort."))
        elif op not in ("=", "!=") and left_sort not in (terms.NUMBER, "?"):
            message = Message("“{head}” compares numbers, not {sort}", head=head, sort=self._sort(left_sort, many=True))
            self.report("R207", message, head, Message("Use “is” or “is not”."))
        if isinstance(right, terms.Choice) and (choices := self.choices(left)) and right.word not in choices:
            message = Message("“{word}” is none of its choices", word=right.word)
            self.report("R207", message, head, Message("Choose: {choices}.", choices=", ".join(choices)))
        return terms.Compare(op, left, right)

    # --- arguments -------------------------------------------------------------------------------

    def _argument(
        self, node: Node, bound: Bound, quantified: list[terms.Quantified], moment: Token | None = None
    ) -> terms.Term:
        """Parse a term; of a quantified noun it is the letter, and what it governs waits for its body.

        A ``moment`` behind it is that of its last filter, else of the term.
        """
        filtered = _last_filter(node) if moment is not None else None
        if filtered is not None and moment is not None:
            self.moments[filtered] = moment
        if node.rule != "quantified":
            term = self.term(node, bound)
            if filtered is not None or moment is None:
                return term
            self._check_moment(moment, term)
            return terms.TermAt(terms.Moment(MOMENTS[moment.phrase]), term)
        if filtered is None and moment is not None:
            self._check_moment(moment, terms.Always())
        quantifier, noun, *rest = node.trees
        words = quantifier.tokens
        more = words[0].type == "MORE_THAN"
        kind = terms.Quantifier.AT_LEAST if more else terms.Quantifier[words[0].type]
        n = (int(words[1].text) if len(words) > 1 else 0) + more
        letter, where = self._noun(noun, rest, bound)
        quantified.append(terms.Quantified(kind, n, letter.name, letter.sort, where, terms.Always()))
        return letter

    def _noun(self, noun: Node, rest: list[Node], bound: Bound) -> tuple[terms.Variable, terms.Condition]:
        """Parse a noun, which may be given a letter and filters, as a variable and the condition on it."""
        head = noun.tokens[0]
        self.unnamed += 1
        name = f"_{self.unnamed}"
        target, id, *_ = self._meanings(head)[0]
        predicate = self.vocabulary.predicates[id] if target == "predicate" else None
        sort = spoken_sorts(predicate)[0] if predicate is not None else id if target == "sort" else terms.PLAYER
        if rest and rest[0].rule == "called":
            letter = rest.pop(0).tokens[1]
            name = letter.text
            if self.vocabulary.letter_sorts.get(name) != sort:
                message = Message("the letter “{name}” does not stand for a {sort}", name=name, sort=self._sort(sort))
                help = Message("Letters for a {sort}: {letters}.", sort=self._sort(sort), letters=self._letters(sort))
                self.report("R204", message, letter, help)
            if name in bound:
                message = Message("the letter “{name}” stands for something already", name=name)
                self.report("R203", message, letter, Message("Use another."))
        subject = terms.Variable(name, sort)
        where: terms.Condition = terms.HasRole(id, subject) if target == "role" else terms.Always()
        if predicate is not None:
            spoken = (subject, *(self.term(other, bound) for other in noun.trees))
            sorts = tuple(map(self.sort, spoken))
            if not _fits(sorts, spoken_sorts(predicate)):
                message = Message("“{head}” does not fit a {sort}", head=head, sort=self._sort(sorts[-1]))
                self.report("R204", message, head, Message("Check the letter after it."))
            where = terms.Holds(id, in_declared_order(predicate, spoken))
        for node in rest:
            where = terms.conjoin(where, self._filter(node, subject, bound | {name}))
        return subject, where

    def _filter(self, node: Node, subject: terms.Term, bound: Bound) -> terms.Condition:
        if node.rule == "such":
            return self.condition(node.trees[0], bound)
        if node.tokens[0].type == "OTHER_THAN":
            return terms.Compare(terms.Operator.UNEQUAL, subject, self.term(node.trees[0], bound))
        condition = self._predicate(node.trees[0], subject, bound, [])
        moment = self.moments.get(node)
        return condition if moment is None else self._at_moment(moment, condition)

    # --- terms -----------------------------------------------------------------------------------

    def term(self, node: Node, bound: Bound) -> terms.Term:
        """Parse a term in which the letters of ``bound`` stand for something."""
        match node.rule:
            case "number":
                return terms.Number(int(node.tokens[0].text))
            case "letter":
                token = node.tokens[0]
                if token.text not in bound:
                    message = Message("the letter “{letter}” stands for nothing here", letter=token)
                    self.report("R203", message, token, self.unbound or self._introduce(token.text, bound))
                    return UNREADABLE
                return terms.Variable(token.text, self.vocabulary.letter_sorts[token.text])
            case "player" | "team" | "choice":
                return NAMED_TERMS[node.rule](node.tokens[0].text)
            case "value":
                return self._value(node, bound)
            case "least":
                token = node.tokens[1]
                inner = self.condition(node.trees[0], bound | {token.text})
                if self.vocabulary.letter_sorts.get(token.text) != terms.NUMBER:
                    help = Message("Use one of {letters}.", letters=self._letters(terms.NUMBER))
                    self.report("R204", Message("“{letter}” is no letter for a number", letter=token), token, help)
                return terms.Least(token.text, inner)
            case "first":
                noun, *rest = node.trees
                start = next(part for part in rest if part.rule not in DESCRIBING)
                rest.remove(start)
                letter, where = self._noun(noun, rest, bound)
                rightwards = node.tokens[-1].type == "TO_THE_RIGHT_OF"
                direction = terms.Direction.RIGHT if rightwards else terms.Direction.LEFT
                return terms.First(letter.name, where, self.term(start, bound), direction)
            case "bracketed":
                content = node.trees[0]
                if content.rule == "quantified":
                    self.report("R205", ONE_THING[0], content.first_token, ONE_THING[1])
                    return UNREADABLE
                moment = next((token for token in node.tokens if token.type == "MOMENT"), None)
                return self._argument(content, bound, [], moment)
            case "sum":
                first, *others = node.trees
                total = self._operand(first, bound, node.tokens[0])
                for token, part in zip(node.tokens, others, strict=True):
                    operand = self._operand(part, bound, token)
                    total = terms.Calculation(terms.Arithmetic[token.type], total, operand)
                return total
            case "multiple":
                factor = self._operand(node.trees[0], bound, node.tokens[1])
                return terms.Calculation(terms.Arithmetic.TIMES, self._numeral(node.tokens[0]), factor)
            case "quotient":
                divided, numeral = node.tokens[0], node.tokens[1]
                up = node.tokens[-1].type == "ROUNDED_UP"
                operator = terms.Arithmetic.DIVIDED_UP if up else terms.Arithmetic.DIVIDED_DOWN
                operand = self._operand(node.trees[0], bound, divided)
                divisor = self._numeral(numeral)
                if not divisor.value:
                    help = Message("Divide by a number from 1 up.")
                    self.report("R208", Message("nothing can be divided by 0"), numeral, help)
                    return UNREADABLE
                return terms.Calculation(operator, operand, divisor)
            case "those":
                among_node, *filters = node.trees
                among = self.term(among_node, bound)
                if (sort := self.sort(among)) not in (*terms.MEMBERS, "?"):
                    sorts = self._sort(sort, many=True)
                    message = Message(
                        "“those of” chooses among players or teams in an order, not among {sorts}", sorts=sorts
                    )
                    help = Message("Write “those of the players clockwise from p that …”.")
                    self.report("R204", message, node.tokens[0], help)
                self.unnamed += 1
                member = terms.Variable(f"_{self.unnamed}", terms.MEMBERS.get(sort, terms.PLAYER))
                where = terms.conjoin(*(self._filter(part, member, bound | {member.name}) for part in filters))
                return terms.Those(member.name, where, among)
            case "count" | "only":
                noun, *rest = node.trees
                letter, where = self._noun(noun, rest, bound)
                kind = terms.Count if node.rule == "count" else terms.Only
                return kind(letter.name, letter.sort, where)
        raise AssertionError(f"the grammar has no term {node.rule}")

    def _operand(self, node: Node, bound: Bound, token: Token) -> terms.Term:
        """Parse a part of a calculation, whose sign is ``token``."""
        if node.rule == "number":
            return self._numeral(node.tokens[0])
        term = self.term(node, bound)
        sort = self.sort(term)
        if sort not in (terms.NUMBER, "?"):
            message = Message(
                "“{sign}” calculates with numbers, not with {sort}", sign=token, sort=self._sort(sort, many=True)
            )
            self.report("R208", message, token, Message("Calculate with numbers: “the number of …”, “the size of …”."))
        return term

    def _numeral(self, token: Token) -> terms.Number:
        """Parse a number of a calculation."""
        number = int(token.text)
        if number > MOST_CALCULATED:
            message = Message("“{number}” is beyond what is calculated with", number=token)
            self.report("R208", message, token, Message("Calculate with numbers up to {most}.", most=MOST_CALCULATED))
        return terms.Number(number)

    def _value(self, node: Node, bound: Bound) -> terms.Term:
        head = node.tokens[0]
        args = tuple(self.term(child, bound) for child in node.trees)
        sorts = tuple(map(self.sort, args))
        possible, wanted = [], []
        for target, id, *_ in self._meanings(head):
            if target == "given":
                return terms.GivenTerm(id)
            predicate = self.vocabulary.predicates[id]
            if _fits(sorts, spoken_sorts(predicate)):
                return terms.Apply(id, in_declared_order(predicate, args))
            possible.append(Message("a {sorts}", sorts=self._sorts(spoken_sorts(predicate), Message("and a"))))
            wanted.append(spoken_sorts(predicate))
        message = Message("“{head}” cannot be said of a {sorts}", head=head, sorts=self._sorts(sorts, Message("and a")))
        help = Message("It is said of {sorts}.", sorts=Names(possible, last=Message("or of")))
        between = self._values_between(sorts, wanted)
        if len(between) == 1:
            instead = " ".join((head.text, *between, *(token.text for token in node.trees[0].leaves)))
            help = Suggestion.of(sentences(help, Message("Write: “{words}”.", words=instead)), instead)
        place = (head.start, node.leaves[-1].end) if len(between) == 1 else head
        self.report("R204", message, place, help)
        return UNREADABLE

    def _values_between(self, sorts: tuple[str, ...], wanted: Collection[tuple[str, ...]]) -> list[str]:
        """Return the phrases of built-in values that are what is wanted, of one argument that is not: “the team of”."""
        return [
            predicate.phrase.en.rpartition(" ")[0]
            for predicate in self.vocabulary.predicates.values()
            if predicate.builtin
            and len(sorts) == 1
            and spoken_sorts(predicate) == sorts
            and (predicate.answer,) in wanted
        ]

    # --- sorts -----------------------------------------------------------------------------------

    def sort(self, term: terms.Term) -> str:
        """Return the sort of a term: player, team, number, players, choice, or “?” where a mistake stands."""
        match term:
            case terms.Variable(_, sort) | terms.Only(_, sort):
                return sort
            case terms.TermAt(_, inner):
                return self.sort(inner)
            case terms.PlayerName() | terms.First():
                return terms.PLAYER
            case terms.Those(_, _, among):
                return self.sort(among)
            case terms.TeamName():
                return terms.TEAM
            case terms.Choice():
                return "choice"
            case terms.Apply(name, _):
                return self.vocabulary.predicates[name].answer
            case terms.GivenTerm(key):
                return self.vocabulary.givens[key].kind
        return terms.NUMBER

    def choices(self, term: terms.Term) -> tuple[str, ...]:
        """Return the words that a choice-valued term chooses among."""
        declared: Predicate | GivenFact | None = None
        if isinstance(term, terms.GivenTerm):
            declared = self.vocabulary.givens[term.key]
        elif isinstance(term, terms.Apply):
            declared = self.vocabulary.predicates[term.predicate]
        return tuple(word for word, _ in declared.choices) if declared is not None else ()

    def _introduce(self, letter: str, bound: Bound) -> Message:
        """Return how to say for what a letter stands, and which ones do."""
        sort = self._sort(self.vocabulary.letter_sorts[letter]).en
        if not bound:
            return Message("Introduce it: “some {sort} called {letter}”.", sort=sort, letter=letter)
        letters = Names(sorted(bound), last=Message("or"))
        return Message(
            "Write {letters}, or introduce it: “some {sort} called {letter}”.",
            letters=letters,
            sort=sort,
            letter=letter,
        )

    def _letters(self, sort: str) -> Names | Message:
        declaration = self.vocabulary.sorts.get(sort)
        return listed(declaration.letters if declaration else ())

    def _sort(self, sort: str, *, many: bool = False) -> Words:
        declaration = self.vocabulary.sorts.get(sort)
        return declaration.names[many] if declaration else Words(sort)

    def _sorts(self, sorts: Iterable[str], last: Message | None = None) -> Names:
        return Names(map(self._sort, sorts), last=last)

    def _meanings(self, token: Token) -> tuple[PhraseMeaning, ...]:
        return self.vocabulary.meanings[token.type, token.phrase]


def moments_of(atom: Node) -> tuple[Token | None, Token | None]:
    """Return the moment behind the subject of an atom, and the one behind all of it."""
    moments: list[Token | None] = [None, None]
    trees = 0
    for child in atom.children:
        if isinstance(child, Node):
            trees += 1
        elif child.type == "MOMENT":
            moments[trees > 1] = child
    return moments[0], moments[1]


def _last_filter(subject: Node) -> Node | None:
    """Return the filter in which a subject ends, if it ends in one."""
    filters = [node for node in subject.find("filter") if node.last_token is subject.last_token]
    return next((node for node in reversed(filters) if node.tokens[0].type != "OTHER_THAN"), None)


def spoken_sorts(predicate: Predicate) -> tuple[str, ...]:
    """Return the sorts of a predicate's arguments in the order in which its phrase names them."""
    return tuple(predicate.parameters[at][1] for at in predicate.spoken)


def in_declared_order(predicate: Predicate, spoken: tuple[terms.Term, ...]) -> tuple[terms.Term, ...]:
    """Return arguments in the order of the declaration, from that of the phrase."""
    args: list[terms.Term] = [UNREADABLE] * len(predicate.parameters)
    for argument, at in zip(spoken, predicate.spoken, strict=False):
        args[at] = argument
    return tuple(args)


def _fits(sorts: tuple[str, ...], expected: tuple[str, ...]) -> bool:
    return len(sorts) == len(expected) and all(s in (w, "?") for s, w in zip(sorts, expected, strict=True))
