"""Tasks of SV-COMP: which files there are below a folder, and what the right answer to `unreach-call` is."""
import collections
import os
import random
import re

# file: what the tools are given; expected: `true` or `false`; model: `ILP32` or `LP64`
Task = collections.namedtuple("Task", "folder name file expected model")

VERDICT_IN_NAME = re.compile(r"(true|false)-unreach-call")
BEST_ENDINGS = (".i", ".c", ".cil.c")  # of the forms of one program, the first there is; the longest last


def from_names(folder, names):
    """The old way: the verdict is part of the name. One task for all the forms of a program."""
    forms = collections.defaultdict(dict)
    for name in names:
        ending = next((e for e in reversed(BEST_ENDINGS) if name.endswith(e)), None)
        if ending and VERDICT_IN_NAME.search(name):
            forms[name.removesuffix(ending)][ending] = name
    for base, endings in sorted(forms.items()):
        name = next(endings[ending] for ending in BEST_ENDINGS if ending in endings)
        yield Task(folder, base, os.path.join(folder, name), VERDICT_IN_NAME.search(base).group(1), "ILP32")


def from_definition(folder, name):
    """The new way: a .yml beside the program. Gives None if it doesn't ask for unreach-call, or takes several files."""
    with open(os.path.join(folder, name), encoding="utf-8") as definition:
        text = definition.read()
    files = re.search(r"^input_files:[ ]*['\"]?([^'\"\[\n]+?)['\"]?[ ]*$", text, re.MULTILINE)
    verdict = re.search(r"property_file:[^\n]*unreach-call\.prp['\"]?\s*\n\s+expected_verdict:\s*(true|false)", text)
    model = re.search(r"data_model:\s*(ILP32|LP64)", text)
    if not files or not verdict:
        return None
    return Task(folder, name.removesuffix(".yml"), os.path.join(folder, files.group(1)), verdict.group(1),
                model.group(1) if model else "ILP32")


def find(folders):
    """Gives a list of tasks per folder that has some."""
    found = {}
    for top in folders:
        for folder, inner, names in os.walk(top):
            inner.sort()
            defined = [from_definition(folder, name) for name in sorted(names) if name.endswith(".yml")]
            tasks = [task for task in defined if task] or list(from_names(folder, names))
            if tasks:
                found[folder] = tasks
    return found


def sample(found, count, seed):
    """Takes from the folders in turn, so that a folder with hundreds of alike tasks doesn't crowd out the rest."""
    chance = random.Random(seed)
    rest = [chance.sample(tasks, len(tasks)) for _, tasks in sorted(found.items())]
    chosen = []
    while any(rest) and len(chosen) < count:
        for tasks in rest:
            if tasks and len(chosen) < count:
                chosen.append(tasks.pop())
    return sorted(chosen)
