"""A drawing in words: its title, all that it shows, and what it cannot show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from emperor_rules.drawing.scene import Arrow, Mark, Relation, Scene
from emperor_rules.drawing.spec import DrawingKind, drawn_as
from emperor_rules.evaluate.verbalise import TEAM_NAME, fill, names_in_words, say_fact, say_given, say_value
from emperor_rules.messages import Message, say_day
from emperor_rules.model.seating import stretches, team_name
from emperor_rules.model.vocabulary import Predicate, Vocabulary

CLOCKWISE = Message("Clockwise")
GONE = Message("no longer in the game")
GAME_OVER = Message("the game is over")
TOGETHER = Message("one turn for the whole team: {teams}")
NOT_SAID = Message("The text does not say:")
DOUBTFUL = Message("left open")
TEAMS_OF = Message("teams of {size}")
PLAYERS_ALONE = Message("{count} players")
ALTERNATING, SCATTERED = Message("{teams}, alternating"), Message("{teams}, not side by side")
ONE_TEAM_OF = Message("one team of {size}")
NUMBERS = Message("one two three four five six seven eight nine ten eleven twelve")
#: What stands for anyone; a sentence that ends with it takes no full stop.
ANYONE = "…"


def title(scene: Scene, language: str) -> str:
    """Return the name of a drawing: “two teams of three, Title of the text”, with the day where it is not today."""
    table = say_teams(scene.team, language)
    on = scene.position.get("on")
    day = say_day(on, language) if on is not None else ""
    return ", ".join(filter(None, (table[:1].upper() + table[1:], scene.title.get(language), day)))


def say_teams(team: Sequence[int], language: str) -> str:
    """Return in words who sits at a table, by the team at each seat: “two teams of three”, “ten players”."""
    sizes = [*Counter(team).values()]
    if len(sizes) == len(team) > 1:
        return PLAYERS_ALONE.get(language).format(count=_number(len(team), language))
    words = [_number(size, language) for size in sizes]
    if len(sizes) == 1:
        return ONE_TEAM_OF.get(language).format(size=words[0])
    if len(set(sizes)) == 1:
        teams = f"{_number(len(sizes), language)} {TEAMS_OF.get(language).format(size=words[0])}"
    else:
        teams = TEAMS_OF.get(language).format(size=names_in_words(words, language))
    if len(stretches(team)) == len(sizes):
        return teams
    alternating = tuple(team) == tuple(range(len(sizes))) * sizes[0]
    return (ALTERNATING if alternating else SCATTERED).get(language).format(teams=teams)


def _number(number: int, language: str) -> str:
    """Return a small number as a word, a larger one in digits."""
    return dict(enumerate(NUMBERS.get(language).split(), start=1)).get(number, str(number))


def describe(scene: Scene, vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    """Return in sentences all that a drawing shows."""
    return tuple(
        f"{s[:1].upper()}{s[1:]}{'' if s.endswith(ANYONE) else '.'}" for s in _sentences(scene, vocabulary, language)
    )


def _sentences(scene: Scene, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    seats, asked = scene.seats, scene.asked
    people = ", ".join(f"{s.name} {s.role.names[0].get(language)}".rstrip() for s in seats)
    yield f"{CLOCKWISE.get(language)}: {people}"
    gone = [s.name for s in seats if s.gone]
    if gone:
        yield f"{GONE.get(language)}: {names_in_words(gone, language)}"
    if scene.end.en:
        yield f"{GAME_OVER.get(language)}: {scene.end.get(language)}"
    yield from _together(scene, vocabulary, language)
    if scene.relation is not None:
        yield from _answer(scene, scene.relation, vocabulary, language)
        yield from unsaid(scene, vocabulary, language)
        return
    for predicate in (*asked[DrawingKind.REACH], *asked[DrawingKind.NUMBER]):
        for value in sorted({s.reach for s in seats if s.reach is not None}, key=str):
            names = [s.name for s in seats if s.reach == value]
            yield say_value(predicate, [names], DOUBTFUL.get(language) if value == "?" else value, language)
    for reach in scene.reaches:
        within = names_in_words([seats[n].name for n in reach.within], language)
        predicate = vocabulary.predicates[reach.predicate]
        yield f"{_somebody(predicate, language, seats[reach.seat].name)}: {within}"
    arrows = [arrow for arrow in scene.arrows if arrow.piece is None]
    for predicate in (*asked[DrawingKind.ARROW], *(() if scene.pieces else asked[DrawingKind.MOVE])):
        for number, seat in enumerate(seats):
            from_here = [a for a in arrows if (a.start, a.predicate) == (number, predicate.id)]
            yield from _doing(scene, predicate, seat.name, from_here, language)
        certain = predicate.id not in (*scene.unsaid, *scene.doubtful)
        if certain and not any(a.predicate == predicate.id for a in arrows):
            yield f"{_somebody(predicate, language)}: –"
    yield from _pieces(scene, vocabulary, language)
    for predicate in (*asked[DrawingKind.START], *asked[DrawingKind.MARK]):
        for seat in seats:
            if seat.may_start:
                yield say_fact(predicate, [seat.name], True, language)
    for predicate in asked[DrawingKind.ORDER]:
        if scene.order:
            yield say_value(predicate, [scene.order[0]], scene.order, language)
    yield from unsaid(scene, vocabulary, language)


def _together(scene: Scene, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    """Yield which teams take their turns together, whose turn it is and whose is next, and who stands out in a team."""
    asked = scene.relation.predicate if scene.relation is not None else None
    if scene.bands:
        teams = [_say_team(scene, team_name(band.team), language) for band in scene.bands]
        yield TOGETHER.get(language).format(teams=names_in_words(teams, language))
        for predicate in drawn_as(DrawingKind.ACTIVE, vocabulary):
            active = [name for name, band in zip(teams, scene.bands, strict=True) if band.active]
            if active and predicate is not asked:
                yield say_fact(predicate, active[:1], True, language)
        for predicate in drawn_as(DrawingKind.TURNS, vocabulary):
            for band in scene.bands:
                player = next(s.name for s in scene.seats if s.team == band.team and not s.gone)
                if band.after is not None and predicate is not asked:
                    yield say_value(predicate, [player], _say_team(scene, team_name(band.after), language), language)
    starred = [seat.name for seat in scene.seats if seat.starred]
    for predicate in drawn_as(DrawingKind.STAR, vocabulary):
        if starred and predicate is not asked:
            yield from (say_fact(predicate, [name], True, language) for name in starred)


def _answer(scene: Scene, relation: Relation, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    """Yield the facts of a question, then of whom it is answered how."""
    predicate, of = relation.predicate, relation.question.of
    for key, value in relation.question.given:
        yield say_given(vocabulary, key, value, language)
    if relation.kind in (DrawingKind.COUNT, DrawingKind.ORDER, DrawingKind.WHO, DrawingKind.TURNS):
        if relation.value is not None:
            is_team = relation.kind is DrawingKind.TURNS
            named_team = _say_team(scene, str(relation.value), language)
            yield say_value(predicate, list(of), named_team if is_team else relation.value, language)
    elif relation.kind in (DrawingKind.NUMBER, DrawingKind.REACH):
        yield from _numbers(scene, relation, vocabulary, language)
    elif relation.kind is DrawingKind.SEATING:
        if relation.answer in (Mark.YES, Mark.NO):
            yield say_fact(predicate, [], relation.answer is Mark.YES, language)
    else:
        named = [_named(scene, relation, mark, language) for mark in (Mark.YES, Mark.DOUBT)]
        yield from _facts(predicate, of[:-1], named, language)
        if relation.denied:
            team = predicate.parameters[-1][1] == "team"
            last = _say_team(scene, of[-1], language) if team else of[-1]
            yield say_fact(predicate, [*of[:-1], last], False, language)


def _say_team(scene: Scene, name: str, language: str) -> str:
    """Return a team by its name in words; who is alone is no team."""
    alone = len(set(scene.team)) == len(scene.team)
    return f"{name}1" if alone else f"{TEAM_NAME.get(language)} {name}"


def _named(scene: Scene, relation: Relation, mark: Mark, language: str) -> list[str]:
    """Return the players, or the teams, that have a mark; of arrows to two the second ones."""
    seats = [n for n, seat_mark in sorted(relation.marks.items()) if seat_mark == mark]
    if relation.predicate.parameters[-1][1] == "team":
        teams = dict.fromkeys(scene.seats[n].team for n in seats)
        return [_say_team(scene, team_name(team), language) for team in teams]
    *fixed, last = relation.question.of
    return [name for n in seats if (name := scene.seats[n].name) == last or name not in fixed]


def _numbers(scene: Scene, relation: Relation, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    """Yield the number of each player; of a reach that of one, and whom it holds."""
    seats, of = scene.seats, relation.question.of
    if relation.kind is DrawingKind.NUMBER:
        for value in sorted({*relation.numbers.values()}):
            names = [seats[n].name for n, number in sorted(relation.numbers.items()) if number == value]
            yield say_value(relation.predicate, [names], value, language)
        return
    if relation.value is not None:
        yield say_value(relation.predicate, list(of), relation.value, language)
    within = _named(scene, relation, Mark.YES, language)
    for predicate in drawn_as(DrawingKind.WITHIN, vocabulary) if within else ():
        yield say_fact(predicate, [of[0], [name for name in within if name != of[0]]], True, language)
    for predicate in drawn_as(DrawingKind.COUNT, vocabulary):
        for n, number in sorted(relation.numbers.items(), key=lambda item: item[1]):
            yield say_value(predicate, [of[0], seats[n].name], number, language)


def _facts(predicate: Predicate, of: Sequence[str], last: Sequence[list[str]], language: str) -> Iterator[str]:
    """Yield of whom a fact holds in the last place, and of whom it is left open."""
    for names, doubt in zip(last, ("", f" ({DOUBTFUL.get(language)})"), strict=True):
        if names:
            yield say_fact(predicate, [*of, names], True, language) + doubt


def _doing(scene: Scene, predicate: Predicate, name: str, arrows: Sequence[Arrow], language: str) -> Iterator[str]:
    others = [[scene.seats[a.end].name for a in arrows if a.certain == certain] for certain in (True, False)]
    return _facts(predicate, [name], others, language)


def _pieces(scene: Scene, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    """Yield for each piece where it stands, in the phrase of that fact, and what may become of it."""
    predicates = (*scene.asked[DrawingKind.ARROW], *scene.asked[DrawingKind.MOVE])
    slot = next((r.slot[0] for r in predicates if r.slot is not None), None)
    for number, piece in enumerate(scene.pieces):
        place = say_given(vocabulary, slot, piece.place, language) if slot else piece.place
        yield f"{piece.owner}: {place}"
        for predicate in predicates:
            arrows = [a for a in scene.arrows if a.piece == number and a.predicate == predicate.id]
            yield from _doing(scene, predicate, piece.owner, arrows, language)


def unsaid(scene: Scene, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    """Yield what the text leaves unsaid or in doubt, so that a drawing cannot show it."""
    for ids, lead in ((scene.unsaid, NOT_SAID.get(language)), (scene.doubtful, f"{DOUBTFUL.get(language)}:")):
        for id in ids:
            sentence = f"{lead} {_somebody(vocabulary.predicates[id], language)}"
            yield sentence[:1].upper() + sentence[1:]


def _somebody(predicate: Predicate, language: str, first: str = ANYONE) -> str:
    """Return a question's phrase with dots for the players, or with the first of them named."""
    letters = [letter for letter, _ in predicate.parameters]
    return fill(predicate.statement(language), letters, [first, *[ANYONE] * len(letters)][: len(letters)], language)
