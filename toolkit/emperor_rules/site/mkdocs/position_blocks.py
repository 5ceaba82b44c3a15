"""Positions in pages written by hand: a fenced block becomes a drawing and answers, asked when the site is built.

A block begins with three backticks and the word “position”. Its lines are ``key: value``. Whatever in it makes no sense
is a :class:`Mistake` with its line, so that no page goes out with an example that the rules do not bear out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from emperor_rules.diagnostics import nearest
from emperor_rules.drawing.alt_text import unsaid
from emperor_rules.drawing.request import read_drawing_request
from emperor_rules.drawing.scene import PositionSpec, scene_of
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.drawing.templating import environment, words
from emperor_rules.errors import RequestError, SeatingError
from emperor_rules.evaluate.verbalise import ANSWER_WORDS
from emperor_rules.site.views.answer_view import AnswerRenderer, Question

Found = TypeVar("Found")

FENCE = re.compile(r"(`{3,}|~{3,})\s*([\w-]*)")
WORD = "position"
#: What looks like a position and would be shown as it is written.
INDENTED = re.compile(rf"[\s>]+(`{{3,}}|~{{3,}})\s*{WORD}\b")
#: What a block may say, with how each is written; those in ``SEVERAL`` may stand there more than once.
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
    "ask": "ask: is A1 next to A2?",
    "answer": "answer: yes",
}
SEVERAL = ("ask", "answer")
NEEDED = ("text", "seats")
#: What is shown where only the answers are wanted.
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a block: the line in the page, from 1, and a sentence."""

    line: int
    message: str


@dataclass
class Block:
    """The lines of a block by key, each with its number; every question with the answer expected of it, if any."""

    line: int
    told: dict[str, tuple[int, str]] = field(default_factory=dict)
    asked: list[tuple[int, str, tuple[int, str] | None]] = field(default_factory=list)

    def names(self, key: str) -> tuple[str, ...]:
        """Give the names that a line lists."""
        return tuple(self.told.get(key, (0, ""))[1].replace(",", " ").split())

    def spot(self) -> PositionSpec:
        """Give the position."""
        on = self.told.get("on", (0, ""))[1] or None
        return PositionSpec(
            self.told["text"][1], self.told["seats"][1], on, *map(self.names, ("left", "leaving", "options"))
        )


class BlockError(Exception):
    """A mistake found while a block is read or asked."""

    def __init__(self, line: int, message: str) -> None:
        """Keep where it is."""
        super().__init__(message)
        self.mistake = Mistake(line, message)


def fill_blocks(markdown: str, of: str, asker: AnswerRenderer, *, keep: bool = True) -> tuple[str, tuple[Mistake, ...]]:
    """Put drawings and answers in the place of all blocks of a page (``of``: its path).

    Wrong ones stay as they are written; without ``keep`` they vanish, as where a page came with other rules than these.
    """
    mistakes: list[Mistake] = []
    found: list[str] = []
    count = 0
    for line, lines, inner in _parts(markdown.split("\n")):
        if inner is None:
            if INDENTED.match(lines[0]):
                mistakes.append(Mistake(line, "a position begins at the left margin, not within a list or a quotation"))
            found += lines
            continue
        count += 1
        try:
            found += ["", _shown(_read(line, inner), of, asker, f"{WORD}-{count}"), ""]
        except BlockError as mistaken:
            mistakes.append(mistaken.mistake)
            found += lines if keep else []
    return "\n".join(found), tuple(mistakes)


def _parts(lines: Sequence[str]) -> Iterator[tuple[int, Sequence[str], Sequence[str] | None]]:
    """Part a page into blocks, with their inner lines, and what is between them; other fences are left alone."""
    at = 0
    while at < len(lines):
        opening = FENCE.match(lines[at])
        if opening is None:
            yield at + 1, lines[at : at + 1], None
            at += 1
            continue
        fence = opening.group(1)
        end = next((n for n in range(at + 1, len(lines)) if _closes(lines[n], fence)), len(lines))
        inner = lines[at + 1 : end] if opening.group(2) == WORD else None
        yield at + 1, lines[at : end + 1], inner
        at = end + 1


def _closes(line: str, fence: str) -> bool:
    return line.startswith(fence) and not line.strip(fence[0]).strip()


def _read(line: int, inner: Sequence[str]) -> Block:
    block = Block(line)
    for number, written in enumerate(inner, line + 1):
        if not written.strip() or written.lstrip().startswith("#"):
            continue
        key, colon, value = (part.strip() for part in written.partition(":"))
        if not colon:
            raise BlockError(number, f"a line of a position is a word, a colon and a value, as in “{KEYS['seats']}”")
        if key not in KEYS:
            guess = nearest(key, KEYS)
            hint = f"did you mean “{guess}”?" if guess else f"there are {', '.join(KEYS)}"
            raise BlockError(number, f"a position knows no “{key}”; {hint}")
        if not value:
            raise BlockError(number, f"“{key}” says nothing; write “{KEYS[key]}”")
        if key == "ask":
            block.asked.append((number, value, None))
        elif key == "answer":
            if not block.asked or block.asked[-1][2] is not None:
                raise BlockError(number, f"an answer stands below its question; write “{KEYS['ask']}” above it")
            block.asked[-1] = (*block.asked[-1][:2], (number, value))
        elif key in block.told:
            raise BlockError(number, f"“{key}” is said twice")
        else:
            block.told[key] = (number, value)
    for key in NEEDED:
        if key not in block.told:
            raise BlockError(line, f"a position needs a line “{KEYS[key]}”")
    return block


def _shown(block: Block, of: str, asker: AnswerRenderer, id: str) -> str:
    """Ask all that a block wants and put it into the template. Raises :class:`BlockError`."""
    spot, language = block.spot(), asker.language
    wanted = block.names("show")
    show = () if wanted == (NOTHING,) else wanted
    questions: list[Question] = []
    first = block.asked[0][:2] if len(block.asked) == 1 else (block.line, "")
    posed = _posing(
        block,
        lambda: read_drawing_request(
            spot, asker.engine, show=show, of=block.names("of"), pieces=block.names("pieces"), question=first[1]
        ),
    )
    for line, typed, expected in block.asked:
        request = _posing(block, partial(read_drawing_request, spot, asker.engine, question=typed), line).request
        assert request is not None
        given = request["given"]
        answer = asker.engine.ask(request)
        question = asker.shown(of, request, answer, given)
        if expected is not None:
            known = {question.answer, str(answer.answer), answer.status if answer.answer is None else ""}
            known |= {ANSWER_WORDS[question.kind].en} if question.kind in ANSWER_WORDS else set()
            if expected[1].casefold() not in {said.casefold() for said in known}:
                raise BlockError(expected[0], f"the rules answer “{question.answer}”, not “{expected[1]}”: “{typed}”")
        questions.append(question)
    svg, said = None, tuple[str, ...]()
    if wanted != (NOTHING,):
        vocabulary = asker.engine.rulebook.vocabulary
        drawing = _posing(block, lambda: scene_of(posed.spot, asker.engine, wish=posed.wish))
        svg = draw_svg(drawing, vocabulary, language, id)
        said = tuple(unsaid(drawing, vocabulary, language))
    filled = (
        environment()
        .get_template("position.html.j2")
        .render(
            t=words(language),
            language=language,
            svg=svg,
            unsaid=said,
            questions=questions,
            text=asker.permalinks.to_text(of, spot.text, language),
            seats=spot.seats,
        )
    )
    return "\n".join(line for line in filled.splitlines() if line.strip())


#: The lines at which what a message speaks of may stand.
SPOKEN_OF = ("on", "left", "leaving", "options", "pieces", "of", "show", "text")


def _posing(block: Block, work: Callable[[], Found], line: int | None = None) -> Found:
    """Do what may find a block wrong, and tell where it is: at the line that holds the word complained of."""
    try:
        return work()
    except SeatingError as wrong:
        raise BlockError(block.told["seats"][0], str(wrong)) from None
    except RequestError as wrong:
        message = str(wrong)
        quoted = re.findall(r"“([^”]+)”", message)[:1] or re.findall(r"\b[A-Z]\d+\b", message)[:1]
        lines = [block.told[key] for key in SPOKEN_OF if key in block.told]
        at = next((number for number, said in lines if any(word in said for word in quoted)), block.line)
        if line is None and at == block.line and len(block.asked) == 1:
            at = block.asked[0][0]
        raise BlockError(line or at, message) from None
