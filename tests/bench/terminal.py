"""What petui costs on a terminal: bytes, milliseconds, memory, and how it ends; each beside a yardstick.

Run `python -m tests.bench.terminal` at the top of the checkout; `--quick` for a small run, `--only bytes` and the like
for a part. It prints figures and never fails: times are no test.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Mapping

from tests.bench import linebytes, manysessions, reactions
from tests.terminal.ptyrun import NeverCameError

_PARTS: Mapping[str, Callable[..., None]] = {
    "bytes": linebytes.measure,
    "start": reactions.start,
    "keys": reactions.keys,
    "many": manysessions.measure,
    "slow": linebytes.slow,
    "ends": reactions.ends,
}


def main() -> None:
    """Print all parts, or those asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="fewer runs: a minute or two instead of a quarter of an hour"
    )
    parser.add_argument("--only", choices=tuple(_PARTS), action="append", help="this part, perhaps again for another")
    options = parser.parse_args()
    began = time.time()
    print(f"{time.strftime('%Y-%m-%d %H:%M')}, {platform.platform()}, Python {platform.python_version()}")
    print(f"{os.cpu_count()} processors, {_processor()}, load {os.getloadavg()[0]:.1f} at the beginning")
    for name in options.only or _PARTS:
        try:
            _PARTS[name](quick=options.quick)
        except NeverCameError as fault:
            print(f"FAULT, the rest of this part is left out: {fault}")
    print(f"\n{time.time() - began:.0f} s, load {os.getloadavg()[0]:.1f} at the end")


def _processor() -> str:
    with open("/proc/cpuinfo") as lines:
        return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())


if __name__ == "__main__":
    main()
