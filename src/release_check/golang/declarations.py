"""A Go file split into its top-level declarations, without a parser.

gofmt puts every top-level declaration at column 0 and nothing else there but closing brackets and comments, so a scan
for keywords finds them. A file that gofmt has not formatted is given to the parser instead.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from release_check.golang.parsing import GoSyntaxError, declaration_offsets, parse_declarations


class Declaration(NamedTuple):
    """One top-level declaration: its text, where it starts, and the package-level names it gives."""

    line: int
    text: bytes
    kind: str
    """`func`, `method`, `var`, `const` or `type`."""
    names: tuple[str, ...]
    receiver: str = ""
    """For a method, the name of its receiver's type."""
    start: int = 0
    """Where its text begins in the file as `normalised` gives it."""

    @property
    def end(self) -> int:
        """Where it ends there."""
        return self.start + len(self.text)

    @property
    def head(self) -> bytes:
        """Its first line; empty where it has no other."""
        return self.text[: self.text.find(b"\n") + 1]


class GoFile(NamedTuple):
    """What a file says before any of it is parsed."""

    package: str
    imports: tuple[tuple[str, str], ...]
    """Pairs of explicit name (empty where none is given) and import path."""
    declarations: tuple[Declaration, ...]
    constraint: str
    """The text of its `//go:build` line, or empty."""
    broken_line: int = 0
    """Where the file does not parse, or 0. Only files that gofmt has not formatted are parsed so early."""


# a pattern that begins with the newline itself is searched for several times faster than one with `^`
_SIMPLE = re.compile(rb"\n(?:(?:func|var|const|type|import|package)\b|//)")
# where raw strings or block comments occur, keywords inside them must not count: consume them whole
_CAREFUL = re.compile(
    rb"`[^`]*`|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|/\*.*?\*/|//[^\n]*|^(?:func|var|const|type|import|package)\b",
    re.MULTILINE | re.DOTALL,
)
# signs that gofmt was not here: a named function that is indented, other text at column 0, two declarations on a line
_LOOSE = (
    re.compile(
        rb"\n(?:[ \t]+func[ \t]+(?:\([^)]*\)[ \t]*)?\w+[ \t]*[(\[]|[^\s})/fvctip\xef]"
        rb"|(?:func|var|const|type)[ \t]*(?=\n|\Z))"
    ),
    re.compile(rb";[ \t]*(?:func|var|const|type)\b"),
)
_BLOCK_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_KEYWORDS = (b"func", b"var", b"const", b"type", b"import", b"package")
_FUNC = re.compile(rb"func\s*(?:\(\s*(?:[\w\x80-\xff]+\s+)?\*?\s*([\w\x80-\xff]+)[^)]*\)\s*)?([\w\x80-\xff]+)")
_GROUP = re.compile(rb"(?:var|const|type)[ \t]*\(")
_SINGLE = re.compile(rb"(?:var|const|type)\s+([\w\x80-\xff]+(?:[ \t]*,\s*[\w\x80-\xff]+)*)")
_GROUP_LINE = re.compile(rb"^\t([\w\x80-\xff]+(?:, [\w\x80-\xff]+)*)(?=[ \t\[=,]|$)", re.MULTILINE)
_NOT_BY_LINE = re.compile(rb";|^ +[\w\x80-\xff]", re.MULTILINE)
"""Signs that a group's names do not each begin a line behind one tab."""
_HIDDEN = re.compile(rb"`[^`]*`|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|/\*.*?\*/|//[^\n]*", re.DOTALL)
_IMPORT = re.compile(
    rb"(?:^|\(|;)[ \t]*(?:import[ \t]*\(?[ \t]*)?(?:([\w.\x80-\xff]+)[ \t]+)?[\"`]([^\"`\n]+)[\"`]", re.MULTILINE
)
_PACKAGE = re.compile(rb"^package[ \t]+([\w\x80-\xff]+)", re.MULTILINE)
_EMBEDDED = re.compile(
    rb"(^[ \t]*//go:embed[ \t][^\n]*\n(?:[ \t]*//[^\n]*\n)*[ \t]*(?:var[ \t]+)?\w+[ \t]+[\w.\[\]]+)([ \t]*(?://[^\n]*)?)$",
    re.MULTILINE,
)
"""A variable that the compiler fills from files: a name that nothing declares in place of its value says so."""
_CONSTRAINT = re.compile(rb"^//go:build[ \t]+([^\n]+)", re.MULTILINE)
_OLD_CONSTRAINT = re.compile(rb"^// ?\+build[ \t]+([^\n]+)", re.MULTILINE)


def split(source: bytes) -> GoFile:
    """Split a file. A file that is not Go comes back with `broken_line` and what could be found."""
    source = normalised(source)
    package = _package(source)
    head = source[: package.start()] if package else b""
    broken = 0
    careful = _keywords_hidden(source)
    if _loose(source, careful):
        try:
            spans = declaration_offsets(source)
        except GoSyntaxError as error:
            broken, spans = error.row + 1, _scan(source, careful)
    else:
        spans = _scan(source, careful)
    imports: list[tuple[str, str]] = []
    declarations: list[Declaration] = []
    line, counted = 1, 0
    for start, end in spans:
        line += source.count(b"\n", counted, start)
        counted = start
        text = source[start:end].rstrip()
        if text.startswith(b"import"):
            for name, path in _IMPORT.findall(text):
                imports.append((_name(name), path.decode("utf-8", "replace")))
        else:
            declarations.append(_declaration(line, text, start))
    return GoFile(
        _name(package[1]) if package else "",
        tuple(imports),
        tuple(declarations),
        _constraint(head),
        broken,
    )


def normalised(source: bytes) -> bytes:
    """A file without the marks that some editors leave, and with what `//go:embed` fills as the call it stands for."""
    source = source.removeprefix(b"\xef\xbb\xbf")
    if b"\r" in source:
        source = source.replace(b"\r\n", b"\n")
    return _EMBEDDED.sub(rb"\1 = embeddedFile\2", source) if b"//go:embed" in source else source


def _package(source: bytes) -> re.Match[bytes] | None:
    package = _PACKAGE.search(source)
    if package and source.count(b"/*", 0, package.start()) > source.count(b"*/", 0, package.start()):
        # within a comment
        return _PACKAGE.search(_BLOCK_COMMENT.sub(lambda match: re.sub(rb"[^\n]", b" ", match[0]), source))
    return package


def _name(text: bytes) -> str:
    return text.strip().decode("utf-8", "replace")


def _scan(source: bytes, careful: bool) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    open_at = -1
    pattern, text = (_CAREFUL, source) if careful else (_SIMPLE, b"\n" + source)
    for match in pattern.finditer(text):
        # behind the newline put in front, a line begins where the newline before it stood
        word = match[0].lstrip(b"\n")
        keyword = word in _KEYWORDS
        start = match.start()
        # a comment at column 0 ends the declaration before it, and belongs to none
        if not keyword and (word[:1] != b"/" or (start and source[start - 1] != 10)):
            continue
        if open_at >= 0:
            spans.append((open_at, start))
        open_at = start if keyword and word != b"package" else -1
    if open_at >= 0:
        spans.append((open_at, len(source)))
    return spans


def _keywords_hidden(source: bytes) -> bool:
    """Whether a raw string or block comment may hold a keyword at column 0.

    A back quote in a comment or string shifts which parts count as raw: real declarations then show up in them, which
    answers yes as well.
    """
    if b"`" in source:
        parts = source.split(b"`")
        if len(parts) % 2 == 0 or any(b"\n" in raw and _SIMPLE.search(raw) for raw in parts[1::2]):
            return True
    return b"/*" in source and any(_SIMPLE.search(match[0]) for match in _BLOCK_COMMENT.finditer(source))


def _loose(source: bytes, careful: bool) -> bool:
    source = b"\n" + source
    if not any(pattern.search(source) for pattern in _LOOSE):
        return False
    if not careful and b"`" in source:
        # most often it is a raw string of several lines; none of these hides a keyword, so they are easily left out
        plain = b" ".join(source.split(b"`")[::2])
        if not any(pattern.search(plain) for pattern in _LOOSE):
            return False
    plain = _CAREFUL.sub(lambda match: match[0] if match[0] in _KEYWORDS else b" ", source)
    return any(pattern.search(plain) for pattern in _LOOSE)


def _declaration(line: int, text: bytes, start: int) -> Declaration:
    if text.startswith(b"func"):
        match = _FUNC.match(text)
        if match is None:
            return Declaration(line, text, "func", (), "", start)
        name = (_name(match[2]),)
        if match[1]:
            return Declaration(line, text, "method", name, _name(match[1]), start)
        return Declaration(line, text, "func", name, "", start)
    kind = text[:5].split(None, 1)[0].split(b"(")[0].decode()
    if not _GROUP.match(text):
        single = _SINGLE.match(text)
        names = tuple(_name(name) for name in single[1].split(b",")) if single else ()
        return Declaration(line, text, kind, names, "", start)
    plain = _HIDDEN.sub(b" ", text) if b"`" in text or b"/*" in text or b";" in text else text
    names = tuple(_name(name) for names in _GROUP_LINE.findall(plain) for name in names.split(b", "))
    if not names or _NOT_BY_LINE.search(plain):
        names = _parsed_names(text) or names
    return Declaration(line, text, kind, names, "", start)


def _parsed_names(text: bytes) -> tuple[str, ...]:
    try:
        trees = parse_declarations(text)
    except GoSyntaxError:
        return ()
    names: list[str] = []
    for tree in trees:
        for spec in tree[2]:
            names.extend([spec[0]] if tree[0] == "typedecls" else spec[0])
    return tuple(names)


def _constraint(head: bytes) -> str:
    match = _CONSTRAINT.search(head)
    if match:
        return match[1].decode("utf-8", "replace")
    old = [line.split() for line in _OLD_CONSTRAINT.findall(head)]
    # old form: lines are and-ed, words of a line or-ed, commas within a word and-ed
    return " && ".join(
        "(" + " || ".join("(" + word.decode("utf-8", "replace").replace(",", " && ") + ")" for word in words) + ")"
        for words in old
    )
