#!/usr/bin/env python3
"""A match of the engine against OpenSpiel's own MCTSBot, in Oware. Part of `./test --long`.

    .venv/bin/python tests/openspiel/mcts.py --games 100 --time 0.1 -- sowbase engine oware --threads 1

Each opening is `--opening` random plies from `--seed`, played twice with sides swapped. The other side is C++:
`pyspiel.MCTSBot` with random rollouts. OpenSpiel's state is the judge: a move that it does not allow fails the match.
Exit code 1 when the engine gets less than `--at-least` of the points.
"""

import argparse
import random
import subprocess
import sys

import pyspiel


class Engine:
    """A program that speaks the line protocol (docs/protocol.md)."""

    def __init__(self, command):
        self.program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("uci", "uciok")

    def ask(self, line, until):
        print(line, file=self.program.stdin, flush=True)
        while True:
            answer = self.program.stdout.readline()
            if not answer:
                sys.exit("the engine has gone")
            if answer.startswith(until):
                return answer.split()

    def begin(self):
        print("ucinewgame", file=self.program.stdin)
        self.ask("isready", "readyok")

    def choose(self, moves, milliseconds):
        print("position startpos moves " + " ".join(moves), file=self.program.stdin)
        return self.ask(f"go movetime {milliseconds}", "bestmove")[1]


def letter(action, player):
    return chr(ord("Aa"[player]) + action)


def action_of(move, player):
    return ord(move) - ord("Aa"[player])


def play(game, engine, bot, ours, opening, milliseconds):
    """Points of the engine: 1, 0.5 or 0; and the plies of the game."""
    state, moves = game.new_initial_state(), []
    engine.begin()
    bot.restart()
    while not state.is_terminal():
        player = state.current_player()
        if len(moves) < len(opening):
            action = opening[len(moves)]
        elif player == ours:
            action = action_of(engine.choose(moves, milliseconds), player)
            if action not in state.legal_actions():
                sys.exit(f"{letter(action, player)} is not legal after {moves}")
        else:
            action = bot.step(state)
        moves.append(letter(action, player))
        state.apply_action(action)
    return (1 + state.returns()[ours]) / 2, len(moves)


def random_opening(game, plies, rng):
    while True:
        state, actions = game.new_initial_state(), []
        while len(actions) < plies and not state.is_terminal():
            actions.append(rng.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        if not state.is_terminal():
            return actions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=0.1, help="seconds a move of the engine")
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("--c", type=float, default=1.4)
    parser.add_argument("--opening", type=int, default=4, help="random plies")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-least", type=float, default=0.95)
    parser.add_argument("command", nargs="+", help="the engine")
    args = parser.parse_args()

    game = pyspiel.load_game("oware")
    evaluator = pyspiel.RandomRolloutEvaluator(1, args.seed)
    bot = pyspiel.MCTSBot(game, evaluator, args.c, args.simulations, 1_000, True, args.seed, False)
    engine, rng, opening = Engine(args.command), random.Random(args.seed), []
    counts = {1.0: 0, 0.5: 0, 0.0: 0}
    for number in range(args.games):
        if number % 2 == 0:
            opening = random_opening(game, args.opening, rng)
        points, plies = play(game, engine, bot, number % 2, opening, round(args.time * 1000))
        counts[points] += 1
        print(f"game {number + 1}: {points:g} in {plies} plies; won {counts[1.0]}, drawn {counts[0.5]}, lost {counts[0.0]}", flush=True)
    share = (counts[1.0] + counts[0.5] / 2) / args.games
    print(f"{share:.1%} of {args.games} games against MCTSBot with {args.simulations} simulations")
    return 0 if share >= args.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
