"""What the commands do when all is well."""
import json
import os
import pathlib
import pty
import select
import signal
import subprocess
import time
import unittest

from harness import EXAMPLES, PROVED, UNKNOWN, VIOLATION, CliTest, USAGE

LOST_UPDATE = EXAMPLES / "lost_update.c"

# Enough interleavings to keep any explicit search busy for longer than these tests wait, and an assertion that only such
# a search could decide.
ENDLESS = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint x, y, z;
static void *a(void *p) { for (;;) { x += y + 1; assert(x != 0xfffffffbu); } return p; }
static void *b(void *p) { for (;;) y += z + 3; return p; }
static void *c(void *p) { for (;;) z += x + 5; return p; }
int main(void) {
  pthread_t s, t, u;
  pthread_create(&s, NULL, a, NULL);
  pthread_create(&t, NULL, b, NULL);
  pthread_create(&u, NULL, c, NULL);
  pthread_join(s, NULL);
  return 0;
}
"""


def fingerprint(model):
    value = 0xcbf29ce484222325  # FNV-1a
    for byte in model.encode():
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return f"{value:016x}"


class Check(CliTest):
    def test_counterexample(self):
        done = self.run_heddle("check", LOST_UPDATE)
        self.assertEqual(done.returncode, VIOLATION, done.stderr)
        self.assertEqual(self.last_line(done), "verdict: false(assert)")
        for part in ["thread 1: main", "thread 2: worker", "thread 3: worker", "reads counter = 0",
                     "counter: 0 -> 1", "counter: 1 -> 1", "=>", "assert(counter == 2)"]:
            self.assertIn(part, done.stdout)
        self.assertNotIn("\033", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_proof(self):
        done = self.run_heddle("check", EXAMPLES / "fixed_update.c")
        self.assertEqual(done.returncode, PROVED, done.stdout + done.stderr)
        self.assertEqual(self.last_line(done), "verdict: true")

    def test_quiet(self):
        done = self.run_heddle("check", "--quiet", LOST_UPDATE)
        self.assertEqual(done.stdout, "verdict: false(assert)\n")

    def test_log(self):
        quiet = self.run_heddle("check", "--engine", "bounded", "--strategy", "mia", "--json", "-", LOST_UPDATE)
        self.assertEqual(quiet.stderr, "")
        check = ("check", "--engine", "bounded", "--strategy", "mia", "--json", "-")
        told = self.run_heddle(*check, "--log", "bounded", LOST_UPDATE)
        self.assertIn("heddle: bounded: iteration 1: ", told.stderr)
        self.assertNotIn("RED-O", told.stderr)
        self.assertEqual(json.loads(told.stdout)["verdict"], json.loads(quiet.stdout)["verdict"])
        more = self.run_heddle(*check, "--log", "bounded:details", LOST_UPDATE)
        self.assertIn("RED-", more.stderr)
        self.assertEqual(self.run_heddle(*check, "--show-refinement", LOST_UPDATE).stderr, more.stderr)
        turns = self.run_heddle("check", "--log", "auto", LOST_UPDATE)
        self.assertIn("heddle: auto: explore after ", turns.stderr)
        self.assert_refused(self.run_heddle("check", "--log", "nobody", LOST_UPDATE), USAGE, "nobody")

    def test_with_and_without_reduction(self):
        for por in ["none", "local", "persistent"]:
            done = self.run_heddle("check", "--por", por, "--quiet", LOST_UPDATE)
            self.assertEqual(done.stdout, "verdict: false(assert)\n")

    def test_property_selects(self):
        done = self.run_heddle("check", "--property", "race", LOST_UPDATE)
        self.assertEqual(self.last_line(done), "verdict: true")
        done = self.run_heddle("check", "--property", "race,deadlock", EXAMPLES / "race.c")
        self.assertEqual(self.last_line(done), "verdict: false(race)")

    def test_property_file(self):
        self.write("p.prp", "CHECK( init(main()), LTL(G ! data-race) )\n")
        done = self.run_heddle("check", "--property", "p.prp", LOST_UPDATE)
        self.assertEqual(self.last_line(done), "verdict: true")

    def test_color(self):
        self.assertIn("\033[", self.run_heddle("check", "--color", "always", LOST_UPDATE).stdout)

    def test_stats(self):
        self.assertIn("explore.states", self.run_heddle("check", "--stats", LOST_UPDATE).stdout)

    def test_compiler_flags(self):
        self.write("a.c", "#include <assert.h>\nint main(void) { assert(N == 3); return 0; }\n")
        self.assertEqual(self.run_heddle("check", "a.c", "--", "-DN=3").returncode, PROVED)
        self.assertEqual(self.run_heddle("check", "a.c", "--", "-DN=4").returncode, VIOLATION)

    def test_compile_commands(self):
        self.write("a.c", "#include <assert.h>\nint main(void) { assert(N == 3); return 0; }\n")
        commands = [{"directory": str(self.dir), "file": "a.c", "command": "cc -DN=4 -c a.c"}]
        self.write("compile_commands.json", json.dumps(commands))
        self.assertEqual(self.run_heddle("check", "-p", ".", "a.c").returncode, VIOLATION)

    def test_entry(self):
        self.write("a.c", "#include <assert.h>\nvoid start(void) { assert(0); }\nint main(void) { return 0; }\n")
        self.assertEqual(self.run_heddle("check", "a.c").returncode, PROVED)
        self.assertEqual(self.run_heddle("check", "--entry", "start", "a.c").returncode, VIOLATION)

    def test_data_model(self):
        self.write("a.c", "#include <assert.h>\nint main(void) { assert(sizeof(long) == 8); return 0; }\n")
        self.assertEqual(self.run_heddle("check", "a.c").returncode, PROVED)
        self.assertEqual(self.run_heddle("check", "--data-model", "ILP32", "a.c").returncode, VIOLATION)

    def test_several_files(self):
        self.write("a.c", "int f(void);\n#include <assert.h>\nint main(void) { assert(f() == 1); return 0; }\n")
        self.write("b.c", "int f(void) { return 2; }\n")
        done = self.run_heddle("check", "a.c", "b.c")
        self.assertEqual(self.last_line(done), "verdict: false(assert)")

    def test_unchecked_leaks_are_admitted(self):
        done = self.run_heddle("check", "--property", "valid-memsafety", EXAMPLES / "fixed_update.c")
        self.assertEqual(done.returncode, UNKNOWN)
        self.assertIn("leaks", done.stdout)
        done = self.run_heddle(
            "check", "--property", "valid-memsafety", "--accept-assumptions", EXAMPLES / "fixed_update.c"
        )
        self.assertEqual(done.returncode, PROVED)

    def test_narrow_terminal(self):
        done = self.run_heddle("check", LOST_UPDATE, env={**os.environ, "COLUMNS": "60"})
        table = done.stdout[done.stdout.index(" | "):]
        self.assertLessEqual(max(map(len, table.splitlines())), 60)

    def test_terminal_width_does_not_matter_to_the_verdict(self):
        for columns in ["1", "0", "-5", "x", "100000"]:
            done = self.run_heddle("check", LOST_UPDATE, env={**os.environ, "COLUMNS": columns})
            self.assertEqual(self.last_line(done), "verdict: false(assert)")


class Invariants(CliTest):
    def test_beside_the_source(self):
        done = self.run_heddle("check", "--engine", "modular", "--invariants", "--property", "assert",
                               EXAMPLES.parent / "tests/papers/003_fig2.c")
        self.assertEqual(done.returncode, PROVED, done.stderr)
        self.assertRegex(done.stdout, r"14  flag = true; +x == 5; flag == 0\n")
        self.assertRegex(done.stdout, r"22  if \(t1 != 5\) +t1 == 5; 0 <= x <= 5; flag <= 1\n")
        self.assertRegex(done.stdout, r"23  reach_error\(\); +never reached\n")

    def test_variables_of_one_name(self):
        """A function that is called twice has its variables twice; what differs is told apart."""
        self.write("twice.c", """
#include <assert.h>
int x = 4;
static int next(int by) { int sum = x + by; return sum; }
int main(void) {
  int first = x;
  int all = next(1) + next(2) + first;
  assert(all == 15);
  return 0;
}
""")
        done = self.run_heddle("check", "--engine", "modular", "--invariants", "--property", "assert", "twice.c")
        self.assertEqual(done.returncode, PROVED, done.stderr)
        self.assertRegex(done.stdout, r"8  assert\(all == 15\); +first == 4; by == 1; by\.1 == 2; x == 4\n")


class Budget(CliTest):
    def test_timeout(self):
        self.write("a.c", ENDLESS)
        done = self.run_heddle("check", "--timeout", "1", "--property", "assert", "a.c")
        self.assertEqual(done.returncode, UNKNOWN, done.stderr)
        self.assertIn("out of time", self.last_line(done))
        self.assertLess(self.seconds, 6)

    def test_memory(self):
        self.write("a.c", ENDLESS)
        done = self.run_heddle("check", "-j", "1", "--memory", "200M", "--timeout", "60", "--property", "assert", "a.c")
        self.assertEqual(done.returncode, UNKNOWN, done.stderr)
        self.assertIn("out of memory", self.last_line(done))

    def test_bounded_stops_in_the_midst_of_encoding(self):
        source = pathlib.Path(__file__).resolve().parents[1] / "verify" / "key_safe.c"
        check = ("check", "--engine", "bounded", "--property", "assert", source)
        done = self.run_heddle(*check, "--memory", "120M")
        self.assertEqual(done.returncode, UNKNOWN, done.stderr)
        self.assertIn("out of memory", self.last_line(done))
        done = self.run_heddle(*check, "--timeout", "0.5")
        self.assertEqual(done.returncode, UNKNOWN, done.stderr)
        self.assertIn("out of time", self.last_line(done))
        self.assertLess(self.seconds, 2.5)

    def interrupt(self, *signals):
        self.write("a.c", ENDLESS)
        process = subprocess.Popen(
            [os.environ["HEDDLE"], "check", "--property", "assert", "a.c"],
            cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        time.sleep(2)
        for s in signals:
            process.send_signal(s)
        out, _ = process.communicate(timeout=20)
        return process.returncode, out

    def test_interrupted(self):
        for s in [signal.SIGINT, signal.SIGTERM]:
            code, out = self.interrupt(s)
            self.assertEqual(code, UNKNOWN)
            self.assertIn("verdict: unknown (interrupted", out.splitlines()[-1])


class Progress(CliTest):
    def test_only_on_a_terminal(self):
        self.write("a.c", ENDLESS)
        args = [os.environ["HEDDLE"], "check", "--timeout", "3", "--property", "assert", "a.c"]
        done = subprocess.run(args, cwd=self.dir, capture_output=True, text=True)
        self.assertEqual(done.stderr, "")

        terminal, end = pty.openpty()
        process = subprocess.Popen(args, cwd=self.dir, stdout=subprocess.DEVNULL, stderr=end)
        os.close(end)
        shown = b""
        while select.select([terminal], [], [], 10)[0]:
            try:
                part = os.read(terminal, 4096)
            except OSError:
                break
            shown += part
        os.close(terminal)
        process.wait()
        self.assertIn(b"states", shown)
        self.assertTrue(shown.endswith(b"\r\033[K"), shown[-80:])


class Json(CliTest):
    def test_counterexample(self):
        done = self.run_heddle("check", "--json", "out.json", LOST_UPDATE)
        self.assertEqual(self.last_line(done), "verdict: false(assert)")
        result = json.loads((self.dir / "out.json").read_text())
        self.assertEqual(result["schema"], "heddle-result")
        self.assertEqual(result["schemaVersion"], 1)
        self.assertEqual((result["verdict"], result["exitCode"]), ("false", VIOLATION))
        self.assertEqual(result["violation"]["property"], "assert")
        self.assertEqual(result["violation"]["position"]["line"], 22)
        self.assertEqual([t["name"] for t in result["threads"]], ["main", "worker", "worker"])
        effects = [e for step in result["steps"] for e in step["effects"]]
        self.assertIn({"kind": "write", "cell": "counter", "before": "1", "value": "1"}, effects)

    def test_on_standard_output_alone(self):
        done = self.run_heddle("check", "--json", "-", EXAMPLES / "fixed_update.c")
        result = json.loads(done.stdout)
        self.assertEqual((result["verdict"], result["violation"], result["steps"]), ("true", None, []))
        self.assertEqual(result["proved"], ["assert", "race", "deadlock", "lock-misuse", "memory"])

    def test_an_invalid_access_that_nobody_asked_about_is_named(self):
        self.write("null.c", b"static int *p;\nint main(void) {\n  return *p;\n}\n")
        done = self.run_heddle("check", "--property", "assert", "null.c")
        self.assertEqual(self.last_line(done), "verdict: true")
        self.assertIn("null pointer at null.c:3; `--property memory` reports it", " ".join(done.stdout.split()))
        self.assertEqual(self.last_line(self.run_heddle("check", "null.c")), "verdict: false(memory)")

    def test_source_that_is_no_utf8(self):
        text = LOST_UPDATE.read_bytes().replace(b"assert(counter == 2);", b"assert(counter == 2); // \xff\xfe")
        self.write("a.c", text)
        json.loads(self.run_heddle("check", "--json", "-", "a.c").stdout)


class Validate(CliTest):
    def test_round_trip(self):
        for name, verdict in [("lost_update.c", "assert"), ("deadlock.c", "deadlock"), ("race.c", "race")]:
            self.run_heddle("check", "--witness", "w.json", EXAMPLES / name)
            done = self.run_heddle("validate", "w.json", EXAMPLES / name)
            self.assertEqual(done.returncode, VIOLATION, done.stderr)
            self.assertEqual(self.last_line(done), f"verdict: false({verdict})")
            self.assertIn("thread 1: main", done.stdout)

    def test_options_are_saved(self):
        source = EXAMPLES / "lost_wakeup.c"
        self.run_heddle("check", "--no-spurious-wakeups", "--witness", "w.json", source)
        self.assertEqual(self.run_heddle("validate", "w.json", source).returncode, VIOLATION)

    def test_another_program(self):
        self.run_heddle("check", "--witness", "w.json", LOST_UPDATE)
        done = self.run_heddle("validate", "w.json", EXAMPLES / "fixed_update.c")
        self.assert_refused(done, 2)

    def test_steps_that_lead_nowhere(self):
        self.run_heddle("check", "--witness", "w.json", LOST_UPDATE)
        witness = json.loads((self.dir / "w.json").read_text())
        witness["schedule"]["steps"] = witness["schedule"]["steps"][:-1]
        self.write("w.json", json.dumps(witness))
        done = self.run_heddle("validate", "w.json", LOST_UPDATE)
        self.assertEqual(done.returncode, UNKNOWN, done.stdout + done.stderr)
        self.assertTrue(self.last_line(done).startswith("verdict: unknown ("))

    def test_what_may_be_no_behaviour_of_the_program_is_no_verdict(self):
        model = ('program LP64\n{}thread main {{ reg %a:32 entry A exit Z\n'
                 'A: -> B: %a := nondet\nB: -> Z: assert (eq %a 0:32) "zero"\n}}\n')
        self.write("m.ccfg", model.format(""))
        self.assertEqual(self.run_heddle("check", "--witness", "w.json", "m.ccfg").returncode, VIOLATION)
        self.assertEqual(self.run_heddle("validate", "w.json", "m.ccfg").returncode, VIOLATION)
        self.write("m.ccfg", model.format('assumption 0 other adds "main may not be called"\n'))
        witness = json.loads((self.dir / "w.json").read_text())
        witness["schedule"]["model"] = fingerprint(self.run_heddle("model", "m.ccfg").stdout)
        self.write("w.json", json.dumps(witness))
        for command in [("check",), ("validate", "w.json")]:
            done = self.run_heddle(*command, "m.ccfg")
            self.assertEqual(done.returncode, UNKNOWN, done.stdout + done.stderr)
            why = "a violation is possible, but depends on an approximation: main may not be called"
            self.assertEqual(self.last_line(done), f"verdict: unknown ({why})")

    def test_stores_that_reach_memory_later(self):
        source = EXAMPLES.parent / "tests/verify/litmus_mp.c"
        check = ("check", "--property", "assert", "--memory-model")
        self.assertEqual(self.run_heddle(*check, "pso", "--witness", "w.json", source).returncode, VIOLATION)
        done = self.run_heddle("validate", "w.json", source)
        self.assertEqual(done.returncode, VIOLATION, done.stderr)
        self.assertIn("flag = 1 reaches memory", done.stdout)
        witness = json.loads((self.dir / "w.json").read_text())
        witness["schedule"]["memoryModel"] = "tso"
        self.write("w.json", json.dumps(witness))
        self.assertEqual(self.run_heddle("validate", "w.json", source).returncode, UNKNOWN)

    def test_stores_that_some_threads_see_early(self):
        source = EXAMPLES.parent / "tests/verify/litmus_wrc.c"
        check = ("check", "--property", "assert", "--memory-model")
        self.assertEqual(self.run_heddle(*check, "rmo", source).returncode, PROVED)
        done = self.run_heddle(*check, "power", "--witness", "w.json", source)
        self.assertEqual(done.returncode, VIOLATION, done.stderr)
        self.assertIn("under power", done.stdout)
        done = self.run_heddle("validate", "w.json", source)
        self.assertEqual(done.returncode, VIOLATION, done.stderr)
        self.assertIn("under power", done.stdout)

    def test_explore_says_when_a_store_buffer_is_full(self):
        source = str(EXAMPLES.parent / "tests" / "verify" / "litmus_long_buffer.c")
        done = self.run_heddle("check", "--engine", "explore", "--property", "assert", "--memory-model", "tso", source)
        self.assertEqual(done.returncode, UNKNOWN, done.stderr)
        self.assertIn("at most 8 stores", done.stdout)

    def test_memory_models_do_not_go_with_whole_statements(self):
        done = self.run_heddle("check", "--memory-model", "tso", "--granularity", "statement", LOST_UPDATE)
        self.assert_refused(done, USAGE, "--memory-model sc")

    def test_no_witness_of_a_proof(self):
        self.run_heddle("check", "--witness", "w.json", EXAMPLES / "fixed_update.c")
        self.assertEqual(self.files(), [])


class Model(CliTest):
    def test_formats(self):
        self.assertIn("counter", self.run_heddle("model", LOST_UPDATE).stdout)
        json.loads(self.run_heddle("model", "--format", "json", LOST_UPDATE).stdout)
        dot = self.run_heddle("model", "--format", "dot", LOST_UPDATE).stdout
        self.assertTrue(dot.startswith("digraph"))

    def test_graphviz_reads_it(self):
        dot = self.run_heddle("model", "--format", "dot", LOST_UPDATE).stdout
        try:
            drawn = subprocess.run(["dot", "-Tsvg"], input=dot, capture_output=True, text=True)
        except FileNotFoundError:
            self.skipTest("no graphviz")
        self.assertEqual(drawn.stderr, "")

    def test_text_is_read_back(self):
        self.assertEqual(self.run_heddle("model", "-o", "m.ccfg", LOST_UPDATE).stdout, "")
        again = self.run_heddle("model", "m.ccfg")
        self.assertEqual(again.stdout, (self.dir / "m.ccfg").read_text())
        done = self.run_heddle("check", "m.ccfg")
        self.assertEqual(self.last_line(done), "verdict: false(assert)")


class Others(CliTest):
    def test_version(self):
        for args in [["--version"], ["version"]]:
            self.assertRegex(self.run_heddle(*args).stdout, r"^heddle \d+\.\d+\.\d+\n$")

    def test_help_lists_the_analyses(self):
        told = self.run_heddle("model", "--analysis", "none", LOST_UPDATE).stderr
        names = told.split("expected one of ")[1].split(", ")
        self.assertGreater(len(names), 5)
        page = self.run_heddle("help", "model").stdout
        for name in names:
            self.assertIn(f"`{name.strip()}`", page)

    def test_help(self):
        for args in [[], ["--help"], ["help"], ["help", "check"], ["check", "--help"], ["help", "options"]]:
            done = self.run_heddle(*args)
            self.assertEqual(done.returncode, PROVED)
            self.assertIn("check", done.stdout)


if __name__ == "__main__":
    unittest.main()
