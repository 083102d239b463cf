import re

from config import env

READ = re.compile(r'\b(?:text|flag|words)\("([A-Z_]+)"')
SHOWN = re.compile(r"^# ([A-Z_]+)=", re.MULTILINE)
OF_THE_SYSTEM = {"LANG"}


def test_every_variable_stands_in_the_example() -> None:
    sources = [env.ROOT / "config" / "env.py", env.ROOT / "config" / "settings" / "base.py"]
    read = {name for path in sources for name in READ.findall(path.read_text("utf-8"))}
    shown = SHOWN.findall((env.ROOT / ".env.example").read_text("utf-8"))
    assert sorted(shown) == sorted(read - OF_THE_SYSTEM)
