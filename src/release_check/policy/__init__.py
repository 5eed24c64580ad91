"""Rules as YAML, held against the changes and the history of a release."""

from release_check.policy.case import Case, Verdict
from release_check.policy.grounds import Grounds
from release_check.policy.judging import judge
from release_check.policy.profile import DEFAULT_PROFILE, Choice, Profile, Setting, load_profile, profile_names
from release_check.policy.rule import Example, Rule
from release_check.policy.rules import Rules, load_rules, read_rule

__all__ = [
    "DEFAULT_PROFILE",
    "Case",
    "Choice",
    "Example",
    "Grounds",
    "Profile",
    "Rule",
    "Rules",
    "Setting",
    "Verdict",
    "judge",
    "load_profile",
    "load_rules",
    "profile_names",
    "read_rule",
]
