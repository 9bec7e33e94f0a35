"""Bosh: rules.md sections 4 and 12. A closed hole is None."""

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
        "max_rounds": ("200", ["200", "1", "2", "5"]),
        "ply_limit": ("none", ["none", "1", "2", "7", "60"]),
    }

    def win_below(self):
        return int(self.o["seeds_per_pit"])

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
            full = min(self.n, owned[side] // seeds)
            row = list(pos.row(side))
            chosen = row[len(row) - full:] if self.o["fill_side"] == "right" else row[:full]
            for pit in chosen:
                pos.pits[pit] = seeds
            pos.stores[side] = owned[side] - seeds * full
        return pos
