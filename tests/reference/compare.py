"""Compares the program with the reference: random positions, whole games and path counts under random options.

    python3 tests/reference/compare.py [--bin target/release/sowbase] [--game oware,urim,...] [--seed 1]
                                       [--count 1000] [--what moves,replay,perft] [--keep N]

Stops at the first difference of each game (after N with --keep) and prints a command line that shows it.
"""

import argparse
import json
import random
import shlex
import subprocess
import sys
import time

import positions
from anywoli import Anywoli
from bosh import Bosh
from common import Line, Unsaid, paths
from kalah import Kalah
from omweso import Omweso, TooMany
from oware import Oware, Urim

GAMES = {game.NAME: game for game in (Oware, Urim, Anywoli, Bosh, Omweso, Kalah)}


class Difference(Exception):
    """The program and the reference disagree."""


class Skip(Exception):
    """Nothing to compare: the options are refused together."""


def command(args, parts):
    return [args.bin] + parts


def run(args, parts):
    done = subprocess.run(command(args, parts), capture_output=True, text=True, timeout=120)
    if done.returncode == 2 and (" needs " in done.stderr or "nearest sizes" in done.stderr):
        # options that do not go together are refused; each kind of refusal is shown once
        text = done.stderr.strip()[:300]
        if text not in args.refusals:
            args.refusals.add(text)
            print("refused: %s\n  %s" % (text, shlex.join(command(args, parts))))
        raise Skip()
    if done.returncode != 0:
        raise Difference("exit code %d: %s" % (done.returncode, done.stderr.strip()[:400]))
    return json.loads(done.stdout)


def split_text(text):
    """A position of the program's as (pits, stores, side, extras)."""
    words = text.split()
    rows = words[0].split("/")
    pits = [None if w == "-" else int(w) for row in rows for w in row.split(",")]
    stores = None
    extras, side = {}, None
    for word in words[1:]:
        if "=" in word:
            key, value = word.split("=", 1)
            extras[key] = value
        elif word in ("S", "N"):
            side = word
        else:
            stores = [float(part) for part in word.split("-")]
    return pits, stores, side, extras


def position_differs(game, line, got, pos, over, quiet, plies):
    pits, stores, side, extras = split_text(got)
    if over and over.rule == "endless":
        return None  # where an endless turn is cut short is no rule
    if pits != pos.pits:
        return "pits: expected %s" % game.text(pos)
    if game.NAME != "omweso" and [float(s) for s in pos.stores] != (stores or [0.0, 0.0]):
        return "stores: expected %s" % game.text(pos)
    if over:
        return None
    if side != "SN"[pos.side]:
        return "side: expected %s" % game.text(pos)
    want = dict(word.split("=", 1) for word in game.extra_words(pos))
    if game.number("no_capture_limit") is not None and quiet:
        want["quiet"] = str(quiet)
    if game.number("ply_limit") is not None and plies:
        want["plies"] = str(plies)
    mine = {key: value for key, value in extras.items() if key in game.KNOWN}
    want = {key: value for key, value in want.items() if key in game.KNOWN}
    if mine != want:
        return "extras: expected %s" % want
    return None


def result_differs(game, got, end):
    if (got is None) != (end is None):
        return "result: expected %s" % (vars(end) if end else None)
    if end is None:
        return None
    if end.winner == "lottery":
        return None
    if game.NAME != "omweso" and (got["south"], got["north"]) != tuple(end.totals) and end.winner != "none":
        return "totals: expected %s by %s" % (end.totals, end.rule)
    if got["winner"] != end.winner:
        return "winner: expected %s by %s" % (end.winner, end.rule)
    if (got["points"] or 0) != (end.points or 0):
        return "points: expected %s by %s" % (end.points, end.rule)
    return None


def answer_differs(game, line, got):
    """What is wrong with a whole answer of `moves` or `replay`."""
    if got["over"] != (line.end is not None):
        return "over: expected %s (%s)" % (line.end is not None, line.end and line.end.rule)
    wrong = result_differs(game, got["result"], line.end)
    if wrong:
        return wrong
    if not (line.end and line.end.winner == "lottery"):
        wrong = position_differs(game, line, got["position"], line.shown, line.end, line.quiet, line.plies)
        if wrong:
            return "position %s: %s" % (got["position"], wrong)
    children = line.children()
    mine = sorted(child.name for child in children)
    theirs = sorted(move["move"] for move in got["moves"])
    if mine != theirs:
        more = [name for name in theirs if name not in mine]
        less = [name for name in mine if name not in theirs]
        return "moves: expected %s; too many %s, missing %s" % (mine[:30], more[:30], less[:30])
    moves = {move["move"]: move for move in got["moves"]}
    for child in children:
        move = moves[child.name]
        where = "move %s: " % child.name
        if move["over"] != (child.end is not None):
            return where + "over: expected %s (%s)" % (child.end is not None, child.end and child.end.rule)
        wrong = result_differs(game, move["result"], child.end)
        if wrong:
            return where + wrong + "; got %s" % json.dumps(move["result"])
        if child.end and child.end.winner == "lottery":
            continue
        _, quiet, plies, _ = line.after(child.out)
        wrong = position_differs(game, line, move["position"], child.pos, child.end, quiet, plies)
        if wrong:
            return where + wrong + "; got %s" % move["position"]
        if (move["gain"]["south"], move["gain"]["north"]) != child.gain:
            return where + "gain: expected %s, got %s" % (child.gain, move["gain"])
        if not child.end and move["again"] != child.again:
            return where + "again: expected %s" % child.again
    return None


def rule_words(options):
    return [word for key, value in options.items() for word in ("--rule", "%s=%s" % (key, value))]


def make(args, kind, rng):
    options = positions.options(kind, rng, args.missing[kind.NAME])
    game = kind(**options)
    return options, game


def compare_moves(args, kind, rng):
    options, game = make(args, kind, rng)
    pos, quiet, plies = positions.position(game, rng)
    text = game.text(pos) + positions.counters(game, quiet, plies)
    parts = ["moves", kind.NAME] + rule_words(options) + ["--json", "--allow-any-total", "--", text]
    args.last = parts
    line = Line(game, pos, quiet if game.number("no_capture_limit") is not None else 0,
                plies if game.number("ply_limit") is not None else 0)
    line.children()  # may be too large
    wrong = answer_differs(game, line, run(args, parts))
    if wrong:
        raise Difference(wrong)


def compare_replay(args, kind, rng):
    options, game = make(args, kind, rng)
    if rng.random() < 0.4:
        pos, text = game.start(), "start"
    else:
        pos, _, _ = positions.position(game, rng)
        text = game.text(pos)
    line = Line(game, pos)
    names = []
    probes = {rng.randrange(1, 60) for _ in range(2)}
    until = rng.choice([5, 40, 400, 3000]) if kind.NAME != "omweso" else rng.choice([5, 40, 120])
    tail = ["--json", "--allow-any-total", "--"]
    while len(names) < until:
        if line.end:  # a match goes on with its next round
            following = game.next_round(line)
            if any(total != int(total) for total in line.end.totals) or not following or following[0] or not following[2] or game.o.get("fill_side") == "choice":
                break
            carry = getattr(line, "carry", None)
            line = Line(game, following[2], 0, line.plies if game.number("ply_limit") is not None else 0)
            line.match = carry or line.match
            continue
        children = line.children()
        child = positions.choose(children, rng)
        if child.end and child.end.winner == "lottery":
            break
        names.append(child.name)
        line.play(child)
        if len(names) in probes:
            args.last = ["replay", kind.NAME] + rule_words(options) + tail + [text] + names
            wrong = answer_differs(game, line, run(args, args.last))
            if wrong:
                raise Difference(wrong)
    args.last = ["replay", kind.NAME] + rule_words(options) + tail + [text] + names
    got = run(args, args.last)
    wrong = answer_differs(game, line, got) or game_match_differs(game, line, got)
    if wrong:
        raise Difference(wrong)


def game_match_differs(game, line, got):
    """The match after a round: over, winner, next position."""
    if not line.end or game.o.get("fill_side") == "choice":
        return None
    if any(total != int(total) for total in line.end.totals):
        return None  # the rules do not say who owns the odd stone in the next round
    want, match = game.next_round(line), got.get("match")
    if not want:
        return "match: expected none, got %s" % match if match else None
    if not match:
        return "match: expected %s, got none" % (want,)
    over, winner, following = want
    if match["over"] != over:
        return "match over: expected %s, got %s" % (over, match)
    if over:
        return None if match["winner"] == winner else "match winner: expected %s, got %s" % (winner, match)
    wrong = position_differs(game, line, match["next"], following, None, 0, line.plies)
    return "next round: %s, got %s" % (wrong, match["next"]) if wrong else None


def compare_perft(args, kind, rng):
    options, game = make(args, kind, rng)
    pos, _, _ = positions.position(game, rng)
    depth = rng.choice([1, 2, 3, 3, 4] if kind.NAME != "omweso" else [1, 1, 2, 2])
    if getattr(game, "n", 0) > 8:
        depth = min(depth, 3)
    args.last = ["perft", kind.NAME, "--depth", str(depth)] + rule_words(options) + [
        "--json", "--allow-any-total", "--", game.text(pos)]
    want = paths(game, pos, depth)
    got = run(args, args.last)["nodes"]
    if got != want:
        raise Difference("paths: expected %d, got %d" % (want, got))


WHAT = {"moves": compare_moves, "replay": compare_replay, "perft": compare_perft}


def check_options(args, kind):
    """Options by name, default and values; those the program lacks are left out of the comparisons."""
    got = run(args, ["rules", kind.NAME, "--json"])
    theirs = {option["key"]: option for option in got["options"]}
    args.missing[kind.NAME] = {key for key in kind.OPTIONS if key not in theirs}
    for key in sorted(args.missing[kind.NAME]):
        print("%s: no option %s" % (kind.NAME, key))
    for key in theirs:
        if key not in kind.OPTIONS:
            print("%s: unknown option %s (%s)" % (kind.NAME, key, theirs[key]["allowed"]))
        elif theirs[key]["default"] != kind.OPTIONS[key][0]:
            print("%s: default of %s is %s, expected %s" % (kind.NAME, key, theirs[key]["default"], kind.OPTIONS[key][0]))
        else:
            allowed = theirs[key]["allowed"]
            for value in kind.OPTIONS[key][1]:
                if value not in allowed and not value.isdigit() and "," not in value:
                    print("%s: %s=%s not among %s" % (kind.NAME, key, value, allowed))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", default="target/release/sowbase")
    parser.add_argument("--game", default=",".join(GAMES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--what", default="moves,replay,perft")
    parser.add_argument("--keep", type=int, default=1)
    args = parser.parse_args()
    args.missing, args.refusals = {}, set()
    failed = False
    for name in args.game.split(","):
        kind = GAMES[name]
        try:
            check_options(args, kind)
        except Difference as wrong:
            print("%s: %s" % (name, wrong))
            failed = True
            continue
        for what in args.what.split(","):
            rng = random.Random("%s %s %d" % (name, what, args.seed))
            began, done, skipped, found = time.time(), 0, 0, 0
            count = args.count if what == "moves" else args.count // 3
            for _ in range(count):
                try:
                    WHAT[what](args, kind, rng)
                    done += 1
                except (Unsaid, TooMany, Skip):
                    skipped += 1
                except (Difference, subprocess.TimeoutExpired) as wrong:
                    found += 1
                    failed = True
                    print("\n%s %s: %s\n  %s" % (name, what, wrong, shlex.join(command(args, args.last))))
                    if found >= args.keep:
                        break
            print("%s %s: %d compared, %d skipped, %d differences, %.1f s"
                  % (name, what, done, skipped, found, time.time() - began))
            sys.stdout.flush()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
