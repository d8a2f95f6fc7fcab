"""Runs of the engine `bounded`, for bench/paper-000 and bench/scaling-bounded."""
import collections
import json
import os
import sys

import limited

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "release", "bin", "heddle"))

# verdict is `true`, `false`, `unknown`, `out of time` or `failed`; seconds are processor time of the whole process,
# which other load changes little
Run = collections.namedtuple("Run", "verdict seconds statistics why")


def fail(text):
    sys.exit(f"{os.path.relpath(sys.argv[0], ROOT)}: {text}")


def check_built():
    if not os.access(HEDDLE, os.X_OK):
        fail("build/release/bin/heddle is missing: run scripts/build, or `./heddle --version`, first")


def command(program, sizes, strategy, unwind, more):
    limits = ["--timeout", "86400", *(["--unwind", str(unwind)] if unwind else [])]
    return [HEDDLE, "check", "--engine", "bounded", "--strategy", strategy, "--property", "assert", *limits, *more,
            "--json", "-", program, "--", *sizes]


def check(program, sizes, strategy, timeout, unwind=None, more=()):
    done = limited.run(command(program, sizes, strategy, unwind, more), timeout, polite=True)
    if done.code in (1, 2):
        fail(f"heddle refuses {' '.join([os.path.relpath(program, ROOT), *sizes])}: {done.errors.strip()}")
    try:
        result = json.loads(done.output)
    except ValueError:
        verdict = "out of time" if done.stopped else "failed"
        return Run(verdict, done.seconds, {}, f"exit code {done.code}: {done.errors.strip()[-200:]}")
    verdict = result["verdict"].split("(")[0]
    if verdict == "unknown" and done.stopped:
        verdict = "out of time"
    return Run(verdict, done.seconds, result["statistics"], result["why"])


def shown_time(run, timeout):
    """A run without an answer is shown by why it has none."""
    if run.verdict in ("true", "false"):
        return f"{run.seconds:.1f}"
    return {"out of time": f">{timeout:g}"}.get(run.verdict, run.verdict)


def solved(run):
    return run.verdict in ("true", "false")
