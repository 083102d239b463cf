"""The Celery application: embedded worker thread by default, Redis when ``REDIS_URL`` says so."""

from celery import Celery

from config import env

env.choose_settings("config.settings.base")
app = Celery("banzuke")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
