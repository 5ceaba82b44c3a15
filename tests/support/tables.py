"""Tables as tests write them: two teams of three, of four, and of five with lieutenants; three teams of three."""

SIX = "g E g | g E g"
EIGHT = "g E g g | g E g g"
NINE = "g E g | g E g | g E g"
TEN = "l g E g l | l g E g l"

#: Seats of a table at which each of these texts is asked.
SEATS_OF_VARIANTS = {
    "cr-809": "g E g | g E g",
    "cr-810": "o o | o o",
    "cr-806": "o | o | o | o",
    "cr-807": " | ".join("o" * 10),
    "cr-808": "o o o | o o o",
    "cr-811": "A B C A B C",
}
