"""Random options and random positions, rare corners on purpose."""

from common import SOUTH, NORTH, Pos


def options(kind, rng, missing):
    """Random options: often the defaults, sometimes one, sometimes many."""
    chance = rng.choice([0.0, 0.12, 0.12, 0.3, 0.6])
    chosen = {}
    if rng.random() < 0.3:  # exactly one option off its default, perhaps with a second
        for _ in range(rng.choice([1, 1, 2])):
            key = rng.choice([key for key in kind.OPTIONS if key not in missing and len(kind.OPTIONS[key][1]) > 1])
            chosen[key] = rng.choice([value for value in kind.OPTIONS[key][1] if value != kind.OPTIONS[key][0]])
        return kind.tidy(chosen, rng)
    for key, (default, values) in kind.OPTIONS.items():
        if key in missing:
            continue
        rate = chance * (0.5 if key in ("pits_per_row", "seeds_per_pit", "ply_limit", "no_capture_limit") else 1)
        if rng.random() < rate:
            value = rng.choice(values)
            if value != default:
                chosen[key] = value
    return kind.tidy(chosen, rng)


def throw(rng, size, seeds, pits=None):
    """Seeds thrown one by one, in all pits or in some."""
    board = [0] * size
    where = pits or range(size)
    for _ in range(seeds):
        board[rng.choice(where)] += 1
    return board


def two_rows(game, rng, most=127):
    """A 2 x n board in one of several styles."""
    n = game.n
    size = 2 * n
    total = min(most, size * int(game.o["seeds_per_pit"]))
    style = rng.randrange(8)
    if style == 0:
        return throw(rng, size, rng.randint(0, total))
    if style == 1:  # few seeds
        return throw(rng, size, rng.randint(0, min(total, 8)))
    if style == 2:  # a few tall pits: 12, 24, 36 and more
        board = throw(rng, size, rng.randint(0, total // 3))
        for _ in range(rng.randint(1, 2)):
            board[rng.randrange(size)] += rng.choice([size - 1, size, size + 1, 2 * size - 1, 2 * size, 12, 13, 23, 25])
        return cut(board, most)
    if style == 3:  # one row empty or nearly
        row = range(n) if rng.random() < 0.5 else range(n, size)
        board = throw(rng, size, rng.randint(1, total), list(row))
        if rng.random() < 0.5:
            board[rng.randrange(size)] += 1
        return board
    if style == 4:  # small counts everywhere: long chains and grand slams
        return [rng.choice([0, 0, 1, 1, 1, 2, 2, 3]) for _ in range(size)]
    if style == 5:  # one row of small counts before a heavy sower
        board = [rng.choice([0, 0, 0, 1, 2]) for _ in range(size)]
        for _ in range(2):
            board[rng.randrange(size)] += rng.randint(1, size + 2)
        return board
    if style == 6:  # pits at and near the limits
        board = throw(rng, size, rng.randint(0, total // 2))
        for _ in range(rng.randint(1, 3)):
            board[rng.randrange(size)] = rng.choice([11, 12, 13, 16, 17, 17, 18])
        return cut(board, most)
    return throw(rng, size, total)


def cut(board, most):
    while sum(board) > most:
        tall = board.index(max(board))
        board[tall] -= min(board[tall], sum(board) - most)
    return board


def slam_rows(game, rng):
    """A board on which some move would capture the opponent's whole row, one side or the other."""
    n = game.n
    mine, his = [0] * n, [0] * n
    last = rng.randrange(n)
    for pit in range(last + 1):
        his[pit] = rng.choice([1, 1, 2, 2, 3])
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        pit = rng.randrange(n)
        mine[pit] = (n - 1 - pit) + last + 1 if rng.random() < 0.8 else rng.randint(1, 3 * n)
    if rng.random() < 0.5:
        for pit in range(n):
            if mine[pit] == 0 and rng.random() < 0.4:
                mine[pit] = rng.choice([1, 1, 1, 2, 3])
    return mine, his


def stores(game, rng, left, most=127):
    """Stores that make up the game's total, or none, or anything."""
    total = 2 * game.n * int(game.o["seeds_per_pit"])
    style = rng.random()
    if style < 0.6 and left <= total:
        south = rng.randint(0, total - left)
        if rng.random() < 0.3:
            south = (total - left) // 2
        return [south, total - left - south]
    if style < 0.8:
        return [0, 0]
    room = most - left
    south = rng.randint(0, min(room, 30))
    return [south, rng.randint(0, min(room - south, 30))]


def position(game, rng):
    """(position, quiet, plies)"""
    pos = game.random_position(rng)
    quiet = rng.choice([0, 0, 1, 2]) if rng.random() < 0.3 else 0
    plies = rng.choice([0, 0, 1, 5]) if rng.random() < 0.3 else 0
    return pos, below(quiet, game.number("no_capture_limit")), below(plies, game.number("ply_limit"))


def below(count, limit):
    """A counter that has not reached its limit (there the game would be over already)."""
    return count if limit is None or count < limit else 0


def counters(game, quiet, plies):
    text = ""
    if game.number("no_capture_limit") is not None and quiet:
        text += " quiet=%d" % quiet
    if game.number("ply_limit") is not None and plies:
        text += " plies=%d" % plies
    return text


def choose(children, rng):
    """A move for a random game: now and then a quiet one, so that games cycle."""
    quiet = [child for child in children if sum(child.gain) == 0]
    if quiet and rng.random() < 0.5:
        children = quiet
    return rng.choice(children)
