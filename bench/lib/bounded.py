"""Runs of the engine `bounded`, for bench/paper-000 and bench/scaling-bounded."""
import collections
import json
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "release", "bin", "heddle"))
GRACE = 10  # seconds after its own limit until a run is killed

# verdict is `true`, `false`, `unknown`, `out of time` or `failed`; seconds are of the whole process
Run = collections.namedtuple("Run", "verdict seconds statistics why")


def fail(text):
    sys.exit(f"{os.path.relpath(sys.argv[0], ROOT)}: {text}")


def check_built():
    if not os.access(HEDDLE, os.X_OK):
        fail("build/release/bin/heddle is missing: run scripts/build, or `./heddle --version`, first")


def command(program, sizes, strategy, timeout, unwind, more):
    limits = ["--timeout", str(timeout), *(["--unwind", str(unwind)] if unwind else [])]
    return [HEDDLE, "check", "--engine", "bounded", "--strategy", strategy, "--property", "assert", *limits, *more,
            "--json", "-", program, "--", *sizes]


def check(program, sizes, strategy, timeout, unwind=None, more=()):
    begin = time.monotonic()
    try:
        done = subprocess.run(command(program, sizes, strategy, timeout, unwind, more), capture_output=True, text=True,
                              timeout=timeout + GRACE)
    except subprocess.TimeoutExpired:
        return Run("out of time", timeout, {}, "killed")
    seconds = time.monotonic() - begin
    if done.returncode in (1, 2):
        fail(f"heddle refuses {' '.join([os.path.relpath(program, ROOT), *sizes])}: {done.stderr.strip()}")
    try:
        result = json.loads(done.stdout)
    except ValueError:
        return Run("failed", seconds, {}, f"exit code {done.returncode}: {done.stderr.strip()[-200:]}")
    verdict = result["verdict"].split("(")[0]
    if verdict == "unknown" and seconds >= 0.95 * timeout:
        verdict = "out of time"
    return Run(verdict, seconds, result["statistics"], result["why"])


def shown_time(run, timeout):
    """A run without an answer is shown by why it has none."""
    if run.verdict in ("true", "false"):
        return f"{run.seconds:.1f}"
    return {"out of time": f">{timeout:g}"}.get(run.verdict, run.verdict)


def solved(run):
    return run.verdict in ("true", "false")
