"""How much memory this process holds, and what it need not."""

from __future__ import annotations

import contextlib
import ctypes
import os
from pathlib import Path

_STATUS = Path("/proc/self/statm")


def give_back() -> None:
    """Let the platform have memory that is free, where the C library keeps it for later."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def held_memory() -> int:
    """Megabytes that are in use now, or 0 where the platform does not say."""
    try:
        pages = int(_STATUS.read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000
    except (OSError, ValueError, IndexError, AttributeError):
        return 0
