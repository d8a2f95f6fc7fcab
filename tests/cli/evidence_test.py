"""Evidence is written, read again and re-checked; proofs that were tampered with are refused."""
import copy
import json
import pathlib
import random
import re
import unittest

from harness import EXAMPLES, INPUT, PROVED, UNKNOWN, VIOLATION, CliTest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Evidence(CliTest):
    def save(self, *args):
        done = self.run_heddle("check", "--evidence", "e.json", *args)
        return done, json.loads((self.dir / "e.json").read_text())

    def test_a_schedule(self):
        done, saved = self.save(EXAMPLES / "lost_update.c")
        self.assertEqual((done.returncode, saved["evidence"]["kind"]), (VIOLATION, "schedule"))
        again = self.run_heddle("validate", "e.json", EXAMPLES / "lost_update.c")
        self.assertEqual(self.last_line(again), self.last_line(done))

    def test_invariants(self):
        done, saved = self.save("--engine", "modular", "--invariants", EXAMPLES / "fixed_update.c")
        self.assertEqual(saved["evidence"]["kind"], "invariants")
        again = self.run_heddle("validate", "e.json", EXAMPLES / "fixed_update.c")
        self.assertEqual(again.returncode, UNKNOWN)
        self.assertIn("inductive", self.last_line(again))

    def test_a_proof(self):
        done, saved = self.save("--engine", "impact", "--json", "r.json", EXAMPLES / "endless.c")
        self.assertEqual((done.returncode, saved["evidence"]["kind"]), (PROVED, "tree"))
        told = json.loads((self.dir / "r.json").read_text())
        self.assertEqual(told["evidence"], {"kind": "tree", "recheck": "accepted", "why": ""})
        self.assertGreater(told["statistics"]["check.queries"], 0)
        again = self.run_heddle("validate", "e.json", EXAMPLES / "endless.c")
        self.assertEqual((again.returncode, self.last_line(again)), (PROVED, "verdict: true"))

    def test_nothing_to_show(self):
        self.run_heddle("check", "--engine", "explore", "--evidence", "e.json", EXAMPLES / "fixed_update.c")
        self.assertEqual(self.files(), [])

    def test_of_another_program(self):
        self.save("--engine", "impact", EXAMPLES / "endless.c")
        done = self.run_heddle("validate", "e.json", EXAMPLES / "fixed_update.c")
        self.assert_refused(done, INPUT, "another program")

    def test_broken_files(self):
        _, good = self.save("--engine", "impact", EXAMPLES / "endless.c")
        for breaks in [
            lambda tree: tree["nodes"].clear(),
            lambda tree: tree["nodes"][1].update(parent=1),
            lambda tree: tree["nodes"][1].update(edges=[10**6]),
            lambda tree: tree["terms"][-1].__setitem__(0, "oracle"),
            lambda tree: tree.pop("symbols"),
        ]:
            bad = copy.deepcopy(good)
            breaks(bad["evidence"]["tree"])
            self.write("e.json", json.dumps(bad))
            done = self.run_heddle("validate", "e.json", EXAMPLES / "endless.c")
            self.assert_refused(done, INPUT, "evidence")


def without_clause(tree, node, clause):
    """One label weakened."""
    del tree["nodes"][node]["label"][clause]


def with_cover(tree, node, by):
    """One cover moved."""
    tree["nodes"][node]["coveredBy"] = by


def without_subtree(tree, node):
    """One child removed, with all that hangs on it. False: something else is covered by that."""
    gone = {node}
    for i, n in enumerate(tree["nodes"]):
        if n.get("parent") in gone:
            gone.add(i)
    if any(n.get("coveredBy") in gone and i not in gone for i, n in enumerate(tree["nodes"])):
        return False
    number = {}
    for i in range(len(tree["nodes"])):
        if i not in gone:
            number[i] = len(number)
    kept = [n for i, n in enumerate(tree["nodes"]) if i not in gone]
    for n in kept:
        for field in ["parent", "coveredBy"]:
            if field in n:
                n[field] = number[n[field]]
    tree["nodes"] = kept
    told = [i for i in tree.get("invariants", []) if i["node"] not in gone]
    for i in told:
        i["node"] = number[i["node"]]
    tree["invariants"] = told
    return True


class Tampered(CliTest):
    """No child is there for nothing, and hardly another node covers as well. But a label may say more than the proof
    needs, so only a share of what weakens one is wrong."""

    SHARES = {"label": 0.25, "cover": 0.9, "child": 1}
    MOST = 5  # changes of a kind

    def proof(self, program):
        source = ROOT / program
        flags = re.search(r"^// flags: *(.*)$", source.read_text(), re.M)
        flags = flags.group(1).split() if flags else []
        model = [f for f in ["--granularity", "statement"] if f in flags]
        done = self.run_heddle("model", source, *model, "-o", "m.ccfg")
        self.assertEqual(done.returncode, 0, done.stderr)
        ask = flags[flags.index("--property"):][:2] if "--property" in flags else []
        done = self.run_heddle("check", "--engine", "impact", *ask, "--evidence", "e.json", "m.ccfg")
        self.assertEqual(done.returncode, PROVED, done.stdout)
        return json.loads((self.dir / "e.json").read_text())

    def refuses(self, saved):
        self.write("bad.json", json.dumps(saved))
        done = self.run_heddle("validate", "--quiet", "bad.json", "m.ccfg")
        self.assertIn(done.returncode, (PROVED, UNKNOWN), done.stdout + done.stderr)
        self.assertTrue(done.returncode == PROVED or "(node " in done.stdout, done.stdout)
        return done.returncode == UNKNOWN

    def share(self, good, changes, most):
        """How many of these changes are refused, and of how many."""
        dice = random.Random(7)
        changes = dice.sample(changes, min(most, len(changes)))
        refused = done = 0
        for change in changes:
            bad = copy.deepcopy(good)
            if change[0](bad["evidence"]["tree"], *change[1:]) is False:
                continue
            done += 1
            refused += self.refuses(bad)
        return refused, done

    def changes(self, tree):
        nodes = tree["nodes"]
        labels = [(without_clause, i, c) for i, n in enumerate(nodes) for c in range(len(n["label"]))]
        covers = [
            (with_cover, i, j)
            for i, n in enumerate(nodes) if "coveredBy" in n
            for j, m in enumerate(nodes) if j not in (i, n["coveredBy"])
        ]
        children = [(without_subtree, i) for i in range(1, len(nodes))]
        return {"label": labels, "cover": covers, "child": children}

    def tamper(self, program):
        good = self.proof(program)
        self.assertFalse(self.refuses(good))
        for kind, changes in self.changes(good["evidence"]["tree"]).items():
            refused, done = self.share(good, changes, self.MOST)
            self.assertGreater(done, 0, f"{program}: {kind}")
            self.assertGreaterEqual(refused, self.SHARES[kind] * done, f"{program}: {kind}: {refused} of {done}")

    def test_words_as_locks(self):
        self.tamper("tests/verify/atomic_peterson_safe.c")

    def test_library_locks(self):
        self.tamper("tests/verify/once_safe.c")

    def test_atomic_sections(self):
        self.tamper("tests/papers/002_fig8_repair.c")


if __name__ == "__main__":
    unittest.main()
