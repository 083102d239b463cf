"""Joins the apps: settings, addresses, the error table. No logic of its own."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
