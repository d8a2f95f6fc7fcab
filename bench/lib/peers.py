"""The tools that bench/peers compares: how each is called, and what its output means."""
import collections
import os
import re
import shlex
import shutil

import bounded

# One way to run a tool. complete: a "successful" of this mode means that no loop was cut off.
# arguments: from a task and limits to what follows the executable; answer: from output and exit code to true, false or
# unknown
Mode = collections.namedtuple("Mode", "label tool complete executable arguments answer")


def failed_properties(output):
    """Of the CBMC family: the properties listed as failed, or the one that a single trace ends in. Not those within the
    tool's own model of the library."""
    in_library, failed = False, []
    for line in output.splitlines():
        if line.startswith("["):
            if line.endswith(": FAILURE") and not in_library:
                failed.append(line)
        elif " function " in line:
            in_library = line.startswith("<builtin-library")
    return failed or re.findall(r"Violated property:((?:\n[ ]+.*)+)", output)


def cprover_answer(output, _):
    if "VERIFICATION SUCCESSFUL" in output:
        return "true"
    if "VERIFICATION FAILED" not in output:
        return "unknown"
    # A loop that was cut off, or a function that the tool doesn't know, is no bug of the program.
    no_bug = re.compile("unwinding assertion|no body for callee|dereferenced function pointer")
    return "false" if any(not no_bug.search(text) for text in failed_properties(output)) else "unknown"


def nidhugg_answer(output, _):
    if "No errors were detected" in output:
        return "true"
    return "false" if "Error detected" in output else "unknown"


def heddle_answer(_, code):
    return {0: "true", 10: "false"}.get(code, "unknown")


def width(task):
    return "--32" if task.model == "ILP32" else "--64"


def cbmc(checks):
    # Only the program's own assertions are asked about. The assertions in the tool's model of the library must stay:
    # they tell where it gave up on a thread's function.
    unwinding = "--unwinding-assertions" if checks else "--no-unwinding-assertions"
    return lambda task, options: [width(task), "--no-standard-checks", "--unwind", str(options.unwind), unwinding,
                                  task.file]


def deagle(checks):
    # Made from CBMC 5, where unwinding assertions are off unless asked for.
    unwinding = ["--unwinding-assertions"] if checks else []
    return lambda task, options: [width(task), "--unwind", str(options.unwind), *unwinding, task.file]


def esbmc(checks):
    skipped = ["--no-bounds-check", "--no-pointer-check", "--no-div-by-zero-check", "--no-align-check"]
    return lambda task, options: [width(task), "--unwind", str(options.unwind), *skipped,
                                  *([] if checks else ["--no-unwinding-assertions"]), task.file]


def nidhugg(checks):
    # It cuts loops off without a word when told to, so only the runs without a bound are complete.
    return lambda task, options: ["--", "--c", "--sc",
                                  *([] if checks else [f"--unroll={options.unwind}"]), task.file]


PEERS = [
    # tool, executable on the path, arguments, answer
    ("cbmc", "cbmc", cbmc, cprover_answer),
    ("deagle", "deagle", deagle, cprover_answer),
    ("esbmc", "esbmc", esbmc, cprover_answer),
    ("nidhugg", "nidhuggc", nidhugg, nidhugg_answer),
]


def variable(tool):
    return "HEDDLE_" + tool.upper()


def find(wanted):
    """Gives the modes of the peers that are there, and the names of those that aren't."""
    modes, missing = [], []
    for tool, executable, arguments, answer in PEERS:
        if wanted and tool not in wanted:
            continue
        path = os.environ.get(variable(tool)) or shutil.which(executable)
        if not path or not shutil.which(path):
            missing.append(tool)
            continue
        for complete in (True, False):
            label = tool if complete else f"{tool} without"
            modes.append(Mode(label, tool, complete, path, arguments(complete), answer))
    return modes, missing


def heddle(own_arguments):
    def arguments(task, options):
        return ["check", "--property", "unreach-call", "--data-model", task.model, "--timeout", str(options.timeout),
                "--memory", f"{options.memory}M", "--quiet", *shlex.split(own_arguments), task.file]

    return Mode("heddle", "heddle", True, bounded.HEDDLE, arguments, heddle_answer)
