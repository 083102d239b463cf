"""The served application."""

from django.core.asgi import get_asgi_application

from config import env

env.choose_settings("config.settings.base")
application = get_asgi_application()
