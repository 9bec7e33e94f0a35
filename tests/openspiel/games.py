#!/usr/bin/env python3
"""Plays random games in OpenSpiel and writes what it saw, one game a line of JSON.

    tests/openspiel/run           # does all: installs open_spiel 2.0.2 in .venv, plays, replays
    .venv/bin/python tests/openspiel/games.py > target/openspiel.jsonl

A line: {"game": our name, "seed": of the game's own generator, "moves": ["C", "a", ...],
"seen": [{"position": our notation, "legal": ["A", ...]}, ...] before every move,
"ended": true or false, "totals": [South, North] and "winner": "south" | "north" | "draw"}.
The oracle decides everything; nothing here knows a rule. `tests/openspiel.rs` replays the lines.
"""

import argparse
import json
import random
import sys

import pyspiel


def oware_state(state):
    """Pits and stores. The tensor is shares of all 48 seeds: houses of both players, then scores."""
    seeds = [round(share * 48) for share in state.observation_tensor(0)]
    return seeds[:6], seeds[6:12], seeds[12:14]


def mancala_state(state):
    """Pits and stores. The tensor is North's store, South's pits, South's store, North's pits."""
    seeds = [int(number) for number in state.observation_tensor(0)]
    return seeds[1:7], seeds[8:14], [seeds[7], seeds[0]]


# OpenSpiel numbers Oware's houses 0 to 5 for either player, Mancala's pits 1 to 6 and 8 to 13.
GAMES = {
    "oware": ("oware", oware_state, lambda action, player: action),
    "kalah": ("mancala", mancala_state, lambda action, player: action - 1 - 7 * player),
}


def letter(pit, player):
    return chr(ord("Aa"[player]) + pit)


def play(name, seed):
    oracle, read, pit_of = GAMES[name]
    rng = random.Random(seed)
    state = pyspiel.load_game(oracle).new_initial_state()
    moves, seen = [], []
    while not state.is_terminal():
        player = state.current_player()
        actions = state.legal_actions()
        south, north, stores = read(state)
        seen.append(
            {
                "position": "%s/%s %d-%d %s"
                % (",".join(map(str, south)), ",".join(map(str, north)), *stores, "SN"[player]),
                "legal": sorted(letter(pit_of(action, player), player) for action in actions),
            }
        )
        action = rng.choice(actions)
        moves.append(letter(pit_of(action, player), player))
        state.apply_action(action)
    south, north, stores = read(state)
    # Mancala leaves the last seeds in their row and counts them for its owner; Oware collects them in the same way.
    totals = [stores[0] + sum(south), stores[1] + sum(north)]
    returns = state.returns()
    winner = "draw" if returns[0] == returns[1] else "south" if returns[0] > returns[1] else "north"
    # Both games stop at 1,000 moves (max_game_length); such a game has no end to compare.
    ended = len(moves) < state.get_game().max_game_length()
    return dict(game=name, seed=seed, moves=moves, seen=seen, ended=ended, totals=totals, winner=winner)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="games of each kind (1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (1)")
    parser.add_argument("--only", choices=sorted(GAMES), help="one game instead of all")
    options = parser.parse_args()
    for name in GAMES if options.only is None else [options.only]:
        for number in range(options.games):
            json.dump(play(name, options.seed + number), sys.stdout, separators=(",", ":"))
            sys.stdout.write("\n")


if __name__ == "__main__":
    main()
