"""Puts the page together: what is shown from `view`, how from the templates beside this module."""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from importlib import resources
from typing import Any

import jinja2
from markupsafe import Markup, escape

from release_check.report.dossier import Dossier
from release_check.report.html.view import view_of
from release_check.report.page import prose, visible

_BREAKS = re.compile(r"(?<=[/._])(?=[^/._\d])")


def html_page(dossier: Dossier) -> str:
    """The whole page.

    Its Content-Security-Policy allows nothing but the style and the script that stand in it, by their hashes: whatever
    a repository's strings might still smuggle in could neither run nor be fetched.
    """
    style, script = (_own(name) for name in ("page.css", "page.js"))
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_hash(style)}'",
            f"script-src '{_hash(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
        )
    )
    text = (
        _environment()
        .get_template("page.html")
        .render(
            view=view_of(dossier),
            policy=policy,
            style=style,
            script=script,
        )
    )
    return text if text.endswith("\n") else text + "\n"


@functools.cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_own),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(breakable=_breakable, prose=prose)
    return environment


def _own(name: str) -> str:
    """A file beside this module."""
    return resources.files(__package__).joinpath("templates", name).read_text("utf-8")


def _shown(value: Any) -> Any:
    """What could mislead a reader, such as letters that turn the direction of writing, is written out."""
    return value if isinstance(value, Markup) else visible(str(value))


def _breakable(text: str) -> Markup:
    """The text with places where a narrow screen may break it; they are not copied along."""
    return Markup("<wbr>").join(escape(part) for part in _BREAKS.split(visible(text)))


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
