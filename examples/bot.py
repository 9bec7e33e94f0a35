#!/usr/bin/env python3
"""A match of two bots by the engine protocol: sowbase against a bot that plays at random.

    python3 examples/bot.py [GAMES] [COMMAND ...]      by default: 4 sowbase engine oware --level 5
"""
import random, re, subprocess, sys

games = int(sys.argv[1]) if len(sys.argv) > 1 else 4
command = sys.argv[2:] or ["sowbase", "engine", "oware", "--level", "5"]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

def ask(*lines, until):
    """Sends lines; gives all that comes back up to a line that begins with `until`."""
    print(*lines, sep="\n", file=engine.stdin, flush=True)
    answer = [engine.stdout.readline()]
    while not answer[-1].startswith(until):
        assert answer[-1], "the engine has gone"
        answer.append(engine.stdout.readline())
    return answer

ask("uci", until="uciok")
score = {"p1win": 0, "p2win": 0, "draw": 0}
for game in range(games):
    ask("ucinewgame", "isready", until="readyok")
    moves, ours = [], game % 2  # the engine plays South in even games
    while (result := ask("position startpos moves " + " ".join(moves), "query result", until="response")[-1].split()[1]) == "none":
        turn = ask("query p1turn", until="response")[-1].split()[1] == "true"
        if turn == (ours == 0):
            moves.append(ask("go movetime 100", until="bestmove")[-1].split()[1])
        else:  # a line of perft for each legal move
            legal = [line.split(":")[0] for line in ask("go perft 1", until="nodes") if re.match(r"\S+: 1$", line)]
            moves.append(random.choice(legal))
    print(f"game {game + 1}: {result} after {len(moves)} moves, the engine was {'North' if ours else 'South'}")
    score["draw" if result == "draw" else "p1win" if (result == "p1win") == (ours == 0) else "p2win"] += 1
ask("isready", until="readyok")
print(f"engine {score['p1win']}, draws {score['draw']}, random {score['p2win']}")
print("quit", file=engine.stdin, flush=True)
sys.exit(engine.wait())
