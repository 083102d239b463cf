"""For servers that speak WSGI only."""

from django.core.wsgi import get_wsgi_application

from config import env

env.choose_settings("config.settings.base")
application = get_wsgi_application()
