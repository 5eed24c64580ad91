"""Audit all releases of a repository, cold and then warm, and print where processor time goes as JSON.

    python tests/benchmarks/judging.py REPOSITORY

The cold pass begins by reading every release, as `audit` does by several processes.

Of each pass: `reading` is what candidates and bases take, `judging` the rules themselves, and the rest what is read
because a rule asks for it: earlier releases, bodies of functions, changelog, pages and tests.
"""

import contextlib
import functools
import json
import sys
import tempfile
import time
from pathlib import Path


class Clock:
    """Splits time among parts; one that runs inside another is not counted twice."""

    def __init__(self):
        self.parts = {}
        self._running = []
        self._last = time.process_time()

    def _tick(self):
        now = time.process_time()
        if self._running:
            part = self._running[-1]
            self.parts[part] = self.parts.get(part, 0.0) + now - self._last
        self._last = now

    @contextlib.contextmanager
    def running(self, part):
        self._tick()
        self._running.append(part)
        try:
            yield
        finally:
            self._tick()
            self._running.pop()

    def wrap(self, owner, name, part):
        """Have what a name of a module or class stands for run on this clock."""
        own = vars(owner)[name]
        if isinstance(own, functools.cached_property):
            timed = functools.cached_property(self._timed(own.func, part))
            timed.__set_name__(owner, name)
        else:
            timed = self._timed(own, part)
        setattr(owner, name, timed)

    def _timed(self, function, part):
        @functools.wraps(function)
        def run(*arguments, **named):
            with self.running(part):
                return function(*arguments, **named)

        return run


def main():
    """One pass with nothing kept, and one with all snapshots kept."""
    from release_check import check, policy
    from release_check.check import evidence, past
    from release_check.check.test_files import TestFiles
    from release_check.docs import Pages
    from release_check.git import Repository
    from release_check.history import TagRules
    from release_check.model import IncompleteError
    from release_check.snapshot.code import CodeReader

    clock = Clock()
    clock.wrap(policy, "judge", "judging")
    clock.wrap(past.Past, "entity", "earlier releases")
    for method in ("of", "suppresses_nothing"):
        clock.wrap(CodeReader, method, "functions")
    for name in ("changelog", "pages", "pages_before", "tests", "dropped_retries"):
        clock.wrap(evidence.TreeEvidence, name, name.replace("_", " "))
    for name in ("page", "file_of"):
        clock.wrap(Pages, name, "pages")
    clock.wrap(TestFiles, "name", "tests")
    rules = policy.load_rules()
    profile = policy.Profile("all", "Every rule", {name: policy.Setting() for name in rules})
    found = {}
    with Repository.open(sys.argv[1]) as repository, tempfile.TemporaryDirectory() as folder:
        graph = check.version_graph(repository, TagRules())
        for name in ("cold", "warm"):
            clock.parts.clear()
            with check.opened_store(Path(folder), lambda _sentence: None) as (store, _path), clock.running("reading"):
                reading = check.Reading()
                source = check.StoredSource(repository, reading, store)
                for release in graph.releases if name == "cold" else ():
                    with contextlib.suppress(IncompleteError):
                        source(release.ref)
                audited = check.audit(repository, graph, source, rules=rules, profile=profile, reading=reading)
                found[name] = {"findings": sum(len(report.findings) for report in audited)}
            found[name] |= clock.parts
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
