"""Compiler flags from files and after --: none loads code, runs a program or writes a file."""
import json
import os
import subprocess
import unittest

from harness import PROVED, USAGE, VIOLATION, CliTest

PROGRAM = "#include <assert.h>\n#ifndef N\n#define N 1\n#endif\nint main(void) { assert(N == 1); return 0; }\n"
# Loading it is enough: no matter whether it is a plugin.
LIBRARY = """
#include <stdio.h>
__attribute__((constructor)) static void run(void) { FILE *f = fopen("loaded", "w"); if (f) fclose(f); }
"""
TOOL = "#!/bin/sh\ntouch \"$(dirname \"$0\")/../loaded\"\necho sm_70\n"

# Flags that would load or run code.
CODE = [
    ["-fpass-plugin=./evil.so"],
    ["-fplugin=./evil.so"],
    ["-Xclang", "-load", "-Xclang", "./evil.so"],
    ["-Xclang", "-fpass-plugin=./evil.so"],
    ["-Xclang", "-add-plugin", "-Xclang", "evil"],
    ["-Xclang", "-plugin", "-Xclang", "evil"],
    ["-mllvm", "-load=./evil.so"],
    ["-Xclang", "-mllvm", "-Xclang", "-load=./evil.so"],
    ["--config=evil.cfg"],
    ["--config", "evil.cfg"],
    ["@evil.cfg"],
    ["-Btools"],
    ["-B", "tools"],
    ["--prefix=tools"],
    ["-fopenmp", "-fopenmp-targets=nvptx64", "-Btools"],
    ["--offload-arch=native"],
]
# Flags that write files when a compiler is run with them.
WRITERS = [
    ["-MD", "-MF", "left.d"],
    ["-MMD", "-MFleft.d"],
    ["-Wp,-MMD,left.d"],
    ["-Wp,-MD,left.d"],
    ["-Xpreprocessor", "-MD", "-Xpreprocessor", "-MF", "-Xpreprocessor", "left.d"],
    ["-MJ", "left.json"],
    ["-M"],
    ["-fsave-optimization-record", "-foptimization-record-file=left.yaml"],
    ["-save-temps"],
    ["-save-temps=obj"],
    ["-ftime-trace=left.json"],
    ["-serialize-diagnostics", "left.dia"],
    ["--coverage"],
    ["-fprofile-arcs", "-ftest-coverage"],
    ["-fprofile-generate"],
    ["-fprofile-instr-generate=left.profraw"],
    ["-fstack-usage"],
    ["-gsplit-dwarf"],
    ["-fmodules", "-fmodules-cache-path=left"],
    ["-fproc-stat-report=left"],
    ["-o", "left"],
    ["-oleft"],
    ["-S"],
    ["-E"],
]
# The same, handed to the inner compiler.
INNER_WRITERS = [
    ["-dependency-file", "left.d", "-MT", "x"],
    ["-dependency-dot", "left.dot"],
    ["-serialize-diagnostic-file", "left.dia"],
    ["-diagnostic-log-file", "left.log"],
    ["-header-include-file", "left.txt"],
    ["-opt-record-file", "left.yaml"],
    ["-stats-file=left.json"],
    ["-ftime-trace=left.json"],
    ["-emit-obj", "-o", "left.o"],
    ["-emit-pch", "-o", "left.pch"],
]


class Flags(CliTest):
    def setUp(self):
        super().setUp()
        self.write("a.c", PROGRAM)
        self.write("evil.c", LIBRARY)
        subprocess.run(["clang-19", "-shared", "-fPIC", "evil.c", "-o", "evil.so"], cwd=self.dir, check=True)
        self.write("evil.cfg", "-fpass-plugin=./evil.so\n")
        (self.dir / "tools").mkdir()
        os.chmod(self.write("tools/nvptx-arch", TOOL), 0o755)
        os.chmod(self.write("tools/amdgpu-arch", TOOL), 0o755)
        self.before = self.files()

    def nothing_new(self, flags):
        self.assertEqual(self.files(), self.before, flags)

    def database(self, flags):
        entry = {"directory": str(self.dir), "file": "a.c", "arguments": ["cc", "-c", *flags, "a.c"]}
        self.write("compile_commands.json", json.dumps([entry]))
        self.before = self.files()

    def schedule(self, flags):
        self.assertEqual(self.run_heddle("check", "--witness", "w.json", "a.c", "--", "-DN=2").returncode, VIOLATION)
        witness = json.loads((self.dir / "w.json").read_text())
        witness["options"]["compilerFlags"] += flags
        self.write("w.json", json.dumps(witness))
        self.before = self.files()


class FromADatabase(Flags):
    def test_code(self):
        for flags in CODE:
            self.database(flags)
            done = self.run_heddle("check", "-p", ".", "a.c")
            self.assertEqual(done.returncode, PROVED, f"{flags} {done.stderr}")
            self.assertIn("is ignored", done.stderr, flags)
            self.assertIn("compile_commands.json", done.stderr)
            self.nothing_new(flags)

    def test_writers(self):
        for flags in WRITERS + [[x for w in inner for x in ("-Xclang", w)] for inner in INNER_WRITERS]:
            self.database(flags)
            done = self.run_heddle("check", "-p", ".", "a.c")
            self.assertEqual(done.returncode, PROVED, f"{flags} {done.stderr}")
            self.nothing_new(flags)

    def test_what_changes_the_language_is_taken(self):
        self.write("two.h", "#define N 2\n")
        os.mkdir(self.dir / "include")
        self.write("include/three.h", "#define N 3\n")
        for flags in [["-DN=2"], ["-D", "N=2"], ["-Wp,-DN=2"], ["-include", "two.h"], ["-imacros", "two.h"],
                      ["-Iinclude", "-include", "three.h"], ["-isystem", "include", "-include", "three.h"],
                      ["@flags.rsp"]]:
            self.write("flags.rsp", "-DN=2\n")
            self.database(["-O2", "-g", "-Wall", "-Werror", "-fPIC", "-fstack-protector-strong", "-std=gnu11",
                           "-pthread", "-fno-strict-aliasing", "-march=x86-64", *flags])
            done = self.run_heddle("check", "-p", ".", "a.c")
            self.assertEqual((done.returncode, done.stderr), (VIOLATION, ""), flags)

    def test_functions_that_are_instrumented(self):
        off = "__attribute__((no_instrument_function)) "
        hooks = "".join(f"{off}void __cyg_profile_func_{what}(void *f, void *from) {{ n++; }}\n" for what in ("enter", "exit"))
        program = "static void called(void) {}\n" + off + "int main(void) { called(); assert(n == 2); return 0; }\n"
        self.write("a.c", "#include <assert.h>\nstatic int n;\n" + hooks + program)
        for flags, expected in [(["-finstrument-functions"], PROVED), ([], VIOLATION)]:
            self.database(flags)
            done = self.run_heddle("check", "-p", ".", "a.c")
            self.assertEqual((done.returncode, done.stderr), (expected, ""), flags)
        self.write("a.c", PROGRAM)  # the C library's hooks do nothing
        self.database(["-finstrument-functions"])
        self.assertEqual(self.run_heddle("check", "-p", ".", "a.c").returncode, PROVED)

    def test_flags_of_gcc_are_left_out(self):
        for flag in ["-fno-tree-sra-of-gcc", "-mabi-of-gcc=x", "--param=max-of-gcc=3"]:
            self.database([flag])
            done = self.run_heddle("check", "-p", ".", "a.c")
            self.assertEqual(done.returncode, PROVED, done.stderr)
            self.assertIn(flag, done.stderr)

    def test_signed_char(self):
        self.write("a.c", "#include <assert.h>\nint main(void) { char c = -1; assert(c < 0); return 0; }\n")
        self.database(["-funsigned-char"])
        self.assertEqual(self.run_heddle("check", "-p", ".", "a.c").returncode, VIOLATION)


class FromASchedule(Flags):
    def test_code(self):
        for flags in CODE:
            self.schedule(flags)
            done = self.run_heddle("validate", "w.json", "a.c")
            self.assertEqual(done.returncode, VIOLATION, f"{flags} {done.stderr}")
            self.assertIn("is ignored", done.stderr, flags)
            self.nothing_new(flags)

    def test_writers(self):
        for flags in WRITERS:
            self.schedule(flags)
            self.assertEqual(self.run_heddle("validate", "w.json", "a.c").returncode, VIOLATION, flags)
            self.nothing_new(flags)


class Typed(Flags):
    def test_code(self):
        for flags in CODE:
            done = self.run_heddle("check", "a.c", "--", *flags)
            self.assert_refused(done, USAGE, "is not allowed")
            self.nothing_new(flags)

    def test_writers(self):
        for flags in WRITERS + [[x for w in inner for x in ("-Xclang", w)] for inner in INNER_WRITERS]:
            done = self.run_heddle("check", "a.c", "--", *flags)
            self.assertEqual(done.returncode, PROVED, f"{flags} {done.stderr}")
            self.nothing_new(flags)

    def test_the_rest_stands(self):
        self.assertEqual(self.run_heddle("check", "a.c", "--", "-DN=2").returncode, VIOLATION)
        done = self.run_heddle("check", "a.c", "--", "-Xclang", "-fwchar-type=short", "-fdelayed-template-parsing")
        self.assertEqual((done.returncode, done.stderr), (PROVED, ""))

    def test_an_extra_input_file(self):
        self.write("other.c", "int x;\n")
        done = self.run_heddle("check", "a.c", "--", "other.c")
        self.assert_refused(done, USAGE, "extra input file", "'other.c'")

    def test_a_missing_value(self):
        self.assert_refused(self.run_heddle("check", "a.c", "--", "-include"), USAGE, "-include", "missing")

    def test_an_unknown_flag(self):
        self.assert_refused(self.run_heddle("check", "a.c", "--", "-fno-such-flag"), USAGE, "-fno-such-flag")


if __name__ == "__main__":
    unittest.main()
