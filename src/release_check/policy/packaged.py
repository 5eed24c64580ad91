"""Where the packaged policies are: inside the wheel, or in a checkout at the top of the repository."""

from __future__ import annotations

import functools
import importlib.resources
from importlib.resources.abc import Traversable
from pathlib import Path

from release_check.model import IncompleteError

PROFILES = "profiles"


@functools.cache
def packaged_folder() -> Traversable:
    """The folder that holds a folder for each family of rules, and one for the profiles.

    Raises:
        IncompleteError: the installation lacks it.
    """
    inside = importlib.resources.files("release_check") / "policies"
    if inside.is_dir():
        return inside
    checkout = Path(__file__).parents[3] / "policies"
    if checkout.is_dir():
        return checkout
    raise IncompleteError("The policies that belong to release-check are missing: install it again.")
