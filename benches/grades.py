#!/usr/bin/env python3
"""Do the grades of problems order difficulty? How many of each grade searches of depth 1 to 8 and the ten levels solve.

    python3 benches/grades.py PACK... [--sowbase target/release/sowbase] [--plays 5]

A problem counts as solved when the first move is one that reaches the goal. Levels play by chance, so each tries a problem
`--plays` times. Prints a table, and whether each row falls from grade to grade.
"""

import argparse
import json
import subprocess


class Engine:
    """`sowbase engine GAME` under the rules of a pack."""

    def __init__(self, program, pack):
        command = [program, "engine", pack["game"], "--threads", "1"]
        for key, value in pack["rules"]:
            command += ["--rule", f"{key}={value}"]
        self.program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("ugi", "ugiok")

    def ask(self, line, until):
        print(line, file=self.program.stdin, flush=True)
        while True:
            answer = self.program.stdout.readline()
            assert answer, "the engine has gone"
            if answer.startswith(until):
                return answer.split()

    def option(self, name, value):
        print(f"setoption name {name} value {value}", file=self.program.stdin)
        self.ask("isready", "readyok")

    def choose(self, position, go):
        # Nothing learned from one question may help with another.
        print("uginewgame", file=self.program.stdin)
        print(f"position fen {position}", file=self.program.stdin)
        return self.ask(go, "bestmove")[1]


def solves(engine, puzzle, go):
    good = {tried["move"] for tried in puzzle["solution"]["moves"] if isinstance(tried["worth"], dict) and "in" in tried["worth"]}
    return engine.choose(puzzle["position"], go) in good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packs", nargs="+", metavar="PACK")
    parser.add_argument("--sowbase", default="target/release/sowbase")
    parser.add_argument("--plays", type=int, default=5)
    args = parser.parse_args()

    solved, tried, count = {}, {}, {grade: 0 for grade in range(1, 6)}
    for path in args.packs:
        with open(path, encoding="utf-8") as file:
            pack = json.load(file)
        engine = Engine(args.sowbase, pack)
        for puzzle in pack["puzzles"]:
            count[puzzle["grade"]] += 1
            for depth in range(1, 9):
                key = (f"depth {depth}", puzzle["grade"])
                tried[key] = tried.get(key, 0) + 1
                solved[key] = solved.get(key, 0) + solves(engine, puzzle, f"go depth {depth}")
        for level in range(1, 11):
            engine.option("Level", level)
            for puzzle in pack["puzzles"]:
                for _ in range(args.plays):
                    key = (f"level {level}", puzzle["grade"])
                    tried[key] = tried.get(key, 0) + 1
                    solved[key] = solved.get(key, 0) + solves(engine, puzzle, "go nodes 10000000")
    print("| solver | " + " | ".join(f"grade {grade} ({count[grade]})" for grade in count) + " | falls |")
    print("| --- |" + " --- |" * (len(count) + 1))
    for name in dict.fromkeys(name for name, _ in tried):
        shares = [solved.get((name, grade), 0) / max(1, tried.get((name, grade), 0)) for grade in count]
        falls = all(a >= b for a, b in zip(shares, shares[1:]))
        cells = " | ".join(f"{share:.0%}" for share in shares)
        print(f"| {name} | {cells} | {'yes' if falls else 'no'} |")


if __name__ == "__main__":
    main()
