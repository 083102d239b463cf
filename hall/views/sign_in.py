"""Coming in and going out: the desk's sign-in page, and the link that makes the first account."""

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.views import LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from hall.errors import LinkIsForThisComputer, PasswordsDiffer, SignInFailed, TooManyAttempts
from hall.phrases import sentence_for
from hall.services.first_sign_in import anybody_has_an_account, check_link_token, open_first_account
from hall.services.sign_in import account_for
from ledger.errors import Refusal

THIS_COMPUTER = {"127.0.0.1", "::1"}
LONGEST_NAME = 60
FORWARDED = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR")

sign_out = LogoutView.as_view()


@method_decorator([never_cache, sensitive_post_parameters("password")], name="dispatch")
class SignIn(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            return redirect(_goal(request))
        context = {"next": _asked_for(request), "nobody": not anybody_has_an_account()}
        return render(request, "hall/sign_in.html", context)

    def post(self, request: HttpRequest) -> HttpResponse:
        username = _name(request)
        password = request.POST.get("password", "")
        try:
            account = account_for(username, password=password, address=request.META["REMOTE_ADDR"])
        except SignInFailed as refusal:
            return self.again(request, refusal, status=403)
        except TooManyAttempts as refusal:
            answer = self.again(request, refusal, status=429)
            answer["Retry-After"] = str(refusal.params["seconds"])
            return answer
        login(request, account)
        return redirect(_goal(request))

    def again(self, request: HttpRequest, refusal: Refusal, *, status: int) -> HttpResponse:
        context = {
            "next": _asked_for(request),
            "username": _name(request),
            "sentence": sentence_for(refusal),
        }
        return render(request, "hall/sign_in.html", context, status=status)


@method_decorator([never_cache, sensitive_post_parameters("password", "password_again")], name="dispatch")
class FirstSignIn(View):
    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        _check_this_computer(request)
        check_link_token(token)
        return render(request, "hall/first_sign_in.html")

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        _check_this_computer(request)
        check_link_token(token)
        username = _name(request)
        password = request.POST.get("password", "")
        try:
            if password != request.POST.get("password_again", ""):
                raise PasswordsDiffer
            account = open_first_account(token, username=username, password=password)
        except Refusal as refusal:
            context = {"username": username, "sentence": sentence_for(refusal)}
            return render(request, "hall/first_sign_in.html", context, status=422)
        login(request, account)
        return redirect(settings.LOGIN_REDIRECT_URL)


def _check_this_computer(request: HttpRequest) -> None:
    """Raises LinkIsForThisComputer for every visitor from the network, a proxy's included."""
    forwarded = any(header in request.META for header in FORWARDED)
    if forwarded or request.META["REMOTE_ADDR"] not in THIS_COMPUTER:
        raise LinkIsForThisComputer


def _name(request: HttpRequest) -> str:
    """The name as far as a database takes one: PostgreSQL knows no \\0, and no more than the column."""
    return request.POST.get("username", "").replace("\0", "")[:LONGEST_NAME]


def _asked_for(request: HttpRequest) -> str:
    return request.POST.get("next") or request.GET.get("next") or ""


def _goal(request: HttpRequest) -> str:
    """The page that was asked for, when it is one of ours; else the desk."""
    asked = _asked_for(request)
    # What begins with no slash would be taken for the name of a page.
    ours = asked.startswith("/") and url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if ours else settings.LOGIN_REDIRECT_URL
