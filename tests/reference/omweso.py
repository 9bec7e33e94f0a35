"""Omweso: rules.md sections 5 and 12.

Pits 0..2m-1 are South's circuit, 2m..4m-1 North's, each in its owner's own order: 0..m-1 outer, m..2m-1 inner.
extras: first = [South, North] still has his first turn before him; turns = [a, b] turns with a capture so far;
laps = [a, b] captures so far.
"""

import positions
import re

from common import SOUTH, NORTH, Pos, End, Out, Game


def name_of(pit):
    return chr(ord("A") + pit)


# The program's own sign for a capture that could be declined, written only where `r` or another written `c` follows.
CAPTURE_UNDERSTOOD = re.compile("c(?!c*r)")


class TooMany(Exception):
    """More turns than this slow program wants to list."""


class Branch:
    """A turn under way: one sequence of choices so far and the lap to sow next."""

    def __init__(self, name, me, opp, start, hand, step):
        self.name, self.me, self.opp = name, list(me), list(opp)
        self.start, self.hand, self.step = start, hand, step
        self.same = self.may = self.fresh = False
        self.taken, self.amount, self.laps, self.states = [], 0, 0, set()

    def copy(self, sign):
        b = Branch(self.name + sign, self.me, self.opp, self.start, self.hand, self.step)
        b.same, b.may, b.fresh = self.same, self.may, self.fresh
        b.taken, b.amount, b.laps, b.states = list(self.taken), self.amount, self.laps, set(self.states)
        return b


class Omweso(Game):
    NAME = "omweso"
    CLEARS = False
    OPTIONS = {
        "pits_per_row": ("8", ["2", "3", "4", "5", "6", "7", "8"]),
        "setup": ("outer4", ["outer4", "two_each", "inner4", "free_first_then_second", "free_secret"]),
        "setup_max": ("10", ["10", "none"]),
        "reentry_pit": ("next", ["next", "same"]),
        "reverse": ("full", ["full", "start_only", "off"]),
        "reverse_pits": ("0,1,14,15", ["0,1,14,15", "0,14"]),
        "reverse_after_forward_capture": ("false", ["false", "true"]),
        "capture_mandatory": ("true", ["true", "false"]),
        "first_turn_capture": ("forbidden", ["forbidden", "allowed"]),
        "okukoneeza": ("true", ["true", "false"]),
        "okukoneeza_until": ("any_capture", ["any_capture", "own_capture"]),
        "front_row_rule": ("true", ["true", "false"]),
        "emitwe_ebiri": ("true", ["true", "false"]),
        "win_timing": ("end_of_turn", ["end_of_turn", "immediate"]),
        "akawumbi_points": ("12", ["12", "6"]),
        "akakyala": ("false", ["false", "true"]),
        "akakyala_scope": ("two_turns", ["two_turns", "two_captures"]),
        "match_points": ("12", ["12", "1", "3"]),
        "next_starter": ("alternate", ["alternate", "loser", "winner"]),
        "lap_limit": ("10000", ["10000", "5", "20", "200"]),
        "endless_turn": ("annul_game", ["annul_game", "illegal", "opponent_wins"]),
        "no_capture_limit": ("500", ["500", "none", "3", "20"]),
        "repetition": ("annul_on_3", ["annul_on_3", "ignore"]),
        "clock": ("none", ["none", "blitz"]),
        "ply_limit": ("none", ["none", "1", "2", "7", "60"]),
    }

    def __init__(self, **options):
        super().__init__(**options)
        self.m = self.n
        self.size = 2 * self.m

    KNOWN = ("quiet", "plies", "first", "captured")

    @classmethod
    def tidy(cls, chosen, rng):
        """Boards that the players arrange themselves are not compared."""
        if chosen.get("setup", "").startswith("free"):
            del chosen["setup"]
        return chosen

    def random_position(self, rng):
        size = self.size
        most = 8 * self.m
        style = rng.randrange(6)
        total = most if rng.random() < 0.5 else rng.randint(2, most)
        board = positions.throw(rng, 2 * size, total)
        if style == 1:  # few seeds on one side
            weak = rng.randrange(2)
            for pit in range(size):
                if rng.random() < 0.7:
                    board[weak * size + pit] = 0
        elif style == 2:  # small counts: long chains of captures
            board = [rng.choice([0, 1, 1, 2, 2, 3]) for _ in board]
        elif style == 3:  # a heavy pit: hands that go all the way round
            board[rng.randrange(2 * size)] += rng.choice([size - 1, size, size + 1, 2 * size, 20])
        elif style == 4:  # a column at an end is all that is left
            for side in (SOUTH, NORTH):
                if rng.random() < 0.6:
                    row = board[side * size:(side + 1) * size]
                    for pit in range(size):
                        column = pit if pit < self.m else size - 1 - pit
                        if 0 < column < self.m - 1 and rng.random() < 0.85:
                            board[side * size + pit] = 0
        elif style == 5:  # hardly a pair
            board = [rng.choice([0, 0, 0, 1, 1, 2]) for _ in board]
        if rng.random() < 0.6:
            first, captured = [False, False], [1, 1]
        else:
            first = [rng.random() < 0.4, rng.random() < 0.4]
            captured = rng.choice([[0, 0], [0, 0], [1, 0], [0, 1], [1, 1]])
        return Pos(board, (0, 0), rng.randrange(2), first=first, turns=list(captured), laps=list(captured))

    def extra_words(self, pos):
        letters = lambda flags: "".join("SN"[side] for side in (0, 1) if flags[side])
        words = []
        if pos.extras["first"] != [False, False]:
            words.append("first=" + letters(pos.extras["first"]))
        captured = letters(pos.extras["turns"])
        if captured != "SN":
            words.append("captured=" + (captured or "none"))
        return words

    def read_extras(self, extras):
        captured = [int(side in extras.get("captured", "SN")) for side in "SN"]
        if extras.get("captured") == "none":
            captured = [0, 0]
        return {"first": [side in extras.get("first", "") for side in "SN"],
                "turns": captured, "laps": list(captured)}

    def start(self):
        m = self.m
        setup = self.o["setup"]
        if setup == "two_each":
            row = [2] * (2 * m)
        elif setup == "inner4":
            row = [0] * m + [4] * m
        else:
            row = [4] * m + [0] * m
        return Pos(row + row, first=[True, True], turns=[0, 0], laps=[0, 0])

    def key(self, pos):
        seen = pos.extras["turns"]
        return (tuple(pos.pits), pos.side, tuple(pos.extras["first"]), seen[0] > 0 or seen[1] > 0)

    def count(self):
        return 3

    def recurs(self, pos):
        return self.o["repetition"] == "annul_on_3"

    def divide(self, pos, rule):
        return self.annulled(pos, rule)

    def annulled(self, pos, rule):
        return End(rule, self.shown_totals(pos), winner="none", points=None, board=pos)

    def won(self, pos, side, points, rule):
        return End(rule, self.shown_totals(pos), winner=("south", "north")[side], points=points, board=pos)

    def next_round(self, line):
        """After a game of a match: (over, winner, next position); an annulled game is played again as it began."""
        end = line.end
        starter, points = line.match
        points = list(points)
        if end.winner in ("south", "north"):
            side = ("south", "north").index(end.winner)
            points[side] += end.points
            how = self.o["next_starter"]
            next_starter = 1 - starter if how == "alternate" else side if how == "winner" else 1 - side
        else:
            next_starter = 1 - starter if end.rule == "ply_limit" else starter
        for side in (SOUTH, NORTH):
            if points[side] >= int(self.o["match_points"]):
                return True, ("south", "north")[side], None
        pos = self.start()
        pos.side = next_starter
        line.carry = (next_starter, points)
        return False, None, pos

    def shown_totals(self, pos):
        return (pos.in_row(SOUTH), pos.in_row(NORTH))

    def ply_end(self, pos):
        return End("ply_limit", (0, 0), winner="draw", board=pos)

    # --- laps ---------------------------------------------------------------------------------------------

    def reverse_pits(self):
        left = {0, 1, self.size - 2, self.size - 1}
        return left if self.o["reverse_pits"] == "0,1,14,15" else {0, self.size - 2}

    def may_capture(self, pos):
        return self.o["first_turn_capture"] == "allowed" or not pos.extras["first"][pos.side]

    def drop(self, me, start, hand, step, same=False):
        """Sows a hand from a pit; the last pit. `same`: the first seed goes in the start pit itself."""
        at = (start - step) % self.size if same else start
        while hand:
            at = (at + step) % self.size
            me[at] += 1
            hand -= 1
        return at

    def opposite(self, pit):
        return pit - self.m, 3 * self.m - 1 - pit

    def captures(self, me, opp, at):
        """Whether a last seed in this pit captures (the pit already holds it)."""
        if at < self.m or me[at] < 2:
            return False
        a, b = self.opposite(at)
        return opp[a] > 0 and opp[b] > 0

    def reverse_captures(self, me, opp, start, hand, same):
        trial = list(me)
        at = self.drop(trial, start, hand, -1, same)
        return self.captures(trial, opp, at)

    # --- turns --------------------------------------------------------------------------------------------

    def moves(self, pos):
        side = pos.side
        me = pos.pits[self.size * side:self.size * (side + 1)]
        opp = pos.pits[self.size * (1 - side):self.size * (2 - side)]
        capture = self.may_capture(pos)
        answer = []
        for pit in range(self.size):
            if me[pit] < 2:
                continue
            lifted = list(me)
            hand, lifted[pit] = lifted[pit], 0
            self.laps(pos, answer, name_of(pit) + "+", lifted, list(opp), pit, hand, 1, capture)
            if capture and self.o["reverse"] != "off" and pit in self.reverse_pits():
                if self.reverse_captures(lifted, opp, pit, hand, False):
                    self.laps(pos, answer, name_of(pit) + "-", lifted, list(opp), pit, hand, -1, capture)
            if me[pit] == 3 and self.okukoneeza(pos):
                special = list(lifted)
                special[(pit + 1) % self.size] += 2
                special[(pit + 2) % self.size] += 1
                answer.append(self.finished(pos, name_of(pit) + "k", special, opp, [], 0))
        for out in answer:
            out.name = CAPTURE_UNDERSTOOD.sub("", out.name)
            if side == NORTH:
                out.name = out.name[0].lower() + out.name[1:]
        if self.o["endless_turn"] == "illegal":
            answer = [out for out in answer if not (out.end and out.end.rule == "endless")]
        return answer

    def okukoneeza(self, pos):
        if not self.on("okukoneeza"):
            return False
        turns = pos.extras["turns"]
        if self.o["okukoneeza_until"] == "own_capture":
            return turns[pos.side] == 0
        return turns == [0, 0]

    def laps(self, pos, answer, name, me, opp, start, hand, step, capture):
        """Sows laps from a lifted pit until every branch of the turn has ended."""
        branches = [Branch(name, me, opp, start, hand, step)]
        while branches:
            self.branch(pos, answer, branches.pop(), branches, capture)
            if len(answer) > self.too_many:
                raise TooMany()

    too_many = 20000

    def branch(self, pos, answer, b, branches, capture):
        limit = int(self.o["lap_limit"])
        if b.fresh:  # the relay side of a fork: its pit is lifted, its checks are still to come
            b.fresh = False
            if not self.go_on(pos, answer, b, branches, capture):
                return
        while True:
            at = self.drop(b.me, b.start, b.hand, b.step, b.same)
            b.laps += 1
            if b.me[at] == 1:
                answer.append(self.finished(pos, b.name, b.me, b.opp, b.taken, b.amount))
                return
            lands = capture and self.captures(b.me, b.opp, at)
            if b.laps >= limit:
                answer.append(self.endless(pos, b.name, b.amount))
                return
            if lands and b.step == 1 and not self.on("capture_mandatory"):
                # a fork: capture (no sign) or relay (r)
                relay = b.copy("r")
                self.lift(relay, at)
                relay.fresh = True
                branches.append(relay)
                b.name += "c"
            if lands:
                if self.take(pos, answer, b, at):
                    return
            else:
                self.lift(b, at)
            if not self.go_on(pos, answer, b, branches, capture):
                return

    def lift(self, b, at):
        """A relay: the pit of the last seed is lifted."""
        b.start, b.hand, b.me[at] = at, b.me[at], 0
        b.may = at in self.reverse_pits()
        b.same = False

    def take(self, pos, answer, b, at):
        """A capture: the opponent's two pits of the column are emptied. True if the game ends at once."""
        outer, inner = self.opposite(at)
        b.hand = b.opp[outer] + b.opp[inner]
        b.opp[outer] = b.opp[inner] = 0
        b.taken.append(at)
        b.amount += b.hand
        b.states = set()
        if self.o["win_timing"] == "immediate" and self.test(pos, b.me, b.opp, b.taken, pos):
            answer.append(self.finished(pos, b.name, b.me, b.opp, b.taken, b.amount, in_hand=(b.start, b.hand)))
            return True
        forward = self.on("reverse_after_forward_capture")
        b.may = (b.step == -1 or forward) and b.start in self.reverse_pits()
        b.same = self.o["reentry_pit"] == "same"
        return False

    def go_on(self, pos, answer, b, branches, capture):
        """Checks for an endless turn and forks where the next lap may be reversed. False if the turn is over."""
        state = (tuple(b.me), tuple(b.opp), b.start, b.hand, b.same)
        if state in b.states:
            answer.append(self.endless(pos, b.name, b.amount))
            return False
        b.states.add(state)
        b.step = 1
        if b.may and capture and self.o["reverse"] == "full":
            if self.reverse_captures(b.me, b.opp, b.start, b.hand, b.same):
                back = b.copy("-")
                back.step = -1
                branches.append(back)
                b.name += "+"
        return True

    # --- the end of a turn ----------------------------------------------------------------------------------

    def build(self, pos, me, opp, taken):
        side = pos.side
        after = Pos(me + opp if side == SOUTH else opp + me, (0, 0), 1 - side,
                    first=list(pos.extras["first"]), turns=list(pos.extras["turns"]), laps=list(pos.extras["laps"]))
        after.extras["first"][side] = False
        if taken:
            after.extras["turns"][side] += 1
            after.extras["laps"][side] += len(taken)
        return after

    def finished(self, pos, name, me, opp, taken, amount, in_hand=None):
        me = list(me)
        if in_hand:  # win_timing=immediate: the seeds just captured are still in hand
            self.hand_down(me, *in_hand)
        after = self.build(pos, me, opp, taken)
        end = self.test(pos, me, opp, taken, after)
        if end is None and self.akakyala(pos.side, after):
            end = self.won(after, pos.side, 2, "akakyala")
        if end is None and max(opp) < 2:
            end = self.won(after, pos.side, 1, "bulijo")
        gain = [0, 0]
        gain[pos.side] = amount
        return Out(name, after, gain, False, bool(taken), end)

    def hand_down(self, me, start, hand):
        me[start] += hand

    def test(self, pos, me, opp, taken, after):
        """Tests 1 to 3 of section 5.3."""
        ends = {self.m, self.size - 1}
        side = pos.side
        if sum(opp) == 0 and taken and taken[-1] in ends:
            return self.won(after, side, int(self.o["akawumbi_points"]), "akawumbi")
        if self.on("emitwe_ebiri") and ends <= set(taken):
            return self.won(after, side, 2, "emitwe_ebiri")
        if self.on("front_row_rule") and taken:
            before = pos.pits[self.size * (1 - side):self.size * (2 - side)]
            if sum(opp[self.m:]) == 0 and sum(before[self.m:]) > 0:
                return self.won(after, side, 2, "front_row")
        return None

    def akakyala(self, side, after):
        if not self.on("akakyala"):
            return False
        what = "turns" if self.o["akakyala_scope"] == "two_turns" else "laps"
        return after.extras[what][side] >= 2 and after.extras[what][1 - side] == 0

    def endless(self, pos, name, amount):
        shown = pos.copy()
        if self.o["endless_turn"] == "opponent_wins":
            end = self.won(shown, 1 - pos.side, 1, "endless")
        else:
            end = self.annulled(shown, "endless")
        gain = [0, 0]
        gain[pos.side] = amount
        return Out(name, shown, gain, False, amount > 0, end)

    def ending(self, pos):
        me = pos.pits[self.size * pos.side:self.size * (pos.side + 1)]
        if max(me) < 2:
            return self.won(pos, 1 - pos.side, 1, "bulijo")
        if self.o["endless_turn"] == "illegal" and not self.moves(pos):
            return self.annulled(pos, "all_endless")
        return None

    def path_moves(self, pos):
        """Every choice sequence; only "no legal move" ends a path."""
        plain = Omweso(**dict(self.o, front_row_rule="false", emitwe_ebiri="false", akakyala="false",
                              win_timing="end_of_turn"))
        outs = []
        for out in plain.moves(pos):
            if out.end is not None and out.end.rule != "endless":
                out.end = None
            outs.append(out)
        return outs
