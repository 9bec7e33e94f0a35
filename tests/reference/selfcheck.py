"""Checks the reference against the worked examples and path counts of rules.md and the cases of cases.md.

    python3 tests/reference/selfcheck.py
"""

import sys
from common import Pos, Line, paths, replay
from oware import Oware, Urim
from anywoli import Anywoli
from bosh import Bosh
from omweso import Omweso
from kalah import Kalah

checks = 0


def same(what, got, want):
    global checks
    checks += 1
    if got != want:
        print("%s: got %r, want %r" % (what, got, want))
        sys.exit(1)


def numbers(text):
    return [None if word == "-" else int(word) for word in text.replace("/", " ").split()]


def one(game, what, before, side, move, after, gain, stores=(0, 0), to_move=None, over=None, winner=None, totals=None):
    """Plays one move and checks the board after it, the mover's gain and who moves."""
    pos = Pos(numbers(before), stores, "SN".index(side))
    line = Line(game, pos)
    found = [child for child in line.children() if child.name == move]
    same(what + " legal", len(found), 1)
    child = found[0]
    same(what + " after", child.pos.pits, numbers(after))
    same(what + " gain", child.gain, gain)
    if to_move is not None:
        same(what + " to move", "SN"[child.pos.side], to_move)
    if over is not None:
        same(what + " over", child.end is not None, over)
    if totals is not None:
        same(what + " totals", child.end.totals, totals)
    if winner is not None:
        same(what + " winner", child.end.winner, winner)


def names(game, before, side="S", stores=(0, 0)):
    return [child.name for child in Line(game, Pos(numbers(before), stores, "SN".index(side))).children()]


def oware():
    g = Oware()
    one(g, "OW1", "4 4 4 4 4 4 4 4 4 4 4 4", "S", "C", "4 4 0 5 5 5 / 5 4 4 4 4 4", (0, 0))
    one(g, "OW2", "0 0 8 0 0 1 / 3 1 1 1 2 0", "S", "C", "0 0 0 1 1 2 / 4 0 0 0 0 0", (9, 0))
    slam = "1 1 1 1 1 0 / 0 0 8 0 0 1"
    one(g, "OW3", slam, "N", "c", "2 2 2 2 2 0 / 0 0 0 1 1 2", (0, 0))
    one(Oware(grand_slam="allowed"), "OW3' allowed", slam, "N", "c", "0 0 0 0 0 0 / 0 0 0 0 0 0", (0, 10),
        over=True, totals=(0, 14))
    one(Oware(grand_slam="keep_last"), "OW3' last", slam, "N", "c", "0 0 0 0 2 0 / 0 0 0 1 1 2", (0, 8))
    one(Oware(grand_slam="keep_first"), "OW3' first", slam, "N", "c", "2 0 0 0 0 0 / 0 0 0 1 1 2", (0, 8))
    one(Oware(grand_slam="opponent_takes_rest"), "OW3' rest", slam, "N", "c", "0 0 0 0 0 0 / 0 0 0 0 0 0", (0, 10),
        over=True, totals=(4, 10))
    same("OW3' illegal", names(Oware(grand_slam="illegal"), slam, "N"), ["f"])
    same("OW4 legal", names(g, "1 0 0 0 0 1 / 0 0 0 0 0 0"), ["F"])
    one(g, "OW4", "1 0 0 0 0 1 / 0 0 0 0 0 0", "S", "F", "1 0 0 0 0 0 / 1 0 0 0 0 0", (0, 0))
    one(g, "OW5", "0 0 1 0 0 14 / 1 1 0 2 0 1", "S", "F", "1 1 2 1 1 0 / 0 0 0 3 1 2", (8, 0))
    one(g, "OW6", "3 1 1 1 0 0 / 0 0 8 0 0 1", "N", "c", "4 2 2 2 1 0 / 0 0 0 1 1 2", (0, 0))
    line = replay(g, Pos(numbers("1 0 0 0 0 0 / 1 0 0 0 0 0"), (23, 23)), "A a B b C c D d E e F f".split())
    same("OW7", (line.end.rule, line.end.totals, line.end.winner), ("repetition", (24, 24), "draw"))
    same("Oware paths", [paths(g, g.start(), d) for d in range(1, 6)], [6, 36, 190, 1014, 5219])
    # cases.md part A
    end = Line(g, Pos(numbers("1 0 0 0 1 0 / 0 0 0 0 0 0"), (24, 22))).end
    same("case 1", (end.totals, end.winner), ((26, 22), "south"))
    one(g, "case 3", "1 0 0 0 2 3 / 2 1 2 0 0 0", "S", "F", "1 0 0 0 2 0 / 3 2 3 0 0 0", (0, 0), (20, 17), "N", False)
    one(g, "case 5", "1 0 0 0 0 1 / 1 0 0 0 0 0", "S", "F", "1 0 0 0 0 0 / 2 0 0 0 0 0", (0, 0), (22, 23), "N", False)
    one(g, "case 9", "0 0 0 0 0 2 / 1 1 0 0 0 0", "S", "F", "0 0 0 0 0 0 / 0 0 0 0 0 0", (0, 0), (22, 22), None, True,
        "north", (22, 26))
    one(g, "case 11", "0 0 0 0 0 23 / 0 0 0 0 0 0", "S", "F", "2 2 2 2 2 0 / 0 2 2 2 2 2", (3, 0), (12, 13))
    one(g, "case 13 48", "48 0 0 0 0 0 / 0 0 0 0 0 0", "S", "A", "0 5 5 5 5 4 / 4 4 4 4 4 4", (0, 0))
    one(g, "case 13 36", "0 0 0 0 0 36 / 0 0 0 0 0 0", "S", "F", "3 3 3 3 3 0 / 4 4 4 3 3 3", (0, 0), (6, 6))
    one(g, "case 15", "0 0 0 0 0 3 / 1 3 1 0 0 5", "S", "F", "0 0 0 0 0 0 / 2 4 0 0 0 5", (2, 0))
    same("case 17a", names(g, "1 0 0 0 0 1 / 0 0 0 0 0 0"), ["F"])
    same("case 17b", names(g, "1 0 9 0 0 1 / 1 0 0 0 0 0"), ["A", "C", "F"])


def urim():
    g = Urim()
    one(g, "UR1", "3 3 3 3 3 3 3 3 3 3 3 3", "S", "A", "0 4 4 4 3 3 / 3 3 3 3 3 3", (0, 0))
    one(g, "UR2", "0 1 0 0 0 4 / 1 3 3 2 5 1", "S", "F", "0 1 0 0 0 0 / 0 0 0 0 5 1", (13, 0))
    one(Oware(), "UR2 in Oware", "0 1 0 0 0 4 / 1 3 3 2 5 1", "S", "F", "0 1 0 0 0 0 / 2 4 4 0 5 1", (3, 0))
    one(g, "UR3", "0 0 2 0 0 3 / 1 2 3 1 1 4", "S", "F", "0 0 2 0 0 0 / 2 3 4 1 1 4", (0, 0))
    one(g, "UR4", "0 0 0 0 2 4 / 17 0 1 2 5 5", "S", "F", "0 0 0 0 2 0 / 17 1 2 3 6 5", (0, 0))
    one(Urim(pit_limit="none"), "UR4 none", "0 0 0 0 2 4 / 17 0 1 2 5 5", "S", "F", "0 0 0 0 2 0 / 18 1 0 0 5 5", (5, 0))
    one(g, "UR5", "2 0 0 0 1 4 / 1 3 2 1 0 0", "S", "F", "2 0 0 0 1 0 / 2 4 3 2 0 0", (0, 0))
    one(Urim(grand_slam="allowed"), "UR5 allowed", "2 0 0 0 1 4 / 1 3 2 1 0 0", "S", "F",
        "0 0 0 0 0 0 / 0 0 0 0 0 0", (11, 0), over=True, totals=(14, 0))
    one(Urim(pits_per_row=7), "UR6", "3 3 3 3 3 3 3 3 3 3 3 3 3 3", "S", "G", "3 3 3 3 3 3 0 / 4 4 4 3 3 3 3", (0, 0))
    same("U3", names(g, "0 0 0 0 1 17 / 0 0 0 0 0 0"), ["E", "F"])
    same("Urim paths", [paths(g, g.start(), d) for d in range(1, 6)], [6, 36, 186, 971, 4756])
    seven = Urim(pits_per_row=7)
    same("Urim 7 paths", [paths(seven, seven.start(), d) for d in range(1, 5)], [7, 49, 300, 1848])
    # section 2.2: always the right-most legal pit
    line = Line(g, g.start())
    while not line.end:
        line.play(line.children()[-1])
        if line.plies == 42:
            same("limit 42", (line.pos.pits, line.pos.stores, line.pos.side),
                 (numbers("17 0 1 0 0 0 / 17 0 1 0 0 0"), [0, 0], 0))
    same("limit 52", (line.plies, line.end.rule, line.end.totals, line.end.points), (52, "repetition", (18, 18), 0))


def sparse(text, size):
    pits = [0] * size
    for word in text.split():
        pit, seeds = word.split(":")
        pits[int(pit)] = int(seeds)
    return pits


def any_name(pit):
    return chr(ord("A") + pit) if pit < 12 else chr(ord("a") + pit - 12)


def anywoli():
    g = Anywoli()

    def case(what, before, move, after, stores, side, game=g, start=(0, 0)):
        pos = Pos(sparse(before, 24), start)
        child = [c for c in Line(game, pos).children() if c.name == any_name(move)][0]
        same(what, (child.pos.pits, tuple(child.pos.stores), "SN"[child.pos.side]), (sparse(after, 24), stores, side))
        return child

    one(g, "AN1", " ".join(["4"] * 24), "S", "A",
        "1 5 5 5 0 5 5 5 5 0 5 5 / 5 5 0 5 5 5 5 0 5 5 5 5", (0, 0), to_move="N")
    case("AN2", "0:1 11:3 12:3 13:1 20:4", 11, "0:1 13:2 14:1 20:4", (0, 4), "N")
    case("AN3", "0:3 11:2 13:3 20:4", 11, "0:3 12:1 20:4", (4, 0), "S")
    case("AN4", "2:4 3:3 4:1 6:2 20:2", 2, "4:2 5:1 7:1 8:1 9:1 20:2", (4, 0), "N")
    case("AN5", "11:2 13:3 20:7", 11, "12:1 20:7", (4, 0), "S")
    line = replay(g, Pos(sparse("11:2 13:3 20:7", 24)), ["L", "pass"])
    same("AN5 pass", (line.pos.pits, line.pos.side), (sparse("12:1 20:7", 24), 1))
    child = case("AN6", "11:1 12:3 20:1 21:1 22:1 23:1", 11, "", (52, 44), "N", start=(44, 44))
    same("AN6 gain", child.gain, (8, 0))
    case("AN7", "0:26 1:3 14:3", 0, "0:1 1:1 3:2 5:2 7:2 9:2 11:2 13:2 "
         + " ".join("%d:1" % i for i in range(14, 24)), (4, 4), "N")
    child = case("AN8", "11:3 12:3 13:1 20:1", 11, "", (44, 52), "N", start=(44, 44))
    same("Anywoli paths", [paths(g, g.start(), d) for d in range(1, 4)], [12, 116, 1214])
    off = Anywoli(extra_move="false")
    same("Anywoli paths, no extra", [paths(off, off.start(), d) for d in range(1, 4)], [12, 116, 1223])
    for before, moves, gain in [
        ("4:1 5:1 6:2 7:2 8:6 9:1 10:2 11:1 12:3 13:1 14:1 15:2 16:3 17:2", [10, 5, 8, 7, 8, 10], 28),
        ("6:3 8:1 9:5 10:2 12:3 14:1 15:3 16:2 17:3 19:1", [10, 6, 7, 9, 11], 24),
    ]:
        line = replay(g, Pos(sparse(before, 24)), [any_name(m) for m in moves])
        same("Anywoli problem", (line.end.rule, line.end.totals), ("last_four", (gain, 0)))


def bosh():
    g = Bosh()
    full = " ".join(["4"] * 10)
    one(g, "BO1", full, "S", "E", "5 5 5 5 0 / 0 5 5 5 0", (5, 0))
    one(g, "BO2", full, "S", "A", "0 0 5 5 5 / 0 5 5 5 5", (5, 0))
    one(g, "BO3", "0 2 0 1 0 / 0 3 0 0 2", "S", "B", "0 0 1 2 0 / 0 3 0 0 2", (0, 0))
    one(g, "BO4", "2 0 0 1 0 / 0 3 0 0 2", "S", "D", "2 0 0 0 1 / 0 0 0 0 2", (3, 0))
    one(g, "BO5", "0 0 0 0 11 / 0 0 1 0 0", "S", "E", "0 2 0 2 0 / 3 0 0 0 2", (3, 0))
    one(g, "BO6", "4 4 4 4 4 / 4 4 4 - -", "S", "E", "6 1 6 6 0 / 7 0 0 - -", (6, 0))
    one(g, "BO7", "1 0 0 2 0 / 3 0 0 1 0", "S", "A", "0 1 0 0 0 / 3 0 0 1 0", (2, 0))
    one(Bosh(capture_chain="true"), "BO7 chain", "1 0 0 2 0 / 3 0 0 1 0", "S", "A", "0 1 0 0 0 / 0 0 0 1 0", (5, 0))
    one(Bosh(capture_side="opponent"), "BO7 opp", "1 0 0 2 0 / 3 0 0 1 0", "S", "A", "0 1 0 2 0 / 3 0 0 1 0", (0, 0))
    end = Line(g, Pos(numbers("0 0 0 0 0 / 1 0 2 0 0"))).end
    same("BO8", (end.rule, end.totals), ("stuck", (0, 3)))
    counts = lambda game: [paths(game, game.start(), d) for d in range(1, 6)]
    same("Bosh paths", counts(g), [5, 19, 79, 266, 864])
    same("Bosh paths opp", counts(Bosh(capture_side="opponent")), [5, 19, 73, 243, 839])
    same("Bosh paths chain", counts(Bosh(capture_chain="true")), [5, 19, 77, 252, 803])
    # case 25: the fill is mirror-symmetric
    same("fill", g.refill((13, 27), 0).pits, [None, None, 4, 4, 4, 4, 4, 4, 4, 4])
    same("fill", g.refill((27, 13), 0).pits, [4, 4, 4, 4, 4, None, None, 4, 4, 4])
    same("fill", g.refill((27, 13), 0).stores, [7, 1])
    same("fill left", Bosh(fill_side="left").refill((28, 12), 0).pits, [4, 4, 4, 4, 4, 4, 4, 4, None, None])


def omweso():
    def case(what, me, opp, moves, after, after_opp, points=None, first=False, captured=True, game=None):
        game = game or Omweso()
        pits = sparse(me, 16) if isinstance(me, str) else me
        other = sparse(opp, 16) if isinstance(opp, str) else opp
        flag = 1 if captured else 0
        pos = Pos(pits + other, first=[first, first], turns=[flag, flag], laps=[flag, flag])
        child = [c for c in Line(game, pos).children() if c.name == moves]
        same(what + " legal", len(child), 1)
        child = child[0]
        same(what + " me", child.pos.pits[:16], sparse(after, 16) if isinstance(after, str) else after)
        same(what + " opp", child.pos.pits[16:], sparse(after_opp, 16) if isinstance(after_opp, str) else after_opp)
        same(what + " points", child.end.points if child.end else None, points)

    four = [4] * 8 + [0] * 8
    case("OM1", four, four, "A+", numbers("0 5 5 5 0 5 5 5 / 1 1 0 0 0 0 0 0"), four, first=True, captured=False)
    case("OM2", "7:3 10:1", "0:2 2:2 13:3", "H+", "8:2 9:2 10:3 11:1 12:1", "0:2", 2)
    case("OM2f", "7:3 10:1", "0:2 2:2 13:3", "H+", "8:1 9:1 11:1 12:1", "0:2 2:2 13:3", first=True)
    case("OM3", "7:3 10:1", "0:2 2:2", "H+", "8:1 9:1 11:1 12:1", "0:2 2:2")
    case("OM4", "0:3 13:1", "0:2 5:1 10:1", "A-", "1:1 2:1 13:2 14:1 15:1", "0:2", 2)
    case("OM4+", "0:3 13:1", "0:2 5:1 10:1", "A+", "1:1 2:1 3:1 13:1", "0:2 5:1 10:1")
    five = "0:2 5:1 6:1 9:2 10:1"
    case("OM5 --", "0:3 13:1 14:1", five, "A--", "1:1 2:1 3:1 13:2 14:3 15:2", "0:2", 2)
    case("OM5 -+", "0:3 13:1 14:1", five, "A-+", "1:1 2:1 13:2 14:2 15:1", "0:2 6:1 9:2")
    six = "1:1 4:1 11:1 14:1"
    case("OM6 -", "8:1 11:3 13:1 14:1", six, "L+-", "0:1 8:1 12:2 13:3 15:1", "1:1 14:1", 1)
    case("OM6 +", "8:1 11:3 13:1 14:1", six, "L++", "0:1 8:1 12:1 13:2 15:1", six, 1)
    case("OM7", "3:3", "0:2", "Dk", "4:2 5:1", "0:2", captured=False)
    case("OM8", "11:1 13:2 15:1", "7:1 8:2 15:1", "N+", "0:1 11:1 14:2 15:3", "15:1", 1)
    case("OM9", "1:2 7:1 15:1", "0:2 7:1 8:1", "B-", "0:1 2:1 3:1 7:1 15:2", "0:2", 2)
    case("OM10", "5:1 6:2 8:1 9:1 11:1 13:1 15:1", "0:1 7:1 8:1 13:2 15:1", "G+",
         "0:1 1:1 2:1 5:1 7:2 9:2 10:1 12:1 14:2", "13:2", 2)
    case("OM11", "1:2 4:1 6:1 8:1 15:1", "0:1 7:1 8:2 15:1", "B-",
         "0:1 2:1 3:1 5:1 7:2 9:1 10:1 11:1 15:2", "", 12)
    big = numbers("3 2 3 2 1 0 7 6 3 1 2 4 3 2 3 4"), numbers("0 1 2 2 3 2 0 0 1 0 1 1 3 1 1 0")
    g = Omweso()
    pos = Pos(big[0] + big[1], first=[False, False], turns=[1, 1], laps=[1, 1])
    # Section 12 says 540 with okukoneeza over; five pits hold three seeds, and 540 is the count with it still open.
    same("535 turns", len(g.moves(pos)), 535)
    open_yet = Pos(big[0] + big[1], first=[False, False], turns=[0, 0], laps=[0, 0])
    same("540 turns", len(g.moves(open_yet)), 540)
    for row, pit in [("3 0 4 1 2 1 0 3 4 0 2 4 5 0 1 2", 8), ("3 4 0 1 5 0 3 2 1 3 2 1 2 1 2 2", 14),
                     ("2 3 4 3 2 1 2 3 2 3 2 1 0 1 0 3", 6)]:
        pos = Pos(numbers(row) + four, first=[True, True], turns=[0, 0], laps=[0, 0])
        out = [o for o in g.moves(pos) if o.name == chr(ord("A") + pit) + "+"][0]
        same("endless", out.end.rule, "endless")
    row = numbers("1 2 10 2 3 0 4 0 4 11 4 15 0 1 2 1")
    pos = Pos(row + sparse("5:1 7:2 8:1", 16), first=[False, False], turns=[1, 1], laps=[1, 1])
    long = [o for o in Omweso(reverse="off").moves(pos) if o.name == "L+"][0]
    same("255 laps", (sum(long.gain) > 0, long.end is not None and long.end.rule == "endless"), (True, False))

    def counts(depth, **options):
        game = Omweso(**options)
        return [paths(game, game.start(), d) for d in range(1, depth + 1)]
    same("Omweso off", counts(4, reverse="off", okukoneeza="false"), [8, 64, 416, 2695])
    same("Omweso full", counts(3), [8, 64, 420])
    same("Omweso full no k", counts(3, okukoneeza="false"), [8, 64, 420])
    same("Omweso two off", counts(3, setup="two_each", reverse="off", okukoneeza="false"), [16, 256, 2304])
    same("Omweso two", counts(3, setup="two_each", okukoneeza="false"), [16, 256, 3475])
    same("Omweso two k", counts(3, setup="two_each"), [16, 256, 5267])
    same("Omweso inner off", counts(4, setup="inner4", reverse="off", okukoneeza="false"), [8, 64, 416, 2704])
    same("Omweso inner", counts(4, setup="inner4", okukoneeza="false"), [8, 64, 525, 4127])


def kalah():
    g = Kalah()

    def case(what, before, move, after, stores, side, start=(0, 0), over=False, game=g):
        child = [c for c in Line(game, Pos(numbers(before), start)).children() if c.name == move][0]
        same(what, (child.pos.pits, tuple(child.pos.stores), "SN"[child.pos.side], child.end is not None),
             (numbers(after), stores, side, over))

    case("KA1", " ".join(["4"] * 12), "C", "4 4 0 5 5 5 / 4 4 4 4 4 4", (1, 0), "S")
    case("KA2", "5 5 1 5 5 0 / 5 5 5 5 4 0", "A", "0 6 2 6 6 0 / 0 5 5 5 4 0", (8, 1), "N", (2, 1))
    case("KA3", "0 0 1 0 0 0 / 0 0 4 0 0 0", "C", "0 0 0 0 0 0 / 0 0 0 0 0 0", (5, 0), "N", over=True)
    case("KA4", "0 0 1 0 0 0 / 0 4 0 0 0 0", "C", "0 0 0 1 0 0 / 0 4 0 0 0 0", (0, 0), "N")
    case("KA5", "1 0 0 0 0 8 / 1 0 0 0 0 0", "F", "2 0 0 0 0 0 / 2 1 1 1 1 1", (1, 0), "N")
    case("case 31", "0 0 0 0 0 1 / 2 0 0 1 0 3", "F", "0 0 0 0 0 0 / 0 0 0 0 0 0", (21, 27), "S", (20, 21), True)
    case("case 33", "0 3 0 0 0 8 / 3 0 1 0 0 0", "F", "0 3 0 0 0 0 / 4 1 2 1 1 0", (13, 23), "N", (10, 23))
    counts = lambda game: [paths(game, game.start(), d) for d in range(1, 6)]
    same("Kalah paths", counts(g), [6, 35, 185, 942, 4690])
    same("Kalah paths empty", counts(Kalah(empty_capture="true")), [6, 35, 185, 942, 4685])


if __name__ == "__main__":
    for part in (kalah, oware, urim, anywoli, bosh, omweso):
        part()
        print("%s: ok" % part.__name__)
    print("%d checks passed" % checks)
