"""What can't be answered is refused in about a second: exit 1 or 2, one clear message, nothing half-written."""
import os
import random
import subprocess
import unittest

from harness import INPUT, PROVED, USAGE, EXAMPLES, CliTest

GOOD = EXAMPLES / "fixed_update.c"


class Files(CliTest):
    def test_missing(self):
        self.assert_refused(self.run_heddle("check", "nowhere.c"), INPUT, "nowhere.c", "no such file")

    def test_directory(self):
        (self.dir / "folder.c").mkdir()
        self.assert_refused(self.run_heddle("check", "folder.c"), INPUT, "folder.c", "directory")

    def test_empty(self):
        for name in ["a.c", "a.bc", "a.ll", "a.ccfg"]:
            self.write(name, "")
            self.assert_refused(self.run_heddle("check", name), INPUT, name, "empty")

    def test_blank_c(self):
        self.write("a.c", "\n\n")
        self.assert_refused(self.run_heddle("check", "a.c"), INPUT, "main")

    def test_unknown_kind(self):
        self.write("a.txt", "int main(void) { return 0; }\n")
        self.assert_refused(self.run_heddle("check", "a.txt"), INPUT, "a.txt", "unknown kind")

    @unittest.skipIf(os.geteuid() == 0, "root reads everything")
    def test_unreadable(self):
        os.chmod(self.write("a.c", "int main(void) { return 0; }\n"), 0)
        self.assert_refused(self.run_heddle("check", "a.c"), INPUT, "a.c")

    def test_model_text_beside_c(self):
        self.write("a.ccfg", "nonsense")
        self.assert_refused(self.run_heddle("check", "a.ccfg", GOOD), INPUT, "whole program")

    def test_broken_model_text(self):
        self.write("a.ccfg", "this is no model\n")
        self.assert_refused(self.run_heddle("check", "a.ccfg"), INPUT, "a.ccfg")

    def test_random_model_text(self):
        noise = random.Random(1)
        for _ in range(5):
            self.write("a.ccfg", noise.randbytes(3000))
            self.assert_refused(self.run_heddle("check", "a.ccfg"), INPUT, "a.ccfg")

    def test_no_compile_commands(self):
        done = self.run_heddle("check", "-p", ".", GOOD)
        self.assert_refused(done, INPUT, "compile_commands.json")


class C(CliTest):
    def refuse(self, text, *words, lines=1, name="a.c", args=()):
        self.write(name, text)
        for command in ["check", "model"]:
            self.assert_refused(self.run_heddle(command, name, *args), INPUT, *words, lines=lines)

    def test_syntax_error(self):
        self.refuse("int main(void) {\n  int x = ;\n  return x;\n}\n", "a.c:2", "expected expression", "^", lines=12)

    def test_many_errors_stay_few_lines(self):
        self.refuse("int main(void) {\n" + "  ? ;\n" * 5000 + "}\n", "a.c:2", lines=200)

    def test_no_main(self):
        self.refuse("int f(void) { return 0; }\n", "main")

    def test_no_such_entry(self):
        self.refuse("int main(void) { return 0; }\n", "start", args=["--entry", "start"])

    def test_two_mains(self):
        self.write("a.c", "int main(void) { return 0; }\n")
        self.write("b.c", "int main(void) { return 1; }\n")
        self.assert_refused(self.run_heddle("check", "a.c", "b.c"), INPUT, "main", lines=3)

    def test_missing_header(self):
        self.refuse('#include "nowhere.h"\nint main(void) { return 0; }\n', "a.c:1", "nowhere.h", lines=8)

    def test_inline_assembler(self):
        self.refuse('int main(void) {\n  __asm__ volatile("hlt");\n  return 0;\n}\n', "a.c:2", "assembler")

    def test_setjmp(self):
        text = "#include <setjmp.h>\nstatic jmp_buf b;\nint main(void) {\n  return setjmp(b);\n}\n"
        self.refuse(text, "a.c:4", "setjmp")

    def test_signal(self):
        text = "#include <unistd.h>\nint main(void) {\n  alarm(1);\n  return 0;\n}\n"
        self.refuse(text, "a.c:3", "alarm", "lets a signal arrive later")

    def test_not_c(self):
        noise = random.Random(2)
        self.write("a.c", noise.randbytes(4000))
        done = self.run_heddle("check", "a.c")
        self.assert_refused(done, INPUT, "a.c", lines=200)

    def test_undeclared_assert(self):
        text = "int main(void) {\n  int x = 1;\n  assert(x == 2);\n  return 0;\n}\n"
        self.refuse(text, "a.c:3", "undeclared function 'assert'", "assert.h", lines=6)
        self.refuse(text, "a.c:3", "'assert'", "assert.h", lines=6, args=["--", "-std=gnu89"])
        self.refuse(text, "a.c:3", "'assert'", lines=6, args=["--", "-Wno-implicit-function-declaration"])

    def test_undeclared_functions(self):
        text = 'int main(void) {\n  printf("x");\n  lock(1);\n  return 0;\n}\n'
        self.refuse(text, "a.c:2", "undeclared library function 'printf'", "a.c:3", "'lock'", lines=12)
        for flag in ["-std=gnu89", "-Wno-implicit-function-declaration"]:  # as clang has it
            done = self.run_heddle("check", "a.c", "--", flag)
            self.assertNotEqual(done.returncode, INPUT, done.stderr)

    def test_names_of_verifiers_need_no_declaration(self):
        self.write("a.c", "int main(void) {\n  __VERIFIER_assume(0);\n  reach_error();\n  return 0;\n}\n")
        self.assertEqual(self.run_heddle("check", "a.c").returncode, PROVED)

    def test_wrong_compiler_flag(self):
        done = self.run_heddle("check", GOOD, "--", "-fno-such-flag-at-all")
        self.assert_refused(done, USAGE, "no-such-flag-at-all")


class Bitcode(CliTest):
    def compile(self):
        out = self.dir / "a.bc"
        subprocess.run(["clang-19", "-c", "-emit-llvm", "-g", "-O0", "-o", out, GOOD], check=True)
        return out

    def test_random(self):
        noise = random.Random(3)
        for size in [1, 7, 100, 5000]:
            self.write("a.bc", noise.randbytes(size))
            self.assert_refused(self.run_heddle("check", "a.bc"), INPUT, "a.bc", "bitcode")

    def test_random_after_the_magic(self):
        noise = random.Random(4)
        self.write("a.bc", b"BC\xc0\xde" + noise.randbytes(4000))
        self.assert_refused(self.run_heddle("check", "a.bc"), INPUT, "a.bc")

    def test_truncated(self):
        whole = self.compile().read_bytes()
        for size in [4, 20, len(whole) // 2, len(whole) - 1]:
            self.write("a.bc", whole[:size])
            self.assert_refused(self.run_heddle("check", "a.bc"), INPUT, "a.bc")

    def test_flipped_bits_never_crash(self):
        whole = self.compile().read_bytes()
        noise = random.Random(5)
        for _ in range(20):
            broken = bytearray(whole)
            for _ in range(3):
                broken[noise.randrange(len(broken))] ^= 1 << noise.randrange(8)
            self.write("a.bc", bytes(broken))
            done = self.run_heddle("check", "--timeout", "2", "a.bc")
            self.assertIn(done.returncode, [0, 2, 5, 10], done.stderr)

    def test_text_that_is_no_ir(self):
        self.write("a.ll", "define nonsense\n")
        self.assert_refused(self.run_heddle("check", "a.ll"), INPUT, "a.ll", lines=4)


class Large(CliTest):
    """Large but honest programs are not refused: they must end in a verdict, soon."""

    def test_twenty_thousand_lines(self):
        lines = ["int x;", "int main(void) {"] + [f"  x = {i};" for i in range(20000)] + ["  return 0;", "}"]
        self.write("a.c", "\n".join(lines) + "\n")
        done = self.run_heddle("check", "--timeout", "20", "a.c")
        self.assertIn(done.returncode, [0, 2, 5], done.stderr)
        self.assertLess(self.seconds, 20)

    def test_deep_expression(self):
        for open_, close in [("(", ")"), ("-(", ")"), ("(1 + ", ")"), ("!", "")]:
            self.write("a.c", f"int main(void) {{ int y = 1; return {open_ * 1000}y{close * 1000} == 77; }}\n")
            done = self.run_heddle("check", "a.c")
            self.assertIn(done.returncode, [0, 2], done.stderr)
            self.assertLess(self.seconds, 10)

    def test_deep_blocks(self):
        self.write("a.c", "int main(void) {" + "{" * 1000 + "}" * 1000 + " return 0; }\n")
        self.assertIn(self.run_heddle("check", "a.c").returncode, [0, 2])


class Options(CliTest):
    def test_unknown_option(self):
        done = self.run_heddle("check", "--proprety", "race", GOOD)
        self.assert_refused(done, USAGE, "--proprety", "did you mean `--property`")

    def test_unknown_command(self):
        self.assert_refused(self.run_heddle("chek", GOOD), USAGE, "did you mean `check`")

    def test_file_in_place_of_the_command(self):
        self.assert_refused(self.run_heddle("a.c"), USAGE, "heddle check a.c")

    def test_no_file(self):
        self.assert_refused(self.run_heddle("check"), USAGE, "FILE")

    def test_bad_values(self):
        for option, value in [
            ("--timeout", "soon"),
            ("--timeout", "-1"),
            ("--memory", "much"),
            ("--engine", "steam"),
            ("--property", "beauty"),
            ("--recursion-depth", "0"),
            ("--data-model", "LP32"),
            ("--color", "blue"),
        ]:
            self.assert_refused(self.run_heddle("check", option, value, GOOD), USAGE, option, value)

    def test_unknown_analysis(self):
        self.assert_refused(self.run_heddle("model", "--analysis", "tea-leaves", GOOD), USAGE, "tea-leaves")

    def test_missing_value(self):
        self.assert_refused(self.run_heddle("check", GOOD, "--timeout"), USAGE, "--timeout")

    def test_property_file(self):
        self.assert_refused(self.run_heddle("check", "--property", "no.prp", GOOD), USAGE, "no.prp")
        self.write("a.prp", "CHECK( init(main()), LTL(F end) )\n")
        self.assert_refused(self.run_heddle("check", "--property", "a.prp", GOOD), USAGE, "Fend")


class Output(CliTest):
    def refuse(self, *args):
        before = self.files()
        done = self.run_heddle(*args)
        self.assert_refused(done, USAGE, "can't write")
        self.assertEqual(self.files(), before)

    def test_no_such_folder(self):
        self.refuse("check", "--json", "nowhere/out.json", GOOD)
        self.refuse("check", "--witness", "nowhere/out.json", GOOD)
        self.refuse("check", "--html", "nowhere/out.html", GOOD)
        self.refuse("check", "--sarif", "nowhere/out.sarif", GOOD)
        self.refuse("predict", "--html", "nowhere/out.html", GOOD)
        self.refuse("model", "-o", "nowhere/out.txt", GOOD)

    def test_directory(self):
        (self.dir / "folder").mkdir()
        self.refuse("check", "--json", "folder", GOOD)
        self.refuse("model", "-o", "folder", GOOD)

    def test_below_a_file(self):
        self.write("file", "x")
        self.refuse("check", "--json", "file/out.json", GOOD)

    def test_refused_before_the_work(self):
        # The input does not exist either: the output is looked at first.
        self.refuse("check", "--json", "nowhere/out.json", "nowhere.c")

    def test_full_disk(self):
        done = self.run_heddle("model", "-o", "/dev/full", GOOD)
        self.assert_refused(done, USAGE, "can't write /dev/full")

    def test_standard_output_full(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [os.environ["HEDDLE"], "model", GOOD], stdout=full, stderr=subprocess.PIPE, text=True
            )
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("can't write", done.stderr)

    def test_failed_input_leaves_the_old_output(self):
        self.write("out.json", "old")
        self.write("a.c", "int main(void) {")
        self.run_heddle("check", "--json", "out.json", "a.c")
        self.assertEqual((self.dir / "out.json").read_text(), "old")
        self.assertEqual(self.files(), ["a.c", "out.json"])


class Schedules(CliTest):
    def refuse(self, text, *words):
        self.write("w.json", text)
        self.assert_refused(self.run_heddle("validate", "w.json", GOOD), INPUT, "w.json", *words)

    def test_missing(self):
        self.assert_refused(self.run_heddle("validate", "w.json", GOOD), INPUT, "no such file")

    def test_no_json(self):
        self.refuse("{", "not valid JSON")
        self.refuse(random.Random(6).randbytes(500), "not valid JSON")

    def test_other_json(self):
        for text in ["[]", "3", "{}", '{"schema": 3}', '{"schema": "heddle-schedule", "options": {}, "schedule": {}}']:
            self.refuse(text)
        self.refuse('{"schema": "heddle-schedule", "schemaVersion": 1, "options": {}, "schedule": {}}', "options")


if __name__ == "__main__":
    unittest.main()
