"""How long `--help` takes, beside importing everything that we depend on; the ratio is printed, and gates nothing."""

import statistics
import subprocess
import sys
import time

HEAVY = ("networkx", "tree_sitter", "tree_sitter_go", "git", "rich", "yaml", "jinja2", "msgspec", "semver")
EVERYTHING = (
    "import click, msgspec, networkx, yaml, semver, tree_sitter, tree_sitter_go, "
    "rich.console, rich.progress, rich.table, rich.text"
)


def seconds(*arguments):
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def test_help_loads_nothing_that_it_does_not_show():
    program = (
        "import sys\n"
        "from release_check.cli import main\n"
        "try:\n"
        "    main(['check', '--help'])\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_help_is_quick_beside_what_we_depend_on(capsys):
    bare, help_, everything = seconds("-c", ""), seconds("-m", "release_check", "--help"), seconds("-c", EVERYTHING)
    with capsys.disabled():
        print(  # noqa: T201
            f"\n--help {help_ * 1000:.0f} ms, all dependencies {everything * 1000:.0f} ms "
            f"({help_ / everything:.2f}), bare Python {bare * 1000:.0f} ms"
        )
