"""Read one tag from nothing, and parse its Go once, each in a process of its own; print what both took as JSON.

    python tests/benchmarks/reading.py REPOSITORY TAG

Processor time is that of one core, git's included; parsing is what tree-sitter takes for the tag's Go outside of tests
and `vendor`, without getting it out of git.
"""

import json
import resource
import subprocess
import sys
import time


def processor_time() -> float:
    """Seconds that this process and those it ran have taken."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def read(repository: str, tag: str) -> dict[str, float]:
    """One snapshot from nothing."""
    from release_check.git import Repository
    from release_check.snapshot import read_provider

    start = processor_time()
    with Repository.open(repository) as opened:
        provider = read_provider(opened.tree(tag))
    return {
        "seconds": processor_time() - start,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "entities": provider.coverage.entities,
        "attributes": provider.coverage.attributes,
    }


def parse(repository: str, tag: str) -> dict[str, float]:
    """The tag's Go through tree-sitter once."""
    import tree_sitter
    import tree_sitter_go

    from release_check.git import Repository

    with Repository.open(repository) as opened:
        tree = opened.tree(tag)
        paths = [p for p in tree.files if p.endswith(".go") and not p.endswith("_test.go") and "vendor/" not in p]
        contents = list(tree.read_many(paths).values())
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_go.language()))
    start = time.process_time()
    for content in contents:
        parser.parse(content)
    return {"seconds": time.process_time() - start, "megabytes": sum(map(len, contents)) / 1e6}


def main() -> None:
    """Run what the command line asks for, or both parts in processes of their own."""
    if len(sys.argv) > 3:
        sys.stdout.write(json.dumps({"read": read, "parse": parse}[sys.argv[3]](*sys.argv[1:3])))
        return
    parts = {}
    for part in ("parse", "read"):
        command = [sys.executable, __file__, *sys.argv[1:3], part]
        parts[part] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    sys.stdout.write(json.dumps(parts))


if __name__ == "__main__":
    main()
