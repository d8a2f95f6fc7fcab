"""Runs of the engine `bounded`, for bench/paper-000 and bench/scaling-bounded."""
import collections
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "release", "bin", "heddle"))
GRACE = 10  # seconds of the clock after its interruption until a run is killed

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


def processor_time(pid):
    """So far; of a process that has not been waited for."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_limited(arguments, limit):
    """Exit code, output, errors and processor seconds; after `limit` of those it is interrupted, so that it can say
    how far it got."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(arguments, stdout=output, stderr=errors)
        interrupted = None
        while True:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            if pid != 0:
                break
            if interrupted is None and processor_time(process.pid) > limit:
                process.send_signal(signal.SIGINT)
                interrupted = time.monotonic()
            if interrupted is not None and time.monotonic() - interrupted > GRACE:
                process.kill()
            time.sleep(0.02)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        return process.returncode, output.read(), errors.read(), used.ru_utime + used.ru_stime


def check(program, sizes, strategy, timeout, unwind=None, more=()):
    code, output, errors, seconds = run_limited(command(program, sizes, strategy, unwind, more), timeout)
    if code in (1, 2):
        fail(f"heddle refuses {' '.join([os.path.relpath(program, ROOT), *sizes])}: {errors.strip()}")
    try:
        result = json.loads(output)
    except ValueError:
        if seconds > timeout:
            return Run("out of time", seconds, {}, "killed")
        return Run("failed", seconds, {}, f"exit code {code}: {errors.strip()[-200:]}")
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
