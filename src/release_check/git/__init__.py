"""The git room: tags, commits, trees, blobs and the working tree; the only place that touches a repository."""

from release_check.git.scratch import create_repository

__all__ = ["create_repository"]
