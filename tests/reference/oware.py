"""Oware and Urim: rules.md sections 1, 2 and 12."""

import positions
from common import SOUTH, NORTH, Pos, End, Out, Game, letter, own_side, all_to, as_it_stands, Unsaid

SLAMS = ["forfeit", "illegal", "illegal_unless_forced", "allowed", "allowed_if_wins", "allowed_move_again",
         "opponent_takes_rest", "keep_last", "keep_first"]
REPETITION = ["own_side", "split", "draw", "ignore", "own_side_if_both"]


class Sown:
    """A pit sown and its capture worked out, before any filter says whether it may be played."""

    def __init__(self):
        self.pits = None       # after the sowing, captured pits still full
        self.landing = None    # None: the last seed went to the store
        self.stored = 0        # surplus seeds to the mover's store
        self.fed = False       # at least one seed fell in an opponent pit
        self.overfull = False  # some pit would exceed the limit
        self.chain = []        # pits the capture would take, landing pit first
        self.slam = False


class Oware(Game):
    NAME = "oware"
    OPTIONS = {
        "pits_per_row": ("6", ["1", "2", "3", "4", "5", "6", "7", "8"]),
        "seeds_per_pit": ("4", ["1", "2", "3", "4", "5", "6"]),
        "grand_slam": ("forfeit", SLAMS),
        "repetition": ("own_side", REPETITION),
        "repetition_count": ("2", ["2", "3"]),
        "feeding": ("must_feed", ["must_feed", "none"]),
        "must_leave_opponent_a_move": ("false", ["false", "true"]),
        "win_at": ("majority", ["majority", "none"]),
        "max_in_pit": ("none", ["none", "12"]),
        "no_move": ("opponent_sweeps", ["opponent_sweeps"]),
        "singletons_only_if_all_single": ("false", ["false", "true"]),
        "no_capture_limit": ("none", ["none", "3", "40"]),
        "ply_limit": ("none", ["none", "1", "2", "7", "60"]),
    }
    NO_MOVE_LAST = True

    def majority(self):
        return int(self.o["pits_per_row"]) * int(self.o["seeds_per_pit"]) + 1

    def random_position(self, rng):
        if rng.random() < 0.65:
            return super().random_position(rng)
        mine, his = positions.slam_rows(self, rng)
        side = rng.randrange(2)
        board = mine + his if side == SOUTH else his + mine
        return Pos(board, positions.stores(self, rng, sum(board)), side)

    # --- one move ------------------------------------------------------------------------------------------

    def limit(self):
        limit = self.number("max_in_pit")
        return (limit, "skip") if limit is not None else (None, None)

    def sets(self):
        """(counts that start a capture, counts that continue it)"""
        return {2, 3}, {2, 3}

    def sow(self, pos, pit):
        limit, rule = self.limit()
        size = 2 * self.n
        s = Sown()
        pits = list(pos.pits)
        hand, pits[pit] = pits[pit], 0
        at = pit
        stuck = 0
        while hand:
            at = (at + 1) % size
            if at == pit:
                continue
            if limit is not None and pits[at] >= limit:
                if rule == "skip":
                    stuck += 1
                    if stuck > size:
                        raise Unsaid("every pit is full")
                    continue
                if rule == "to_store":
                    s.stored += 1
                    hand -= 1
                    s.landing = None
                    continue
                s.overfull = True
            stuck = 0
            pits[at] += 1
            hand -= 1
            s.landing = at
            if pos.owner(at) != pos.side:
                s.fed = True
        s.pits = pits
        trigger, chain = self.sets()
        if s.landing is not None and pos.owner(s.landing) != pos.side and pits[s.landing] in trigger:
            s.chain = [s.landing]
            at = s.landing - 1
            while at >= 0 and pos.owner(at) != pos.side and pits[at] in chain:
                s.chain.append(at)
                at -= 1
        his = sum(pits[i] for i in pos.row(1 - pos.side))
        s.slam = bool(s.chain) and sum(pits[i] for i in s.chain) == his
        return s

    def out(self, pos, pit, forced_slam=False):
        s = self.sow(pos, pit)
        me = pos.side
        after = pos.copy()
        after.pits = list(s.pits)
        taken = list(s.chain)
        slam = self.o["grand_slam"]
        if s.slam:
            amount = sum(s.pits[i] for i in taken) + s.stored
            if slam == "forfeit":
                taken = []
            elif slam == "allowed_if_wins":
                if pos.stores[me] + amount < self.majority():
                    taken = []
            elif slam == "keep_last" and len(taken) > 1:
                taken = taken[1:]
            elif slam == "keep_first" and len(taken) > 1:
                taken = taken[:-1]
        gain = [0, 0]
        gain[me] = s.stored + sum(s.pits[i] for i in taken)
        for i in taken:
            after.pits[i] = 0
        after.stores[me] += gain[me]
        again = s.slam and slam == "allowed_move_again"
        after.side = me if again else 1 - me
        end = None
        if s.slam and slam == "opponent_takes_rest":
            end = all_to(after, 1 - me, "opponent_takes_rest")
        elif s.slam and slam == "illegal_unless_forced":
            end = own_side(after, "forced_slam")
        return Out(letter(pit, self.n), after, gain, again, gain[me] > 0, end)

    # --- which moves are legal ------------------------------------------------------------------------------

    def legal(self, pos, last_filter=True):
        me = pos.side
        pits = [i for i in pos.row(me) if pos.pits[i] > 0]
        sown = {i: self.sow(pos, i) for i in pits}
        if self.limit()[1] == "illegal":
            pits = [i for i in pits if not sown[i].overfull]
        if self.o["feeding"] == "must_feed" and pos.in_row(1 - me) == 0:
            pits = [i for i in pits if sown[i].fed]
        slam = self.o["grand_slam"]
        if slam == "illegal":
            pits = [i for i in pits if not sown[i].slam]
        if slam == "illegal_unless_forced" and not all(sown[i].slam for i in pits):
            pits = [i for i in pits if not sown[i].slam]
        if self.on("singletons_only_if_all_single") and any(pos.pits[i] > 1 for i in pits):
            pits = [i for i in pits if pos.pits[i] > 1]
        if last_filter and self.on("must_leave_opponent_a_move"):
            leaving = [i for i in pits if self.leaves_a_move(pos, i)]
            pits = leaving or pits
        return pits

    def leaves_a_move(self, pos, pit):
        """Whether the opponent has a legal move (by the other rules) after this move."""
        out = self.out(pos, pit)
        after = out.pos.copy()
        after.side = 1 - pos.side
        if out.end is not None:
            return False
        return bool(self.legal(after, last_filter=False))

    def moves(self, pos):
        return [self.out(pos, pit) for pit in self.legal(pos)]

    # --- endings ------------------------------------------------------------------------------------------

    def win_at(self):
        return self.majority() if self.o["win_at"] == "majority" else None

    def ending(self, pos):
        win = self.win_at()
        if win is not None and max(pos.stores) >= win:
            return as_it_stands(pos, "majority")
        if not self.legal(pos):
            return own_side(pos, "no_move")
        return None

    def path_moves(self, pos):
        bare = pos.copy()
        bare.stores = [0, 0]
        return self.moves(bare)


class Urim(Oware):
    NAME = "urim"
    OPTIONS = dict(Oware.OPTIONS)
    OPTIONS.update({
        "seeds_per_pit": ("3", ["1", "2", "3", "4", "5"]),
        "pit_limit": ("17", ["17", "none"]),
        "pit_limit_rule": ("skip", ["skip", "illegal", "to_store"]),
        "chain_set": ("2,3,4", ["2,3,4", "2,3"]),
        "trigger_set": ("2,3", ["2,3", "2,3,4"]),
        "win_at": ("none", ["none", "majority"]),
        "match_target": ("none", ["none", "1", "3"]),
        "early_stop": ("none", ["none", "at_three_quarters"]),
    })
    del OPTIONS["max_in_pit"]

    def limit(self):
        return self.number("pit_limit"), self.o["pit_limit_rule"]

    def sets(self):
        numbers = lambda key: {int(word) for word in self.o[key].split(",")}
        return numbers("trigger_set"), numbers("chain_set")

    def total(self):
        return 2 * self.n * int(self.o["seeds_per_pit"])

    def ending(self, pos):
        if self.o["early_stop"] == "at_three_quarters" and 4 * max(pos.stores) >= 3 * self.total():
            return as_it_stands(pos, "three_quarters")
        return super().ending(pos)

    def finish(self, end, pos):
        won = max(end.totals)
        total = self.total()
        if end.winner in ("south", "north"):
            end.points = 2 if 4 * won >= 3 * total else 1 if 2 * won > total else 0
        else:
            end.points = 0
        return end
