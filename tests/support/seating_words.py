"""The words that the small rulebooks of tests share: players, teams, numbers, and how players sit."""

SEATING = """\
sort player
  letters p q x y z
  en "player", "players"
  it "giocatore", "giocatori"
sort team
  letters t u
  en "team", "teams"
  it "squadra", "squadre"
sort number
  letters n m r
  en "number", "numbers"
  it "numero", "numeri"
fact next-to
  of p, q
  en "q is next to p"
  it "q siede accanto a p"
  builtin next-to
value distance
  of p, q
  en "the distance from p to q"
  it "la distanza da p a q"
  answer number
  builtin distance
"""

WITHIN = """\
fact within
  of q, n, p
  en "q is within n seats of p"
  it "q è entro n posti da p"
  builtin within
"""

TEAM_OF = """\
value team-of
  of p
  en "the team of p"
  it "la squadra di p"
  answer team
  builtin team
"""

MEMBERS = """\
fact member
  of p, t
  en "p is a player of t"
  it "p è un giocatore di t"
  builtin member
value team-size
  of t
  en "the size of t"
  it "la grandezza di t"
  answer number
  builtin size
"""
