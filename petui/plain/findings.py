"""What `petui doctor` found, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from petui.plain.charset import shown
from petui.records import dataclass

# Names longer than this, which are paths, do not push the values of all others to the right.
_WIDEST = 24


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at.

    Attributes:
        topic: python, dependency, terminal, chosen, content, config, data or log.
        name: What it is.
        value: How it is.
        mend: What to do, empty where all is well.
        why: What petui chose it for; of the topic `chosen` only.
    """

    topic: str
    name: str
    value: str
    mend: str = ""
    why: str = ""


def doctor_text(findings: Sequence[Finding], *, ascii: bool) -> str:
    """One line per finding; what to mend stands below it."""
    width = max(len(finding.name) for finding in findings if len(finding.name) <= _WIDEST)
    lines = []
    topic = ""
    for finding in findings:
        if finding.topic != topic:
            topic = finding.topic
            lines.append(topic)
        why = f"  ({finding.why})" if finding.why else ""
        lines.append(f"  {finding.name:<{width}}  {finding.value}{why}")
        if finding.mend:
            lines.append(f"  {'':<{width}}  mend: {finding.mend}")
    return shown("\n".join(lines) + "\n", ascii=ascii)


def doctor_json(findings: Sequence[Finding]) -> str:
    """The findings as JSON."""
    content = {
        "schema": 1,
        "well": not any(finding.mend for finding in findings),
        "findings": [asdict(finding) for finding in findings],
    }
    return json.dumps(content, indent=1) + "\n"


def to_mend(findings: Sequence[Finding]) -> int:
    """How many findings need mending."""
    return sum(1 for finding in findings if finding.mend)
