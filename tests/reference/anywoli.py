"""Anywoli: rules.md sections 3 and 12."""

import positions
from common import SOUTH, NORTH, Pos, End, Out, Game, letter, own_side, as_it_stands

CAP, ENDLESS = 1000, 10000


class Anywoli(Game):
    NAME = "anywoli"
    OPTIONS = {
        "pits_per_row": ("12", ["2", "3", "4", "5", "6", "7", "8", "12", "13"]),
        "seeds_per_pit": ("4", ["1", "2", "3", "4", "5"]),
        "last_four": ("last_captor", ["last_captor", "lottery", "first_final_capture", "current_mover",
                                      "starter_takes_8", "play_on"]),
        "end_check": ("immediate", ["immediate", "end_of_lap", "end_of_turn"]),
        "extra_move": ("true", ["true", "false"]),
        "extra_move_optional": ("false", ["false", "true"]),
        "extra_move_without_seeds": ("lost", ["lost"]),
        "final_four_to": ("mover", ["mover", "owner"]),
        "skip_origin": ("false", ["false", "true"]),
        "endless_turn": ("illegal", ["illegal", "stop_at_cap", "void_game"]),
        "repetition": ("own_side", ["own_side", "split", "draw", "ignore", "own_side_if_both"]),
        "repetition_count": ("2", ["2", "3"]),
        "no_capture_limit": ("5000", ["5000", "none", "3", "40"]),
        "ply_limit": ("none", ["none", "1", "2", "7", "60"]),
    }

    KNOWN = ("quiet", "plies", "first4", "starter")
    odd_totals = False  # random positions with totals that are no multiple of four

    @classmethod
    def tidy(cls, chosen, rng):
        """The start must be a multiple of four."""
        size = lambda key: int(chosen.get(key, cls.OPTIONS[key][0]))
        while size("pits_per_row") * size("seeds_per_pit") % 2:
            chosen["pits_per_row"] = rng.choice(["2", "4", "6", "8", "12"])
        return chosen

    def random_position(self, rng):
        size = 2 * self.n
        style = rng.randrange(6)
        if style == 0:
            board = positions.two_rows(self, rng)
        elif style == 1:  # few seeds
            board = positions.throw(rng, size, rng.choice([8, 8, 12, 16]))
        elif style == 2:  # threes that wait to become four, singles that end laps
            board = [rng.choice([0, 0, 1, 3, 3]) for _ in range(size)]
        elif style == 3:  # pits never lifted, of four and more
            board = [rng.choice([0, 1, 2, 3, 4, 4, 5, 6, 7]) for _ in range(size)]
        elif style == 4:  # an empty row or a heavy pit
            board = [rng.choice([0, 0, 0, 1, 2, 3]) for _ in range(size)]
            side = rng.randrange(2)
            for pit in range(self.n):
                if rng.random() < 0.8:
                    board[side * self.n + pit] = 0
            board[rng.randrange(size)] += rng.choice([0, size - 1, size, size + 2, 2 * size])
        else:
            board = [rng.choice([0, 1, 2, 3]) for _ in range(size)]
        board = positions.cut(board, 120)
        while sum(board) % 4 or sum(board) <= self.few():
            board[rng.randrange(size)] += 1
        pos = Pos(board, positions.stores(self, rng, sum(board)), rng.randrange(2), first4=None, starter=SOUTH,
                  extra=False, captor=None, passed=False)
        # stores are made of fours
        pos.stores = [4 * (store // 4) for store in pos.stores]
        if self.o["last_four"] == "first_final_capture":
            pos.extras["first4"] = rng.choice([None, SOUTH, NORTH])
        if self.o["last_four"] == "starter_takes_8":
            pos.extras["starter"] = rng.randrange(2)
        return pos

    def extra_words(self, pos):
        words = []
        if self.o["last_four"] == "first_final_capture" and pos.extras.get("first4") is not None:
            words.append("first4=" + "SN"[pos.extras["first4"]])
        if self.o["last_four"] == "starter_takes_8" and pos.extras.get("starter"):
            words.append("starter=N")
        return words

    # extras: first4 = who first captured with a final seed (None: nobody), starter, extra = an extra move is due,
    # captor = who captured last (None: nobody), passed = the last ply was a pass

    def start(self):
        pos = super().start()
        pos.extras = {"first4": None, "starter": SOUTH, "extra": False, "captor": None, "passed": False}
        return pos

    def few(self):
        """The game ends as soon as so few seeds are left."""
        return {"starter_takes_8": 8, "play_on": 0}.get(self.o["last_four"], 4)

    def turn(self, pos, pit):
        me = pos.side
        after = pos.copy()
        pits = after.pits
        size = len(pits)
        gain = [0, 0]
        check = self.o["end_check"]
        at, laps, seen, hand = pit, 0, set(), 0
        captor, first4 = pos.extras.get("captor"), pos.extras.get("first4")

        def few():
            return sum(pits) + hand <= self.few()

        def finish():
            """The seeds left are handed out and the game is over."""
            after.extras.update(captor=captor, first4=first4, extra=False, passed=False)
            left = sum(pits) + hand
            after.pits = [0] * size
            how = self.o["last_four"]
            if how == "lottery" and left:
                end = End("last_four", after.stores, winner="lottery")
                end.left = left
                end.board = after
                return Out(letter(pit, self.n), after, gain, False, True, end)
            to = self.heir(after)
            gain[to] += left
            after.stores[to] += left
            after.side = 1 - me
            return Out(letter(pit, self.n), after, gain, False, True, End("last_four", after.stores, board=after))

        def stopped(again):
            if sum(gain) and few():
                return finish()
            after.extras.update(captor=captor, first4=first4, passed=False)
            after.extras["extra"] = again
            after.side = me if again else 1 - me
            return Out(letter(pit, self.n), after, gain, again, sum(gain) > 0)

        while True:
            state = (tuple(pits), at)
            if state in seen or laps >= ENDLESS:
                if self.o["endless_turn"] == "stop_at_cap":
                    while laps < CAP:  # walk on to the cap; nothing is captured in a cycle
                        at = self.lap(pits, at)
                        laps += 1
                    return stopped(False)
                if self.o["endless_turn"] == "void_game":
                    shown = pos.copy()
                    return Out(letter(pit, self.n), shown, (0, 0), False, False,
                               End("void_game", pos.stores, winner="none", board=shown))
                return None
            if self.o["endless_turn"] == "stop_at_cap" and laps == CAP:
                return stopped(False)
            seen.add(state)
            laps += 1
            origin, hand = at, pits[at]
            pits[at] = 0
            while hand:
                at = (at + 1) % size
                if at == origin and self.on("skip_origin"):
                    continue
                pits[at] += 1
                hand -= 1
                if hand and pits[at] == 4:
                    owner = pos.owner(at)
                    pits[at] = 0
                    after.stores[owner] += 4
                    gain[owner] += 4
                    captor = owner
                    seen.clear()
                    if check == "immediate" and few():
                        return finish()
            if pits[at] == 4:
                taker = me if self.o["final_four_to"] == "mover" else pos.owner(at)
                pits[at] = 0
                after.stores[taker] += 4
                gain[taker] += 4
                captor = taker
                if first4 is None:
                    first4 = taker
                return stopped(self.on("extra_move"))
            if check != "end_of_turn" and sum(gain) and few():
                return finish()
            if pits[at] == 1:
                return stopped(False)

    def lap(self, pits, at):
        hand, pits[at] = pits[at], 0
        origin = at
        while hand:
            at = (at + 1) % len(pits)
            if at == origin and self.on("skip_origin"):
                continue
            pits[at] += 1
            hand -= 1
        return at

    def heir(self, pos):
        """Who takes the seeds left. pos.side is still the mover's."""
        how = self.o["last_four"]
        captor, first4 = pos.extras.get("captor"), pos.extras.get("first4")
        if how == "first_final_capture":
            return first4 if first4 is not None else captor
        if how == "current_mover":
            return pos.side
        if how == "starter_takes_8":
            return pos.extras.get("starter", SOUTH)
        return captor if captor is not None else pos.side

    def moves(self, pos):
        outs = [self.turn(pos, pit) for pit in pos.row(pos.side) if pos.pits[pit] > 0]
        outs = [out for out in outs if out is not None]
        if not outs or (pos.extras.get("extra") and self.on("extra_move_optional")):
            outs.append(self.give_up(pos, forced=not outs))
        return outs

    def give_up(self, pos, forced):
        after = pos.copy()
        after.side = 1 - pos.side
        after.extras.update(extra=False, passed=forced)
        end = None
        if forced and pos.extras.get("passed"):
            end = self.divide(after, "both_pass")
        return Out("pass", after, end=end)

    def ending(self, pos):
        left = pos.left()
        if left <= self.few():
            if left == 0:
                return as_it_stands(pos, "last_four")
            if self.o["last_four"] == "starter_takes_8":
                board = pos.copy()
                board.stores[pos.extras.get("starter", SOUTH)] += left
                board.pits = [0] * len(board.pits)
                return End("last_four", board.stores, board=board)
            return own_side(pos, "last_four")
        return None

    def path_moves(self, pos):
        """Section 12: in path counts an endless turn counts 1 on the last ply and 0 above it. One that is illegal is no
        path: the counts of Bosh in 8.2 hold only so."""
        return [] if pos.left() <= self.few() else self.moves(pos)
