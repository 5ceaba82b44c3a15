"""The page of a text, with its tables and its clauses, the page of each clause, and that of all dates.

A clause's page says what it decides and why, how it came to read so, and what other texts answer. From every number
that a clause bore, alone and by edition, a small page leads to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from emperor_rules.check.history.versions import ClauseVersions, clause_versions, wording_dates
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.drawing.spec import DrawingKind
from emperor_rules.evaluate.engine import INVALID
from emperor_rules.groups import by_key
from emperor_rules.language.blocks import read_remarks
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.terms import Apply, Condition, First, Holds, Term, walk
from emperor_rules.model.texts import Inclusion, Sentence, Text
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.semantics.builtins import BUILTINS
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, SinglePage, fill_template, href
from emperor_rules.site.permalinks import clause_folder, clause_page, pair_page, text_page
from emperor_rules.site.texts import effective, file_name, read_against
from emperor_rules.site.views.clause_view import DateEffect, clause_view, count_cases, currencies, date_changes, history
from emperor_rules.site.views.figures import Drawing, drawings, key
from emperor_rules.site.views.position_view import ask_all_texts, key_of_clause, picture

EDITIONS = SinglePage("editions.md", "editions", "site_editions", "editions_lead")
#: A clause's page shows so many of its questions beside the example, those that it decides most directly, and names the
#: scenarios of the rest.
MOST_DECIDED = 6
#: Notions that look at where players sit.
SEATED = {name for name, builtin in BUILTINS.items() if not builtin.only_counts}


def text_page_of(context: SiteContext, text: Text) -> Page:
    """Return the page of one text."""
    locale, vocabulary, path = context.locale, context.vocabulary, text_page(text.id)
    drawn = drawings(context.engine, text.id, context.language)
    title = text.titles.get(locale.language)
    searched = context.checked.relations.comparisons if context.checked.relations is not None else ()

    def linked(id: str, inclusion: Inclusion) -> Link:
        """Return a link to another text, with the date of the edition taken, if it is fixed."""
        day = "" if inclusion.at is None else locale.dated("text_at", inclusion.at)
        return context.permalinks.to_text(path, id, note=day)

    def key_of(drawn: Sequence[Drawing]) -> Mapping[str, Any]:
        kinds = frozenset[DrawingKind]().union(*(drawing.kinds for drawing in drawn))
        return key(vocabulary, locale, [drawing.seats for drawing in drawn], kinds)

    return context.page(
        path,
        "text.md.j2",
        title,
        f"{title}. {effective(text, locale)}. {text.sources.get(locale.language)}",
        locale["site_parts" if text in context.parts else "site_texts"],
        text=text,
        compared=read_against(text, locale),
        linked=linked,
        pair_page=pair_page,
        pair_pages={pair_page(*(side.text for side in comparison.sides)) for _, comparison in searched},
        related=[
            (linked(other.id, inclusion), how)
            for other in context.rulebook.texts.values()
            for how, inclusion in other.relations
            if inclusion.text == text.id
        ],
        included_by=[
            linked(whole.id, inclusion)
            for whole in context.rulebook.texts.values()
            for inclusion in whole.includes
            if inclusion.text == text.id
        ],
        currencies=list(currencies(context, path, text)),
        file=file_name(text.file),
        clauses=[clause_view(context, text, clause) for clause in text.clauses],
        drawings=drawn,
        key=key_of(drawn[:1]),
        larger_key=key_of(drawn[1:]),
    )


def clause_pages(context: SiteContext, text: Text) -> Iterator[Page]:
    """Yield the pages of a text's clauses, each with links to the one before and the one after."""
    clauses = clause_versions(text)
    for before, versions, after in zip((None, *clauses), clauses, (*clauses[1:], None), strict=False):
        yield _page(context, versions, (before, after))


def _page(context: SiteContext, versions: ClauseVersions, neighbours: Sequence[ClauseVersions | None]) -> Page:
    text, clause = versions.text, versions.records[-1]
    path = clause_page(text.id, versions.slug)
    view = clause_view(context, text, clause)
    outcomes = [outcome for record in versions.records for outcome in context.by_clause.get(record.span, ())]
    directly = sorted(outcomes, key=lambda outcome: key_of_clause(context, outcome, versions))
    example = next((outcome for outcome in directly if outcome.answer.status != INVALID), None)
    today = (o for o in directly if o.scenario.on is None and o.answer.status != INVALID)
    compared = next(today, None)
    questions = [outcome for outcome in directly if outcome is not example][:MOST_DECIDED]
    number = str(view["number"])
    file, folder = file_name(text.file), clause_folder(text.id)
    addresses = [Link(f"{quote(clause.slug)}.html", f"{folder}/{clause.slug}.html")]
    for borne, holders in context.permalinks.holders[text.id].items():
        if clause.slug in {holder.slug for holder in holders.meant}:
            addresses.append(Link(href(path, f"{folder}/{borne}/index.md"), f"{folder}/{borne}/"))
    return context.page(
        path,
        "clause.md.j2",
        f"{number} {view['name']}".strip() + context.permalinks.cite(clause).removeprefix(number),
        str(view["words"]),
        listed=False,
        clause=view,
        text=text,
        under=href("index.md", text_page(text.id)),
        compared_with=read_against(text, context.locale),
        neighbours=[context.permalinks.to_clause(path, near.records[-1]) if near else None for near in neighbours],
        example=None if example is None else _example(context, path, versions, example),
        cases=by_key((outcome.scenario.name, outcome) for outcome in questions),
        decides=count_cases(outcomes, context.locale),
        more=list(_more(context, path, directly, (example, *questions))),
        history=list(history(context, path, versions, directly)),
        currency=[each for each in currencies(context, path, text, versions.number) if each["unlike"]],
        readings=remarks(versions, context.language),
        # what it decides most directly today
        compared=None if compared is None else ask_all_texts(context, path, compared.request),
        file=f"{file}:{clause.span.line}",
        edit=f"{context.edit}{file}#L{clause.span.line}" if context.edit else "",
        addresses=addresses,
        namesakes=list(_namesakes(context, path, versions)),
    )


def _more(
    context: SiteContext, path: str, outcomes: Sequence[Outcome], outcomes_shown: Sequence[Outcome | None]
) -> Iterator[tuple[Link, Sequence[str]]]:
    """Yield the other scenarios by page: links to all of them would be a large part of the site."""
    named = {outcome.scenario.name for outcome in outcomes_shown if outcome is not None}
    by_page: dict[str, tuple[Link, list[str]]] = {}
    for scenario in (outcome.scenario for outcome in outcomes):
        if scenario.name not in named:
            named.add(scenario.name)
            file, to = context.scenario_file(scenario), context.to_scenario(path, scenario)
            by_page.setdefault(file.path, (Link(to.href, file.title), []))[1].append(to.label)
    yield from by_page.values()


def _example(context: SiteContext, path: str, versions: ClauseVersions, outcome: Outcome) -> Mapping[str, object]:
    """Return an outcome with what it shows; drawn only if that answers it and the clause is about seats."""
    about = any(about_seats(s, context.vocabulary) for record in versions.records for s in record.sentences)
    return {
        "picture": picture(context, outcome.request, "table") if about else None,
        "outcome": outcome,
        "question": context.outcome(path, outcome),
    }


def _namesakes(context: SiteContext, path: str, versions: ClauseVersions) -> Iterator[Link]:
    """Yield links to the clauses that once bore the number which this one bears."""
    holders = context.permalinks.holders[versions.text.id][versions.number]
    for namesake in holders.former:
        if namesake.slug != versions.slug:
            dates = [context.locale.date(date) for date in holders.dates(namesake.slug)]
            note = f"({' – '.join(dict.fromkeys((dates[0], dates[-1])))})"
            link = context.permalinks.to_clause(path, namesake.records[-1])
            name = namesake.records[-1].name(context.language)
            yield Link(link.href, f"{link.label} {name}".rstrip(), link.title, note)


def about_seats(sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Return whether a sentence speaks of seats, or concludes what drawings show."""
    predicate = vocabulary.predicates.get(sentence.predicate)
    if predicate is not None and predicate.drawn:
        return True
    return any(
        isinstance(node, First)
        or (isinstance(node, (Holds, Apply)) and vocabulary.predicates[node.predicate].builtin in SEATED)
        for node in nodes(sentence)
    )


def nodes(sentence: Sentence) -> Iterator[Condition | Term]:
    """Yield every node of the guards and the expression of a sentence."""
    guards = sentence.guards
    for part in (guards.when, guards.unless, guards.only, guards.exactly, sentence.expression):
        if part is not None:
            yield from walk(part)


def remarks(versions: ClauseVersions, language: str) -> tuple[tuple[str, str], ...]:
    """Return what the rule file remarks on a clause, each with its language: why it reads the source as it does."""
    by_language: dict[tuple[str, str], None] = {}
    for record in versions.records:
        remarks = read_remarks(record.comments)
        spoken = language if remarks[language] else LANGUAGES[0]
        if remarks[spoken]:
            by_language[spoken, remarks[spoken]] = None
    return tuple(by_language)


# --- small pages that lead on ------------------------------------------------------------------------


def number_pages(text: Text, context: SiteContext) -> Iterator[Page]:
    """Yield small pages that lead from the numbers of a text's clauses to theirs, and from their folder to the text.

    ``cr/1.2a/`` leads to the clause that bears the number today; where only past ones bore it, to that clause, or to a
    choice if there were several. Where several bore a number, ``cr/1.2a/2005-08-01/`` leads to the clause that bore it
    in the edition of that day. Each is a file, because a folder and most hosts know no other way to lead on.
    """
    home = f"{clause_folder(text.id)}/index.html"
    yield _number_page(
        context, home, text, "", [Link(href(home, text_page(text.id)), text.titles.get(context.language))], ""
    )
    for versions in clause_versions(text):
        for name in dict.fromkeys(name for clause in versions.records for name in clause.formerly):
            path = f"{clause_folder(text.id)}/{name}.html"
            link = Link(href(path, clause_page(text.id, versions.slug)), versions.records[-1].label(context.language))
            yield _number_page(context, path, text, name, [link], "")
    for number, by_date in sorted(context.permalinks.holders[text.id].items()):
        folder = f"{clause_folder(text.id)}/{number}"
        when = context.locale["text_number_formerly"] if by_date.today is None else effective(text, context.locale)
        places = [(f"{folder}/index.html", by_date.meant, when)]
        if len({one.slug for one in (*by_date.meant, *by_date.former)}) > 1:
            for date, versions in by_date.dated.items():
                places.append((f"{folder}/{date}/index.html", (versions,), context.locale.date(date)))
        for path, meant, when in places:
            links = [_to_holder(context, path, versions, by_date.dates(versions.slug)) for versions in meant]
            yield _number_page(context, path, text, number, links, when)


def _to_holder(context: SiteContext, path: str, versions: ClauseVersions, dates: Sequence[str]) -> Link:
    since = context.locale.dated("clause_since", dates[0]) if dates else ""
    label = f"{versions.number} {versions.records[-1].name(context.language)}".rstrip()
    return Link(href(path, clause_page(versions.text.id, versions.slug)), label, note=since)


def _number_page(context: SiteContext, path: str, text: Text, number: str, links: Sequence[Link], when: str) -> Page:
    title = text.titles.get(context.language)
    content = fill_template(context.locale, "number.html.j2", number=number, text=title, links=links, when=when)
    return Page(path, content, number or text.id, listed=False)


# --- the timeline ------------------------------------------------------------------------------------

#: What one date did to one text: how many clauses it had first, or its clauses by what happened to them.
TextChange = tuple[Link, int, Sequence[tuple[str, Sequence[Link]]]]


def editions_page(context: SiteContext) -> Page:
    """Return the page of all dates: what each did to which clauses of which text, the newest first."""
    by_date = by_key(change for text in (*context.standalone, *context.parts) for change in _changes(context, text))
    dates = [(date, context.locale.date(date), by_date[date]) for date in sorted(by_date, reverse=True)]
    return context.single_page(EDITIONS, dates=dates)


def _changes(context: SiteContext, text: Text) -> Iterator[tuple[str, TextChange]]:
    """Yield what each date did to a text."""
    links: dict[tuple[str, DateEffect], list[Link]] = {}
    for versions in clause_versions(text):
        for change in date_changes(versions):
            # the number of that date, after the former one if that is another
            numbers = dict.fromkeys(version.number for version in (change.before, change.after) if version is not None)
            to_clause = context.permalinks.to_clause(EDITIONS.path, versions.records[-1], " → ".join(numbers))
            for effect in change.effects:
                links.setdefault((change.date, effect), []).append(to_clause)
    link = context.permalinks.to_text(EDITIONS.path, text.id)
    for number, date in enumerate(wording_dates(text)):
        kinds = [(context.locale[f"editions_{k}"], links[date, k]) for k in DateEffect if date and (date, k) in links]
        if date is not None and number == 0:
            yield date, (link, len(links.get((date, DateEffect.ADDED), ())), ())
        elif date is not None and kinds:
            yield date, (link, 0, kinds)
