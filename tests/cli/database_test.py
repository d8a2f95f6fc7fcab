"""compile_commands.json: files that it does not list, several entries, files that end too early; and notes on proofs of nothing."""
import json
import pathlib
import unittest

from harness import INPUT, PROVED, USAGE, VIOLATION, CliTest

MAIN = "void bump(void);\nint main(void) { bump(); bump(); return 0; }\n"
BUMP = "#include <assert.h>\nstatic int n;\nvoid bump(void) { n++; assert(n < LIMIT); }\n"


class Database(CliTest):
    def entry(self, name, *flags):
        return {"directory": str(self.dir), "file": name, "arguments": ["cc", "-c", *flags, name]}

    def database(self, *entries):
        self.write("compile_commands.json", json.dumps(entries))

    def setUp(self):
        super().setUp()
        self.write("main.c", MAIN)
        self.write("bump.c", BUMP)

    def test_a_file_that_it_does_not_know(self):
        self.database(self.entry("main.c"))
        done = self.run_heddle("check", "-p", ".", "main.c", "bump.c", "--", "-DLIMIT=2")
        self.assertEqual(self.last_line(done), "verdict: false(assert)", done.stderr)
        self.assertIn("has no entry for 'bump.c'", done.stderr)

    def test_several_entries(self):
        self.database(self.entry("main.c"), self.entry("bump.c", "-DLIMIT=2"), self.entry("bump.c", "-DLIMIT=3"))
        done = self.run_heddle("check", "-p", ".", "main.c", "bump.c")
        self.assertEqual(self.last_line(done), "verdict: false(assert)", done.stderr)
        self.assertIn("several entries for 'bump.c': using the first", done.stderr)

    def test_the_same_entry_twice(self):
        self.database(self.entry("main.c"), self.entry("bump.c", "-DLIMIT=3"), self.entry("bump.c", "-DLIMIT=3"))
        done = self.run_heddle("check", "-p", ".", "main.c", "bump.c")
        self.assertEqual((self.last_line(done), done.stderr), ("verdict: true", ""))

    def test_a_relative_folder(self):
        (self.dir / "build").mkdir()
        self.write("build/compile_commands.json", json.dumps([
            {"directory": "..", "file": "main.c", "command": "cc -c main.c"},
            {"directory": "..", "file": "bump.c", "command": "cc -DLIMIT=2 -c bump.c"}]))
        self.assertEqual(self.run_heddle("check", "-p", "build", "main.c", "bump.c").returncode, VIOLATION)

    def test_truncated(self):
        self.database(self.entry("main.c"), self.entry("bump.c", "-DLIMIT=2"))
        whole = (self.dir / "compile_commands.json").read_bytes()
        for size in [1, len(whole) // 2, len(whole) - 3, len(whole) - 1]:
            self.write("compile_commands.json", whole[:size])
            done = self.run_heddle("check", "-p", ".", "main.c", "bump.c")
            self.assert_refused(done, INPUT, "compile_commands.json", "JSON")


class Notes(CliTest):
    def check(self, text, *args):
        self.write("a.c", text)
        done = self.run_heddle("check", "--json", "out.json", *args)
        self.assertEqual(done.returncode, PROVED, done.stderr)
        notes = json.loads((self.dir / "out.json").read_text())["notes"]
        for note in notes:
            self.assertTrue("note: " + note in done.stdout or "warning: " + note in done.stderr, done.stdout + done.stderr)
        return " ".join(notes)

    def test_removed_assertions(self):
        text = "#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); assert(x == 3); return 0; }\n"
        self.assertIn("NDEBUG is defined: it removes 2 uses of assert", self.check(text, "a.c", "--", "-DNDEBUG"))

    def test_no_assertion(self):
        text = "int main(void) { return 0; }\n"
        self.assertIn("no assertion", self.check(text, "--property", "assert", "a.c"))
        self.assertEqual(self.check(text, "a.c"), "")

    def test_an_assertion(self):
        text = "#include <assert.h>\nint main(void) { int x = 1; assert(x == 1); return 0; }\n"
        self.assertEqual(self.check(text, "--property", "assert", "a.c"), "")

    def test_no_block(self):
        text = "int main(void) { return 0; }\n"
        self.assertIn("--atomic", self.check(text, "--property", "atomicity", "a.c"))
        marked = "#include <heddle.h>\nint x;\nint main(void) { __heddle_atomic_begin(); x++; __heddle_atomic_end(); return 0; }\n"
        self.assertEqual(self.check(marked, "--property", "atomicity", "a.c"), "")


class Overwriting(CliTest):
    def test_inputs_are_not_overwritten(self):
        text = "int main(void) { return 0; }\n"
        self.write("a.c", text)
        self.write("b.json", "old")
        for args in [("check", "--json", "a.c", "a.c"), ("check", "--witness", "./a.c", "a.c"),
                     ("model", "-o", "a.c", "a.c"), ("check", "--json", "new", "--witness", "new", "a.c"),
                     ("validate", "--json", "b.json", "b.json", "a.c"), ("trace", "--json", "b.json", "b.json"),
                     ("predict", "--model", "b.json", "b.json")]:
            self.assert_refused(self.run_heddle(*args), USAGE, "would be overwritten")
        self.assertEqual((self.dir / "a.c").read_text(), text)
        self.assertEqual((self.dir / "b.json").read_text(), "old")
        self.assertEqual(sorted(p.name for p in pathlib.Path(self.dir).iterdir()), ["a.c", "b.json"])


if __name__ == "__main__":
    unittest.main()
