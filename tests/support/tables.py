"""Tables as tests write them: two teams of three, of four, and of five with lieutenants."""

SIX = "g E g | g E g"
EIGHT = "g E g g | g E g g"
TEN = "l g E g l | l g E g l"
