"""Runs a program with a limit of processor time, which other load on the machine changes little."""
import collections
import os
import resource
import signal
import subprocess
import tempfile
import time

GRACE = 10     # seconds of the clock after an interruption until a run is killed
PATIENCE = 15  # seconds of the clock for each of processor time, which other load may take

# seconds are processor time, of waited-for children too; stopped: it had more than its limit
Done = collections.namedtuple("Done", "code output errors seconds stopped")


def used_so_far(pid):
    """Processor seconds of a process that has not been waited for."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def run(arguments, limit, memory=None, polite=False):
    """memory: address space in MB. polite: at the limit it is interrupted first, so that it can say how far it got. Its
    own children end with it."""
    with tempfile.TemporaryFile("w+", errors="replace") as output, \
         tempfile.TemporaryFile("w+", errors="replace") as errors:
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                                   start_new_session=True)
        if memory:
            resource.prlimit(process.pid, resource.RLIMIT_AS, (memory << 20, memory << 20))
        status, used = wait(process, limit, polite)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        seconds = used.ru_utime + used.ru_stime
        return Done(process.returncode, output.read(), errors.read(), seconds, seconds > limit)


def wait(process, limit, polite):
    begin, interrupted = time.monotonic(), None
    while True:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid != 0:
            return status, used
        clock = time.monotonic()
        over = used_so_far(process.pid) > limit or clock - begin > PATIENCE * limit
        if over and polite and interrupted is None:
            os.killpg(process.pid, signal.SIGINT)
            interrupted = clock
        elif over and (not polite or clock - interrupted > GRACE):
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(0.01)
