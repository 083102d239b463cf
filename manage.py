#!/usr/bin/env python
"""The one command of Banzuke: ``manage.py hall`` starts it, ``manage.py help`` lists the rest."""

import sys

from django.core.management import execute_from_command_line

from config import env

if __name__ == "__main__":
    env.choose_settings("config.settings.base")
    env.choose_home(demo="--demo" in sys.argv)
    execute_from_command_line(sys.argv)
