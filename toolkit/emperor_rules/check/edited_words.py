"""What an edit of rule files left behind: addresses that lead nowhere, and words that no longer go with their clause.

That shows only beside another state of the files: a revision, or the rules when they were last clean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from emperor_rules.check.changes import BlockState, FolderState
from emperor_rules.diagnostics import Diagnostic, warning
from emperor_rules.messages import LANGUAGES, Message, Names, name_of_language
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text


def left_behind(rulebook: Rulebook, before: FolderState, after: FolderState) -> Iterator[Diagnostic]:
    """Yield the findings about clauses that were changed between two states, the second of which was read."""
    for text in rulebook.texts.values():
        if text.file in before:
            yield from _gone(text, before[text.file], rulebook)
            yield from _words(text, before[text.file], after.get(text.file, ()))


def _slug(block: BlockState) -> str:
    """Return the slug in the head of a clause, else its key; empty of another block."""
    kind, *names = block.head.split()
    named = [name for name in names[:2] if name not in ("since", "until", "overrides")]
    return named[-1] if kind == "clause" and named else ""


def _gone(text: Text, before: tuple[BlockState, ...], rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on slugs that are in no clause of a text any more, and lead to none."""
    names = {name for clause in text.clauses for name in (clause.slug, *clause.formerly)}
    if rulebook.broken:
        return
    heads = {slug: block.head for block in before if (slug := _slug(block))}
    for slug, head in heads.items():
        if slug not in names:
            lost = {"text": text.id, "slug": slug}
            message = Message("the address {text}/{slug} leads nowhere any more: no clause is called so", **lost)
            help = Message(
                "Write in the clause that says it now: formerly {slug}. Where it was only renamed, take the old name "
                "back, and: emperor rename {text}:{slug} NEW",
                **lost,
            )
            yield warning("R416", message, text.span, help, text=text.id, clause=head.split()[1])


def _words(text: Text, before: tuple[BlockState, ...], after: tuple[BlockState, ...]) -> Iterator[Diagnostic]:
    """Yield findings on clauses whose words in one language, or whose days alone, were changed."""
    old, new = _once(before), _once(after)
    spans = {clause.body.line: clause for clause in text.clauses}
    for head, block in new.items():
        earlier, clause = old.get(head), spans.get(block.line)
        if earlier is None or clause is None or earlier.digest == block.digest:
            continue
        span, number = clause.span, clause.number
        for id, old_words, new_words in zip(LANGUAGES, earlier.words, block.words, strict=True):
            if earlier.words[0] != block.words[0] and old_words == new_words:
                message = Message(
                    "the English words of {clause} were changed, those in {language} were not",
                    clause=clause.id,
                    language=name_of_language(id),
                )
                help = Message("Change “{id}” too, or see that it says the same.", id=id)
                yield warning("R413", message, span, help, text=text.id, clause=number)
        days = [day for day in block.days.split(", ") if day and day not in earlier.days.split(", ")]
        if days and earlier.words == block.words:
            message = Message(
                "{clause} has a sentence “{day}: …”, and its words are those of before", clause=clause.id, day=days[0]
            )
            day = days[0].partition(" ")[2]
            kept = Names((f'until {day}: {language} "…"' for language in LANGUAGES), last=Message("and"))
            help = Message("Keep the words of before as {kept}, and write the new ones.", kept=kept)
            yield warning("R414", message, span, help, text=text.id, clause=number)


def _once(blocks: tuple[BlockState, ...]) -> Mapping[str, BlockState]:
    """Return the blocks by their heads, without those of which several have one head."""
    heads = Counter(block.head for block in blocks)
    return {block.head: block for block in blocks if heads[block.head] == 1}
