"""A program that plays by the line protocol, well or badly: fake.py MODE SOWBASE [ARGUMENTS OF THE GAME].

It asks `sowbase bestmove` for its moves, so that its games are real ones.
"""

import os
import subprocess
import sys
import time

mode, program, game = sys.argv[1], sys.argv[2], sys.argv[3:]
moves = []


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def best():
    answer = subprocess.run(
        [program, "bestmove", *game, "start", *moves, "--depth", "2", "--threads", "1"],
        capture_output=True, text=True, check=True,
    )
    return answer.stdout.strip()


if mode == "exit":
    sys.stderr.write("no licence\n")
    sys.exit(3)

for line in sys.stdin:
    words = line.split()
    if not words or mode == "silent":
        continue
    if words[0] in ("uci", "ugi"):
        if mode != "ugi" or words[0] == "ugi":
            say("id name fake")
            say(words[0] + "ok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "setoption":
        sys.stderr.write(line)
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "quit":
        break
    elif words[0] == "go":
        if mode == "dies":
            sys.exit(7)
        elif mode == "killed":
            os.kill(os.getpid(), 9)
        elif mode == "zero":
            say("bestmove 0000")
        elif mode == "none":
            say("bestmove (none)")
        elif mode == "illegal":
            say("bestmove Z")
        elif mode in ("hang", "late"):
            time.sleep(3600)
        elif mode == "flood":
            while True:
                say("info string " + "x" * 1000)
        else:
            if mode == "junk":
                sys.stdout.buffer.write(b"\xff\xfe junk\n" + b"y" * 200000 + b"\n")
                say("bestmoves A")
                say("info depth x nodes")
            say("info depth 3 score cp 5 nodes 42 pv A")
            say("bestmove " + best())
