"""Questions about tables of every size, with how many players each team of them has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

#: How people ask whether two teams of some sizes can play, and what is asked of a table of those sizes.
WHETHER = {
    "en": ("can we play {} against {}?", "is {}v{} legal?", "can a team of {} play against a team of {}?"),
    "it": ("si può giocare {} contro {}?", "è legale {} contro {}?", "può una squadra da {} giocare contro una da {}?"),
}
AT = {"en": "{}v{}: can A1 attack B1?", "it": "{} contro {}: A1 può attaccare B1?"}
#: And whether so many players can, who are divided into teams as alike as can be.
PLAYERS = {
    "en": ("can we play with {} players?", "can {} people play?"),
    "it": ("si può giocare in {}?", "possono giocare in {}?"),
}
LARGEST, MOST = 6, 12


def teams_asked(ways: Iterable[str]) -> Iterator[tuple[str, int, int]]:
    """Yield questions about two teams of each size up to the largest, with both sizes."""
    for way in ways:
        for one in range(1, LARGEST + 1):
            for other in range(1, LARGEST + 1):
                yield way.format(one, other), one, other


def players_asked(language: str) -> Iterator[tuple[str, int]]:
    """Yield questions in a language about each number of players up to the most, with that number."""
    for way in PLAYERS[language]:
        for players in range(2, MOST + 1):
            yield way.format(players), players
