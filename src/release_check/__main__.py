"""`python -m release_check`."""

from release_check.cli import main

main()
