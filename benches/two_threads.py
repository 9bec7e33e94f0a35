#!/usr/bin/env python3
"""How much sooner two threads solve than one: eight positions, five runs each way, in turns.

    python3 benches/two_threads.py [RUNS] [SOWBASE]      by default: 5 target/release/sowbase

Prints, for each position, the median seconds and nodes of one and of two threads, and the median of all ratios.
Both cores must be idle; the seconds are those that the program reports, solved layers included.
"""

import json
import statistics
import subprocess
import sys

POSITIONS = {
    "Kalah 6(4)": ["kalah", "--rule", "seeds_per_pit=4"],
    "Kalah 6(4), empty captures": ["kalah", "--rule", "seeds_per_pit=4", "--rule", "empty_capture=true"],
    "Kalah 5(5)": ["kalah", "--rule", "pits_per_row=5", "--rule", "seeds_per_pit=5"],
    "Kalah 5(5), empty captures": [
        "kalah", "--rule", "pits_per_row=5", "--rule", "seeds_per_pit=5", "--rule", "empty_capture=true",
    ],
    "Urim 2x4": ["urim", "--rule", "pits_per_row=4"],
    "Oware 2x4": ["oware", "--rule", "pits_per_row=4"],
    "Bosh, opponent's holes, every move": ["bosh", "--rule", "capture_side=opponent", "--moves"],
    "Anywoli 2x6, every move": ["anywoli", "--rule", "pits_per_row=6", "--moves"],
}


def run(program, arguments, threads):
    command = [program, "solve", *arguments, "--threads", str(threads), "--json", "--quiet"]
    answer = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return answer["seconds"], answer["nodes"], answer["score"]


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    program = sys.argv[2] if len(sys.argv) > 2 else "target/release/sowbase"
    ratios = []
    for name, arguments in POSITIONS.items():
        taken = {1: [], 2: []}
        for _ in range(runs):
            for threads in taken:
                taken[threads].append(run(program, arguments, threads))
        assert len({score for all in taken.values() for _, _, score in all}) == 1, f"{name}: scores differ"
        (one, two) = ([statistics.median(column) for column in list(zip(*taken[threads]))[:2]] for threads in (1, 2))
        ratios += [a[0] / b[0] for a, b in zip(taken[1], taken[2])]
        print(
            f"| {name} | {one[0]:.2f} | {two[0]:.2f} | {one[0] / two[0]:.2f} | {one[1]:,.0f} | {two[1]:,.0f} |",
            flush=True,
        )
    print(f"median of all ratios {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
