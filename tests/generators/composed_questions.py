"""Questions as they are put together at a table: something asked, with who has left or that nobody has, told anywhere in it.

Each comes with the plain question that means the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, cycle, permutations, product
from typing import NamedTuple


class Wordings(NamedTuple):
    """What is combined in a language: ``{s}`` stands in a frame for what is told, ``{q}`` for what is asked."""

    nobody_left: tuple[str, ...]
    nobody_left_briefly: tuple[str, ...]
    left: tuple[str, ...]
    before: tuple[str, ...]
    now: tuple[str, ...]
    plainly_before: str
    plainly_now: str
    frames: tuple[str, ...]
    frames_of_brief: tuple[str, ...]
    asked: tuple[str, ...]
    tried: tuple[str, ...]


WORDINGS = {
    "en": Wordings(
        nobody_left=(
            "nobody is dead",
            "nobody's dead yet",
            "no one has left",
            "nobody has left yet",
            "no one is out",
            "nobody has died so far",
            "everyone is still alive",
            "everybody's alive",
            "everyone's still in",
            "all six of us are still in",
            "all six are alive",
            "all players are still in the game",
            "we are all still alive",
            "we're all still in",
            "everyone is still playing",
            "all six players are still there",
            "nobody has been eliminated",
            "no one's been knocked out",
            "nobody has lost yet",
            "the game has just started",
            "no player has left",
            "no players are out yet",
        ),
        nobody_left_briefly=(
            "nobody dead",
            "nobody dead yet",
            "no one out",
            "everyone alive",
            "everyone still in",
            "all six still in",
            "all still in",
            "nobody eliminated",
            "no one eliminated yet",
            "full table",
            "full table of six",
            "all players still in",
            "start of the game",
            "beginning of the game",
            "turn one",
            "game just started",
        ),
        left=(
            "A3 is dead",
            "A3 died",
            "A3 has left",
            "A3 left the game",
            "A3 is out",
            "A3 got knocked out",
            "A3 was eliminated",
            "A3 is gone",
            "A3 lost",
            "A3 conceded",
            "A3 is already dead",
            "A3 got killed",
            "A3 dropped out",
            "A3 is no longer in the game",
            "A3 isn't in the game anymore",
            "A3 bit the dust",
            "A3 quit",
        ),
        before=("last turn", "two turns ago", "a while ago", "a few turns ago", "on an earlier turn", "last round"),
        now=("this turn", "earlier this turn"),
        plainly_before="A3 left last turn, {q}?",
        plainly_now="A3 left this turn, {q}?",
        frames=(
            "{s}. {q}?",
            "{s}, {q}?",
            "{s}; {q}?",
            "{s} - {q}?",
            "{s}: {q}?",
            "{q} if {s}?",
            "{q} while {s}?",
            "{q} when {s}?",
            "if {s}, {q}?",
            "so {s}, {q}?",
            "{s}, so {q}?",
            "{q}? {s}.",
            "{q}, given that {s}?",
            "since {s}, {q}?",
            "assuming {s}, {q}?",
            "say {s}, {q}?",
        ),
        frames_of_brief=("{s}. {q}?", "{s}, {q}?", "{s}: {q}?", "{s} - {q}?", "{q}, {s}?", "{q} ({s})?", "{q}? {s}."),
        asked=(
            "can A2 attack B1",
            "can A2 swing at B1",
            "is A2 allowed to attack B1",
            "is B1 in A2's range",
            "can A2 target B1",
            "can A2 bolt B1",
            "may A2 block for A1",
            "can A2 give a creature to A1",
            "can A2 see A1's hand",
        ),
        tried=(
            "A2 wants to attack B1. Legal",
            "A2 attacks B1. Legal",
            "A2 wants to attack B1. Is that legal",
            "A2 attacks B1. Is that allowed",
            "A2 wants to swing at B1, can he",
            "A2 tries to attack B1. OK",
            "A2 would like to attack B1. Can he do that",
            "A2 says he attacks B1. Is that right",
            "A2 declares an attack on B1. Is that fine",
            "A2 wants to attack B1. Possible",
            "A2 is attacking B1. Legal attack",
            "B1 is being attacked by A2. Legal",
            "A2 goes for B1. Is it legal",
        ),
    ),
    "it": Wordings(
        nobody_left=(
            "nessuno è morto",
            "nessuno è uscito",
            "nessuno è ancora uscito",
            "nessuno ha perso",
            "nessuno è stato eliminato",
            "siamo tutti vivi",
            "siamo ancora tutti vivi",
            "sono ancora tutti in gioco",
            "ci siamo ancora tutti",
            "tutti sono ancora in gioco",
            "tutti e sei sono ancora in gioco",
            "non è uscito nessuno",
            "non è ancora morto nessuno",
            "la partita è appena iniziata",
            "nessun giocatore è uscito",
            "nessuno ha ancora lasciato la partita",
            "sono vivi tutti",
            "sono ancora in gioco tutti",
        ),
        nobody_left_briefly=(
            "tutti vivi",
            "tutti in gioco",
            "tutti ancora in gioco",
            "nessun eliminato",
            "nessuno eliminato",
            "nessun morto",
            "nessuno fuori",
            "tavolo completo",
            "tavolo pieno",
            "a inizio partita",
            "inizio partita",
            "partita appena iniziata",
            "primo turno",
            "tutti e sei in gioco",
        ),
        left=(
            "A3 è morto",
            "A3 è uscito",
            "A3 è fuori",
            "A3 ha perso",
            "A3 è stato eliminato",
            "A3 ha concesso",
            "A3 ha lasciato la partita",
            "A3 non c'è più",
            "A3 è già fuori",
            "A3 è fuori dalla partita",
            "A3 è stato ucciso",
            "A3 si è arreso",
            "A3 è stato fatto fuori",
            "hanno eliminato A3",
            "A3 è uscito di scena",
        ),
        before=(
            "il turno scorso",
            "due turni fa",
            "da un po'",
            "da qualche turno",
            "in un turno precedente",
            "al giro scorso",
        ),
        now=("in questo turno", "questo turno"),
        plainly_before="A3 è uscito il turno scorso, {q}?",
        plainly_now="A3 è uscito in questo turno, {q}?",
        frames=(
            "{s}. {q}?",
            "{s}, {q}?",
            "{s}; {q}?",
            "{s}: {q}?",
            "{q} se {s}?",
            "{q} quando {s}?",
            "{q} mentre {s}?",
            "se {s}, {q}?",
            "se {s} {q}?",
            "allora, {s}, {q}?",
            "{s}, quindi {q}?",
            "{q}? {s}.",
            "{q}, visto che {s}?",
            "dato che {s}, {q}?",
            "mettiamo che {s}, {q}?",
        ),
        frames_of_brief=("{s}. {q}?", "{s}, {q}?", "{s}: {q}?", "{q}, {s}?", "{q} ({s})?", "{q}? {s}.", "{q} con {s}?"),
        asked=(
            "A2 può attaccare B1",
            "A2 può colpire B1",
            "A2 riesce ad attaccare B1",
            "B1 è nel raggio di A2",
            "A2 può bersagliare B1",
            "A2 può fulminare B1",
            "A2 può bloccare per A1",
            "A2 può dare una creatura ad A1",
            "A2 può vedere la mano di A1",
        ),
        tried=(
            "A2 vuole attaccare B1. È legale",
            "A2 attacca B1. È legale",
            "A2 attacca B1. Si può",
            "A2 vuole attaccare B1, può",
            "A2 attacca B1, è permesso",
            "A2 dice che attacca B1. Può farlo",
            "A2 vorrebbe attaccare B1. Può",
            "A2 dichiara un attacco contro B1. È valido",
            "A2 sta attaccando B1. Legale",
            "A2 ha dichiarato un attacco contro B1. È legale",
            "A2 prova ad attaccare B1. Va bene",
        ),
    ),
}


#: What the games of some texts are called, and how people say which they play: ``{n}`` stands for its name.
GAMES = {
    "en": {
        "cr-806": ("free-for-all", "free for all", "FFA"),
        "cr-807": ("grand melee", "Grand Melee"),
        "cr-808": ("team vs team", "team vs. team", "team versus team"),
        "cr-810": ("two-headed giant", "2HG"),
        "cr-811": ("alternating teams",),
    },
    "it": {
        "cr-806": ("tutti contro tutti", "free-for-all"),
        "cr-807": ("grand melee", "Grand Melee"),
        "cr-808": ("squadra contro squadra", "squadre contro squadre"),
        "cr-810": ("two-headed giant", "2HG", "gigante a due teste"),
        "cr-811": ("squadre alternate",),
    },
}
#: What a game is called whose name tells how many are on a team, and what else tells it: ``{n}`` stands for the number.
SIZED_GAMES = {
    "en": (("{n}-headed giant", "{n} headed giant", "{n}hg"), "{q} with {n} players per team?"),
    "it": (("gigante a {n} teste", "{n}-headed giant", "{n}hg"), "{q} con {n} giocatori per squadra?"),
}
GAME_FRAMES = {
    "en": (
        "{n}: {q}?",
        "{n}, {q}?",
        "{n}. {q}?",
        "in {n}, {q}?",
        "{q} in {n}?",
        "we're playing {n}. {q}?",
        "we play {n}, {q}?",
        "{n} game. {q}?",
        "in a {n} game, {q}?",
        "{n} question: {q}?",
        "this is {n}. {q}?",
        "{q} when playing {n}?",
        "{q}, {n}?",
        "{q} ({n})?",
        "it's {n}, {q}?",
        "{n} here, {q}?",
        "{n} - {q}?",
        "in a game of {n} {q}?",
    ),
    "it": (
        "{n}: {q}?",
        "{n}, {q}?",
        "{n}. {q}?",
        "in {n}, {q}?",
        "{q} in {n}?",
        "giochiamo a {n}. {q}?",
        "stiamo giocando a {n}, {q}?",
        "partita di {n}. {q}?",
        "in una partita di {n}, {q}?",
        "domanda su {n}: {q}?",
        "{q} quando si gioca a {n}?",
        "{q}, {n}?",
        "{q} ({n})?",
        "è {n}, {q}?",
        "{n} - {q}?",
        "siamo a {n}, {q}?",
    ),
}
ASKED_OF_ANY = {
    "en": ("can A1 attack B1", "what is the range of A1", "who can A1 attack", "can A1 see the hand of B1"),
    "it": ("A1 può attaccare B1", "qual è il raggio di A1", "chi può attaccare A1", "A1 può vedere la mano di B1"),
}


def with_game(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield questions in a language that say which game is played, each with its text and the question without that."""
    asked = cycle(ASKED_OF_ANY[language])
    for text, names in GAMES[language].items():
        for name, frame in product(names, GAME_FRAMES[language]):
            question = next(asked)
            yield text, _begun(frame.format(n=name, q=question)), f"{question}?"


def with_sized_game(language: str) -> Iterator[tuple[str, str]]:
    """Yield questions in a language in which the name of the game tells the size of the teams, and each told plainly."""
    names, plainly = SIZED_GAMES[language]
    asked, sizes = cycle(ASKED_OF_ANY[language]), cycle((3, 4, 5))
    for name, frame in product(names, GAME_FRAMES[language]):
        question, size = next(asked), next(sizes)
        yield _begun(frame.format(n=name.format(n=size), q=question)), plainly.format(q=question, n=size)


#: How people say who they are, with the frames in which they do, and what they ask then of themselves and of that player.
ASKERS = {
    "en": ("I'm A1", "I am A1", "i'm player A1", "I'm playing A1", "me being A1", "I'm in seat A1", "I sit at A1"),
    "it": ("sono A1", "io sono A1", "gioco A1", "sono seduto in A1", "sono il giocatore A1"),
}
ASKER_FRAMES = {
    "en": (
        "{s}. {q}?",
        "{s}, {q}?",
        "{s} and {q}?",
        "{s}: {q}?",
        "{q}? {s}.",
        "{q} if {s}?",
        "{s} - {q}?",
        "{q} ({s})?",
        "{s} so {q}?",
        "ok so {s}. {q}?",
    ),
    "it": (
        "{s}. {q}?",
        "{s}, {q}?",
        "{s} e {q}?",
        "{s}: {q}?",
        "{q}? {s}.",
        "{q} se {s}?",
        "se {s}, {q}?",
        "{s} - {q}?",
        "{q} ({s})?",
        "allora {s}, {q}?",
    ),
}
OF_ASKER = {
    "en": {
        "can I attack B1": "can A1 attack B1",
        "am I in range of B3": "is A1 in range of B3",
        "is B3 in my range": "is B3 in range of A1",
        "can i target B2": "can A1 target B2",
        "can B3 attack me": "can B3 attack A1",
        "who can I attack": "who can A1 attack",
        "what's my range": "what is the range of A1",
        "can I see my emperor's hand": "can A1 see A2's hand",
        "can I give a creature to my emperor": "can A1 give a creature to A2",
        "do I lose if A2 dies": "does A1 lose if A2 dies",
        "who can attack me": "who can attack A1",
        "can my creatures attack B3": "can A1's creatures attack B3",
    },
    "it": {
        "posso attaccare B1": "A1 può attaccare B1",
        "B3 è nel mio raggio": "B3 è nel raggio di A1",
        "posso bersagliare B2": "A1 può bersagliare B2",
        "B3 può attaccarmi": "B3 può attaccare A1",
        "quanto è il mio raggio": "qual è il raggio di A1",
        "posso vedere la mano del mio imperatore": "A1 può vedere la mano di A2",
        "posso dare una creatura al mio imperatore": "A1 può dare una creatura ad A2",
        "perdo se muore A2": "A1 perde se muore A2",
    },
}


def with_asker(language: str) -> Iterator[tuple[str, str]]:
    """Yield questions in a language by somebody who says who that is, each with the question about that player."""
    told = product(ASKERS[language], ASKER_FRAMES[language])
    for (asker, frame), question in product(told, OF_ASKER[language]):
        yield frame.format(s=asker, q=question), f"{OF_ASKER[language][question]}?"


#: How people ask which rule says something; then what it may say, each with the question that it answers.
WHICH_RULE = {
    "en": (
        "which rule says that {s}?",
        "what rule says {s}?",
        "where does it say that {s}?",
        "where do the rules say {s}?",
        "where is it written that {s}?",
        "is there a rule that says {s}?",
        "show me the rule that says that {s}",
    ),
    "it": (
        "quale regola dice che {s}?",
        "che regola stabilisce che {s}?",
        "dove sta scritto che {s}?",
        "dov'è scritto che {s}?",
        "in quale regola c'è scritto che {s}?",
        "qual è la regola che dice che {s}?",
        "c'è una regola che dice che {s}?",
    ),
}
SAID_BY_RULES = {
    "en": {
        "A1 can't attack B2": "can A1 attack B2?",
        "A1 cannot attack B2 if B1 is dead": "can A1 attack B2 if B1 is dead?",
        "A1 can attack B3": "can A1 attack B3?",
        "a general can't go first": "can a general go first?",
        "A1 loses when A2 dies": "does A1 lose when A2 dies?",
        "my emperor can see my hand": "can my emperor see my hand?",
        "who goes first": "who goes first?",
    },
    "it": {
        "A1 non può attaccare B2": "A1 può attaccare B2?",
        "A1 non può attaccare B2 se B1 è morto": "A1 può attaccare B2 se B1 è morto?",
        "A1 può attaccare B3": "A1 può attaccare B3?",
        "un generale non può iniziare": "un generale può iniziare?",
        "A1 perde se muore A2": "A1 perde se muore A2?",
        "il mio imperatore può vedere la mia mano": "il mio imperatore può vedere la mia mano?",
    },
}


def with_rule(language: str) -> Iterator[tuple[str, str]]:
    """Yield questions in a language for the rule that says something, each with the question which that answers."""
    for frame, (told, plain) in product(WHICH_RULE[language], SAID_BY_RULES[language].items()):
        yield frame.format(s=told), plain


#: What is told of a creature that somebody has of another, what happens to one of the two then, and what is asked of it.
HANDED = {
    "en": (
        "A1 gave a creature to A2",
        "A1 deployed a creature to A2",
        "A1 handed his creature to A2",
        "A1 passed a dragon to A2",
        "A1 has given a creature to A2",
        "A2 stole a creature from A1",
        "A2 took control of A1's creature",
    ),
    "it": (
        "A1 ha dato una creatura ad A2",
        "A1 ha schierato una creatura ad A2",
        "A1 ha passato la sua creatura ad A2",
        "A1 aveva ceduto un drago ad A2",
        "A2 ha rubato una creatura ad A1",
        "A2 ha preso una creatura ad A1",
    ),
}
GONE_OF_TWO = {
    "en": ("A1 dies", "A1 leaves", "A1 conceded", "A1 is eliminated", "A2 dies", "A2 lost", "A2 left the game"),
    "it": ("A1 muore", "A1 esce", "A1 ha perso", "A1 viene eliminato", "A2 muore", "A2 esce", "A2 concede"),
}
ASKED_OF_IT = {
    "en": ("who gets it", "does A2 keep it", "who controls it now", "what happens to it", "who has the creature"),
    "it": ("chi la tiene", "chi la controlla ora", "che succede alla creatura", "di chi è", "a chi va"),
}
SCENES = {
    "en": ("{s}. {d}. {q}?", "{s} and then {d}. {q}?", "{s} and {d}, {q}?", "{s}, {d}: {q}?", "{s} but then {d}, {q}?"),
    "it": ("{s}. {d}. {q}?", "{s} e poi {d}. {q}?", "{s} e {d}, {q}?", "{s}, {d}: {q}?", "{s} ma poi {d}, {q}?"),
}
PLAIN_SCENE = {
    "en": "A2 took control of a creature of A1. {d}. what happens to the creature?",
    "it": "A2 ha preso una creatura ad A1. {d}. che succede alla creatura?",
}
#: How a card is told by what it says, the plain way, and what is asked then.
QUOTED = {
    "en": (
        (
            'A2 casts "you win the game"',
            'A2 resolves a "you win the game" effect',
            'A2 plays "you win the game"',
            'A2 has a "you win" card',
            'A2\'s "you win the game" spell resolves',
        ),
        "A2 wins the game with an effect",
        ("who loses", "does B2 lose", "does team A win", "does A1 win"),
    ),
    "it": (
        (
            'A2 gioca "vinci la partita"',
            'A2 lancia "vinci la partita"',
            'A2 risolve un effetto "vinci la partita"',
            'A2 usa una carta "hai vinto la partita"',
            "A2 fa «vinci la partita»",
        ),
        "A2 vince la partita con un effetto",
        ("chi perde", "B2 perde", "la squadra A vince", "A1 vince"),
    ),
}
#: How Italian tells that somebody has left by a participle before him, and in plain words.
BY_PARTICIPLE = {
    "morto A3": "A3 è morto",
    "uscito A3": "A3 è morto",
    "caduto B1": "B1 è morto",
    "una volta eliminato A3": "A3 è morto",
    "morti A3 e B1": "A3 e B1 sono morti",
    "usciti A3 e B3": "A3 e B3 sono morti",
}


#: The same of what is called by what it is, and of what is taken by a card.
NAMED_SCENES = {
    "en": (
        "A1 deployed his {n} to A2, then {d}. what happens to the {n}?",
        "A1 gave a {n} to A2 and {d}. what becomes of the {n}?",
        "A2 had Mind Control on A1's {n} and {d}, who gets the {n}?",
        "A2 cast Control Magic on A1's {n}, then {d}. who gets the creature?",
    ),
    "it": (),
}
NOUNS = ("bear", "wurm", "goblin", "creature")


def with_scene(language: str) -> Iterator[tuple[str, str]]:
    """Yield questions in a language that tell a scene and ask of what was spoken of, each with the plain question."""
    for frame, noun, gone in product(NAMED_SCENES[language], NOUNS, GONE_OF_TWO[language]):
        yield frame.format(n=noun, d=gone), PLAIN_SCENE[language].format(d=gone)
    asked = cycle(ASKED_OF_IT[language])
    for handed, gone, frame in product(HANDED[language], GONE_OF_TWO[language], SCENES[language]):
        yield frame.format(s=handed, d=gone, q=next(asked)), PLAIN_SCENE[language].format(d=gone)
    quoted, plain, questions = QUOTED[language]
    for said, question, frame in product(quoted, questions, ("{s}. {q}?", "{s}, {q}?", "{s}: {q}?")):
        yield frame.format(s=said, q=question), f"{plain}, {question}?"
    participles = BY_PARTICIPLE if language == "it" else {}
    for (said, told), question in product(participles.items(), WORDINGS[language].asked):
        yield f"{_begun(said)}, {question}?", f"{told}, {question}?"


def composed(language: str) -> Iterator[tuple[str, str]]:
    """Yield questions in a language, each with the plain question that means the same."""
    said = WORDINGS[language]
    asked, before, now = cycle(said.asked), cycle(said.before), cycle(said.now)
    nobody = chain(product(said.nobody_left, said.frames), product(said.nobody_left_briefly, said.frames_of_brief))
    for told, frame in nobody:
        question = next(asked)
        yield _put(frame, told, question), f"{question}?"
    for told, frame in product(said.left, said.frames):
        question = next(asked)
        yield _put(frame, f"{told} {next(before)}", question), said.plainly_before.format(q=question)
        yield _put(frame, f"{told} {next(now)}", question), said.plainly_now.format(q=question)
    plain = said.asked[0]
    for tried, told in product(said.tried, (*said.nobody_left, *said.nobody_left_briefly)):
        yield f"{_begun(told)}. {tried}?", f"{plain}?"
    for tried, told in product(said.tried, said.left):
        yield f"{told} {next(before)}. {tried}?", said.plainly_before.format(q=plain)


def _put(frame: str, told: str, question: str) -> str:
    """Return a frame with what is told and asked, and a capital letter at its beginning."""
    return _begun(frame.format(s=told, q=question))


def _begun(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


#: What is asked of one's own, whoever asks, in several ways; each question means the last of them.
OF_ONES_OWN = {
    "en": (
        (
            "is attacking your own emperor allowed?",
            "is it legal to attack your own emperor?",
            "can you attack your own emperor?",
            "can I attack my emperor?",
        ),
        ("can you see your own teammate's hand?", "can I see my teammate's hand?"),
        ("do you lose when your emperor dies?", "do I lose when my emperor dies?"),
    ),
    "it": (
        (
            "si può attaccare il proprio imperatore?",
            "è permesso attaccare il proprio imperatore?",
            "posso attaccare il mio imperatore?",
        ),
        ("si può vedere la mano del proprio compagno?", "posso vedere la mano del mio compagno?"),
        ("si può bersagliare un proprio compagno?", "posso bersagliare un mio compagno?"),
        (
            "si perde se muore il proprio imperatore?",
            "quando muore il proprio imperatore si perde?",
            "se mi muore l'imperatore perdo?",
            "perdo se muore il mio imperatore?",
        ),
        ("si è fuori se muore il proprio imperatore?", "sono fuori se muore il mio imperatore?"),
        ("se ci muore un generale perdiamo?", "perdiamo se muore un nostro generale?"),
        ("A1 perde se gli muore l'imperatore?", "A1 perde se muore il suo imperatore?"),
    ),
}


def with_plain(rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield the ways of asking of each row with its last, in which it is asked plainly."""
    for *ways, plain in rows:
        for question in ways:
            yield question, plain


def of_ones_own(language: str) -> Iterator[tuple[str, str]]:
    """Yield questions in a language about what is one's own, each with the question as whoever asks would put it."""
    yield from with_plain(OF_ONES_OWN[language])


#: Whom somebody who says who he is calls his own, or an opponent; the last is asked plainly.
CALLED = {
    "en": (
        "I am {me}. can my {noun} {who} attack {other}?",
        "I'm {me}, can my {noun} {who} attack {other}?",
        "can {who} attack {other}?",
    ),
    "it": (
        "sono {me}. il mio {noun} {who} può attaccare {other}?",
        "io sono {me}, il mio {noun} {who} può attaccare {other}?",
        "{who} può attaccare {other}?",
    ),
}
CALLED_SO = {
    "en": ({"A1": "general", "A2": "emperor", "A3": "general"}, "teammate", "opponent"),
    "it": ({"A1": "generale", "A2": "imperatore", "A3": "generale"}, "compagno", "avversario"),
}
#: What one’s opponent did, behind which whoever asks is none of his team.
OPPONENT_GONE = {
    "en": ("my opponent B3 died. can I attack B2?", "if my opponent B3 is dead, can I attack B2?"),
    "it": ("il mio avversario B3 è morto. posso attaccare B2?", "se il mio avversario B3 è morto, posso attaccare B2?"),
}
#: Nobody is taken from whoever asks.
EXCEPT_ME = {
    "en": ("can I except A3 attack B1?", "can I, except for A3, attack B1?", "can A2 attack me except B3?"),
    "it": ("posso tranne A3 attaccare B1?", "io eccetto A3 posso attaccare B1?", "A2 può attaccare me tranne B3?"),
}


def called_mine(language: str) -> Iterator[tuple[str, str, bool]]:
    """Yield questions about a player whom their asker calls something, each asked plainly, and whether he is that."""
    roles, mate, foe = CALLED_SO[language]
    *frames, plain = CALLED[language]
    for frame, me, who in product(frames, ("A1", "B2"), ("A2", "A3", "B1", "B3")):
        if me == who:
            continue
        other = "B2" if who[0] == "A" else "A1"
        of_my_team = me[0] == who[0]
        for noun, is_so in ((roles["A" + who[1]], of_my_team), (mate, of_my_team), (foe, not of_my_team)):
            yield frame.format(me=me, noun=noun, who=who, other=other), plain.format(who=who, other=other), is_so


#: What is asked of everybody and one's own: each case is of two of a team.
OF_EVERYBODY = {
    "en": (
        "can anyone {verb} their own emperor?",
        "can anybody {verb} his own emperor?",
        "who can {verb} his own emperor?",
        "who can {verb} their own teammates?",
        "can each player {verb} his own teammate?",
    ),
    "it": (
        "qualcuno può {verb} il proprio imperatore?",
        "chi può {verb} i propri compagni?",
        "ognuno può {verb} i propri compagni?",
        "si può {verb} il proprio compagno?",
    ),
}
VERBS = {"en": ("attack", "target", "block for"), "it": ("attaccare", "bersagliare")}


def of_everybody(language: str) -> Iterator[str]:
    """Yield questions in a language of everybody and what is their own."""
    for frame, verb in product(OF_EVERYBODY[language], VERBS[language]):
        yield frame.format(verb=verb)


#: How somebody's part is told behind his name, how whoever asks says within a question who that is, and how those are asked
#: for of whom something is so: each with the plain question.
TOLD_BESIDE = {
    "en": (
        ("B3 attacks A1 with a huge dragon. can A2 throw a blocker in front of it?", "B3 attacks A1. can A2 block?"),
        ("can A2 give a creature to A1 the turn he casts it?", "can A2 deploy a summoning sick creature to A1?"),
        (
            "A1 handed his elf to A2, then A2 conceded, where does his elf go?",
            "A1 gave a creature to A2, then A2 conceded, what happens to the creature?",
        ),
        ("what happens to the game if B2 quits because he's hungry?", "does the game go on if B2 concedes?"),
        ("My opening hand was terrible. is the first mulligan free?", "is the first mulligan free?"),
        ("can A1 attack B2 in this format?", "can A1 attack B2?"),
        (
            "B1 has an artifact that says whenever a creature enters, draw a card. A3's elf enters. does B1 draw?",
            "does B1's Soul Warden see a creature entering under A3?",
        ),
        (
            "A2 casts a spell that says he wins the game. is it all over?",
            "an effect makes A2 win the game. is the game over?",
        ),
        ("can A1 attack B2, and B3 is in between?", "can A1 attack B2?"),
        (
            "A1 and A2 each have the same legendary creature. must one be sacrificed?",
            "does the legend rule apply to a legend of A1 because of one of A2?",
        ),
        ("their creature is attacking A3. can A2 block?", "an opponent attacks A3. can A2 block?"),
        ("can A1 attack the opponent two seats over?", "can A1 attack the opponent two seats away?"),
        ("who goes first once we've rolled?", "who goes first?"),
        ("can A1 attack B3 although he's a general?", "can A1 attack B3?"),
        (
            "B3 died last turn. can A1 attack B2 now even though he is the emperor?",
            "B3 died last turn. can A1 attack B2?",
        ),
        ("can A1 attack B2, skipping the general?", "can A1 attack B2?"),
        ("can A1 deploy a creature straight to A3, bypassing the emperor?", "can A1 deploy a creature to A3?"),
        ("can A1 attack B3? My buddy says no.", "can A1 attack B3?"),
        ("does the one who starts skip the draw like in 1v1?", "does the starting player skip the first draw?"),
        ("there's 8 of us, four per team. what is the range of A2?", "four per team. what is the range of A2?"),
        ("is it ok to play with four teams of three?", "can we play with four teams of three?"),
        ("B1 attacks A3. can A2 block it with his wall?", "B1 attacks A3. can A2 block?"),
        ("B1 attacks A3. I'm A2 with an untapped wall. can I throw it in front?", "B1 attacks A3. can A2 block?"),
        ("B1 casts Murder and I'm A3 holding Counterspell. Can I counter it?", "can A3 counter a spell of B1?"),
        (
            "B1 swings at A3. I'm A2 and I cast Fog. Do they still take damage?",
            "B1 attacks A3 and A2 casts Fog, is the damage stopped?",
        ),
        (
            "A1 and B3 both have a Thalia out. Legend rule?",
            "does the legend rule apply to a legend of A1 because of one of B3?",
        ),
        (
            "A2 has rage quit. do his generals have to stop playing too?",
            "A2 has conceded. are his generals out of the game?",
        ),
        ("A2 is at 10 poison. anything happen?", "A2 has 10 poison counters. does he lose?"),
        ("A2 conceded because he was tired. does team A lose?", "A2 conceded. does team A lose?"),
        ("A2 decked himself. do we keep going?", "A2 decked himself. does our team keep going?"),
        ("I'm A3, I have Howling Mine. who gets the extra card each turn?", "who does an effect of A3 affect?"),
        ("can A2 attack whoever he wants, or only the neighbours?", "whom can A2 attack?"),
        (
            "A2 deployed his bear to me (A3) and then I lost. who has the bear?",
            "A2 deployed his bear to A3, then A3 loses. who gets the bear?",
        ),
        (
            "B1 stole my Titan with Agent of Treachery and then I (A3) died. does he keep it?",
            "B1 stole A3's titan. A3 died. who gets the titan?",
        ),
        ("My angel entered this turn. can I hand it to A2 right now?", "can I deploy a summoning sick creature to A2?"),
        ("I just cast a creature with haste, can I give it to A2 this same turn?", "can I deploy a creature to A2?"),
        ("can A2 send one creature at B1 and another at B3?", "can A2 attack B1 and, in the same combat, B3?"),
        ("can A1 attack B2, the emperor?", "can A1 attack B2?"),
        ("can my teammate tell me what to attack?", "can my teammate talk to me?"),
        ("may I ask my emperor what to play this turn?", "can I talk to my emperor?"),
        ("who comes after B3 once A1 has died?", "whose turn is it after B3 once A1 has died?"),
        ("how far does a spell from the enemy general reach?", "how far does a spell of the enemy general reach?"),
        ("A3 taps a creature to give it to A2 in A1's turn, legal?", "can A3 give a creature to A2 in A1's turn?"),
        ("can A1 point removal at a creature that B3 controls?", "can A1 target a creature of B3?"),
        ("can A1 cast Giant Growth on A3's creature?", "can A1 target A3's creature?"),
        ("B2, the emperor, casts Earthquake. who takes damage?", "B2 casts Earthquake. who takes damage?"),
        ("Wrath of God is cast by B3, whose creatures die?", "B3 casts Wrath of God, whose creatures die?"),
        ("A3 casts Fireball. can he aim it at B1's face?", "can A3 target B1?"),
        (
            "B2 casts Blasphemous Act, are A2's creatures hit?",
            "does the Blasphemous Act of B2 hit the creatures of A2?",
        ),
        ("B2 plays a card that makes each player draw, does A2 draw?", "B2 makes each player draw, does A2 draw?"),
        (
            "B1 had stolen A3's angel with Mind Control, then B1 conceded. where does the angel go?",
            "B1 took control of a creature of A3. B1 conceded. where does the creature go?",
        ),
        (
            "a creature A1 deployed to A2, what happens to it if A1 leaves?",
            "what happens to the creature A1 deployed to A2 if A1 leaves?",
        ),
        (
            "can I hand my emperor a creature at the end of my opponent's turn?",
            "can I hand my emperor a creature during my opponent's turn?",
        ),
        ("can teams have three and four players?", "can we play 3 against 4?"),
        ("one team has 3 people, the other has 2, allowed?", "can we play 3 against 2?"),
        ("A1 is killed during A1's own turn, does the turn stop there?", "A1 dies during his turn, does the turn end?"),
        ("during B3's turn A1 dies, can B3 attack A2?", "it is B3's turn and A1 dies this turn, can B3 attack A2?"),
        (
            "on my turn I kill B1, can I (A3) attack B2?",
            "on A3's turn he kills B1, can he attack B2?",
            "it is A3's turn and B1 dies this turn, can A3 attack B2?",
        ),
        ("if we start, do we draw?", "do we draw a card on our first turn if we go first?"),
        ("if A1 starts, does B1 draw?", "does B1 draw a card on the first turn if A1 goes first?"),
        ("can I see my teammate's hand from across the table?", "can I see my teammate's hand?"),
        ("can A1 steal a creature from B3 with Control Magic?", "can A1 steal a creature from B3?"),
        ("A1 dies in his own main phase, is the turn over?", "A1 dies on his turn, does the turn end?"),
        ("I died early, do I still win if my team wins?", "I am dead, can I win?"),
        ("I was killed as a general, do I win if my team wins?", "I am a general and I am dead, can I win?"),
        (
            "A2 casts something that makes every opponent lose 3 life, who loses life?",
            "A2 casts a spell that makes each opponent lose life, who loses life?",
        ),
        ("can A2, the emperor, attack B1?", "can A2 the emperor attack B1?", "can A2 attack B1?"),
        ("does A1 lose if A2, the emperor, dies?", "does A1 lose if A2 the emperor dies?", "does A1 lose if A2 dies?"),
        ("can A1, the general, target B2, the emperor?", "can A1 target B2 the emperor?", "can A1 target B2?"),
        ("can I (I'm A1) attack B3?", "can I (A1) attack B3?", "can I, A1, attack B3?", "can A1 attack B3?"),
        ("do I (I am A1) lose if A2 dies?", "do I, A1, lose if A2 dies?", "does A1 lose if A2 dies?"),
        ("can B3 attack me (I'm A1) if A3 left last turn?", "can B3 attack A1 if A3 left last turn?"),
        ("who are the players that A1 can target?", "which players can A1 target?"),
        (
            "who are the opponents A1 can attack?",
            "which are the opponents that A1 can attack?",
            "which opponents can A1 attack?",
        ),
        (
            "can one team have 4 players and the other 3?",
            "is it ok if one team has four players and the other team has three?",
            "can we play 4 against 3?",
        ),
        (
            "does the turn just end if A1 leaves and it is A1's turn?",
            "does the turn end if A1 leaves and it is A1's turn?",
        ),
        (
            "a player dies in his main phase, does the turn end?",
            "if it is a player's turn and he dies, does the turn end?",
        ),
    ),
    "it": (
        ("il mio compagno può dirmi cosa attaccare?", "il mio compagno può parlare con me?"),
        ("A2 può dire ad A1 chi attaccare?", "A2 può parlare ad A1?"),
        ("posso consigliare al mio imperatore cosa bloccare?", "posso parlare al mio imperatore?"),
        (
            "A3 tappa una creatura per darla ad A2 nel turno di A1, si può?",
            "A3 può schierare una creatura ad A2 nel turno di A1?",
        ),
        ("Ira di Dio lanciata da A1: quali creature muoiono?", "chi colpisce la spazzata di A1?"),
        ("A1 fa Armageddon, chi perde le terre?", "chi colpisce la spazzata di A1?"),
        ("se B2 lancia Terremoto prende danno anche A2?", "la spazzata di B2 colpisce A2?"),
        (
            "una carta di A3 dice che ogni avversario perde 2 punti vita: chi li perde?",
            "A3 gioca una carta dice che ogni avversario perde punti vita: chi perde?",
        ),
        (
            "A1 attacca B3 e A3 lancia Nebbia: il danno è prevenuto?",
            "A3 lancia nebbia mentre A1 attacca B3, i danni sono prevenuti?",
        ),
        (
            "B2 aveva rubato un drago ad A1 e poi B2 concede: di chi è il drago?",
            "B2 ha preso una creatura ad A1. B2 concede, che succede alla creatura?",
        ),
        (
            "nel turno di A3 muore B1: A3 può attaccare B2?",
            "è turno di A3 e B1 muore in questo turno, A3 può attaccare B2?",
        ),
        ("giochiamo per primi: peschiamo?", "il primo giocatore pesca?"),
        ("se comincia A1, B1 pesca?", "B1 pesca al primo turno se comincia A1?"),
        ("posso vedere la mano del mio compagno se siede lontano?", "posso vedere la mano del mio compagno?"),
        ("chi gioca per primo salta l'acquisizione?", "chi gioca per primo salta la pescata?"),
        ("può una squadra essere di tre e l'altra di quattro?", "si può giocare 3 contro 4?"),
        ("A1 può bersagliare B3 con Lightning Bolt?", "A1 può bersagliare B3?"),
        ("io (A3) posso prendere una creatura di B1 con Mind Control?", "A3 può bersagliare una creatura di B1?"),
        ("chi sono gli avversari che A2 può attaccare all'inizio?", "A2 può attaccare quali avversari all'inizio?"),
        ("i segnalini veleno dei tre compagni si sommano?", "i compagni condividono i segnalini veleno?"),
        ("A1 può colpire una creatura di B3 con una rimozione?", "A1 può bersagliare una creatura di B3?"),
        ("chi sono gli avversari che posso attaccare?", "quali avversari posso attaccare?"),
        ("A2, l'imperatore, può attaccare B1?", "A2 l'imperatore può attaccare B1?", "A2 può attaccare B1?"),
        ("A1 perde se A2, l'imperatore, muore?", "A1 perde se A2 muore?"),
        (
            "posso (sono A1) attaccare B3?",
            "io, A1, posso attaccare B3?",
            "io (A1) posso attaccare B3?",
            "A1 può attaccare B3?",
        ),
        ("perdo (sono A1) se muore A2?", "A1 perde se muore A2?"),
        (
            "B3 può attaccare me (sono A1) se A3 è uscito nel turno precedente?",
            "B3 può attaccare A1 se A3 è uscito nel turno precedente?",
        ),
        (
            "chi sono i giocatori che A1 può bersagliare?",
            "quali sono i giocatori che A1 può bersagliare?",
            "quali giocatori può bersagliare A1?",
        ),
        (
            "chi sono gli avversari che A1 può attaccare?",
            "quali sono gli avversari che A1 può attaccare?",
            "quali avversari A1 può attaccare?",
        ),
        ("una squadra può avere quattro giocatori e l'altra tre?", "si può giocare 4 contro 3?"),
    ),
}


def told_beside(language: str) -> Iterator[tuple[str, str]]:
    """Yield questions in a language with somebody's part or name told beside, each with the plain question."""
    yield from with_plain(TOLD_BESIDE[language])


#: Questions as people speak who play together, by text: with the names that parts, life and dying have among them, with what
#: only surrounds what is asked, and with whose something is said by a pronoun. Each means the last of its row.
AS_SPOKEN: dict[str, dict[str, Sequence[Sequence[str]]]] = {
    "en": {
        "early": (
            (
                "who takes the first turn in the old rules?",
                "by the marching rules, who starts?",
                "who takes the first turn?",
            ),
        ),
        "cr-809": (
            (
                "someone quits in the middle of his own turn. is the turn over?",
                "a player scoops during his turn, does the turn end?",
                "a player leaves during his own turn. is the turn over?",
            ),
            ("can I deploy at the end of turn?", "can I deploy during my upkeep?", "can I deploy in the end step?"),
            ("can I scoop any time I want?", "can I concede at any time?"),
            (
                "two emperors die to the same Earthquake. who wins?",
                "the enemy emperor and my emperor die at the same time. who wins?",
                "both emperors die at the same time. who wins?",
            ),
            ("can my counterspell reach the other emperor?", "can my spell affect the other emperor?"),
            ("if A1 leaves, do A2 and B3 become neighbours?", "if A1 leaves, does A2 sit next to B3?"),
            ("we're setting up Emperor, who takes the first turn?", "who takes the first turn?"),
            (
                "B2 has a planeswalker out. all six still alive. can A1 attack it?",
                "can A1 attack a planeswalker of B2?",
            ),
            ("there's eight of us. can we do Emperor four on four?", "can we play 4 against 4?"),
            ("my general won the die roll. can he start instead of the emperor?", "can my general go first?"),
            (
                "enemy emperor casts a bomb. I'm a general, can I counter it?",
                "I'm a general, can I counter a spell of the enemy emperor?",
            ),
            ("I just killed B1. can I burn B2 this same turn?", "it is my turn and B1 dies this turn, can I burn B2?"),
            (
                "can I deploy a creature to save my emperor after attackers are declared?",
                "can I deploy a creature during combat?",
            ),
            (
                "A1 deployed a dragon to me and then A1 died. do I keep it?",
                "A1 deployed a creature to me, then A1 died. what happens to the creature?",
            ),
            ("I got killed early, my team won later. did I win too?", "I'm dead, can I win?"),
            ("can I target myself?", "can each player target himself?"),
            ("can I protect my emperor with my creatures?", "can I protect my emperor?"),
            ("can I target my own emperor with a heal?", "can I target my own emperor?"),
            ("they killed our emperor but I'm at 20. did I lose?", "our emperor died. did I lose?"),
            ("can I play if my emperor is out?", "am I out of the game if my emperor is out?"),
            ("can we have 3 teams?", "can we play with three teams?"),
            ("does poison kill at 10?", "does a player lose if he has 10 poison counters?"),
            ("can I win by decking the emperor?", "do I win if the enemy emperor draws from an empty library?"),
            (
                "is it possible to attack left and right in the same turn?",
                "can I attack two opponents in the same combat?",
            ),
            (
                "can I deploy a creature the turn it came into play?",
                "can I deploy a creature on the turn I cast it?",
                "can I deploy a creature that came into play this turn?",
            ),
            (
                "can I attack right after I get a deployed creature?",
                "can I attack with a creature that came into play this turn?",
            ),
            (
                "does Wrath of God kill everything on the table?",
                "does a board wipe destroy all creatures in play?",
                "does a board wipe destroy all creatures?",
            ),
            (
                "I'm a general and I cast Wrath of God. what dies?",
                "I'm a general, whose creatures does my board wipe hit?",
            ),
            ("if I mill my opponent out does he lose?", "does a player lose if he draws from an empty library?"),
            ("can I block for my emperor if we sit next to each other?", "can I block for my emperor next to me?"),
            ("does an “each opponent loses 1 life” card hit B2?", "does my effect hit B2?"),
            ("can the three of us discuss what to attack?", "can teammates discuss strategy?"),
            (
                "can we swap cards between teammates?",
                "can I trade cards with my teammate?",
                "can teammates share cards?",
            ),
            (
                "my general wants his creature back, can I give it back to him?",
                "can I deploy a creature to my general?",
            ),
            (
                "if I die, do creatures I gave away go away?",
                "I deployed a creature to a teammate. I die. what happens to the creature?",
            ),
            ("turn order after the starting emperor?", "whose turn follows that of an emperor?"),
            (
                "can I target a creature of someone out of my range?",
                "can I target a creature of a player out of my range?",
            ),
            ("can I counter a spell cast by an opponent?", "can I counter a spell of an opponent?"),
            ("can A1 target himself?", "can A1 target A1?"),
            ("A1 attacks B3. can he block?", "A1 attacks B3, can she block?", "A1 attacks B3. can B3 block?"),
            (
                "how many cards are in my hand after two mulligans?",
                "how many cards do I have left after the second mulligan?",
                "how many cards do I keep after my second mulligan?",
            ),
            (
                "we sit clockwise A1 A2 A3 B1 B2 B3 and A2 starts. who plays second and who third?",
                "A2 starts. in which order do we play?",
                "in which order do the players play if A2 goes first?",
            ),
            (
                "can I pay for my spell with mana from my teammate?",
                "may I cast a spell using the mana of a teammate?",
                "can I use my teammate's mana?",
            ),
            (
                "my emperor is being attacked. can I block with my own creatures for him?",
                "our emperor is attacked, can I block for him?",
                "can I block for my emperor?",
            ),
            (
                "A1 casts a spell that destroys all creatures at the start of the game. whose creatures die?",
                "A1 plays something that kills every creature. whose creatures die?",
                "A1 casts a board wipe. whose creatures die?",
            ),
            (
                "A3 has an enchantment that triggers whenever a creature dies. A creature of A1 dies. does it trigger?",
                "A3 controls a permanent that triggers when any creature dies and A1's creature dies. does A3's permanent trigger?",
                "does A3's ability trigger when a creature of A1 dies?",
            ),
            (
                "can A1 put an aura on a creature A3 controls?",
                "can A1 cast his aura on a permanent that A3 has?",
                "can an Aura of A1 be attached to a card of A3?",
            ),
            (
                "our emperor just scooped, is it over for the rest of us?",
                "our emperor conceded, is it over for my team?",
                "our emperor conceded, does our team lose?",
            ),
            (
                "there are only two teams and both emperors have 0 life. who wins?",
                "both emperors have 0 life. who wins?",
            ),
            (
                "nobody has left yet and A2 resolves an effect saying he wins the game. does team A win?",
                "nobody has left and an effect says that A2 wins the game. does team A win?",
            ),
            (
                "I gave my creature to the emperor with deploy, then I got killed. does he keep it?",
                "I passed my elf to the emperor, and then I was eliminated. does he keep it?",
                "I deployed my creature to my emperor, then I died. does he keep it?",
            ),
            (
                "can I see the hand of a teammate who does not sit next to me?",
                "can I see the hand of a teammate not next to me?",
            ),
            (
                "Can I attack the enemy general sitting right next to me?",
                "can I attack the enemy general who sits directly beside me?",
                "can I attack the opposing general that is seated next to me?",
                "can I attack the enemy general next to me?",
            ),
            (
                "can I deploy to the other general past my emperor?",
                "can I deploy a creature to our other general across our emperor?",
                "can I deploy a creature to the other general of my team?",
            ),
            (
                "who controls a creature after I deploy it to my emperor?",
                "who controls my creature once I have given it to my emperor?",
                "who controls a creature that I deployed to my emperor?",
            ),
            (
                "how many cards do I put on the bottom after my second mulligan?",
                "how many cards do we have to bottom for our second mulligan?",
                "how many cards does my second mulligan cost?",
                "how many cards does the second mulligan cost?",
            ),
            (
                "if one of my generals died last turn, can I as emperor attack the enemy general who is now next to me?",
                "if one of my generals died last turn, can I as emperor attack the enemy general next to me?",
            ),
            (
                "if the enemy general next to me dies in my main phase, can I attack their emperor?",
                "if the enemy general next to me dies during combat, can I attack their emperor?",
                "if the enemy general next to me dies this turn, can I attack their emperor?",
            ),
            (
                "if I resolve a card that says I win the game, do I win?",
                "I cast a spell that reads “you win the game”. do I win?",
                "an effect says that I win the game. do I win?",
            ),
            (
                "A2 has an enchantment that says you win the game. who loses?",
                "an effect says that A2 wins the game. who loses?",
            ),
            (
                "I deployed my dragon to my emperor and then I lost, does he keep the dragon?",
                "I deployed my dragon to my emperor and then I lost, does he keep it?",
            ),
            (
                "if the general who has my deployed creature dies, do I get the creature back?",
                "if the general that got the creature I gave him leaves, do I get the creature back?",
                "I deployed a creature to my general. He dies. do I get the creature back?",
            ),
            ("do I share my life total with my teammates?", "do I share life with my teammates?"),
            ("is there a single life total for our team?", "do teammates share a life total?"),
            ("we are 8, can we play?", "we're just 8 people. can we play this?", "can 8 people play?"),
            (
                "can A2 target an opponent who isn't next to him?",
                "can A2 target an opponent who does not sit beside him?",
                "can A2 target an opponent not next to him?",
            ),
        ),
        "cr-810": (
            (
                "if A1 gets an extra turn, does A2 get one too?",
                "when A1 takes an extra turn, does his teammate play it too?",
                "if A1 gets an extra turn, how many extra turns does his team get?",
            ),
            (
                "if I take an extra turn, does my teammate take it too?",
                "how many extra turns does my team get if I get an extra turn?",
            ),
            (
                "do both of us draw a card in our draw step?",
                "does each of us draw a card in the draw step?",
                "do we both draw?",
            ),
            ("does the team that goes first draw on its first turn?", "does the starting team draw on its first turn?"),
        ),
        "cr-811": (
            ("what range of influence do we use?", "which range is used?", "what is the range of influence?"),
            ("is there a range of influence?", "is there limited range?"),
            (
                "can I attack an opponent who doesn't sit next to me?",
                "can I attack an opponent who is not seated next to me?",
                "can I attack any opponent not seated beside me?",
                "can I attack an opponent not next to me?",
            ),
        ),
    },
    "it": {
        "early": (("nelle regole vecchie chi comincia?", "secondo le vecchie regole chi comincia?", "chi comincia?"),),
        "cr-809": (
            (
                "chi era di turno ha abbandonato, il turno finisce?",
                "un giocatore muore nel suo turno. il turno finisce?",
                "se è il turno di un giocatore e lui esce, il turno finisce?",
            ),
            ("posso schierare a fine turno?", "posso schierare nella sottofase finale?"),
            (
                "i due imperatori muoiono per lo stesso Terremoto. chi vince?",
                "il mio imperatore e quello avversario muoiono insieme. chi vince?",
                "i due imperatori muoiono insieme. chi vince?",
            ),
            ("se A1 esce, A2 e B3 diventano vicini?", "se A1 esce, A2 siede accanto a B3?"),
            ("con i generali morti l'imperatore può vincere?", "se i generali sono morti, l'imperatore può vincere?"),
            ("siamo ancora tutti vivi. A1 può attaccare B2?", "A1 può attaccare B2?"),
            (
                "io faccio il generale: fino a chi arrivano le mie magie?",
                "sono generale, a quanti posti arrivano le mie magie?",
            ),
            (
                "posso rimbalzare un permanente di B2 al primo turno?",
                "posso bersagliare un permanente di B2 all'inizio della partita?",
            ),
            (
                "posso dare una creatura a un avversario con lo schieramento?",
                "posso schierare una creatura a un avversario?",
            ),
            (
                "B1 aveva rubato il mio angelo con Mind Control e adesso B1 è eliminato. mi torna?",
                "B1 ha rubato una mia carta e lascia la partita, che fine fa la carta?",
            ),
            ("possiamo parlare di strategia a voce alta?", "possiamo parlare di strategia?"),
            ("posso bersagliare me stesso?", "ogni giocatore può bersagliare sé stesso?"),
            ("hanno ucciso il nostro imperatore ma io sono a 20. ho perso?", "è morto il nostro imperatore. ho perso?"),
            ("i miei generali sono morti, sono morto anch'io?", "i miei generali sono morti. perdo?"),
            ("posso giocare se il mio imperatore è fuori?", "sono fuori dalla partita se il mio imperatore è fuori?"),
            ("possiamo fare tre squadre?", "possiamo giocare con tre squadre?"),
            ("con 10 veleni si muore?", "un giocatore perde se ha 10 segnalini veleno?"),
            (
                "posso vincere facendo finire il mazzo all'imperatore?",
                "vinco se l'imperatore avversario pesca da un mazzo vuoto?",
            ),
            ("da generale chi attacco?", "chi posso attaccare da generale?"),
            (
                "posso attaccare sia a destra sia a sinistra nello stesso turno?",
                "posso attaccare due avversari nello stesso combattimento?",
            ),
            ("partiamo tutti da 20?", "con quanti punti vita si comincia?"),
            (
                "posso attaccare i planeswalker di chi mi siede accanto?",
                "posso attaccare i planeswalker di un giocatore accanto a me?",
            ),
            (
                "posso bloccare al posto del mio imperatore se siamo vicini?",
                "posso bloccare al posto del mio imperatore accanto a me?",
            ),
            ("se io perdo, il mio imperatore continua a giocare?", "se perdo, il mio imperatore continua a giocare?"),
            ("sono un generale e lancio Ira di Dio: cosa muore?", "sono un generale. chi colpisce la mia spazzata?"),
            (
                "un'ira di dio distrugge tutte le creature sul tavolo?",
                "Wrath of God distrugge tutto?",
                "un'ira di dio distrugge tutte le creature?",
            ),
            ("Howling Mine fa pescare tutti?", "un mio effetto può influire su tutti?"),
            (
                "è morto il mio generale: che fine fanno le creature che mi aveva schierato?",
                "il mio generale mi ha schierato una creatura, poi muore. che fine fa la creatura?",
            ),
            ("«ogni avversario perde 1 punto vita» colpisce anche B2?", "un mio effetto può influire su B2?"),
            ("possiamo parlare fra noi di chi attaccare?", "i compagni possono discutere la strategia?"),
            ("possiamo scambiarci le carte fra compagni?", "i compagni possono condividere le carte?"),
            ("di chi è la creatura dopo che l'ho schierata?", "chi controlla una creatura schierata?"),
            (
                "se muoio, le creature che ho ceduto che fine fanno?",
                "ho schierato una creatura al mio compagno e muoio, che fine fa la creatura?",
            ),
            ("si tira a sorte chi comincia?", "chi comincia?"),
            ("dopo l'imperatore che inizia, a chi tocca?", "di chi è il turno dopo quello di un imperatore?"),
            ("chi siede al centro può attaccare?", "l'imperatore può attaccare?"),
            (
                "posso fare una magia su una creatura di un giocatore fuori raggio?",
                "posso bersagliare una creatura di un giocatore fuori dal mio raggio?",
            ),
            ("se il generale muore la sua mano dove va?", "se un generale muore, che fine fanno le sue carte?"),
            (
                "posso neutralizzare una magia lanciata da uno fuori dal mio raggio?",
                "posso neutralizzare una magia di un giocatore fuori dal mio raggio?",
            ),
            ("A1 può bersagliare se stesso?", "A1 può bersagliare A1?"),
            (
                "con quante carte resto in mano dopo il secondo mulligan?",
                "dopo due mulligan quante carte mi restano in mano?",
                "se faccio due mulligan, con quante carte comincio?",
                "ho già fatto due mulligan, quante carte tengo?",
                "quante carte ho in mano dopo 2 mulligan?",
                "quante carte tiene un giocatore dopo il secondo mulligan?",
            ),
            ("dopo tre mulligan quante carte tiene A1?", "quante carte tiene A1 dopo il terzo mulligan?"),
            (
                "con quante carte si comincia?",
                "con quante carte si parte in mano?",
                "quante carte ho in mano all'inizio?",
            ),
            (
                "dopo due mulligan quante carte metto in fondo?",
                "quante carte devo mettere in fondo al mazzo dopo il mio secondo mulligan?",
                "quante carte costa il secondo mulligan?",
            ),
            (
                "se da generale lancio una magia che fa danno a ogni creatura, colpisce anche quelle del mio imperatore?",
                "se io generale lancio un'ira di dio, muoiono anche le creature del mio imperatore?",
                "sono un generale. la mia ira di dio distrugge le creature del mio imperatore?",
            ),
            (
                "se lancio una magia che distrugge tutte le creature, colpisco anche quelle di A2?",
                "lancio una stregoneria che fa 3 danni a ogni creatura: muoiono quelle di A2?",
                "la mia ira di dio distrugge le creature di A2?",
            ),
            (
                "se A1 lancia una magia che uccide tutte le creature, muoiono quelle di A2?",
                "un'ira di dio di A1 distrugge le creature di A2?",
            ),
            (
                "i due imperatori si possono attaccare?",
                "i due imperatori si possono attaccare a vicenda?",
                "i due imperatori possono attaccarsi?",
            ),
            (
                "i due imperatori cominciano nel raggio l'uno dell'altro?",
                "i due imperatori si trovano nel raggio l'uno dell'altro?",
                "i due imperatori sono nel raggio l'uno dell'altro?",
            ),
            (
                "il sorteggio dice B2. seduti in senso orario A1 A2 A3 B1 B2 B3, in che ordine si gioca il primo giro?",
                "comincia B2, in che ordine si gioca?",
                "in quale ordine si gioca se comincia B2?",
            ),
            (
                "posti in senso orario A1 A2 A3 B1 B2 B3, A3 è fuori: dopo il turno di A2 a chi tocca?",
                "A3 è fuori. di chi è il turno dopo quello di A2?",
            ),
            (
                "sono un generale, a quanti posti di distanza arrivano le mie magie?",
                "sono un generale, a quanti posti arrivano le mie magie?",
            ),
            (
                "il mio generale è sceso a 0 punti vita. perde solo lui o perdiamo tutti?",
                "il mio generale è arrivato a zero. esce solo lui o tutta la squadra?",
                "il mio generale ha 0 punti vita. la mia squadra perde?",
            ),
            (
                "imperatore con 10 segnalini veleno cosa succede?",
                "l'imperatore a dieci veleno, che succede?",
                "che cosa succede se il mio imperatore ha 10 segnalini veleno?",
            ),
            ("possiamo metterci d'accordo sulla strategia ad alta voce?", "possiamo discutere la strategia?"),
            (
                "ho creato una pedina, l'ho schierata all'imperatore e poi sono stato eliminato: la pedina resta?",
                "ho schierato una creatura all'imperatore e poi sono uscito, che succede alla creatura?",
            ),
            (
                "con un'aura ho preso il controllo di una creatura di B3, poi ho perso la partita io. che fine fa la creatura?",
                "io ho preso una creatura a B3. io esce, che succede alla creatura?",
            ),
            (
                "B2 lancia una magia che fa 2 danni a ogni creatura. le creature di A2 subiscono danno?",
                "un effetto di B2 può influire su A2?",
            ),
            (
                "B1 risolve un effetto che gli fa vincere la partita. chi perde?",
                "un effetto dice che B1 vince la partita. chi perde?",
            ),
            (
                "attaccano il mio planeswalker, può bloccare il mio imperatore con le sue creature?",
                "mi attaccano: il mio imperatore può bloccare?",
                "il mio imperatore può bloccare per me?",
            ),
            ("A1 può dare +3/+3 con una magia a una creatura di A2?", "A1 può bersagliare una creatura di A2?"),
            ("posso attaccare il mio compagno se mi gira?", "posso attaccare il mio compagno?"),
            (
                "sono A1 e ho un permanente che si innesca quando un avversario lancia una magia. B1 ne lancia una: si innesca?",
                "sono A1. la mia abilità si innesca se B1 lancia una magia?",
            ),
            (
                "il mio imperatore può dare una creatura a uno qualsiasi dei suoi due generali?",
                "il mio imperatore può dare una creatura a uno dei suoi generali?",
            ),
            (
                "se sono morti tutti e due i nostri generali, abbiamo perso?",
                "sono morti entrambi i nostri generali, abbiamo perso?",
                "se entrambi i nostri generali sono morti, abbiamo perso?",
            ),
            (
                "se io generale arrivo a zero punti vita, perde tutta la squadra?",
                "se da generale scendo a 0 vite, la squadra perde?",
                "sono un generale. se ho 0 punti vita, la mia squadra perde?",
            ),
            (
                "se da generale muoio, perde tutta la squadra?",
                "sono un generale. se muoio perde la squadra?",
                "sono un generale. se muoio, la mia squadra perde?",
            ),
            (
                "noi tre della stessa squadra giochiamo il turno insieme?",
                "i giocatori di una squadra fanno lo stesso turno insieme?",
                "i compagni giocano il turno insieme?",
            ),
            (
                "posso attaccare una battaglia protetta dal generale nemico seduto accanto a me?",
                "posso attaccare una battaglia protetta dal generale nemico accanto a me?",
            ),
            (
                "posso incantare con un'aura una creatura fuori dal mio raggio?",
                "posso assegnare un'aura a una creatura fuori dal mio raggio?",
            ),
            (
                "posso attaccare un avversario che non mi siede accanto?",
                "posso attaccare un avversario che non è accanto a me?",
            ),
            (
                "A2 può bersagliare un avversario che non gli sta accanto?",
                "A2 può bersagliare un avversario che non siede accanto a lui?",
            ),
            (
                "A1 può attaccare un avversario che gli siede accanto?",
                "A1 può attaccare un avversario che sta accanto a lui?",
                "A1 può attaccare un avversario accanto a lui?",
            ),
            ("A2 può bersagliare un compagno che gli siede accanto?", "A2 può bersagliare un compagno accanto a lui?"),
            ("siamo in sei, si può giocare?", "siamo sei: si può giocare?", "siamo in 6, si può giocare?"),
            (
                "siamo in nove, si può fare emperor?",
                "in nove si può giocare a emperor?",
                "siamo in nove, si può giocare?",
            ),
            (
                "a che distanza arrivano le magie?",
                "a che distanza arriva una magia?",
                "a quanti posti arriva una magia?",
            ),
            (
                "ho una carta che dice vinci la partita, vinciamo?",
                "lancio una magia che dice “vinci la partita”, vinciamo?",
                "un effetto dice che vinco la partita, vinciamo?",
            ),
            (
                "A2 ha un artefatto che dice «vinci la partita». chi perde?",
                "un effetto dice che A2 vince la partita. chi perde?",
            ),
            (
                "A3 ha schierato un drago ad A2 e poi ha perso, A2 tiene il drago?",
                "A3 ha passato un elfo ad A2 e poi ha perso, che fine fa l'elfo?",
                "A2 ha preso una creatura ad A3. A3 esce, che succede alla creatura?",
            ),
            (
                "A3 mi aveva passato il suo drago e poi ha perso. il drago resta a me?",
                "A3 mi ha dato il suo drago e poi ha perso, il drago lo tengo?",
                "io ha preso una creatura a A3. A3 esce, che succede alla creatura?",
            ),
            (
                "ho schierato il mio drago al mio imperatore e poi ho perso, lui lo tiene?",
                "ho passato una creatura all'imperatore e poi ho perso, che succede alla creatura?",
                "il mio imperatore ha preso una creatura a io. io esce, che succede alla creatura?",
            ),
            (
                "ho dato una creatura al mio generale. lui muore. riprendo la creatura?",
                "se il generale che ha la mia creatura schierata muore, mi torna la creatura?",
                "il mio generale ha preso una creatura a io. il mio generale esce, che succede alla creatura?",
            ),
            (
                "se schiero una creatura al mio imperatore, chi decide se attacca?",
                "chi controlla la creatura dopo che l'ho schierata al mio imperatore?",
                "chi controlla la creatura che un giocatore schiera al suo imperatore?",
            ),
            (
                "se perdo e avevo una creatura rubata a B1, la riprende?",
                "io ho preso una creatura a B1. io esce, che succede alla creatura?",
            ),
            (
                "raga il mio imperatore può guardarmi la mano quando vuole?",
                "il mio imperatore mi può guardare la mano quando vuole?",
                "il mio imperatore può guardare la mia mano in qualsiasi momento?",
            ),
            ("B1 può rubarmi una creatura? sono A1", "sono A1, B1 può rubare la mia creatura?"),
            ("sono A1, possono distruggere una mia terra?", "sono A1, qualcuno può distruggere la mia terra?"),
            ("sono A1, possono attaccarmi?", "sono A1, mi possono attaccare?", "da chi può essere attaccato A1?"),
            (
                "siamo in 7, possiamo fare 4 contro 3?",
                "possiamo dividerci in 4 contro 3?",
                "si può giocare 4 contro 3?",
            ),
            (
                "Partite con 5 giocatori per squadra: si può? o 3 e basta?",
                "squadre da 5: è possibile?",
                "possiamo essere in 5 per squadra?",
                "si può giocare con 5 giocatori per squadra?",
            ),
            ("4 contro 4: quali generali hanno raggio 2 e quali 1?", "4 contro 4: qual è il raggio dei generali?"),
            (
                "sono A1. posso targettare col bolt l'imperatore nemico B2 a inizio partita?",
                "sono A1, posso boltare l'imperatore avversario B2?",
                "sono A1. posso bersagliare B2 a inizio partita?",
            ),
            ("A3 può targettare B2 con un fulmine?", "A3 può bersagliare B2?"),
            ("a chi posso fare una magia?", "a chi posso tirare un fulmine?", "chi posso bersagliare?"),
            ("sono A2 l'imperatore, chi posso attaccare?", "sono l'imperatore A2, chi posso attaccare?"),
            ("posso passare una creatura all'emperor?", "posso passare una creatura all'imperatore?"),
            ("quante vite ha il generale?", "quanti punti vita ha il generale?"),
            (
                "sono A3 e davanti a me c'è B1 con un planeswalker, posso mandare le creature sul planeswalker?",
                "sono A3 e davanti a me c'è B1 con un planeswalker, posso attaccarlo?",
                "sono A3. B1 ha un planeswalker, posso mandarci le creature?",
                "sono A3. posso attaccare un planeswalker di B1?",
            ),
            (
                "il mio imperatore è morto ma io generale sono a 20 vite e ho il board pieno, posso continuare?",
                "il mio imperatore è morto ma ho il board pieno, posso continuare?",
                "il mio imperatore è morto, posso continuare?",
            ),
            ("il mio generale è morto, io no. perdo?", "il mio generale è morto, perdo?"),
            ("se crepa il mio imperatore crepo anch'io?", "se muore il mio imperatore muoio anch'io?"),
            (
                "posso dare una creatura in missione all'avversario per fregarlo con un malus?",
                "posso mettere in missione una creatura a un avversario?",
                "posso schierare una creatura a un avversario per infastidirlo?",
                "posso schierare una creatura a un avversario?",
            ),
            (
                "do il mio mostro all'emperor nella mia main, lui me lo ripassa subito nello stesso turno?",
                "passo una creatura al mio imperatore, lui può ridarmela nello stesso turno?",
                "il mio imperatore può schierare una creatura a me nel mio turno?",
            ),
            (
                "B3 è morto ieri sera (partita sospesa lol), siamo al turno dopo. Io A1 posso attaccare l'imperatore B2?",
                "B3 è uscito, ora siamo al turno successivo. A1 può attaccare B2?",
                "B3 è morto nel turno precedente. A1 può attaccare B2?",
            ),
            (
                "sono A2 l'imperatore, è morto il mio generale A3. Al prossimo turno chi posso attaccare?",
                "sono A2. A3 è morto nel turno precedente. chi posso attaccare?",
            ),
            (
                "muore A1 nel suo turno mentre aveva ancora delle magie sulla pila. che succede alle magie?",
                "A1 concede con due incantesimi in pila. che fine fanno?",
                "A1 muore. cosa succede alle magie di A1?",
            ),
            (
                "sono A1. ho rubato il drago a B3, muoio. torna a lui?",
                "sono A1. ho lanciato Mind Control sulla creatura di B3 e adesso muoio io. la creatura torna a lui?",
                "A1 ha preso una creatura a B3. A1 esce, che succede alla creatura?",
            ),
            (
                "Blood Artist mio, sono A1. Muore una creatura di B1 dall'altra parte: dreno?",
                "ho Blood Artist, muore una creatura di B1: scatta? sono A1",
                "sono A1. la mia carta si innesca quando muore una creatura di B1?",
            ),
            (
                "ho Coat of Arms, conto pure i goblin di B2? io sono A3",
                "sono A3. la mia carta conta i permanenti di B2?",
            ),
            (
                "se due generali nemici sono morti tutti e due ma l'emperor resiste, abbiamo vinto?",
                "se i generali nemici sono morti, la mia squadra vince?",
            ),
            ("quante carte di side max?", "quante carte in side?", "quante carte può avere la sideboard?"),
            ("A1 può scegliere B3?", "A1 può scegliere B3 per una magia di A1?"),
            ("sono A1, B2 lo posso attaccare?", "sono A1, posso attaccare B2?"),
            ("B2 lo posso attaccare se B1 è morto?", "posso attaccare B2 se B1 è morto?"),
            ("A1 mi può attaccare? sono B3", "A1 può attaccare B3?"),
            ("sono A1, l'imperatore nemico mi può bersagliare?", "sono A1, l'imperatore nemico può bersagliarmi?"),
            (
                "chi, dei compagni di A1, può essere bersagliato da A1?",
                "chi dei compagni di A1 può essere bersagliato da A1?",
                "quale compagno di A1 può essere bersagliato da A1?",
            ),
            ("chi, degli avversari, può essere attaccato da A1?", "quale avversario può essere attaccato da A1?"),
            ("le carte del mio compagno le posso guardare?", "posso guardare le carte del mio compagno?"),
            ("il drago di B1 lo posso bersagliare?", "posso bersagliare il drago di B1?"),
            (
                'A1 lancia "ogni avversario scarta una carta". chi scarta?',
                "A1 gioca una carta dice che ogni avversario scarta una carta: chi scarta?",
            ),
            ("B1 gioca Ira di Dio: le mie creature muoiono? sono A3", "la spazzata di B1 distrugge le creature di A3?"),
            ("i generali vincono pure se sono morti?", "sono un generale, io sono uscito, posso vincere?"),
            (
                "perdiamo se il nostro imperatore pesca a vuoto?",
                "perdiamo se il nostro imperatore pesca da un grimorio vuoto?",
            ),
            ("se gli imperatori nemici crepano vinciamo?", "se gli imperatori nemici muoiono vinciamo?"),
            (
                "il mio generale può regalarmi un drago a fine turno di B1?",
                "il mio generale può cedere a me un drago nel turno di B1?",
            ),
            ("che fine fanno i token di A1 se esce?", "che fine fanno le pedine di A1 se esce?"),
            ("posso parlare di nascosto con il mio imperatore?", "posso parlare con il mio imperatore?"),
            ("A1 perde con 5 segnalini veleno?", "A1 è a 2 punti vita, muore?", "A1 perde?"),
            ("chi siede accanto a me?", "quale giocatore siede accanto a me?"),
            ("il generale accanto all'imperatore può attaccare?", "il generale può attaccare?"),
            ("chi tiene la creatura se il proprietario muore?", "un giocatore esce, che fine fanno le sue carte?"),
            ("il mana è in comune tra compagni?", "i compagni possono condividere mana?"),
            ("il giocatore iniziale salta la pescata?", "il primo giocatore salta la pescata?"),
            ("abbiamo un mulligan gratis?", "il primo mulligan è gratuito?"),
            ("una da 4 e l'altra da 3, va bene?", "si può giocare 4 contro 3?"),
        ),
        "cr-807": (
            (
                "a chi passo il segnalino quando finisco il turno?",
                "quando finisco il turno chi prende il segnalino?",
                "alla fine del mio turno a chi passo il segnalino?",
                "finito il turno a chi va il segnalino di turno?",
                "a chi passo il segnalino di turno?",
                "se ho un segnalino di turno, a chi passa il mio segnalino?",
            ),
            (
                "quando A1 finisce il turno a chi passa il segnalino?",
                "A1 ha finito il turno. chi prende il suo segnalino?",
                "dopo il turno di A1 chi prende il suo segnalino?",
                "a chi passa il segnalino quando A1 finisce il turno?",
                "chi prende il segnalino dopo il turno di A1?",
                "se A1 ha un segnalino di turno, a chi passa il segnalino di A1?",
            ),
        ),
        "cr-810": (
            (
                "se A1 ha un turno extra, lo gioca anche A2?",
                "se A1 riceve un turno extra, quanti turni extra ha la sua squadra?",
            ),
            (
                "se ho un turno extra, lo gioca anche il mio compagno?",
                "se io ricevo un turno extra, quanti turni extra ha la mia squadra?",
            ),
            (
                "possiamo giocare una terra ciascuno?",
                "possiamo giocare entrambi una terra?",
                "possiamo giocare una terra a testa?",
                "ognuno può giocare una terra?",
            ),
            ("il veleno conta per tutta la squadra?", "i compagni condividono i segnalini veleno?"),
            ("chi gioca dopo la squadra A?", "quale squadra gioca dopo quella di un giocatore della squadra A?"),
            ("possiamo giocare una terra a testa ogni turno?", "possiamo giocare una terra a testa?"),
            (
                "chi decide se non siamo d'accordo su chi attacca?",
                "chi decide se litighiamo?",
                "chi decide se la squadra non è d'accordo?",
            ),
            (
                "il mio compagno ha finito il mazzo e deve pescare, io no. perdiamo?",
                "il mio compagno ha finito il mazzo e deve pescare. crepiamo?",
                "il mio compagno ha finito il mazzo e deve pescare, perdiamo?",
            ),
            (
                "ho platinum angel in campo e il mio socio va a zero (la squadra cioè). crepiamo?",
                "io ha platinum angel, il mio compagno va a zero. perdiamo?",
            ),
            (
                "posso scambiare i punti vita con il mio compagno con l'effetto della carta?",
                "posso scambiare i punti vita con il mio compagno?",
            ),
        ),
        "cr-806": (
            (
                "il primo mulligan mi costa una carta?",
                "il primo mulligan ci fa perdere carte?",
                "quante carte costa il primo mulligan?",
            ),
            ("quanto si parte di vita?", "da quanti punti vita si comincia?", "con quanti punti vita si comincia?"),
            (
                "un tizio ha lasciato la partita, il mio incantesimo che lui mi aveva rubato che fine fa?",
                "un giocatore ha rubato una mia carta e lascia la partita, che fine fa la carta?",
            ),
            (
                "B1 esce, la mia creatura che mi aveva fregato torna a me?",
                "B1 ha rubato una mia carta e lascia la partita, che fine fa la carta?",
            ),
        ),
        "cr-808": (
            (
                "siamo in 4 per squadra e la nostra esce estratta: chi inizia?",
                "la squadra sorteggiata è di quattro, chi gioca per primo?",
            ),
            ("nelle partite a squadre posso usare il mana del compagno?", "posso usare il mana del compagno?"),
        ),
        "cr-811": (
            (
                "alternating teams: io e il mio socio possiamo sederci vicini?",
                "due compagni possono sedersi accanto?",
                "i compagni siedono vicini?",
            ),
        ),
    },
}


def as_spoken(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield questions in a language as people speak, each with the text that is asked and the plain question."""
    for text, rows in AS_SPOKEN[language].items():
        yield from ((text, question, plain) for question, plain in with_plain(rows))


#: Cards, as their names stand in a question; what is asked of one that somebody casts, and of whoever casts it: ``{c}`` is
#: the card, ``{p}`` who casts it and ``{q}`` at whom it is aimed. The last of each is the plain question.
CARDS = {
    "en": ("Wrath of God", "Pyroclasm", "Earthquake", "Day of Judgment", "Zzyzx's Doom"),
    "it": ("Ira di Dio", "Pyroclasm", "Terremoto", "Giorno del Giudizio"),
}
OF_ALL = {
    "en": (
        "what does {c} hit if {p} casts it?",
        "who does {c} affect if {p} casts it?",
        "whose creatures does {c} destroy when {p} casts it?",
        "whose creatures are destroyed if {p} casts {c}?",
        "whose creatures does the {c} of {p} hit?",
    ),
    "it": (
        "{p} lancia {c}: quali creature prendono danno?",
        "{p} gioca {c}: di chi sono le creature che muoiono?",
        "se {p} lancia {c}, quali creature vengono distrutte?",
        "chi colpisce la spazzata di {p}?",
    ),
}
BOLTS = {
    "en": ("Lightning Bolt", "a Shock", "Fireball", "a bolt"),
    "it": ("un Fulmine", "Folgore", "una Palla di Fuoco"),
}
AT_ONE = {
    "en": (
        "{p} casts {c}, can he aim it at {q}?",
        "{p} casts {c}. Can he target {q} with it?",
        "{p} plays {c}, can {p} target {q}?",
        "can {p} target {q}?",
    ),
    "it": (
        "{p} lancia {c}, può tirarlo su {q}?",
        "{p} gioca {c}: può lanciarla contro {q}?",
        "se {p} lancia {c}, può bersagliare {q}?",
        "{p} può bersagliare {q}?",
    ),
}
#: What may be said of whoever casts a card, and is no part of its name.
NOT_OF_THE_CARD = {
    "en": (
        "after A3 left",
        "but A3 is dead",
        "and A3 dies",
        "once A3 is out",
        "while A3 is gone",
        "if A3 died",
        "on B1's turn",
    ),
    "it": (
        "dopo che è uscito A3",
        "ma A3 è morto",
        "e A3 muore",
        "quando A3 è fuori",
        "con A3 morto",
        "nel turno di B1",
    ),
}


def with_card(language: str) -> Iterator[tuple[str, str]]:
    """Yield questions in a language about a card that somebody casts, each with the plain question."""
    for cards, frames in ((CARDS[language], OF_ALL[language]), (BOLTS[language], AT_ONE[language])):
        *ways, plain = frames
        for card, frame, (one, other) in product(cards, ways, (("A2", "B3"), ("B1", "A3"), ("A3", "B2"))):
            yield frame.format(c=card, p=one, q=other), plain.format(c=card, p=one, q=other)


def beside_card(language: str) -> Iterator[tuple[str, str]]:
    """Yield the same questions with more said behind the card, each with the question without that."""
    told = {"p": "B1", "q": "A2"}
    for cards, frames in ((CARDS, OF_ALL), (BOLTS, AT_ONE)):
        for said, card, frame in product(NOT_OF_THE_CARD[language], cards[language], frames[language][:-1]):
            if "{c}" in frame:
                yield frame.format(c=f"{card} {said}", **told), frame.format(c=card, **told)


#: Questions with something told that may decide, and the same without it: never the same question.
TELLING = {
    "en": (
        ("A1 got killed early, my team won later. did I win too?", "I'm dead, can I win?"),
        ("can A2 block for A1 with my creatures?", "can A2 block for A1?"),
        ("we're starting, who plays after A2?", "I'm starting. who plays after A2?", "who plays after A2?"),
        ("two of us can attack B1?", "with two players, can A1 attack B1?", "can A1 attack B1?"),
        (
            "enemy emperor casts an uncounterable bomb. I'm a general, can I counter it?",
            "I'm a general, can I counter a spell of the enemy emperor?",
        ),
        ("can my counterspell reach the other emperor's graveyard?", "can my spell affect the other emperor?"),
        ("B2 has a planeswalker out. all six still have it. can A1 attack it?", "can A1 attack a planeswalker of B2?"),
        ("there's nine of us. can we do Emperor four on four?", "can we play 4 against 4?"),
        ("I just killed B1. can I burn B2 next turn?", "it is my turn and B1 dies this turn, can I burn B2?"),
        ("I got killed early, my team lost later. did I win too?", "I'm dead, can I win?"),
        ("can I target only myself?", "can I target myself or B1?", "can each player target himself?"),
        (
            "can I protect my emperor with my untapped creatures?",
            "can I protect my emperor with A2's creatures?",
            "can I protect my emperor?",
        ),
        ("they killed our emperor but I'm at 0. did I lose?", "our emperor died. did I lose?"),
        (
            "does poison kill at 9?",
            "does poison kill a general at 10?",
            "does a player lose if he has 10 poison counters?",
        ),
        ("can I win by decking my emperor?", "do I win if the enemy emperor draws from an empty library?"),
        (
            "can I block for my emperor if we sit next to B1?",
            "can I block for my emperor if he sits next to B3?",
            "can I block for my emperor if we do not sit next to each other?",
            "can I block for my emperor next to me?",
        ),
        (
            "can I deploy a creature the turn after it came into play?",
            "can I deploy a creature the turn it dies?",
            "can I deploy a creature that came into play this turn?",
        ),
        (
            "does Wrath of God kill everything I control?",
            "does Wrath of God kill all tapped creatures?",
            "does Wrath of God kill everything of B2?",
            "does a board wipe destroy all creatures?",
        ),
        ("does an “each opponent loses 1 life” card of B1 hit B2?", "does my effect hit B2?"),
        ("can the three of us discuss what to attack with B1?", "can teammates discuss strategy?"),
        ("can we swap cards between opponents?", "can I trade seats with my teammate?", "can teammates share cards?"),
        (
            "if I die, do creatures B1 gave away go away?",
            "if I die, do creatures I stole go away?",
            "I deployed a creature to a teammate. I die. what happens to the creature?",
        ),
        (
            "if I get an extra turn, can I attack B3?",
            "if I read a card of B3, can I attack B3?",
            "if I get him, can I attack B3?",
            "can I attack B3?",
        ),
        (
            "A3 has an enchantment that triggers whenever a creature you control dies. A creature of A1 dies. does it trigger?",
            "A3 has an enchantment that triggers whenever a land enters. A creature of A1 dies. does it trigger?",
            "A3 has an enchantment that triggers whenever a creature dies. A creature of A1 attacks. does it trigger?",
            "does A3's ability trigger when a creature of A1 dies?",
        ),
        (
            "A1 casts a spell that destroys all creatures you control. whose creatures die?",
            "A1 casts a spell that destroys all creatures of A2. whose creatures die?",
            "A1 casts a board wipe. whose creatures die?",
        ),
        (
            "there are only two emperors left and both emperors have 0 life. who wins?",
            "there are only two teams left and both generals have 0 life. who wins?",
            "there are only two teams and both emperors have 0 life. who wins?",
        ),
        (
            "can A1 target an opponent who isn't next to me?",
            "can A1 target an opponent who is next to him?",
            "can A1 target an opponent?",
            "can A1 target an opponent who isn't next to him?",
        ),
        (
            "if the enemy general next to A3 died during combat last turn, can A3 attack their emperor?",
            "if the enemy general next to A3 died in B1's last main phase, can A3 attack their emperor?",
            "if the enemy general next to A3 dies in my main phase, can A3 attack their emperor?",
        ),
        (
            "how many cards do I put on the bottom after my third mulligan?",
            "how many cards does the third mulligan cost?",
        ),
        (
            "who controls a creature after A1 deploys it to A2 and A2 dies?",
            "who controls a creature that A1 deployed to A2?",
        ),
        (
            "A2 has a card that says B2 wins the game. who loses?",
            "A2 has a card that says his opponents win the game. who loses?",
            "A2 has a card that says you win the game if you have 40 life. who loses?",
            "an effect says that A2 wins the game. who loses?",
        ),
        (
            "I deployed my dragon to A2 and then I lost, does he keep the elf?",
            "I deployed my dragon to A2 and then he lost, does he keep the dragon?",
            "I deployed my dragon to A2 and then I lost, does he keep it?",
        ),
        (
            "if the general who has my creature dies, do I get the creature back?",
            "if the general who stole my deployed creature dies, do I get the creature back?",
            "I deployed a creature to my general. He dies. do I get the creature back?",
        ),
        ("we are 8, can we play two teams of three?", "can 8 people play?"),
        (
            "A1 has an enchantment that says whenever a creature you control dies, draw a card. A2's elf dies. Does A1 draw?",
            "A1 has an enchantment that says whenever a creature dies, draw a card. A2's elf enters. Does A1 draw?",
            "A1 has an enchantment that says whenever an opponent's creature dies, draw a card. A2's elf dies. Does A1 draw?",
            "does A1's Soul Warden see a creature entering under A2?",
        ),
        (
            "My creature with haste entered this turn. Can I give it to A2?",
            "My hasty dragon came down this turn. Can I deploy it to A2?",
            "can I deploy a summoning sick creature to A2?",
        ),
        (
            "B1 attacks A3 with a flying dragon. can A3 block?",
            "B1 attacks A3 with an unblockable rogue. can A3 block it?",
            "B1 attacks A3. can A3 stop it?",
            "B1 attacks A3. can A3 block?",
        ),
        ("can I attack any opponent I want, or only if B1 left?", "whom can I attack?"),
        ("A1 left because his emperor died. who wins?", "A1 left. who wins?"),
        ("A3 conceded because team B has won. who wins?", "A3 conceded. who wins?"),
        ("do I lose with my emperor?", "does my emperor lose?"),
        ("what is my life total now?", "how much life do I start with?"),
    ),
    "it": (
        ("il mio imperatore si ritira, io continuo?", "il mio generale concede. perdo?"),
        ("un imperatore si ritira. la squadra continua?", "un generale concede. la sua squadra perde?"),
        ("posso attaccare me stesso?", "ogni giocatore può bersagliare sé stesso?"),
        (
            "posso vincere facendo finire il mazzo al generale?",
            "vinco se l'imperatore avversario pesca da un mazzo vuoto?",
        ),
        ("con due generali morti l'imperatore può vincere?", "se i generali sono morti, l'imperatore può vincere?"),
        (
            "un giocatore muore nel mio turno. il turno finisce?",
            "se è il turno di un giocatore e lui esce, il turno finisce?",
        ),
        ("siamo quasi tutti vivi. A1 può attaccare B2?", "A1 può attaccare B2?"),
        (
            "con due generali morti per veleno l'imperatore può vincere?",
            "se i generali sono morti, l'imperatore può vincere?",
        ),
        ("posso bersagliare solo me stesso?", "ogni giocatore può bersagliare sé stesso?"),
        ("hanno ucciso il nostro imperatore ma io sono a 0. ho perso?", "è morto il nostro imperatore. ho perso?"),
        ("con 9 veleni si muore?", "un giocatore perde se ha 10 segnalini veleno?"),
        (
            "posso attaccare a destra o a sinistra nello stesso turno?",
            "posso attaccare due avversari nello stesso combattimento?",
        ),
        (
            "posso bloccare al posto del mio imperatore se siamo vicini a B1?",
            "posso bloccare al posto del mio imperatore se non siamo vicini?",
            "posso bloccare al posto del mio imperatore accanto a me?",
        ),
        (
            "Wrath of God distrugge tutte le mie creature?",
            "Wrath of God distrugge tutto quello che ha B2?",
            "un'ira di dio distrugge tutte le creature?",
        ),
        (
            "Howling Mine fa pescare tutti i miei avversari?",
            "Howling Mine fa pescare solo me?",
            "un mio effetto può influire su tutti?",
        ),
        ("possiamo parlare con gli avversari di chi attaccare?", "i compagni possono discutere la strategia?"),
        ("possiamo scambiarci i posti fra compagni?", "i compagni possono condividere le carte?"),
        (
            "se muore B1, le creature che ho ceduto che fine fanno?",
            "ho schierato una creatura al mio compagno e muoio, che fine fa la creatura?",
        ),
        ("solo se io perdo, il mio imperatore continua a giocare?", "se perdo, il mio imperatore continua a giocare?"),
        (
            "A3 ha schierato una creatura ad A2 e A2 ha perso solo lui o perdiamo tutti?",
            "il mio imperatore è sceso a 0 punti vita. perde solo lui o perdiamo tutti?",
            "il mio generale è sceso a 0 punti vita. perde solo lui o perdiamo tutti?",
        ),
        (
            "B2 lancia una magia che fa 2 danni a ogni creatura attaccante. le creature di A2 subiscono danno?",
            "B2 lancia una magia che fa 2 danni a ogni creatura che controlli. le creature di A2 subiscono danno?",
            "B2 lancia una magia che fa 2 danni a ogni creatura. le creature di A2 subiscono danno?",
        ),
        ("perdo con il mio imperatore?", "il mio imperatore perde?"),
        (
            "A1 può bersagliare un avversario che non siede accanto a me?",
            "A1 può bersagliare un avversario?",
            "A1 può bersagliare un avversario che siede accanto a lui?",
            "A1 può bersagliare un avversario che non siede accanto a lui?",
        ),
        (
            "A2 ha una carta che dice che B2 vince la partita. chi perde?",
            "A2 ha una carta che dice vinci la partita se hai 40 punti vita. chi perde?",
            "A2 ha una carta che dice vincono i tuoi avversari. chi perde?",
            "un effetto dice che A2 vince la partita. chi perde?",
        ),
        (
            "A3 ha schierato un drago ad A2 e poi ha perso, A2 tiene l'elfo?",
            "A3 ha schierato un drago ad A2 e poi A2 ha perso, che succede al drago?",
            "A3 ha schierato un drago ad A1 e poi ha perso, che succede al drago?",
            "A3 ha schierato un drago ad A2 e poi ha perso, A2 tiene il drago?",
        ),
        (
            "se da generale muoio e poi muore l'imperatore, perde tutta la squadra?",
            "se da imperatore muoio, perde tutta la squadra?",
            "se da generale muoio, perde la squadra B?",
            "se da generale muoio, perde tutta la squadra?",
        ),
        (
            "sono morti entrambi i nostri generali tranne A3, abbiamo perso?",
            "sono morti entrambi i loro generali, abbiamo perso?",
            "sono morti entrambi i nostri generali, abbiamo perso?",
        ),
        ("siamo in sei con tre squadre, si può giocare?", "siamo in sei, si può giocare?"),
        (
            "se schiero una creatura al mio imperatore, chi decide se attacca lui?",
            "se schiero una creatura al mio imperatore, chi decide se attacca A1?",
            "se schiero una creatura al mio imperatore, chi decide se attacca?",
        ),
        (
            "se lancio una magia che fa danno a ogni creatura volante, colpisce quelle di A2?",
            "se lancio una magia che fa danno a ogni creatura che controllo, colpisce quelle di A2?",
            "se lancio una magia che fa danno a ogni creatura, colpisce solo quelle di A2?",
            "se lancio una magia che non fa danno a ogni creatura, colpisce quelle di A2?",
            "se lancio una magia che fa danno a ogni creatura, colpisce quelle volanti di A2?",
            "se lancio una magia che fa danno a ogni creatura tranne quelle di A3, colpisce quelle di A2?",
            "la mia ira di dio distrugge le creature di A2?",
        ),
        (
            "dopo tre mulligan quante carte metto in fondo?",
            "dopo due mulligan quante terre metto in fondo?",
            "quante carte costa il secondo mulligan?",
        ),
        (
            "dopo tre mulligan quante carte tengo?",
            "dopo due mulligan quante carte pesco?",
            "non ho fatto due mulligan, quante carte tengo?",
            "se A1 ha fatto due mulligan, quante carte tengo?",
            "dopo due mulligan quante carte tengo se A1 è morto?",
            "quante carte tiene un giocatore dopo il secondo mulligan?",
        ),
        (
            "i due imperatori si possono attaccare con un drago?",
            "i due imperatori non si possono attaccare?",
            "solo i due imperatori si possono attaccare?",
            "i due imperatori si possono attaccare?",
        ),
        (
            "il secondo mulligan mi costa una carta?",
            "il primo mulligan mi costa un turno?",
            "il primo mulligan mi costa una carta?",
        ),
    ),
}


#: What somebody tells of himself, what he tells of another, and what is asked of «him»: never of whoever asks.
OF_ME = {
    "en": ("I died", "I conceded", "I have lost", "I have ten poison counters", "I left the game"),
    "it": ("io sono morto", "ho perso", "io ho concesso", "io ho dieci segnalini veleno", "io esco"),
}
OF_ANOTHER = {"en": ("A2 died", "A2 conceded"), "it": ("A2 muore", "A2 concede")}
OF_HIM = {
    "en": ("does he lose", "can he attack B1", "is he out of the game", "does he lose too"),
    "it": ("lui perde", "lui può attaccare B1", "lui è fuori dalla partita", "perde anche lui"),
}
#: What somebody says that he would do, and whether another may.
WISHES = {
    "en": (
        *(
            "I want to attack B1. can he",
            "I want to concede but my teammate does not, can he",
            "I would deploy. can they",
        ),
        *("can I concede if my teammate wants to play on", "we want to draw a card, will he"),
    ),
    "it": ("io voglio attaccare B1. lui può", "vorrei concedere, può lui"),
}


#: What is asked of «him» and of somebody who is not himself.
NOT_HIMSELF = {
    "en": ("can A1 attack him", "can A2 target her", "can A1 deploy a creature to him", "is A1 in range of him"),
    "it": ("A2 lo può attaccare", "A1 può bersagliare lui", "A1 può attaccare lei"),
}


def he_after_me(language: str) -> Iterator[tuple[str, bool]]:
    """Yield questions about «him», also behind what their asker tells of himself, and whether they tell of another too."""
    conjunction = {"en": "and", "it": "e"}[language]
    yield from ((f"{asked}?", False) for asked in (*OF_HIM[language], *WISHES[language], *NOT_HIMSELF[language]))
    for of_me, asked in product(OF_ME[language], OF_HIM[language]):
        yield f"{of_me}. {asked}?", False
        for another in OF_ANOTHER[language]:
            yield f"{another} {conjunction} {of_me}. {asked}?", True
            yield f"{of_me} {conjunction} {another}. {asked}?", True


#: What is asked about somebody, or about a card of his: ``{x}``; and ways to say that he is out of reach of whoever asks.
REACHED = {
    "en": (
        "can I target {x}",
        "can A1 target {x}",
        "who can target {x}",
        "can my general target {x}",
        "can my emperor's spell affect {x}",
        "who can affect {x}",
        "can a spell of A2 affect {x}",
        "can an effect of B1 affect {x}",
        "does my ability trigger when {x} dies",
        "what happens to my Aura on {x}",
    ),
    "it": (
        "posso bersagliare {x}",
        "A1 può bersagliare {x}",
        "chi può bersagliare {x}",
        "il mio generale può bersagliare {x}",
        "una magia di A2 può influire su {x}",
        "chi può influire su {x}",
        "un effetto di B1 può influire su {x}",
        "la mia abilità si innesca quando muore {x}",
        "che cosa succede alla mia aura su {x}",
    ),
}
OUT_OF_REACH = {
    "en": (
        "a player out of {his} range",
        "an opponent outside {his} range",
        "someone out of range",
        "anybody beyond {his} range",
        "a creature out of range",
        "a permanent outside of {his} range of influence",
    ),
    "it": (
        "un giocatore fuori dal {suo} raggio",
        "un avversario fuori portata",
        "uno fuori dal {suo} raggio",
        "una creatura fuori dal {suo} raggio",
        "un permanente fuori raggio",
    ),
}


def out_of_range(language: str) -> Iterator[str]:
    """Yield questions in a language about somebody whom another cannot reach, or a card of his."""
    for asked, whom in product(REACHED[language], OUT_OF_REACH[language]):
        mine = {"I", "my", "posso", "mia"}.intersection(asked.split())
        yield f"{asked.format(x=whom.format(his='my' if mine else 'his', suo='mio' if mine else 'suo'))}?"


#: People at the table, and what happens to two of them together: ``{x}`` and ``{y}``.
PEOPLE = {
    "en": ("A2", "B1", "my emperor", "the enemy emperor", "my general", "an enemy general"),
    "it": ("A2", "B1", "il mio imperatore", "l'imperatore avversario", "il mio generale", "un generale avversario"),
}
TWO_FALL = {
    "en": (
        "{x} and {y} die, what happens?",
        "{x} and {y} die at the same time, what happens?",
        "{x} and {y} died. who wins?",
        "if {x} and {y} leave, does team A lose?",
        "who loses if {x} and {y} die?",
        "{x} and {y} concede, can A1 attack B3?",
    ),
    "it": (
        "{x} e {y} muoiono, che succede?",
        "muoiono {x} e {y}: che succede?",
        "sono morti {x} e {y}. chi vince?",
        "se {x} e {y} escono, la squadra A perde?",
        "chi perde se muoiono {x} e {y}?",
        "{x} e {y} concedono, A1 può attaccare B3?",
    ),
}


def two_fall(language: str) -> Iterator[str]:
    """Yield questions in a language about two who fall together."""
    for asked, (one, other) in product(TWO_FALL[language], permutations(PEOPLE[language], 2)):
        yield asked.format(x=one, y=other)


#: Statements that would be another question if they were asked; and questions with what they ask.
STILL_THERE = {
    "en": (
        "my emperor is still alive",
        "I am still in the game",
        "the game goes on",
        "A1 keeps playing",
        "my team is still playing",
        "the turn is not over",
        "A3 is in my range",
    ),
    "it": (
        "il mio imperatore è ancora vivo",
        "io sono vivo",
        "la partita continua",
        "A1 continua a giocare",
        "la mia squadra gioca ancora",
        "il turno non è finito",
        "io imperatore sono in gioco",
        "A3 è nel mio raggio",
    ),
}
ASKED_THEN = {
    "en": (
        ("did we lose?", "loses"),
        ("can A2 target B1?", "may-target-player"),
        ("whose turn is after A1's?", "next-turn"),
    ),
    "it": (
        ("abbiamo perso?", "loses"),
        ("A2 può bersagliare B1?", "may-target-player"),
        ("chi gioca dopo A1?", "next-turn"),
    ),
}


def told_first(language: str) -> Iterator[tuple[str, str]]:
    """Yield questions in a language behind one or two statements, each with what is asked."""
    for (asked, what), told in product(ASKED_THEN[language], permutations(STILL_THERE[language], 2)):
        yield f"{told[0]}. {asked}", what
        yield f"{told[0]}, {told[1]}. {asked}", what
