"""One ref of a provider's repository to the schemas it declares, read from source and never run."""

from release_check.snapshot.dependencies import provider_name
from release_check.snapshot.read import read_provider
from release_check.snapshot.served import served

__all__ = ["provider_name", "read_provider", "served"]
