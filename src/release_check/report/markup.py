"""Texts of a repository's in Markdown, where they must neither format anything nor mention anybody."""

from __future__ import annotations

import re

from release_check.report.page import prose, visible

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&])")


def escaped(text: str) -> str:
    """A text on one line that shows as it is."""
    return _SPECIAL.sub(r"\\\1", visible(prose(text))).replace("@", "@\u2060")


def code(text: str) -> str:
    """Code whatever it holds: no fence of backquotes in it is as long as the one around it."""
    shown = visible(text)
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def cell_code(text: str) -> str:
    """Code in a table, whose cells end at a bar even there."""
    return code(text).replace("|", "\\|")


def fenced(text: str) -> str:
    """Lines of code, with a fence that is longer than any in them."""
    rows = [visible(row.expandtabs(4)) for row in text.rstrip("\n").split("\n")]
    longest = max((len(run) for row in rows for run in re.findall(r"`+", row)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}text", *rows, fence])
