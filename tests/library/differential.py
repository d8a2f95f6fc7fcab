"""Each exact library function: Heddle computes on 1,000 random arguments what the native one does. See functions.c.

usage: differential.py [NAME...]   HEDDLE: the program, CC: the compiler, which orders arguments as Heddle's does [clang-19]
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE / "functions.c"
HEDDLE = os.environ.get("HEDDLE", "heddle")
ROUNDS = int(os.environ.get("ROUNDS", "1000"))


def native():
    """What each test gives on this machine."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "functions")
        subprocess.run([os.environ.get("CC", "clang-19"), "-w", "-fno-builtin", f"-DROUNDS={ROUNDS}", str(PROGRAM), "-o", program,
                        "-lm"], check=True)
        lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    return dict(line.split() for line in lines)


def run(name, expected):
    """None, or what is wrong. The program has one run, which fails its assertion."""
    done = subprocess.run([HEDDLE, "check", "--property", "assert", "--engine", "explore", "--timeout", "30", str(PROGRAM), "--",
                           "-w", f"-DROUNDS={ROUNDS}", f"-DTEST=t_{name}", f"-DEXPECTED={expected}"],
                          capture_output=True, text=True, check=False)
    last = done.stdout.strip().splitlines()[-1:] or done.stderr.strip().splitlines()[-1:]
    return None if done.returncode == 10 else f"{name}: {' '.join(last)}"


def main():
    expected = native()
    names = sys.argv[1:] or list(expected)
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = [w for w in pool.map(lambda n: run(n, expected[n]), names) if w]
    for w in wrong:
        print(w)
    print(f"{len(names) - len(wrong)} of {len(names)} tests, {ROUNDS} rounds each, in {time.monotonic() - begin:.0f} s")
    sys.exit(bool(wrong) or not names)


main()
