"""Kalah: rules.md section 6 and 12."""

from common import SOUTH, NORTH, Pos, End, Out, Game, letter, own_side, as_it_stands


class Kalah(Game):
    NAME = "kalah"
    OPTIONS = {
        "pits_per_row": ("6", ["1", "2", "3", "4", "5", "6", "7", "8", "9"]),
        "seeds_per_pit": ("4", ["1", "2", "3", "4", "5", "6"]),
        "empty_capture": ("false", ["false", "true"]),
        "capture_side": ("own", ["own"]),
        "skip_origin": ("false", ["false", "true"]),
        "remaining_to": ("owner", ["owner", "other", "nobody"]),
        "pie_rule": ("false", ["false", "true"]),
        "ply_limit": ("none", ["none", "1", "2", "7", "30"]),
    }

    def start(self):
        pos = super().start()
        if self.on("pie_rule"):
            pos.extras["pie"] = 1
        return pos

    def moves(self, pos):
        answer = [self.move(pos, pit) for pit in pos.row(pos.side) if pos.pits[pit] > 0]
        if self.on("pie_rule") and pos.extras.get("pie"):
            for out in answer:  # pie 1: South's first turn is under way; 2: North may take over South's side
                if pos.extras["pie"] == 1:
                    out.pos.extras["pie"] = 1 if out.again else 2
            if pos.extras["pie"] == 2:
                after = pos.copy()  # the players change seats: the board stays, the same seat moves
                after.extras = {}
                answer.append(Out("swap", after))
        return answer

    def extra_words(self, pos):
        return ["pie=%d" % pos.extras["pie"]] if pos.extras.get("pie") else []

    def move(self, pos, pit):
        n, me = self.n, pos.side
        # places 0..n-1 South, n South's store, n+1..2n North, 2n+1 North's store
        ring = pos.pits[:n] + [pos.stores[0]] + pos.pits[n:] + [pos.stores[1]]
        at = pit if me == SOUTH else pit + 1
        mine = n if me == SOUTH else 2 * n + 1
        his = 2 * n + 1 if me == SOUTH else n
        origin, hand = at, ring[at]
        ring[at] = 0
        before = ring[mine]
        while hand:
            at = (at + 1) % (2 * n + 2)
            if at == his or (self.on("skip_origin") and at == origin):
                continue
            ring[at] += 1
            hand -= 1
        again = at == mine
        own = at < n if me == SOUTH else n < at < 2 * n + 1
        if own and ring[at] == 1:
            opposite = 2 * n - at
            if ring[opposite] > 0 or self.on("empty_capture"):
                ring[mine] += ring[opposite] + 1
                ring[opposite] = ring[at] = 0
        after = Pos(ring[:n] + ring[n + 1:2 * n + 1], [ring[n], ring[2 * n + 1]], me if again else 1 - me)
        gain = [0, 0]
        gain[me] = ring[mine] - before
        return Out(letter(pit, n), after, gain, again, gain[me] > 0)

    def ending(self, pos):
        rows = pos.in_row(SOUTH), pos.in_row(NORTH)
        if rows[0] and rows[1]:
            return None
        to = self.o["remaining_to"]
        if to == "nobody":
            return as_it_stands(pos, "row_empty")
        if to == "owner":
            return own_side(pos, "row_empty")
        board = pos.copy()
        for side in (SOUTH, NORTH):
            board.stores[1 - side] += board.in_row(side)
        board.pits = [0] * len(board.pits)
        return End("row_empty", board.stores, board=board)

    def path_moves(self, pos):
        if self.ending(pos):
            return []
        return self.moves(pos)
