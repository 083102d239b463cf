"""The suite's settings: a fast hasher, tasks at once, a throw-away home."""

import tempfile
from pathlib import Path

from config import env

env.use_home(Path(tempfile.mkdtemp(prefix="banzuke-test-")))

from config.settings.base import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
ALLOWED_HOSTS = ["*"]
