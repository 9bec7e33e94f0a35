# Sourced from the project's root (./test and tests/openspiel/run do): installs OpenSpiel in .venv if it is not there,
# plays OPENSPIEL_GAMES random games (1,000) of each kind in it, and tells tests/openspiel.rs where they are.
[ -x .venv/bin/python ] || python3 -m venv .venv
.venv/bin/python -c 'import pyspiel' 2>/dev/null || .venv/bin/pip install --quiet open_spiel==2.0.2
mkdir -p target
.venv/bin/python tests/openspiel/games.py --games "${OPENSPIEL_GAMES:-1000}" >target/openspiel.jsonl
SOWBASE_OPENSPIEL="$PWD/target/openspiel.jsonl"
export SOWBASE_OPENSPIEL
