"""The test suites of bench/conformance: which tests there are, how one is built, and how it is put to heddle."""
import collections
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
POSIX_MAIN = os.path.join(os.path.dirname(HERE), "conformance.d", "posix_main.c")

# name is the path in the suite without `.c`; native and heddle are lists of files and compiler flags; folder is where
# the compilers run
Test = collections.namedtuple("Test", "suite name folder native heddle")

# What the front ends of gcc took for granted when most of these tests were written.
OLD_C = ["-w", "-Wno-implicit-int", "-Wno-int-conversion", "-Wno-implicit-function-declaration"]

# Other processes and asynchronous signals are outside of what Heddle is for.
OUTSIDE = re.compile(r"\b(v?fork|execl?[vp]*e?|kill|pthread_kill|sigaction|signal|raise|alarm|sigwait\w*|sigprocmask|"
                     r"pthread_sigmask|sig(empty|fill|add|del)set|setitimer|timer_create|sigsuspend)\s*\(")
INCLUDED = re.compile(r'^\s*#\s*include\s+"(.*\.c)"', re.M)
OPTIONS = re.compile(r'dg-(?:additional-)?options\s+"([^"]*)"')


def text_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def gcc_torture(folder):
    """GCC's execute tests: a test that fails calls abort."""
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".c"):
            continue
        flags = [flag for options in OPTIONS.findall(text_of(os.path.join(folder, name)))
                 for flag in options.split() if flag.startswith(("-D", "-f", "-std="))]
        flags += OLD_C
        failing = ["-Dabort=__VERIFIER_error", "-D__builtin_abort=__VERIFIER_error"]
        yield Test("gcc", name[:-2], folder, [name, *flags, "-lm"], ([name], flags + failing))


def uses_outside(path):
    text = text_of(path)
    if OUTSIDE.search(text):
        return True
    included = (os.path.join(os.path.dirname(path), name) for name in INCLUDED.findall(text))
    return any(OUTSIDE.search(text_of(name)) for name in included if os.path.exists(name))


def posix(folder):
    """The Open POSIX Test Suite, threads and semaphores: a test that fails returns or exits with another code than 0."""
    interfaces = os.path.join(folder, "conformance", "interfaces")
    include = ["-I", os.path.join(folder, "include"), "-w", "-D_GNU_SOURCE"]
    ending = ["-Dexit=conformance_exit", "-D_exit=conformance_exit", "-Dabort=__VERIFIER_error"]
    native_main = os.path.join(folder, "lib", "common.c")
    for path, _, names in sorted(os.walk(interfaces)):
        place = os.path.relpath(path, interfaces)
        if not place.startswith(("pthread_", "sem_")):
            continue
        for name in sorted(names):
            if re.fullmatch(r"[\d-]+\.c", name) and not uses_outside(os.path.join(path, name)):
                yield Test("posix", os.path.join(place, name[:-2]), path, [name, native_main, *include, "-lpthread", "-lrt"],
                           ([name, POSIX_MAIN], include + ending))


# name, the variable that says where it is, what the variable is to name, its tests
SUITES = [
    ("gcc", "HEDDLE_GCC_TORTURE", "gcc-c-torture/execute of llvm-test-suite", gcc_torture),
    ("posix", "HEDDLE_POSIX_SUITE", "testcases/open_posix_testsuite of ltp", posix),
]
