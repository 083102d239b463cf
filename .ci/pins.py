"""Write every resolved version into ``[tool.uv] constraint-dependencies`` and requirements.txt.

Run after a change of dependencies: ``python .ci/pins.py``. ``uv.lock`` carries download
addresses, so the pins stand here instead and hashes in requirements.txt.
"""

import re
import subprocess
from pathlib import Path

COMPILE = [
    "uv",
    "pip",
    "compile",
    "--universal",
    "--quiet",
    "--no-header",
    "--no-annotate",
]
BLOCK = re.compile(r"(?<=^constraint-dependencies = \[\n).*?(?=^\]$)", re.MULTILINE | re.DOTALL)


def resolved(*arguments: str) -> str:
    """Return the resolver's answer for pyproject.toml, one requirement a line."""
    command = [*COMPILE, *arguments, "pyproject.toml"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    project = Path("pyproject.toml")
    bare = BLOCK.sub("", project.read_text("utf-8"), count=1)
    project.write_text(bare, "utf-8")
    pins = resolved("--group", "dev", "--group", "full").splitlines()
    lines = "".join(f'    "{pin.strip()}",\n' for pin in pins if not pin.startswith("#"))
    project.write_text(BLOCK.sub(lambda _: lines, bare, count=1), "utf-8")
    Path("requirements.txt").write_text(resolved("--generate-hashes"), "utf-8")


if __name__ == "__main__":
    main()
