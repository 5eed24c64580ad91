"""How much memory this process holds."""

from __future__ import annotations

import os
from pathlib import Path

_STATUS = Path("/proc/self/statm")


def held_memory() -> int:
    """Megabytes that are in use now, or 0 where the platform does not say."""
    try:
        pages = int(_STATUS.read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000
    except (OSError, ValueError, IndexError, AttributeError):
        return 0
