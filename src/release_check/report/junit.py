"""JUnit's XML: a test case for each finding, which CI systems show beside those of the provider's own tests."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping

from release_check.model import Finding, Level
from release_check.report.data import Report
from release_check.report.help import RuleHelp
from release_check.report.order import gravest_first
from release_check.report.page import plain, prose, visible
from release_check.report.text import closing_line

_NOT_IN_XML = re.compile("[\ufffe\uffff]")


def report_junit(report: Report, rules: Mapping[str, RuleHelp]) -> str:
    """The report as one suite: errors fail, warnings and notes pass with output, waived findings are skipped.

    Args:
        report: what a check gave.
        rules: what each rule is about; their families group the cases.
    """
    closing = " ".join(plain((closing_line(report),), 10**6).split())
    suite = ElementTree.Element("testsuite", name=f"release-check {_safe(report.provider)}")
    for sentence in report.incomplete:
        case = ElementTree.SubElement(suite, "testcase", classname="release-check", name=_safe(f"reads: {sentence}"))
        ElementTree.SubElement(case, "error", message=_safe(sentence), type="incomplete")
    for finding in gravest_first(report.findings):
        suite.append(_case(finding, rules.get(finding.rule)))
    if not report.findings and not report.incomplete:
        ElementTree.SubElement(suite, "testcase", classname="release-check", name="nothing found")
    failing = [one for one in report.findings if one.level is Level.ERROR and one.waived is None]
    counts = {
        "tests": len(suite),
        "failures": len(failing),
        "errors": len(report.incomplete),
        "skipped": sum(one.waived is not None for one in report.findings),
    }
    for name, number in counts.items():
        suite.set(name, str(number))
    ElementTree.SubElement(suite, "system-out").text = _safe(closing)
    suites = ElementTree.Element("testsuites", {"name": "release-check", **{key: str(n) for key, n in counts.items()}})
    suites.append(suite)
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def _case(finding: Finding, rule: RuleHelp | None) -> ElementTree.Element:
    family = rule.family if rule is not None else "rules"
    case = ElementTree.Element(
        "testcase", classname=f"release-check.{family}", name=_safe(f"{finding.rule}: {finding.address}")
    )
    location = finding.location
    if location is not None:
        case.set("file", _safe(location.file))
        case.set("line", str(location.line))
    properties = ElementTree.SubElement(case, "properties")
    for name, value in (("level", finding.level), ("fingerprint", finding.fingerprint)):
        ElementTree.SubElement(properties, "property", name=name, value=value)
    where = f"\n{location.file}:{location.line} at {location.ref}" if location is not None else ""
    told = f"{prose(finding.message)}\n{prose(finding.remedy)}{where}"
    if finding.waived is not None:
        ElementTree.SubElement(case, "skipped", message=_safe(f"waived: {finding.waived.reason}"))
    elif finding.level is Level.ERROR:
        failure = ElementTree.SubElement(case, "failure", message=_safe(finding.message), type=finding.rule)
        failure.text = _lines(told)
        return case
    ElementTree.SubElement(case, "system-out").text = _lines(f"{finding.level}: {told}")
    return case


def _safe(text: str) -> str:
    return _NOT_IN_XML.sub("?", visible(prose(text)))


def _lines(text: str) -> str:
    return "\n".join(_safe(row) for row in text.split("\n"))
