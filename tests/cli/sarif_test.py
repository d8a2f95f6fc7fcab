"""SARIF: its structure, and that every location in it is in a file that is there. With HEDDLE_SARIF_SCHEMA, a file, also
that the official schema accepts it (needs python3-jsonschema)."""
import json
import os
import pathlib
import unittest
import urllib.parse

from harness import EXAMPLES, PROVED, UNKNOWN, USAGE, VIOLATION, CliTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = os.environ.get("HEDDLE_SARIF_SCHEMA")

# Unsafe programs of every property, with their CWE.
PROGRAMS = [
    ("examples/lost_update.c", "assert", "617"),
    ("examples/race.c", "race", "366"),
    ("examples/use_after_free.c", "race", "366"),
    ("examples/use_after_free.c", "memory", "825"),
    ("examples/deadlock.c", "deadlock", "833"),
    ("examples/lost_wakeup.c", "deadlock", "833"),
    ("examples/unlock_by_other.c", "lock-misuse", "667"),
    ("tests/verify/atomicity_rwr_unsafe.c", "atomicity", "362"),
    ("tests/verify/c11_mtx_unsafe.c", None, None),
    ("tests/verify/barrier_unsafe.c", None, None),
]


class Sarif(CliTest):
    def check(self, file, *options, code=VIOLATION):
        done = self.run_heddle("check", "--sarif", "-", *options, file)
        self.assertEqual(done.returncode, code, done.stderr)
        return self.validated(done.stdout)

    def validated(self, text):
        log = json.loads(text)
        if SCHEMA:
            import jsonschema

            schema = json.loads(pathlib.Path(SCHEMA).read_text())
            jsonschema.validators.validator_for(schema)(schema).validate(log)
        self.assertEqual(log["version"], "2.1.0")
        self.assertEqual(len(log["runs"]), 1)
        run = log["runs"][0]
        driver = run["tool"]["driver"]
        self.assertEqual(driver["name"], "Heddle")
        taxa = run["taxonomies"][0]["taxa"]
        self.assertEqual([t["name"] for t in driver["supportedTaxonomies"]], [run["taxonomies"][0]["name"]])
        for rule in driver["rules"]:
            self.assertTrue(rule["id"] and rule["name"] and rule["shortDescription"]["text"])
            for relation in rule["relationships"]:
                self.assertEqual(taxa[relation["target"]["index"]]["id"], relation["target"]["id"])
        for result in run["results"]:
            self.check_result(result, driver["rules"], taxa)
        return run

    def check_result(self, result, rules, taxa):
        self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
        self.assertEqual((result["kind"], result["level"]), ("fail", "error"))
        self.assertTrue(result["message"]["text"])
        self.assertEqual(len(result["locations"]), 1)
        for reference in result["taxa"]:
            self.assertEqual(taxa[reference["index"]]["id"], reference["id"])
        for location in result["locations"]:
            self.check_location(location, must_have_place=True)
        for i, location in enumerate(result.get("relatedLocations", [])):
            self.assertEqual(location["id"], i + 1)
            self.check_location(location, must_have_place=True)
        self.assertEqual(len(result["codeFlows"]), 1)
        self.check_flows(result["codeFlows"][0]["threadFlows"])

    # One flow a thread; together they have every step once, and within a flow steps are in order.
    def check_flows(self, flows):
        self.assertEqual(len({flow["id"] for flow in flows}), len(flows))
        orders = []
        for flow in flows:
            own = [step["executionOrder"] for step in flow["locations"]]
            self.assertEqual(own, sorted(own))
            orders += own
            for step in flow["locations"]:
                self.assertIn(step["importance"], ["essential", "important"])
                self.check_location(step["location"], must_have_place=False)
        last = max(orders)
        self.assertEqual(sorted(o for o in orders if o < last), list(range(1, last)))

    def check_location(self, location, must_have_place):
        if not must_have_place and "physicalLocation" not in location:
            self.assertTrue(location["message"]["text"])
            return
        physical = location["physicalLocation"]
        uri = physical["artifactLocation"]["uri"]
        self.assertRegex(uri, r"^[A-Za-z0-9\-._~/%:]+$")
        path = self.dir / urllib.parse.unquote(uri.removeprefix("file://"))
        region = physical["region"]
        lines = path.read_text(errors="replace").splitlines()
        self.assertTrue(1 <= region["startLine"] <= len(lines))
        line = lines[region["startLine"] - 1]
        self.assertTrue(1 <= region["startColumn"] <= len(line) + 1)
        self.assertEqual(region["snippet"]["text"].split(), line.split())

    def test_ten_results(self):
        for file, property_name, cwe in PROGRAMS:
            with self.subTest(file=file, property=property_name):
                # Of several violations it is open which is found first.
                asked = ["--property", property_name] if property_name else []
                results = self.check(ROOT / file, *asked)["results"]
                self.assertEqual(len(results), 1)
                if cwe is None:
                    continue
                self.assertEqual(results[0]["ruleId"], f"heddle/{property_name}")
                self.assertEqual([t["id"] for t in results[0]["taxa"]], [cwe])

    def test_the_flow_is_the_interleaving(self):
        result = self.check(EXAMPLES / "lost_update.c", "--engine", "explore")["results"][0]
        self.assertEqual(result["message"]["text"], "assertion `counter == 2` fails")
        self.assertEqual(result["locations"][0]["physicalLocation"]["region"]["startLine"], 22)
        flows = result["codeFlows"][0]["threadFlows"]
        self.assertEqual([f["message"]["text"] for f in flows], ["thread 1 (main)", "thread 2 (worker)", "thread 3 (worker)"])
        steps = sorted((s for f in flows for s in f["locations"]), key=lambda s: s["executionOrder"])
        told = [s["location"]["message"]["text"] for s in steps]
        self.assertEqual(told[2:6], ["reads counter = 0", "reads counter = 0", "counter: 0 -> 1", "counter: 1 -> 1"])
        self.assertEqual(steps[5]["state"], {"counter": {"text": "1"}})
        self.assertEqual([s["importance"] == "essential" for s in steps], [i in (2, 4, 5, 8) for i in range(9)])

    def test_both_sides_of_a_race(self):
        result = self.check(EXAMPLES / "race.c", "--engine", "explore")["results"][0]
        places = [r["physicalLocation"]["region"]["startLine"] for r in result["relatedLocations"]]
        self.assertEqual(places, [10, 16])

    def test_no_results(self):
        run = self.check(EXAMPLES / "fixed_update.c", code=PROVED)
        self.assertEqual((run["results"], run["properties"]["verdict"]), ([], "verdict: true"))
        unknown = self.check(ROOT / "tests/verify/atomic_aba_unknown.c", code=UNKNOWN)
        self.assertEqual(unknown["results"], [])
        self.assertIn("verdict: unknown", unknown["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"])

    def test_names_and_columns_that_are_not_ascii(self):
        self.write("größe %.c", "#include <assert.h>\nint x;\nint main(void) { /* äöü */ assert(x == 1); return 0; }\n")
        run = self.check("größe %.c")
        physical = run["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(physical["artifactLocation"]["uri"], "gr%C3%B6%C3%9Fe%20%25.c")
        self.assertEqual(physical["region"]["startColumn"], 28)

    def test_one_standard_output(self):
        done = self.run_heddle("check", "--sarif", "-", "--json", "-", EXAMPLES / "race.c")
        self.assert_refused(done, USAGE, "only one option can write to standard output")


if __name__ == "__main__":
    unittest.main()
