"""Objects by name, read through one long-lived `git cat-file --batch`."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from release_check.git.process import Conversation, Git, GitError
from release_check.model import IncompleteError

_WINDOW = 50
"""How many objects are asked for ahead of the answers. Their ids must fit the smallest pipe there is (4096 bytes on
Windows), or both sides would wait for each other."""


class Found(NamedTuple):
    """An object as git gave it."""

    id: str
    type: str
    content: bytes


class Objects:
    """The objects of one repository; `close` ends the process behind it, a later read starts a new one."""

    def __init__(self, git: Git, folder: Path) -> None:
        self._git = git
        self._folder = folder
        self._running: Conversation | None = None
        self._finalizer: weakref.finalize[..., Objects] | None = None

    def look_up(self, name: str) -> Found | str:
        """Find one object by any name that git knows (`gitrevisions`).

        Returns:
            The object, or the word that git has for why not: `missing`, `ambiguous`.

        Raises:
            IncompleteError: the object is damaged.
        """
        conversation = self._conversation()
        try:
            conversation.ask(name.encode("utf-8", "surrogateescape") + b"\n")
            answer = _answer(conversation)
        except (OSError, EOFError):
            self.close()
            return self._after_the_end(name)
        except BaseException:
            self.close()
            raise
        return answer

    def blobs(self, ids: Iterable[str]) -> dict[str, bytes]:
        """Read many blobs by their full ids, in order; those that are not there are left out.

        Raises:
            IncompleteError: a blob is damaged.
        """
        wanted = list(dict.fromkeys(ids))
        found: dict[str, bytes] = {}
        done = 0
        while done < len(wanted):
            done += self._read(wanted[done:], found)
        return found

    @property
    def why_absent(self) -> str:
        """What can be done about an object that ought to be there and is not."""
        packs = self._folder / self._git.run("rev-parse", "--git-path", "objects/pack").decode().removesuffix("\n")
        if any(packs.glob("*.promisor")):
            return "this is a partial clone: `git fetch --refetch --no-filter --tags` brings what it left out"
        return "the repository is damaged: `git fsck` says more, and a fresh clone mends it"

    def close(self) -> None:
        """End the process, if one runs."""
        if self._finalizer is not None:
            self._finalizer()
        self._running = self._finalizer = None

    def _conversation(self) -> Conversation:
        if self._running is not None and not self._running.ours:
            self.close()
        if self._running is None:
            self._running = self._git.converse("cat-file", "--batch")
            self._finalizer = weakref.finalize(self, self._running.close)
        return self._running

    def _read(self, wanted: list[str], found: dict[str, bytes]) -> int:
        """Read until all are there or the process ends; how many have been dealt with."""
        conversation = self._conversation()
        asked = answered = 0
        try:
            for answered, name in enumerate(wanted):
                if answered == asked:
                    asked += _WINDOW
                    conversation.ask("".join(f"{one}\n" for one in wanted[answered:asked]).encode())
                answer = _answer(conversation)
                if isinstance(answer, Found):
                    found[name] = answer.content
        except (OSError, EOFError):
            self.close()
            self._after_the_end(wanted[answered])
        except BaseException:
            self.close()
            raise
        return answered + 1

    def _after_the_end(self, name: str) -> str:
        """Find out why git ended on a name: a clone that would have to fetch it, or damage."""
        try:
            self._git.run("cat-file", "--batch", stdin=name.encode("utf-8", "surrogateescape") + b"\n")
        except GitError as error:
            if "promisor" in error.said:
                return "missing"
            raise IncompleteError(f"{name} cannot be read, {self.why_absent} ({error.reason}).") from error
        raise IncompleteError(f"git ended while {name} was read: run the command again.")


def _answer(conversation: Conversation) -> Found | str:
    header = conversation.answers.readline()
    if not header.endswith(b"\n"):
        raise EOFError
    *names, last = header.split()
    if not last.isdigit():
        return last.decode("ascii", "replace")
    size = int(last)
    content = conversation.answers.read(size + 1)
    if len(content) <= size:
        raise EOFError
    return Found(names[0].decode(), names[1].decode(), content[:-1])
