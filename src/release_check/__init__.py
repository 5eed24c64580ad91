"""release-check: may this Terraform provider release carry this version number?"""

__version__ = "0.1.0"
