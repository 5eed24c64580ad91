"""The git room: tags, commits, trees, blobs and the working tree; the only place that touches a repository."""

from release_check.git.ancestry import Ancestry
from release_check.git.refs import Tag
from release_check.git.repository import Repository
from release_check.git.scratch import create_repository
from release_check.git.tree import Tree

__all__ = ["Ancestry", "Repository", "Tag", "Tree", "create_repository"]
