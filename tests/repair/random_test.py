"""Random buggy programs (`heddle-fuzz --print`): every repair that is printed must be proved by `explore` once its patch is
applied.

    random_test.py [FIRST-SEED COUNT]: prints how many were repaired, and why the others were not"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HEDDLE = os.environ.get("HEDDLE", "heddle")
FUZZ = os.environ.get("HEDDLE_FUZZ", "heddle-fuzz")


def run(*command, cwd=None):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300)


def attempt(seed, cwd):
    """What comes of one program: "correct", "found", or why not. Fails if a repair is wrong."""
    (cwd / "p.c").write_text(run(FUZZ, "--seed", str(seed), "--print").stdout)
    done = run(HEDDLE, "repair", "--solutions", "2", "--timeout", "20", "--json", "-", "p.c", cwd=cwd)
    if done.returncode == 2:
        return "refused"
    assert done.returncode in (0, 5, 10), f"seed {seed}: exit {done.returncode}: {done.stderr}"
    if not done.stdout.startswith("{"):
        return "out of time"
    result = json.loads(done.stdout)
    if result["outcome"] != "found":
        return result["outcome"] + (": " + result["reason"] if result["reason"] else "")
    for solution in result["solutions"]:
        if solution["refused"]:
            continue
        for name in ("p.c", "p.c.orig"):
            (cwd / name).unlink(missing_ok=True)
        (cwd / "p.c").write_text(run(FUZZ, "--seed", str(seed), "--print").stdout)
        (cwd / "p.patch").write_text("".join(p["diff"] for p in solution["patches"]))
        patched = run("patch", "-p1", "-i", "p.patch", cwd=cwd)
        assert patched.returncode == 0, f"seed {seed}: {patched.stdout}"
        checked = run(HEDDLE, "check", "--quiet", "--engine", "explore", "--timeout", "60", "p.c", cwd=cwd)
        assert checked.returncode in (0, 5), f"seed {seed}: {checked.stdout}{checked.stderr}"
        if checked.returncode == 5:
            return "found, but explore does not come to an end"
    return "found"


def main():
    first, count = (int(a) for a in sys.argv[1:3]) if len(sys.argv) > 2 else (1, 10)
    tally = collections.Counter()
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as folder:
            outcome = attempt(seed, pathlib.Path(folder))
        tally[outcome] += 1
    for outcome, number in tally.most_common():
        print(f"{number:5} {outcome}")
    assert tally["found"] > 0, "no program was repaired"


if __name__ == "__main__":
    main()
