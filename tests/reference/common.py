"""What the six games share: positions, endings, games in progress, path counts.

Written from the rules alone, with plain lists and no care for speed. South is player 0, North player 1.
"""

SOUTH, NORTH = 0, 1


class Pos:
    """A position: pits (South's, then North's, in sowing order), stores, side to move, and the game's own extras."""

    def __init__(self, pits, stores=(0, 0), side=SOUTH, **extras):
        self.pits = list(pits)
        self.stores = list(stores)
        self.side = side
        self.extras = dict(extras)

    def copy(self):
        return Pos(self.pits, self.stores, self.side, **self.extras)

    def half(self):
        return len(self.pits) // 2

    def owner(self, pit):
        return SOUTH if pit < self.half() else NORTH

    def row(self, side):
        """The pits of a player, as indices."""
        n = self.half()
        return range(0, n) if side == SOUTH else range(n, 2 * n)

    def in_row(self, side):
        """The seeds in a player's row."""
        return sum(seeds for seeds in (self.pits[i] for i in self.row(side)) if seeds is not None)

    def left(self):
        return self.in_row(SOUTH) + self.in_row(NORTH)


class End:
    """How a game (or a round) ended: totals of both, the winner, points, and the board to show."""

    def __init__(self, rule, totals, winner=None, points=None, board=None):
        self.rule = rule
        self.totals = tuple(totals)
        if winner is None:
            winner = "south" if totals[0] > totals[1] else "north" if totals[1] > totals[0] else "draw"
        self.winner = winner
        self.points = points
        self.board = board


class Out:
    """What one move leads to, before history has its say."""

    def __init__(self, name, pos, gain=(0, 0), again=False, captured=False, end=None):
        self.name = name
        self.pos = pos
        self.gain = tuple(gain)
        self.again = again
        self.captured = captured
        self.end = end


class Child:
    """A move as listed: the position shown after it, and whether and how the game is over."""

    def __init__(self, out, pos, end):
        self.name = out.name
        self.gain = out.gain
        self.again = out.again and end is None
        self.pos = pos
        self.end = end
        self.out = out


def letter(pit, n):
    """Two-row pit names: A, B, ... for South, a, b, ... for North."""
    return chr(ord("A") + pit) if pit < n else chr(ord("a") + pit - n)


def own_side(pos, rule):
    """Each player takes the seeds of his own row."""
    board = pos.copy()
    for side in (SOUTH, NORTH):
        board.stores[side] += board.in_row(side)
    board.pits = [None if seeds is None else 0 for seeds in board.pits]
    return End(rule, board.stores, board=board)


def all_to(pos, side, rule):
    """One player takes every seed on the board."""
    board = pos.copy()
    board.stores[side] += board.left()
    board.pits = [None if seeds is None else 0 for seeds in board.pits]
    return End(rule, board.stores, board=board)


def split(pos, rule):
    """The seeds on the board count half each; they stay where they are."""
    half = pos.left() / 2
    return End(rule, (pos.stores[0] + half, pos.stores[1] + half), board=pos)


def as_it_stands(pos, rule, winner=None):
    """Each keeps what he has in his store; the seeds on the board count for nobody."""
    return End(rule, pos.stores, winner=winner, board=pos)


def divide(pos, how, rule):
    """The division that the option `repetition` names."""
    if how in ("own_side", "own_side_if_both", "ignore"):
        return own_side(pos, rule)
    if how == "split":
        return split(pos, rule)
    if how == "draw":
        return as_it_stands(pos, rule, winner="draw")
    if how == "void_round":
        return as_it_stands(pos, rule, winner="none")
    raise ValueError(how)


class Unsaid(Exception):
    """The rules do not say what happens."""


class Game:
    """The common part of a game's rules. Each game gives OPTIONS, moves(), ending()."""

    NAME = ""
    # name -> (default, list of values)
    OPTIONS = {}
    KNOWN = ("quiet", "plies", "pie")  # extras of a position text that are compared
    # Open in the rules: a last ply that leaves the next player without a move. The program stops the game by the
    # ply limit before that player's turn comes.
    NO_MOVE_LAST = False
    CLEARS = True  # a capture clears the repetition set

    def __init__(self, **options):
        self.o = {key: default for key, (default, _) in self.OPTIONS.items()}
        for key, value in options.items():
            if key not in self.o:
                raise KeyError(key)
            self.o[key] = str(value)
        self.n = int(self.o["pits_per_row"])

    def number(self, key):
        """A numeric option; None for `none`."""
        value = self.o.get(key, "none")
        return None if value == "none" else int(value)

    def on(self, key):
        return self.o[key] in ("true", "on")

    @classmethod
    def tidy(cls, chosen, rng):
        """Takes out of random options what cannot go together."""
        return chosen

    def random_position(self, rng):
        import positions
        board = positions.two_rows(self, rng)
        return Pos(board, positions.stores(self, rng, sum(board)), rng.randrange(2))

    # --- text -----------------------------------------------------------------------------------------------

    def start(self):
        n, seeds = self.n, int(self.o["seeds_per_pit"])
        return Pos([seeds] * (2 * n))

    def text(self, pos, line=None):
        n = pos.half()
        show = lambda row: ",".join("-" if s is None else str(s) for s in row)
        words = [show(pos.pits[:n]) + "/" + show(pos.pits[n:])]
        words.append("%d-%d" % tuple(pos.stores))
        words.append("SN"[pos.side])
        words += self.extra_words(pos)
        return " ".join(words)

    def extra_words(self, pos):
        return []

    # --- rules ----------------------------------------------------------------------------------------------

    def key(self, pos):
        return (tuple(pos.pits), pos.side)

    def moves(self, pos):
        """Every legal move as an Out; empty when the game must already be over."""
        raise NotImplementedError

    def ending(self, pos):
        """The ending that the position itself brings (majority, no legal move, ...), or None."""
        raise NotImplementedError

    def divide(self, pos, rule):
        return divide(pos, self.o.get("repetition", "own_side"), rule)

    def recurs(self, pos):
        """Whether a recurrence of this position ends the game under the options."""
        how = self.o.get("repetition", "ignore")
        if how == "ignore":
            return False
        if how == "own_side_if_both":
            return pos.in_row(SOUTH) > 0 and pos.in_row(NORTH) > 0
        return True

    def count(self):
        return self.number("repetition_count") or 2

    def ply_end(self, pos):
        return as_it_stands(pos, "ply_limit")

    def next_round(self, line):
        """What follows a round of a match: None if there are no matches."""
        return None

    def finish(self, end, pos):
        """Last word on an ending (points)."""
        return end


class Line:
    """A game in progress: a position with its history."""

    def __init__(self, game, pos, quiet=0, plies=0):
        self.game = game
        self.first = pos
        self.match = (pos.side, [0, 0])  # who began this game, and the points of the match before it
        self.pos = pos
        self.quiet = quiet
        self.plies = plies
        self.seen = {game.key(pos): 1}
        self.end = game.ending(pos) or self.limits(pos, 1, quiet, plies)
        if self.end:
            self.end = game.finish(self.end, pos)
            self.shown = self.end.board or pos
        else:
            self.shown = pos

    def limits(self, pos, occurrences, quiet, plies):
        game = self.game
        if occurrences >= game.count() and game.recurs(pos):
            return game.divide(pos, "repetition")
        limit = game.number("no_capture_limit")
        if limit is not None and quiet >= limit:
            return game.divide(pos, "no_capture_limit")
        limit = game.number("ply_limit")
        if limit is not None and plies >= limit:
            return game.ply_end(pos)
        return None

    def after(self, out):
        """(position, ending, quiet, plies, clear) after a move."""
        game = self.game
        plies = self.plies + 1
        quiet = 0 if out.captured else self.quiet + 1
        clear = out.captured and game.CLEARS
        end = out.end
        limit = game.number("ply_limit")
        if end is None and game.NO_MOVE_LAST and limit is not None and plies >= limit:
            if game.ending(out.pos) and game.ending(out.pos).rule in ("no_move", "stuck"):
                end = game.ply_end(out.pos)
        if end is None:
            end = game.ending(out.pos)
        if end is None:
            seen = 1 if clear else self.seen.get(game.key(out.pos), 0) + 1
            end = self.limits(out.pos, seen, quiet, plies)
        if end is not None:
            end = game.finish(end, out.pos)
        return end, quiet, plies, clear

    def children(self):
        if self.end:
            return []
        answer = []
        for out in self.game.moves(self.pos):
            end, _, _, _ = self.after(out)
            shown = (end.board or out.pos) if end else out.pos
            answer.append(Child(out, shown, end))
        return answer

    def play(self, child):
        out = child.out
        self.end, self.quiet, self.plies, clear = self.after(out)
        self.pos = out.pos
        self.shown = child.pos
        if clear:
            self.seen = {}
        key = self.game.key(self.pos)
        self.seen[key] = self.seen.get(key, 0) + 1


def replay(game, pos, names):
    """Plays moves by name from a position; the line afterwards."""
    line = Line(game, pos)
    for name in names:
        found = [child for child in line.children() if child.name == name]
        if len(found) != 1:
            raise ValueError("no move %s among %s" % (name, [c.name for c in line.children()]))
        line.play(found[0])
    return line


def paths(game, pos, depth):
    """Path counts of section 8.2: no stores, no history; a path that ends above the horizon counts 0."""
    if depth == 0:
        return 1
    total = 0
    for out in game.path_moves(pos):
        if depth == 1:
            total += 1
        elif out.end is None:
            total += paths(game, out.pos, depth - 1)
    return total
