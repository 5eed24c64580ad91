"""What a release says of itself in its changelog; so far, which version it is about to carry."""

from release_check.changelog.heading import unreleased_version

__all__ = ["unreleased_version"]
