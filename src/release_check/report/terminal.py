"""A page in colour, at a terminal's width. The only module that knows rich; imported where that is wanted."""

from __future__ import annotations

from typing import IO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from release_check.report.page import PLAIN_WIDTH, Page, Style, wrapped

_WIDEST = 120
_LOOKS = {
    Style.PLAIN: "",
    Style.STRONG: "bold",
    Style.FAINT: "dim",
    Style.ADDRESS: "bold cyan",
    Style.ERROR: "bold red",
    Style.WARNING: "bold yellow",
    Style.NOTE: "bold blue",
    Style.GOOD: "bold green",
}


def show(page: Page, stream: IO[str], *, colour: bool) -> None:
    """Print a page at the width of the terminal, but no wider than reads well.

    Args:
        page: the lines.
        stream: where to.
        colour: whether styles are shown, whatever the environment says of colour.
    """
    console = Console(
        file=stream,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    width = min(console.width, _WIDEST) if stream.isatty() else PLAIN_WIDTH
    for row in wrapped(page, width, cell_len):
        console.print(Text.assemble(*((span.text, _LOOKS[span.style]) for span in row)), soft_wrap=True)
