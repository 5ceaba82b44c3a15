"""Well-formedness of texts beyond syntax: names, references, overrides, stratification, addresses."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from string import ascii_lowercase
from typing import Final

from emperor_rules.diagnostics import Diagnostic, Related, Suggestion, did_you_mean, error, nearest, suggest, warning
from emperor_rules.edits import TO_BE_WRITTEN, Fix, TextEdit, line_below, words_to_write
from emperor_rules.language.blocks import read_remarks
from emperor_rules.messages import ENGLISH, LANGUAGES, Message, Names, name_of_language, template
from emperor_rules.model.accepted import UNWRITTEN, AcceptedFinding
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.terms import Condition, GivenFlag, GivenHas, GivenTerm, Term, walk
from emperor_rules.model.texts import Clause, Reference, Text, in_force
from emperor_rules.model.vocabulary import DefaultWord, GivenKind, Words
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.resolver import (
    UNUSABLE,
    change_dates,
    dates_of,
    is_stratified_at_all_times,
    number_on,
    resolve,
)
from emperor_rules.resolve.stratification import strongly_connected_components
from emperor_rules.source import Span

#: A name that can be a part of an address: of clauses, whose numbers have points, and of texts and questions.
NUMBERED_ADDRESS = re.compile(r"[A-Za-z0-9]+(?:[.-]+[A-Za-z0-9]+)*\Z")
PLAIN_ADDRESS = re.compile(r"[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*\Z")
#: A file's name has two of them at most, and file systems allow 255 bytes.
LONGEST = 100
#: What servers and MkDocs take for the page of a folder, and what Windows takes for a device.
TAKEN = re.compile(
    r"(?:index|readme)\Z|.*\.(?:html|md)\Z|(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE | re.DOTALL
)


#: The default that says nothing, of each kind of given fact; of a choice it is one of its words.
DEFAULT_OF_KIND = {
    GivenKind.FLAG: "no",
    GivenKind.NUMBER: "0",
    GivenKind.NUMBERS: "0",
    GivenKind.PLAYER: DefaultWord.NONE,
    GivenKind.TEAM: DefaultWord.NONE,
    GivenKind.PLAYERS: DefaultWord.NONE,
}
#: What is wrong with texts and those they include, by their ids: with the vocabulary and the texts that it rests on.
Resolutions = dict[str, tuple[tuple[object, ...], tuple[Diagnostic, ...]]]


def check_texts(rulebook: Rulebook, resolutions: Resolutions | None = None) -> tuple[Diagnostic, ...]:
    """Return the findings in and between the texts of a rulebook.

    ``resolutions`` are those of the rules before an edit, by which none is done again that the edit cannot have
    changed; they become those of these rules.
    """
    findings: list[Diagnostic] = []
    kept = {} if resolutions is None else resolutions
    for text in rulebook.texts.values():
        for check in TEXT_CHECKS:
            findings += check(text, rulebook)
        findings += _resolved(text, rulebook, kept)
    for id in kept.keys() - rulebook.texts.keys():
        del kept[id]
    return (*findings, *(finding for of_all in RULEBOOK_CHECKS for finding in of_all(rulebook)))


def _resolved(text: Text, rulebook: Rulebook, kept: Resolutions) -> Iterable[Diagnostic]:
    """Return what is wrong with a text and those it includes together, as kept where it can be.

    It is resolved on its newest day, or else on another.
    """
    within = dates_of(text.id, None, rulebook.texts)
    rests_on = (rulebook.vocabulary, *(rulebook.texts[id] for id in within), *within.values())
    before, findings = kept.get(text.id, ((), ()))
    if len(before) != len(rests_on) or any(one is not other for one, other in zip(before, rests_on, strict=True)):
        findings = tuple(resolve(text.id, None, rulebook.texts, rulebook.vocabulary)[1])
        findings = (*(findings or _unusable_on_other_days(text.id, rulebook)), *_needed_facts(text, rulebook))
        kept[text.id] = rests_on, findings
    return findings


def _unusable_on_other_days(id: str, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings for which a text cannot be used before its newest wording; most texts have none on any day."""
    doubtful = _overrides_in_a_ring(id, rulebook) or not is_stratified_at_all_times(
        id, rulebook.texts, rulebook.vocabulary
    )
    for day in change_dates(id, rulebook.texts) if doubtful else ():
        findings = [d for d in resolve(id, day, rulebook.texts, rulebook.vocabulary)[1] if d.code in UNUSABLE]
        for finding in findings:
            yield replace(finding, message=Message("{message} (on {day})", message=finding.message, day=day))
        if findings:
            return


def _overrides_in_a_ring(id: str, rulebook: Rulebook) -> bool:
    """Return whether overrides would run in a circle if all that hold on some day held together."""
    clauses = [clause for text in dates_of(id, None, rulebook.texts) for clause in rulebook.texts[text].clauses]
    named: dict[tuple[str, str], list[int]] = {}
    days = {id: rulebook.texts[id].dates() for id in {clause.text for clause in clauses}}
    for place, clause in enumerate(clauses):
        text = rulebook.texts[clause.text]
        for number in {clause.number, *(number_on(text, clause, day) for day in days[clause.text])}:
            named.setdefault((clause.text, number), []).append(place)
    graph = {
        place: {other for o in clause.overrides for other in named.get((o.text, o.number or ""), ())}
        for place, clause in enumerate(clauses)
        if clause.overrides
    }
    components = strongly_connected_components(graph)
    return any(len(group) > 1 or group[0] in graph.get(group[0], ()) for group in components)


def _declarations(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on declarations that name what does not exist or cannot be compared."""
    related = {frozenset((text.id, target.text)) for text in rulebook.texts.values() for _, target in text.relations}
    slugs: dict[str, AcceptedFinding] = {}
    for declaration in rulebook.declarations:
        earlier = slugs.setdefault(declaration.slug, declaration)
        if earlier is not declaration:
            message = Message("“{name}” is declared twice", name=declaration.slug)
            help = Message("It stands already at {span}: choose another name.", span=earlier.span)
            yield error("R301", message, declaration.span, help)
        if any(UNWRITTEN.get(language) == words for language, words in declaration.words.by_language().items()):
            message = Message("“{slug}” does not say yet why the texts differ", slug=declaration.slug)
            wanted = Names(f'{language} "…"' for language in LANGUAGES)
            help = Message("Write one plain sentence in each language: {wanted}", wanted=wanted)
            yield warning("R524", message, declaration.span, help, text=declaration.texts[0].text)
        sides = [side.text for side in declaration.texts]
        unknown = next((side for side in declaration.texts if side.text not in rulebook.texts), None)
        if unknown is not None:
            yield unknown_text_finding(unknown.text, unknown.span, rulebook)
            continue
        texts = Names(sides, last=Message("and"))
        if len(sides) > 1 and frozenset(sides) not in related:
            message = Message(
                "“{name}” is declared between {texts}, which no relation joins", name=declaration.slug, texts=texts
            )
            help = Message("Name two texts of which one translates, summarises or varies the other.")
            building = next((id for id in sides if {*sides} <= {*dates_of(id, None, rulebook.texts)}), None)
            base = next((id for id in sides if id != building), None)
            if building is not None and base is not None:
                help = Message(
                    "Write in the head of {text}: varies {base}; or delete this declaration.", text=building, base=base
                )
            yield error("R523", message, declaration.span, help)
        for reference in declaration.clauses:
            if reference.text not in (sides if len(sides) > 1 else dates_of(sides[0], None, rulebook.texts)):
                message = Message(
                    "“{name}” names a clause of {text}, none of its texts", name=declaration.slug, text=reference.text
                )
                yield error("R523", message, reference.span, Message("Name clauses of {texts}.", texts=texts))
                continue
            if rulebook.texts[reference.text].named(reference.number) is None:
                yield _no_such_clause(reference, reference.text, rulebook)


def _names(text: Text, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on clauses in force at the same time that share a slug or a number, and keys cut in two."""
    in_two = [c for c in text.clauses if c.number != c.slug and not any(map(str.isdigit, c.number))]
    for clause in in_two if len(in_two) < len(text.clauses) else ():
        message = Message("clause {clause} has two names, unlike others of its text", clause=clause.id)
        help = Message("Write a hyphen in its head: clause {name}", name=f"{clause.number}-{clause.slug}")
        yield warning("R107", message, clause.span, help, text=text.id, clause=clause.number)
    reported = set()
    for date in (None, *sorted(_dates(text), reverse=True)):
        numbers: dict[str, Clause] = {}
        for clause in text.clauses:
            if not in_force(clause.since, clause.until, date):
                continue
            number = number_on(text, clause, date)
            earlier = numbers.setdefault(number, clause)
            if earlier is not clause and (earlier.span, clause.span) not in reported:
                reported.add((earlier.span, clause.span))
                message = Message("two clauses of {text} have the number {number}", text=text.id, number=number)
                if number == clause.slug:
                    message = Message("two clauses of {text} have the name {number}", text=text.id, number=number)
                if date:
                    message = Message("{message} on {date}", message=message, date=date)
                yield _duplicate("R401", message, earlier, clause)
    slugs: dict[str, list[Clause]] = {}
    for clause in text.clauses:
        for earlier in slugs.setdefault(clause.slug, []):
            starts = max(earlier.since or "", clause.since or "")
            ends = min(earlier.until or "9999", clause.until or "9999")
            if starts < ends and (earlier.span, clause.span) not in reported:
                message = Message("two clauses of {text} have the slug {slug}", text=text.id, slug=clause.slug)
                yield _duplicate("R408", message, earlier, clause)
        slugs[clause.slug].append(clause)
    for clause in text.clauses:
        for name in clause.formerly:
            for bearer in slugs.get(name, ())[:1]:
                message = Message("“{name}” is a former name of {clause}, and taken", name=name, clause=clause.id)
                yield _duplicate("R408", message, bearer, clause)


def _duplicate(code: str, message: Message, earlier: Clause, clause: Clause) -> Diagnostic:
    help = Message("Give each clause its own, or dates (since/until) that do not overlap.")
    related = (Related(earlier.span, Message("the other clause"), earlier.text, earlier.number),)
    return error(code, message, clause.span, help, text=clause.text, clause=clause.number, related=related)


def _dates(text: Text) -> set[str]:
    """Return the dates on which a clause begins, ends or is renumbered, and the empty string, before them all."""
    dates = {"", *(since for _, since in text.numbered)}
    for clause in text.clauses:
        dates.update(date for date in (clause.since, clause.until) if date)
        dates.update(since for _, since in clause.numbers)
    return dates


def _references(text: Text, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on references to what does not exist, and on overrides without effect."""
    within = dates_of(text.id, None, rulebook.texts)
    missing = any(included.text not in rulebook.texts for included in text.includes)
    for clause in text.clauses:
        for reference in clause.overrides:
            target = yield from _target_of(reference, clause, rulebook)
            if target is None or (missing and reference.text not in within):
                continue
            concluded = [{sentence.predicate for sentence in each.sentences} for each in (clause, target)]
            both = {"clause": clause.id, "target": target.id}
            if reference.text not in within:
                message = Message(
                    "clause {clause} overrides {target}, a text that {text} does not include", **both, text=text.id
                )
                help = Message("Add “includes {text}”, or leave the override out.", text=reference.text)
                place = line_below(text.span)
                title = Message("Add “includes {text}”", text=reference.text)
                included = Fix(title, (TextEdit(place, f"  includes {reference.text}\n"),), certain=False)
                at, number = reference.span, clause.number
                yield error("R407", message, at, help, text=text.id, clause=number, fixes=(included,))
            elif reference.part and reference.part not in {s.part for s in target.sentences}:
                message = Message("clause {target} has no part “{part}”", target=target.id, part=reference.part)
                help = Message("Label the sentence: part NAME: …")
                yield error("R402", message, reference.span, help, text=text.id, clause=clause.number)
            elif concluded[0] and concluded[1] and not concluded[0] & concluded[1]:
                message = Message("clause {clause} overrides {target}, which concludes nothing of the kind", **both)
                help = Message("Override the clause whose conclusion should yield.")
                yield warning("R407", message, reference.span, help, text=text.id, clause=clause.number)
        for reference in (*clause.see, *clause.redundant):
            if reference.number == reference.text or reference.number in rulebook.texts:
                continue
            yield from _target_of(reference, clause, rulebook)
    for _, relation in text.relations:
        if relation.text not in rulebook.texts:
            message = Message(
                "{text} refers to the text {other}, which does not exist", text=text.id, other=relation.text
            )
            yield replace(unknown_text_finding(relation.text, relation.span, rulebook), message=message, text=text.id)


def _target_of(reference: Reference, clause: Clause, rulebook: Rulebook) -> Generator[Diagnostic, None, Clause | None]:
    """Yield a finding if a reference names no clause; the return value of the generator is the clause."""
    text = rulebook.texts.get(reference.text)
    if text is None:
        yield replace(
            unknown_text_finding(reference.text, reference.span, rulebook), text=clause.text, clause=clause.number
        )
        return None
    named = [c for c in text.clauses if c.number == reference.number]
    target = next((c for c in named if c.until is None), named[0] if named else None)
    if target is None:
        yield replace(_no_such_clause(reference, clause.text, rulebook), text=clause.text, clause=clause.number)
    return target


def unknown_clause(reference: Reference, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield a finding if a clause that a scenario names is in no text, at no time and under no number."""
    text = rulebook.texts.get(reference.text)
    if text is None:
        yield unknown_text_finding(reference.text, reference.span, rulebook)
        return
    dates = (None, *_dates(text))
    if all(reference.number not in (c.number, number_on(text, c, date)) for c in text.clauses for date in dates):
        yield replace(_no_such_clause(reference, text.id, rulebook), text=text.id, clause=reference.number)


def unknown_text_finding(name: str, span: Span, rulebook: Rulebook) -> Diagnostic:
    """Return the finding that there is no text of a name."""
    help = suggest(name, rulebook.texts, Message("Texts: {texts}.", texts=", ".join(rulebook.texts)))
    return error("R402", Message("there is no text {text}", text=name), span, help)


def _no_such_clause(reference: Reference, within: str, rulebook: Rulebook) -> Diagnostic:
    """Return the finding that a reference in the text ``within`` names no clause of its text."""
    message = Message("{text} has no clause {number}", text=reference.text, number=reference.number)
    return error("R402", message, reference.span, _nearest_clause(reference, within, rulebook))


def _nearest_clause(reference: Reference, within: str, rulebook: Rulebook) -> str:
    """Return which clause a reference in the text ``within`` may mean: one of another text, a near one, or any."""
    number = reference.number or ""
    own = rulebook.texts[reference.text].clauses
    renamed = next((clause for clause in own if number in clause.formerly), None)
    if renamed is not None:
        return did_you_mean(renamed.number)
    alike = nearest(number, [clause.number for clause in own]) if not any(map(str.isdigit, number)) else None
    if alike is not None:
        return did_you_mean(alike)
    included = dates_of(within, None, rulebook.texts)
    for id in (*included, *rulebook.texts):
        if id != reference.text and any(number == clause.number for clause in rulebook.texts[id].clauses):
            written = Message("{text} has one: write “{text} {number}”.", text=id, number=number)
            return Suggestion.of(written, f"{id} {number}", certain=False)
    clauses = rulebook.texts[reference.text].clauses
    by_slug = next((clause.number for clause in clauses if clause.slug == number), None)
    if by_slug is not None:
        return did_you_mean(by_slug)
    names = [clause.number for clause in clauses]
    joined = next((clause for clause in clauses if f"{clause.number}-{clause.slug}" == number), None)
    if joined is not None:
        return Message("Write a hyphen in its head: clause {name}", name=number)
    stem = number.rstrip(ascii_lowercase)
    siblings = [name for name in names if stem and name.rstrip(ascii_lowercase) == stem]
    if len(siblings) > 1:
        names = siblings
    listing = Names([*names[:12], *(["…"] if len(names) > 12 else [])])
    guess = None if siblings == names else nearest(number, [*names, *(clause.slug for clause in clauses)])
    return Message("Its clauses: {clauses}.", clauses=listing) if guess is None else did_you_mean(guess)


def _incomplete(text: Text, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on a text without a clause, and on titles, names and comments, shown to readers, without Italian.

    Where some clauses have titles, the source and every clause must have the name in both languages.
    """
    if not text.clauses:
        message = Message("the text {text} has no clause", text=text.id)
        yield error("R406", message, text.span, Message("Add one: clause 1 my-slug"), text=text.id)
    if text.compared is not None and text.editions and text.compared < text.editions[-1]:
        message = Message(
            "{text} has a wording of {day}, and was compared with the edition of {compared}",
            text=text.id,
            day=text.editions[-1],
            compared=text.compared,
        )
        help = Message("Read it against that edition, and write: compared with {day}", day=text.editions[-1])
        yield warning("R415", message, text.span, help, text=text.id)
    titled = any(clause.title for clause in text.clauses)
    for id in LANGUAGES[1:]:
        if not text.titles.own(id):
            message = Message("the text {text} has no title in {language}", text=text.id, language=name_of_language(id))
            fixes = (words_to_write(text.span, f'{id} "…"'),)
            help = Message('Add: {id} "…"', id=id)
            yield warning("R405", message, text.span, help, text=text.id, fixes=fixes)
        if titled and text.sources.en and not text.sources.own(id):
            named = {"text": text.id, "language": name_of_language(id)}
            message = Message("the source of {text} has no name in {language}", **named)
            fixes = (words_to_write(text.span, f'source {id} "…"'),)
            help = Message('Add: source {id} "…"', id=id)
            yield warning("R405", message, text.span, help, text=text.id, fixes=fixes)
    for clause in text.clauses:
        yield from _unwritten(clause)
        remarks = read_remarks(clause.comments)
        if titled and clause.title is None:
            message = Message("clause {clause} has no title, unlike others of its text", clause=clause.id)
            wanted = " ".join(f'{id} "…"' for id in LANGUAGES)
            help, fixes = (
                Message("Add: title {wanted}", wanted=wanted),
                (words_to_write(clause.span, f"title {wanted}"),),
            )
            yield warning("R405", message, clause.span, help, text=text.id, clause=clause.number, fixes=tuple(fixes))
        for id in LANGUAGES[1:] if remarks[ENGLISH] else ():
            if not remarks[id]:
                named = {"clause": clause.id, "language": name_of_language(id)}
                message = Message("the comment on clause {clause} has no lines in {language}", **named)
                help = Message("Add below it, in {language}: # {id}: …", language=name_of_language(id), id=id)
                yield warning("R405", message, clause.span, help, text=text.id, clause=clause.number)


def _unwritten(clause: Clause) -> Iterator[Diagnostic]:
    """Yield a warning where a wording is still the sign that a fix puts in its place."""
    languages = [name_of_language(wording.language) for wording in clause.wordings if TO_BE_WRITTEN in wording.words]
    if languages:
        listed = Names(dict.fromkeys(languages), last=Message("and"))
        message = Message(
            "the wording of clause {clause} in {languages} is not written yet", clause=clause.id, languages=listed
        )
        help = Message("Write one plain sentence in place of “(…)”.")
        yield warning("R405", message, clause.span, help, text=clause.text, clause=clause.number)


def _unwritten_names(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield a warning where a declared word is still the sign that a fix puts in its place, or a remark has that."""
    for role in rulebook.vocabulary.roles.values():
        yield from _unwritten_name("role", role.id, role.span, role.comments, role.names)
    for given in rulebook.vocabulary.givens.values():
        yield from _unwritten_name("given", given.id, given.span, given.comments, (given.phrase,))


def _unwritten_name(
    kind: str, name: str, span: Span, comments: Iterable[str], names: Iterable[Words]
) -> Iterator[Diagnostic]:
    told = {id: any(TO_BE_WRITTEN in words.own(id) for words in names) for id in LANGUAGES}
    told |= {id: True for id, remark in read_remarks(comments).items() if TO_BE_WRITTEN in remark}
    lacking = [name_of_language(id) for id, unwritten in told.items() if unwritten]
    if lacking:
        listed = Names(lacking, last=Message("and"))
        message = Message(
            "{kind} “{name}”: what it is called in {languages} is not written yet",
            kind=kind,
            name=name,
            languages=listed,
        )
        help = Message("Write it in place of “(…)”; where the sign stands in a comment, take that out as well.")
        yield warning("R405", message, span, help)


def _untitled(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on scenarios without a title in a language in files where others have one."""
    for id in LANGUAGES[1:]:
        translated = {scenario.span.file for scenario in rulebook.scenarios if scenario.titles.own(id)}
        for scenario in rulebook.scenarios:
            if not scenario.titles.own(id) and scenario.span.file in translated:
                named = {"name": scenario.name, "language": name_of_language(id)}
                lacking = template("the scenario “{name}” has no title in {language}, unlike others of its file")
                help, fixes = Message('Add: {id} "…"', id=id), (words_to_write(scenario.span, f'{id} "…"'),)
                yield warning("R405", Message(lacking, **named), scenario.span, help, fixes=fixes)


# --- names that become addresses and files of the site: whatever the system, each must be able to be one of its own


def _addresses(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on texts, clauses and questions whose names can be no address, or not beside another."""
    questions = rulebook.vocabulary.questions.values()
    yield from _no_addresses([(question.id, question.span, "") for question in questions], PLAIN_ADDRESS)
    yield from _no_addresses([(text.id, text.span, text.id) for text in rulebook.texts.values()], PLAIN_ADDRESS)
    for text in rulebook.texts.values():
        of_clauses: list[tuple[str, Span, str]] = []
        for clause in text.clauses:
            names = dict.fromkeys((clause.slug, clause.number, *(number for number, _ in clause.numbers)))
            of_clauses += [(name, clause.span, text.id) for name in names]
        yield from _no_addresses(of_clauses, NUMBERED_ADDRESS)


def _no_addresses(names: list[tuple[str, Span, str]], form: re.Pattern[str]) -> Iterator[Diagnostic]:
    """Yield findings on names that lie in one folder, each with its place and the text that it belongs to."""
    by_letters: dict[str, str] = {}
    for name, span, text in names:
        other = by_letters.setdefault(name.casefold(), name)
        if not form.match(name) or len(name) > LONGEST:
            message = Message("“{name}” can be no address of a page", name=name)
            help = Message(
                "Use the letters a to z, digits and hyphens, at most {most} signs: “{better}”.",
                most=LONGEST,
                better=_plain(name, form),
            )
        elif TAKEN.match(name):
            message = Message("“{name}” names a file or a device of its own", name=name)
            help = Message(
                "Choose a name that says more, such as “{better}”.", better=f"{_plain(name, PLAIN_ADDRESS)}-rule"
            )
        elif other != name:
            message = Message("“{name}” and “{other}” differ in capitals alone", name=name, other=other)
            help = Message("Many systems keep one file for both: choose another name.")
        else:
            continue
        yield error("R410", message, span, help, text=text or None)


def _plain(name: str, form: re.Pattern[str]) -> str:
    """Return the name nearest to one that can be an address."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    kept = "A-Za-z0-9" if form is PLAIN_ADDRESS else "A-Za-z0-9."
    return re.sub(rf"[^{kept}]+", "-", plain)[:LONGEST].strip("-.") or "name"


def _needed_facts(text: Text, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on given facts without which questions cannot be asked any more that an included text answers.

    Whoever asks as before gets no answer, although nothing is wrong with the question.
    """
    givens, questions = rulebook.vocabulary.givens, rulebook.vocabulary.questions
    needed = frozenset(key for key, given in givens.items() if given.default is None)
    read = {key: clause for clause in text.clauses for key in _given_facts(clause) & needed}
    includes = [each.text for each in text.includes if each.text in rulebook.texts]
    if not read or not includes:
        return
    own, *bases = (resolve(id, None, rulebook.texts, rulebook.vocabulary)[0] for id in (text.id, *includes))
    for key, clause in read.items():
        for ask, question in questions.items():
            if own is None or key not in cone_of(own, ask).givens:
                continue
            spoken = [base for base in bases if base is not None and base.by_predicate.get(ask)]
            if spoken and all(key not in cone_of(base, ask).givens for base in spoken):
                message = Message(
                    "by {clause} the question “{question}” cannot be asked any more without “{key}”,"
                    " which has no default",
                    clause=clause.id,
                    question=question.ask,
                    key=key,
                )
                word = DEFAULT_OF_KIND.get(givens[key].kind) or givens[key].choices[0][0]
                help = Message("Write in the declaration of “{key}”: default {word}", key=key, word=word)
                related = (Related(givens[key].span),)
                yield warning("R417", message, clause.span, help, text=text.id, clause=clause.number, related=related)
                break


def _given_facts(clause: Clause) -> frozenset[str]:
    """Return the given facts at which the sentences of a clause look."""
    given = (GivenTerm, GivenFlag, GivenHas)
    nodes: list[Condition | Term] = []
    for sentence in clause.sentences:
        guards = sentence.guards
        parts = (guards.when, guards.unless, guards.only, guards.exactly, sentence.expression)
        nodes += (node for part in parts if part is not None for node in walk(part))
    places = (sentence.place_key for sentence in clause.sentences if sentence.place_key is not None)
    return frozenset((*places, *(node.key for node in nodes if isinstance(node, given))))


#: What is asked of each text in turn, and then of the whole rulebook; a new check is a function and its name here.
TEXT_CHECKS: Final[list[Callable[[Text, Rulebook], Iterable[Diagnostic]]]] = [_names, _references, _incomplete]
RULEBOOK_CHECKS: Final[list[Callable[[Rulebook], Iterable[Diagnostic]]]] = [
    _addresses,
    _untitled,
    _declarations,
    _unwritten_names,
]
