#!/usr/bin/env python3
"""Packs of problems as the program writes them, held against docs/puzzle-pack.schema.json.

    .venv/bin/python tests/schema.py target/release/sowbase      needs jsonschema; ./test installs it
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    program = sys.argv[1]
    schema = json.loads((ROOT / "docs/puzzle-pack.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    count = 0
    for game in ["oware", "urim", "anywoli", "bosh", "omweso", "kalah"]:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "pack.json"
            command = [program, "puzzle", "generate", game, "--theme", "forced-win", "--count", "5", "-o", str(path), "--quiet"]
            subprocess.run(command, check=True, capture_output=True)
            pack = json.loads(path.read_text(encoding="utf-8"))
        validator.validate(pack)
        count += len(pack["puzzles"])
        # And it does say no.
        for spoil in (lambda one: one.pop("goal"), lambda one: one.update(grade=6), lambda one: one.update(more=1)):
            spoiled = copy.deepcopy(pack)
            spoil(spoiled["puzzles"][0])
            assert not validator.is_valid(spoiled), f"{game}: a spoiled pack is taken"
    print(f"{count} problems in packs of six games are as the schema says")


if __name__ == "__main__":
    main()
