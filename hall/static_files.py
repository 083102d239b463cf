"""Style sheets and pictures, answered whole: all are small, and ASGI does not take file streams."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class WholeFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise with its answers read before they are sent."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        response = WhiteNoiseMiddleware.serve(static_file, request)
        whole = HttpResponse(b"".join(response.streaming_content), status=response.status_code)
        response.close()
        whole.headers = response.headers
        return whole
