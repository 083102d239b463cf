"""The suite's settings: a fast hasher, a throw-away home, a database in a file.

A file, because threads share it as they do in the hall; without waiting for the disk.
``send_task`` puts tasks in the memory of this process: a test that wants them done says so.
"""

import atexit
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from config import env

env.use_home(Path(tempfile.mkdtemp(prefix="banzuke-test-")))

from config.settings.base import *  # noqa: E402, F403 - the home must be chosen first
from config.settings.base import CACHES, DATABASES, HOME, REDIS_URL  # noqa: E402

atexit.register(shutil.rmtree, HOME, ignore_errors=True)

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["*"]
if not env.text("DATABASE_URL"):
    DATABASES["default"]["TEST"] = {"NAME": str(HOME / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
    }
if REDIS_URL:  # every process of the suite has a database of its own
    number = env.text("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    REDIS_URL = CELERY_BROKER_URL = urlsplit(REDIS_URL)._replace(path=f"/{number}").geturl()
    CACHES["default"]["LOCATION"] = REDIS_URL
