"""Bosh: rules.md sections 4 and 12. A closed hole is None."""

import positions
from common import SOUTH, NORTH, Pos, End, Out, Game, letter, own_side, all_to, as_it_stands

ENDLESS = 1000000


class Bosh(Game):
    NAME = "bosh"
    OPTIONS = {
        "pits_per_row": ("5", ["2", "3", "4", "5", "6", "7"]),
        "seeds_per_pit": ("4", ["1", "2", "3", "4", "5"]),
        "capture_side": ("any", ["any", "opponent"]),
        "capture_chain": ("false", ["false", "true"]),
        "skip_origin": ("false", ["false", "true"]),
        "round_end": ("mover_stuck", ["mover_stuck", "any_row_empty"]),
        "fill_side": ("right", ["right", "left", "choice"]),
        "next_starter": ("alternate", ["alternate", "loser", "winner"]),
        "repetition": ("own_side", ["own_side", "split", "void_round", "ignore", "own_side_if_both"]),
        "endless_turn": ("illegal", ["illegal", "void_round"]),
        "rounds": ("match", ["match", "single"]),
        "win_below": ("seeds_per_pit", ["seeds_per_pit", "6", "10", "19"]),
        "no_capture_limit": ("none", ["none", "3", "20"]),
        "max_rounds": ("200", ["200", "1", "2", "5"]),
        "ply_limit": ("none", ["none", "1", "2", "7", "60"]),
    }

    KNOWN = ("quiet", "plies", "round")
    NO_MOVE_LAST = True

    @classmethod
    def tidy(cls, chosen, rng):
        """A player with fewer stones than a hole needs must have lost; two players cannot both have."""
        size = lambda key: int(chosen.get(key, cls.OPTIONS[key][0]))
        below = chosen.get("win_below")
        if below and not size("seeds_per_pit") <= int(below) <= size("pits_per_row") * size("seeds_per_pit"):
            del chosen["win_below"]
        return chosen

    def number(self, key):
        if key == "no_capture_limit" and self.o[key] == "none" and not self.given_limit:
            if self.o["repetition"] in ("ignore", "own_side_if_both"):
                return 500
        return super().number(key)

    def __init__(self, **options):
        super().__init__(**options)
        self.given_limit = "no_capture_limit" in options

    def random_position(self, rng):
        style = rng.randrange(5)
        board = positions.two_rows(self, rng)
        if style == 0:
            board = [rng.choice([0, 0, 1, 1, 2, 3]) for _ in board]
        if style == 1:  # every second hole: chains
            board = [seeds if i % 2 else 0 for i, seeds in enumerate(board)]
            board[rng.randrange(len(board))] += 1
        if rng.random() < 0.4:
            close = rng.sample(range(2 * self.n), rng.randint(1, max(1, 2 * self.n - 3)))
            if rng.random() < 0.6:  # one row only, as in a real round
                close = [pit for pit in close if pit >= self.n]
            for side in (SOUTH, NORTH):  # a player without an open hole has lost the match already
                row = range(side * self.n, (side + 1) * self.n)
                if all(pit in close for pit in row):
                    close.remove(rng.choice(row))
            for pit in close:
                board[pit] = None
        left = sum(seeds or 0 for seeds in board)
        pos = Pos(board, positions.stores(self, rng, left), rng.randrange(2))
        most = int(self.o["max_rounds"])
        if rng.random() < 0.2 and self.o["rounds"] == "match" and most > 1:
            pos.extras["round"] = rng.randint(2, min(most, 3))
        return pos

    def extra_words(self, pos):
        number = pos.extras.get("round", 1)
        return ["round=%d" % number] if number > 1 else []

    def win_below(self):
        below = self.o["win_below"]
        return int(self.o["seeds_per_pit"] if below == "seeds_per_pit" else below)

    def next_open(self, pits, at):
        while True:
            at = (at + 1) % len(pits)
            if pits[at] is not None:
                return at

    def turn(self, pos, pit):
        me = pos.side
        after = pos.copy()
        pits = after.pits
        at, seen = pit, set()
        while True:
            state = (tuple(pits), at)
            if state in seen or len(seen) > ENDLESS:
                if self.o["endless_turn"] == "illegal":
                    return None
                shown = pos.copy()
                return Out(letter(pit, self.n), shown, end=End("void_round", pos.stores, winner="none", board=shown))
            seen.add(state)
            origin, hand = at, pits[at]
            pits[at] = 0
            while hand:
                at = self.next_open(pits, at)
                if at == origin and self.on("skip_origin"):
                    continue
                pits[at] += 1
                hand -= 1
            following = self.next_open(pits, at)
            if pits[following] == 0:
                break
            at = following
        gain = [0, 0]
        empty = following
        while pits[empty] == 0:
            beyond = self.next_open(pits, empty)
            if pits[beyond] == 0:
                break
            if self.o["capture_side"] == "opponent" and pos.owner(beyond) == me:
                break
            gain[me] += pits[beyond]
            pits[beyond] = 0
            if not self.on("capture_chain"):
                break
            empty = self.next_open(pits, beyond)
        after.stores[me] += gain[me]
        after.side = 1 - me
        return Out(letter(pit, self.n), after, gain, False, gain[me] > 0)

    def moves(self, pos):
        outs = [self.turn(pos, pit) for pit in pos.row(pos.side) if pos.pits[pit]]
        return [out for out in outs if out is not None]

    def ending(self, pos):
        if pos.left() == 0:
            return as_it_stands(pos, "board_empty")
        if self.o["round_end"] == "any_row_empty":
            if not pos.in_row(SOUTH) or not pos.in_row(NORTH):
                return own_side(pos, "row_empty")
        elif pos.in_row(pos.side) == 0:
            return all_to(pos, 1 - pos.side, "stuck")
        if not self.moves(pos):
            return own_side(pos, "all_endless")
        return None

    def path_moves(self, pos):
        if self.ending(pos):
            return []
        return self.moves(pos)

    # --- rounds -------------------------------------------------------------------------------------------

    def refill(self, owned, starter):
        """The board of a new round: both fill from what they own."""
        seeds = int(self.o["seeds_per_pit"])
        pos = Pos([None] * (2 * self.n), [0, 0], starter)
        for side in (SOUTH, NORTH):
            full = min(self.n, int(owned[side]) // seeds)
            row = list(pos.row(side))
            chosen = row[len(row) - full:] if self.o["fill_side"] == "right" else row[:full]
            for pit in chosen:
                pos.pits[pit] = seeds
            pos.stores[side] = owned[side] - seeds * full
        return pos

    def next_round(self, line):
        """After a round: (match over, winner, position of the next round)."""
        if self.o["rounds"] == "single":
            return None
        first, end = line.first, line.end
        number = first.extras.get("round", 1)
        starter = 1 - first.side
        if end.winner == "none":
            owned = [first.stores[side] + first.in_row(side) for side in (SOUTH, NORTH)]
        else:
            owned = list(end.totals)
            how = self.o["next_starter"]
            if how != "alternate" and owned[0] != owned[1]:
                more = SOUTH if owned[0] > owned[1] else NORTH
                starter = more if how == "winner" else 1 - more
        if end.rule == "ply_limit":
            return True, end.winner, None
        if min(owned) < self.win_below() and end.winner != "none":
            return True, "south" if owned[0] > owned[1] else "north" if owned[1] > owned[0] else "draw", None
        if number >= int(self.o["max_rounds"]):
            return True, "south" if owned[0] > owned[1] else "north" if owned[1] > owned[0] else "draw", None
        pos = self.refill(owned, starter)
        pos.extras["round"] = number + 1
        return False, None, pos
