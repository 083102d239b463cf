"""Runs the suite on PostgreSQL and Valkey: ``python -m tests.servers [arguments of pytest]``."""

import os
import subprocess
import sys

from tests.servers.missing import ServerMissing
from tests.servers.postgres import postgres_server
from tests.servers.valkey import valkey_server


def main() -> int:
    with postgres_server() as database, valkey_server() as redis:
        environment = os.environ | {"DATABASE_URL": database, "REDIS_URL": redis}
        return subprocess.call([sys.executable, "-m", "pytest", *sys.argv[1:]], env=environment)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ServerMissing as missing:
        sys.exit(str(missing))
