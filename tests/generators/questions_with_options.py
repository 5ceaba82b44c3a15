"""Questions that say which options are in use, as people say it, for every option of every text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from emperor_rules.model.rulebook import Rulebook

#: Ways to say that options are in use, before a question and behind it.
BEFORE = {
    "en": ("with {}, ", "with the {} option: ", "If {} is used, ", "when {} is in use ", "if we play with {}, "),
    "it": ("con {}, ", "se si usa {}, ", "con l'opzione {}: ", "Se vale l’opzione {}, ", "se {} è in uso, "),
}
BEHIND = {
    "en": (" with {}", " if {} is in use", ", using {}", " when the {} option is used", " if we use {}"),
    "it": (" con {}", " se si usa l'opzione {}", " usando {}", " se vale {}", " quando {} è in uso"),
}
ASKED = {"en": "can A1 attack B1?", "it": "A1 può attaccare B1?"}
#: What says that an option is not used, or narrows the question to it: it is never read as if it were merely used.
NOT_USED = {
    "en": (" without {}", " if {} is not used", " unless {} is in use", " only with {}", " neither with {} nor else",
           " even with {}", ", but not with {}", " only if {} is used", " except with {}", " with {} not in use"),
    "it": (" senza {}", " se non si usa {}", " se {} non è in uso", " solo con {}", " neanche con {}", " tranne con {}"),
}  # fmt: skip


def _behind(question: str, words: str) -> str:
    return f"{question.rstrip('?')}{words}?"


def said(book: Rulebook, options: Sequence[str], language: str, ways: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the question with each of some ways to say that all of some options are in use."""
    names = [book.vocabulary.options[option].names.get(language) for option in options]
    together = {"en": " and ", "it": " e "}[language].join(names)
    for way in ways[language]:
        words = way.format(together)
        yield _behind(ASKED[language], words) if way.startswith((" ", ",")) else words + ASKED[language]


def chosen(book: Rulebook, text: str) -> Iterator[tuple[str, ...]]:
    """Yield each option of a text, and each two that can be used together."""
    options = sorted(book.texts[text].options)
    for n, option in enumerate(options):
        yield (option,)
        for other in options[n + 1 :]:
            if not any({option, other} <= {*group} for group in book.texts[text].alternatives):
                yield (option, other)
