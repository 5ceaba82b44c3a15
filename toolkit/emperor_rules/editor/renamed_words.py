"""Other words for what the vocabulary declares: in its declaration, and in every form wherever a sentence says it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from emperor_rules.editor.mentions import KIND_DECLARED, NamedKind, NameMention, definition_span
from emperor_rules.editor.renamed_rules import CannotRename, RenamedRules, laid_out
from emperor_rules.frontend.loader import Folder
from emperor_rules.frontend.vocabulary import read_vocabulary
from emperor_rules.groups import by_key
from emperor_rules.language.blocks import DeclaredKind
from emperor_rules.language.inflection import with_article
from emperor_rules.language.parser import parse
from emperor_rules.language.phrases import no_vocabulary
from emperor_rules.language.syntax_tree import Node, Token
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.vocabulary import PhraseMeaning, Vocabulary
from emperor_rules.source import SourceFile

#: The item of a declaration whose words sentences are written with.
SPOKEN_ITEM = "en"
#: The forms of what is declared, by their terminal and what they mean, in the order in which they are made.
Forms = Mapping[tuple[str, PhraseMeaning], list[str]]


def declaration_spoken_at(tree: Node, offset: int) -> NameMention | None:
    """Return what a declaration declares if a place stands in the words with which sentences say it."""
    for block in tree.trees:
        kind = KIND_DECLARED.get(DeclaredKind(block.first_token.text)) if block.rule == "declaration" else None
        for string in _strings(block) if kind is not None else ():
            if kind is not None and string.start <= offset <= string.end:
                name = block.trees[0].names[0].text
                return NameMention(kind, (name,), string.start + 1, string.end - 1, spoken=True)
    return None


def declared_words(rulebook: Rulebook, mention: NameMention) -> str:
    """Return the words that sentences say something with, as they are declared; empty where it has none."""
    return ", ".join(_words(_declaration(rulebook, mention)))


def rename_words(rulebook: Rulebook, mention: NameMention, new: str) -> RenamedRules:
    """Return what changes where something is said in other words.

    Args:
        rulebook: The rules, without errors in their vocabulary.
        mention: What is said. What else is said in the same words, such as of teams, follows.
        new: Its new words as a declaration has them, letters included; several, as of a noun, with commas between.

    Raises:
        CannotRename: The words do not fit the declaration or mean something else, or a sentence has a form of the old
            ones that could mean something else or that the new ones do not have.
    """
    words = [" ".join(part.split()) for part in new.replace('"', "").split(",")]
    before, letters = _words(_declaration(rulebook, mention)), rulebook.vocabulary.letter_sorts
    if (
        len(words) != len(before)
        or not all(words)
        or [_frame(w, letters) for w in words] != [_frame(w, letters) for w in before]
    ):
        raise CannotRename(
            Message("Write it like “{words}”, with the same letters in the same places.", words=", ".join(before))
        )
    edits, changed = dict[str, list[tuple[Token, str]]](), dict[str, SourceFile]()
    everybody = (mention, *_sharing(rulebook.vocabulary, mention))
    for one in everybody:
        name, declaring_file = one.key[0], definition_span(rulebook, one.kind, one.key).file
        if declaring_file in rulebook.borrowed:
            raise CannotRename(
                Message("“{name}” belongs to the rules that yours lie on top of: it keeps its name.", name=name)
            )
        strings = _declaration(rulebook, one)
        anew = _with_letters_of(_words(strings), before, words, letters)
        if anew is None:
            raise _declared_otherwise(before, name)
        edits.setdefault(declaring_file, []).extend(zip(strings, anew, strict=True))
    for name, of_file in edits.items():
        text = rulebook.sources[name].text
        for string, phrase in sorted(of_file, key=lambda pair: -pair[0].start):
            text = f'{text[: string.start]}"{phrase}"{text[string.end :]}'
        changed[name] = SourceFile(name, text)
    assert rulebook.folder is not None
    inside = Folder(rulebook.folder).inside("vocabulary")
    declaring = {name: source for name, source in rulebook.sources.items() if name.startswith(inside)}
    vocabulary, _ = read_vocabulary((declaring | changed).values())
    following = {
        form: then
        for one in everybody
        for form, then in _following(_forms(rulebook.vocabulary, one), _forms(vocabulary, one))
    }
    contents: dict[Path, tuple[str, str]] = {}
    for file in rulebook.sources.values():
        if file.name.endswith(".rules") and file.name not in rulebook.borrowed:
            after = _said_anew(changed.get(file.name, file), rulebook.vocabulary, following)
            if after != file.text:
                contents[Path(file.name)] = (
                    file.text,
                    laid_out(file, after, rulebook.vocabulary.phrases, vocabulary.phrases),
                )
    fresh = {path.as_posix(): SourceFile(path.as_posix(), after) for path, (_, after) in contents.items()}
    messages_before = {finding.message for finding in read_vocabulary(declaring.values())[1]}
    findings = read_vocabulary(fresh.get(name, source) for name, source in declaring.items())[1]
    for finding in findings:
        if finding.message not in messages_before:
            raise CannotRename(
                Message("The rules could not be read with that name: {message}.", message=finding.message)
            )
    return RenamedRules(contents)


def _strings(block: Node) -> tuple[Token, ...]:
    if block.rule != "declaration":
        return ()
    items = [item for item in block.trees[1:] if item.first_token.text == SPOKEN_ITEM]
    return tuple(items[0].strings) if items else ()


def _words(strings: Iterable[Token]) -> list[str]:
    return [string.text[1:-1] for string in strings]


def _declaration(rulebook: Rulebook, mention: NameMention) -> tuple[Token, ...]:
    """Return the strings with the words of what is mentioned, as its file declares it."""
    span = definition_span(rulebook, mention.kind, mention.key)
    source = rulebook.sources.get(span.file)
    blocks = parse(source, no_vocabulary(), defer_conditions=True).tree.trees if source is not None else ()
    at = (block for block in blocks if source and source.place(block.first_token.start)[0] == span.line)
    return next(map(_strings, at), ())


def _sharing(vocabulary: Vocabulary, mention: NameMention) -> Iterator[NameMention]:
    """Yield what else is said in the same words, such as of teams what is said of players."""
    seen, waiting = {(str(mention.kind), mention.key[0])}, [mention]
    while waiting:
        for (terminal, _), phrases in _forms(vocabulary, waiting.pop()).items():
            for phrase in phrases:
                for meaning in vocabulary.meanings[terminal, phrase]:
                    if (meaning.target, meaning.id) in seen:
                        continue
                    if meaning.target not in set(NamedKind):
                        raise _declared_otherwise([phrase], meaning.id)
                    seen.add((meaning.target, meaning.id))
                    waiting.append(NameMention(NamedKind(meaning.target), (meaning.id,), 0, 0, spoken=True))
                    yield waiting[-1]


def _declared_otherwise(words: Iterable[str], name: str) -> CannotRename:
    return CannotRename(
        Message(
            "Sentences say “{words}” of {name} too, which is declared in other words: change them by hand.",
            words=", ".join(words),
            name=name,
        )
    )


def _with_letters_of(
    words: Sequence[str], before: Sequence[str], new: Sequence[str], letters: Container[str]
) -> list[str] | None:
    """Return the new words of phrases for others that differ from these in their letters; ``None`` if in more."""
    anew = []
    for own, old, phrase in zip(words, before, new, strict=False):
        pairs = dict(zip(old.split(), own.split(), strict=False))
        if [pairs.get(word, word) for word in old.split()] != own.split():
            return None
        if any(word != then and not (word in letters and then in letters) for word, then in pairs.items()):
            return None
        anew.append(" ".join(pairs.get(word, word) for word in phrase.split()))
    return anew if len(words) == len(before) else None


def _frame(phrase: str, letters: Container[str]) -> tuple[str, ...]:
    """Return what must stay of a phrase: its letters, and the words of which no other phrase may be made.

    These follow the first words beside letters: “to” in “the distance from p to q”.
    """
    words = phrase.split()
    stays = [word if word in letters else "" for word in words]
    first = next((at for at, letter in enumerate(stays) if not letter), len(words))
    behind = next((at for at in range(first, len(words)) if stays[at]), len(words))
    return (*words[:first], *words[behind:])


def _forms(vocabulary: Vocabulary, mention: NameMention) -> Forms:
    return by_key(
        ((terminal, meaning), phrase)
        for (terminal, phrase), meanings in vocabulary.meanings.items()
        for meaning in meanings
        if (meaning.target, meaning.id) == (mention.kind, mention.key[0])
    )


def _following(before: Forms, after: Forms) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield what comes in place of each form of the old words, by its terminal and words; empty where nothing can."""
    for (terminal, meaning), phrases in before.items():
        fresh = after.get((terminal, meaning), [])
        for number, phrase in enumerate(phrases):
            if phrase not in fresh:
                form = fresh[min(number, len(fresh) - 1)] if fresh else ""
                article = re.sub(r"^(is|is not) an? (\w+)", lambda m: f"{m[1]} {with_article(m[2])}", form)
                yield (terminal, phrase), article if article in fresh else form


def _said_anew(source: SourceFile, vocabulary: Vocabulary, following: Mapping[tuple[str, str], str | Message]) -> str:
    """Return a file in which sentences are said in the new words."""
    text = source.text
    tokens = sorted(_phrases(parse(source, vocabulary.phrases).tree), key=lambda token: -token.start)
    for token in tokens:
        form = following.get((token.type, token.phrase))
        if form == "":
            raise CannotRename(
                Message("A sentence says “{words}”, and the new words have no such form.", words=token.text)
            )
        if form is not None:
            if re.match(r"may\b", token.text, re.IGNORECASE):
                form = re.sub(r"^can(not)?\b", lambda m: "may not" if m[1] else "may", form)
            text = text[: token.start] + form + text[token.end :]
    return text


def _phrases(node: Node) -> Iterator[Token]:
    for child in node.children:
        if isinstance(child, Node):
            yield from _phrases(child)
        elif child.type.isupper():
            yield child
