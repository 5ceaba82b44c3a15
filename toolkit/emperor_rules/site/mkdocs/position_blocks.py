"""Positions in pages written by hand: a fenced block becomes a drawing and answers, asked when the site is built.

A block begins with three backticks and the word “position”. Its lines are ``key: value``. Whatever in it makes no sense
is a :class:`BlockError` with its line, so that no page goes out with an example that the rules do not bear out.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from emperor_rules.diagnostics import nearest
from emperor_rules.drawing.alt_text import unsaid
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.spec import ONLY_SEATS, read_drawing_request, read_drawn_question
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.verbalise import ANSWER_WORDS
from emperor_rules.messages import Message, Names
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.site.page import fill_template
from emperor_rules.site.views.answer_view import AnswerRenderer, Question

#: A fenced block: its fence and the sign of that, a word, and the lines within, up to the end where nothing closes it.
FENCED = re.compile(r"^(([`~])\2{2,}+)[^\S\n]*([\w-]*)[^\n]*\n?(.*?)(?:^\1\2*[^\S\n]*$|\Z)", re.MULTILINE | re.DOTALL)
BLOCK_WORD = "position"
#: What looks like a position and would be shown as it is written.
INDENTED = re.compile(rf"[\s>]+(`{{3,}}|~{{3,}})\s*{BLOCK_WORD}\b")
#: The keys of a block, with how each is written; only questions and their answers may stand there more than once.
KEYS: Mapping[str, str] = {
    "text": "text: NAME",
    "seats": "seats: g E g | g E g",
    "on": "on: 2009-05-01",
    "left": "left: A3, B1",
    "leaving": "leaving: A3",
    "options": "options: NAME",
    "pieces": "pieces: A1@B3",
    "of": "of: A2",
    "show": "show: ID, ID",
    "ask": "ask: whose turn follows that of A2?",
    "answer": "answer: yes",
}
NEEDED = ("text", "seats")
#: What is shown where only the answers are wanted.
NO_DRAWING = "nothing"


@dataclass
class BlockError(Exception):
    """What is wrong with a block: the line in the page, from 1, and a sentence."""

    line: int
    message: str


@dataclass
class TypedQuestion:
    """A question of a block with its line, and the answer expected of it with its own, if any."""

    line: int
    words: str
    expected: tuple[int, str] | None = None


@dataclass
class Block:
    """The lines of a block: its first, the values by key, each with its number, and the questions."""

    line: int
    values: dict[str, tuple[int, str]] = field(default_factory=dict)
    questions: list[TypedQuestion] = field(default_factory=list)

    def value(self, key: str) -> str:
        """Return the value of a key; empty where there is none."""
        return self.values.get(key, (0, ""))[1]

    def names(self, key: str) -> tuple[str, ...]:
        """Return the names that the value of a key lists."""
        return tuple(self.value(key).replace(",", " ").split())

    @property
    def position(self) -> TableRequest:
        """The table that the block describes, as a request has it."""
        return {
            "text": self.value("text"),
            "seats": self.value("seats"),
            "on": self.value("on") or None,
            "left": self.names("left"),
            "leaving": self.names("leaving"),
            "options": self.names("options"),
        }

    @contextmanager
    def mistakes(self, line: int | None = None) -> Iterator[None]:
        """Raise errors as mistakes at a line, by default at that of the key that an error is about."""
        try:
            yield
        except RequestError as error:
            elsewhere = self.questions[0].line if len(self.questions) == 1 else self.line
            at = line or self.values.get(error.key or "", (elsewhere, ""))[0]
            raise BlockError(at, error.message) from None


def fill_blocks(
    markdown: str, path: str, renderer: AnswerRenderer, *, keep: bool = True
) -> tuple[str, tuple[BlockError, ...]]:
    """Return the page ``path`` with drawings and answers in the place of its blocks, and the mistakes in them.

    Wrong ones stay as they are written; without ``keep`` they vanish, as where a page came with other rules than these.
    """
    mistakes: list[BlockError] = []
    numbers = itertools.count(1)

    def filled(fenced: re.Match[str]) -> str:
        whole, word, inner = fenced.group(0, 3, 4)
        if word != BLOCK_WORD:
            return whole
        id = f"{BLOCK_WORD}-{next(numbers)}"
        try:
            block = _read(markdown.count("\n", 0, fenced.start()) + 1, inner.split("\n"))
            return f"\n{_render(block, path, renderer, id)}\n"
        except BlockError as error:
            mistakes.append(error)
            return whole if keep else ""

    page = FENCED.sub(filled, markdown)
    outside = FENCED.sub(lambda fenced: "\n" * fenced[0].count("\n"), markdown)
    for line, words in enumerate(outside.split("\n"), 1):
        if INDENTED.match(words):
            message = Message("a position begins at the left margin, not within a list or a quotation")
            mistakes.append(BlockError(line, message))
    return page, tuple(sorted(mistakes, key=lambda mistake: mistake.line))


def _read(line: int, inner: Sequence[str]) -> Block:
    """Parse the lines of a block. Raises :class:`BlockError`."""
    block = Block(line)
    for number, written in enumerate(inner, line + 1):
        if not written.strip() or written.lstrip().startswith("#"):
            continue
        key, colon, value = (part.strip() for part in written.partition(":"))
        if not colon:
            message = Message(
                "a line of a position is a word, a colon and a value, as in “{example}”", example=KEYS["seats"]
            )
            raise BlockError(number, message)
        if key not in KEYS:
            guess, keys = nearest(key, KEYS), Names(KEYS)
            message = Message("a position knows no “{key}”; there are {keys}", key=key, keys=keys)
            if guess:
                message = Message("a position knows no “{key}”; did you mean “{guess}”?", key=key, guess=guess)
            raise BlockError(number, message)
        if not value:
            raise BlockError(number, Message("“{key}” says nothing; write “{example}”", key=key, example=KEYS[key]))
        if key == "ask":
            block.questions.append(TypedQuestion(number, value))
        elif key == "answer":
            if not block.questions or block.questions[-1].expected is not None:
                message = Message(
                    "an answer stands below its question; write “{example}” above it", example=KEYS["ask"]
                )
                raise BlockError(number, message)
            block.questions[-1].expected = number, value
        elif key in block.values:
            raise BlockError(number, Message("“{key}” is said twice", key=key))
        else:
            block.values[key] = number, value
    for key in NEEDED:
        if key not in block.values:
            raise BlockError(line, Message("a position needs a line “{example}”", example=KEYS[key]))
    return block


def _render(block: Block, path: str, renderer: AnswerRenderer, id: str) -> str:
    """Return a block as HTML: its drawing and its answers. Raises :class:`BlockError`."""
    engine, language, show = renderer.engine, renderer.language, block.names("show")
    drawn = show != (NO_DRAWING,)
    with block.mistakes():
        position, spec = read_drawing_request(
            block.position,
            engine,
            show=show if drawn else (),
            players=block.names("of"),
            pieces=block.names("pieces"),
            question=block.questions[0].words if len(block.questions) == 1 else "",
        )
    questions = [_answer(block, question, path, renderer) for question in block.questions]
    svg, silent = None, list[str]()
    if drawn:
        with block.mistakes():
            scene = scene_of(position, engine, spec)
        if scene.shows_something or show == (ONLY_SEATS,):
            svg = draw_svg(scene, renderer.vocabulary, language, id)
        silent += unsaid(scene, renderer.vocabulary, language)
    filled = fill_template(
        renderer.locale,
        "position.html.j2",
        svg=svg,
        unsaid=silent,
        questions=questions,
        text=renderer.permalinks.to_text(path, position["text"]),
        seats=renderer.seats(position["seats"]),
    )
    return "\n".join(line for line in filled.splitlines() if line.strip())


def _answer(block: Block, question: TypedQuestion, path: str, renderer: AnswerRenderer) -> Question:
    """Return a question of a block with its answer.

    Raises:
        BlockError: If the question makes no sense, or its answer is not the expected one.
    """
    with block.mistakes(question.line):
        request = read_drawn_question(question.words, block.position, renderer.engine)
    answer = renderer.engine.ask(request)
    view = renderer.question(path, request, answer, request.get("given", {}))
    if question.expected is not None:
        line, expected = question.expected
        fitting = {view.answer, str(answer.answer), answer.status if answer.answer is None else ""}
        fitting |= {str(ANSWER_WORDS[view.kind])} if view.kind in ANSWER_WORDS else set()
        if expected.casefold() not in {words.casefold() for words in fitting}:
            message = Message(
                "the rules answer “{answer}”, not “{expected}”: “{question}”",
                answer=view.answer if answer.answer is not None else answer.status,
                expected=expected,
                question=question.words,
            )
            raise BlockError(line, message)
    return view
