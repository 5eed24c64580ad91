"""SARIF 2.1.0, as code scanning takes it: rules with help, results with fingerprints, waivers as suppressions."""

from __future__ import annotations

import urllib.parse
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from release_check import __version__
from release_check.model import Finding, Level
from release_check.report.data import Report, VerdictWord
from release_check.report.guides import page_of
from release_check.report.help import RuleHelp
from release_check.report.markup import escaped
from release_check.report.page import prose, visible

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "releaseCheck/v1"
"""The name of the fingerprint, by which a finding is known again from one run to the next."""
_NOWHERE = "go.mod"
"""Where a finding on the release as a whole is shown, since code scanning takes none without a place; every provider
has this file."""
_SEVERITIES = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "recommendation"}


def report_sarif(report: Report, rules: Mapping[str, RuleHelp]) -> str:
    """The whole report as one run.

    Args:
        report: what a check gave.
        rules: what each rule is about.
    """
    found = sorted({finding.rule for finding in report.findings})
    run = {
        "tool": {
            "driver": {
                "name": "release-check",
                "semanticVersion": __version__,
                "rules": [_rule(name, rules.get(name), report) for name in found],
            }
        },
        "automationDetails": {"id": f"release-check/{visible(report.provider)}/"},
        "columnKind": "utf16CodeUnits",
        "invocations": [_invocation(report)],
        "results": [_result(finding, found.index(finding.rule), report) for finding in report.findings],
        "properties": {
            "verdict": report.verdict,
            "minimumBump": report.minimum_bump,
            "legalVersion": report.legal_version,
            "release": report.release.version,
            "base": visible(report.base.ref) if report.base.ref is not None else None,
        },
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode() + "\n"


def _rule(name: str, rule: RuleHelp | None, report: Report) -> dict[str, Any]:
    level = min((one.level for one in report.findings if one.rule == name), key=list(Level).index)
    described: dict[str, Any] = {
        "id": name,
        "name": name.replace("-", " ").title().replace(" ", ""),
        "defaultConfiguration": {"level": level},
        "properties": {"precision": "very-high", "problem.severity": _SEVERITIES[level], "tags": ["terraform"]},
    }
    if rule is None:
        return described
    page = page_of(rule.guide)
    section = f"{rule.guide.document}: {rule.guide.section}" if rule.guide is not None else ""
    # what a finding puts into its message is not known of the rule
    remedy = prose(rule.remedy)
    described["shortDescription"] = {"text": prose(rule.title)}
    described["fullDescription"] = {"text": prose(rule.why)}
    described["help"] = {
        "text": "\n\n".join(part for part in (prose(rule.why), f"What to do: {remedy}", section) if part),
        "markdown": "\n\n".join(_help(rule, remedy, section, page)),
    }
    described["properties"]["tags"] = ["terraform", rule.family]
    if page is not None:
        described["helpUri"] = page
    return described


def _help(rule: RuleHelp, remedy: str, section: str, page: str | None) -> Iterator[str]:
    yield escaped(rule.why)
    yield f"**What to do:** {escaped(remedy)}"
    if section:
        yield f"[{escaped(section)}]({page})" if page is not None else escaped(section)


def _invocation(report: Report) -> dict[str, Any]:
    told = [{"level": "error", "message": {"text": visible(prose(sentence))}} for sentence in report.incomplete]
    return {
        "executionSuccessful": report.verdict is not VerdictWord.INCOMPLETE,
        "exitCode": report.exit_code,
        "toolExecutionNotifications": told,
    }


def _result(finding: Finding, index: int, report: Report) -> dict[str, Any]:
    location = finding.location
    elsewhere = location is not None and location.ref != report.release.ref
    shown = f" ({location.file}:{location.line} at {location.ref})" if location is not None and elsewhere else ""
    properties = {
        "address": visible(finding.address),
        "remedy": visible(prose(finding.remedy)),
        "leastBump": finding.least_bump,
        "since": finding.since.version if finding.since is not None else None,
    }
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": finding.level,
        "message": {"text": _told(f"{finding.message}{shown} {finding.remedy}")},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {
                        "uri": _uri(location.file if location is not None else _NOWHERE),
                        "uriBaseId": "%SRCROOT%",
                    },
                    "region": {"startLine": max(1, location.line) if location is not None else 1},
                },
                "logicalLocations": [{"fullyQualifiedName": visible(finding.address)}],
            }
        ],
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
        "properties": {key: value for key, value in properties.items() if value is not None},
    }
    if finding.waived is not None:
        result["suppressions"] = [{"kind": "external", "justification": visible(prose(finding.waived.reason))}]
    return result


def _told(text: str) -> str:
    """A message in which nothing can be taken for a link of SARIF's own."""
    return visible(prose(text)).replace("](", "] (")


def _uri(path: str) -> str:
    return urllib.parse.quote(path.encode("utf-8", "backslashreplace"), safe="/")
