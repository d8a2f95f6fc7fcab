"""One bug, found by `check`, predicted from a run and replayed: told in the same columns (docs/interleavings.md)."""
import pathlib
import re
import unittest

from harness import RecordTest

VIOLATION = 10
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples/deposit.c"


def tables(text):
    """The tables of a text: their header, and their rows as (thread, source and effects)."""
    out = []
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if not re.fullmatch(r"-{5}\+(-+\+?)+", line):
            continue
        header = lines[at - 1].rstrip()
        rows = []
        for row in lines[at + 1:]:
            number, *cells = row.split("|")
            if not cells:
                break
            thread = next(i for i, cell in enumerate(cells, 1) if cell.strip())
            if number.strip():
                rows.append((thread, []))
            assert rows[-1][0] == thread, row
            rows[-1][1].append(cells[thread - 1].strip())
        out.append((header, line, [(thread, " ".join(texts)) for thread, texts in rows]))
    return out


def legend(text):
    return re.findall(r"^thread \d+: .*$", text, re.M)


def shape(table):
    """Without the order that the solver chose: what each thread does, and in which row it fails."""
    return sorted(text for _, text in table[2])


class Columns(RecordTest):
    def outputs(self):
        checked = self.heddle("check", "--property", "atomicity", EXAMPLE, code=VIOLATION).stdout
        self.heddle("cc", "-O1", EXAMPLE, "-o", "deposit")
        self.heddle("record", "-o", "run.trace", "--", "./deposit")
        predicted = self.heddle("predict", "--witness", "w.json", "run.trace", code=VIOLATION).stdout
        replayed = self.heddle("replay", "w.json", code=VIOLATION).stdout
        return checked, predicted, replayed

    def test_the_same_bug_in_the_same_columns(self):
        checked, predicted, replayed = self.outputs()
        (check,), (predict, *others), (replay,) = tables(checked), tables(predicted), tables(replayed)
        for table in predict, *others, replay:
            self.assertEqual(table[:2], check[:2])
            self.assertRegex(table[2][-1][1], r"^25 +balance = value balance: \d+ -> \d+ the block is not atomic: another")
        self.assertEqual(legend(predicted)[:3], legend(checked))
        self.assertEqual(legend(replayed), legend(checked))
        for text in checked, predicted, replayed:
            self.assertEqual(text.splitlines()[-1], "verdict: false(atomicity)")
            self.assertIn("R-W-W: ", text)
        # The replay is of the prediction, with the values that were there: those that the model did not know, too.
        unknown = re.compile(r"(first|second): (\?|-?\d+) ->")
        told = [(thread, unknown.sub(r"\1: ? ->", text)) for thread, text in replay[2]]
        self.assertEqual(told, predict[2])
        self.assertNotIn("?", " ".join(text for _, text in replay[2]))
        # A block of the same threads: what they do is the same, whatever the order that an engine found.
        numbers = re.compile(r"\d+ -> \d+|= \d+|first|second")
        self.assertEqual({numbers.sub("#", text) for text in shape(predict)},
                         {numbers.sub("#", text) for text in shape(check)})

    def test_the_page_shows_them(self):
        """The page's three outputs are as these commands print them today."""
        page = (ROOT / "docs/interleavings.md").read_text()
        shown = tables(page)
        self.assertEqual(len(shown), 3)
        (check,) = tables(self.outputs()[0])
        for table in shown:
            self.assertEqual(table[:2], check[:2])
        self.assertEqual(shown[0], check)
        self.assertEqual(page.count("\nverdict: false(atomicity)\n"), 3)

    def test_a_witness_without_a_story_is_replayed_all_the_same(self):
        self.outputs()
        import json
        witness = json.loads((self.dir / "w.json").read_text())
        del witness["story"]
        self.write("bare.json", json.dumps(witness))
        done = self.heddle("replay", "bare.json", code=VIOLATION).stdout
        self.assertEqual(tables(done), [])
        self.assertIn("\nverdict: false(atomicity)\n", done)
        witness["story"] = {"steps": 3}
        self.write("broken.json", json.dumps(witness))
        self.assertIn("not a valid witness", self.heddle("replay", "broken.json", code=2).stderr)

    def test_a_story_cannot_send_control_characters(self):
        self.outputs()
        text = (self.dir / "w.json").read_text().replace("locks lock", "locks \\u001b[2Jlock")
        self.write("evil.json", text)
        done = self.heddle("replay", "evil.json", code=VIOLATION).stdout
        self.assertIn("locks ?[2Jlock", done)
        self.assertNotIn("\033", done)


if __name__ == "__main__":
    unittest.main()
