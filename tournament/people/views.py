"""Signing in and out, the own account, and the links that give somebody a role."""

from typing import Any
from urllib.parse import urlencode

import pyotp
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout as end_session
from django.contrib.auth import update_session_auth_hash
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core import guard
from tournament.core.access import gate
from tournament.core.actors import Actor
from tournament.core.errors import Refused
from tournament.core.forms import CodeForm, FirstAccountForm, LoginForm, NewAccountForm, NewPasswordForm, PasswordForm
from tournament.core.pages.qr import qr_image
from tournament.core.pages.requests import Request, action_id, number, onward
from tournament.core.refusals import LINK_ENDED
from tournament.models import Account, Invitation, Session, Token
from tournament.models.ids import token_hash
from tournament.people import actions, signing_in

INVITED = "invited"  # session key: the opened invitation; its token leaves the address at once
FORGOTTEN = "set"  # session key of the one-time token, and the word that replaces the token in the address
OFFERED = "totp_offer"  # session key: the TOTP secret whose first code has not been entered yet


@gate("public.see")
def login(request: Request) -> HttpResponse:
    form = LoginForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            account = signing_in.check_login(request, **form.cleaned_data)
        except Refused as refusal:
            return _login_page(request, form, str(refusal), refusal.status)
        if account is not None:
            return _go_on(request, account) if signing_in.begin(request, account) else _redirect(request, "second_step")
        return _login_page(request, form, _("Name or password is not right."), 422)
    return _login_page(request, form)


def _login_page(request: Request, form: LoginForm, error: str = "", status: int = 200) -> HttpResponse:
    if error:
        form.add_error(None, error)
    command = "manage.py password_link NAME" if settings.ON_SERVER else f"{settings.COMMAND} password NAME"
    context = {"form": form, "next": onward(request), "on_server": settings.ON_SERVER, "command": command}
    return render(request, "people/login.html", context, status=status)


@gate("public.see")
def second_step(request: Request) -> HttpResponse:
    account = signing_in.pending(request)
    if account is None:
        return redirect("login")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            if signing_in.check_code(account, form.cleaned_data["code"], request):
                signing_in.enter(request, account)
                return _go_on(request, account)
            form.add_error("code", _("This code is not right, or was used already."))
        except Refused as refusal:
            form.add_error("code", str(refusal))
    status = 422 if form.errors else 200
    return render(request, "people/second_step.html", {"form": form, "next": onward(request)}, status=status)


@gate("public.see")
def logout(request: Request) -> HttpResponse:
    """Also clears the browser's cache, but not its storage: that may hold entries that were not sent yet."""
    end_session(request)
    answer = redirect("start")
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer


def link_ended() -> Refused:
    return LINK_ENDED()


def _redirect(request: Request, name: str) -> HttpResponse:
    path = onward(request)
    return redirect(f"{resolve_url(name)}?{urlencode({'next': path})}" if path else name)


def _go_on(request: Request, account: Account) -> HttpResponse:
    response = redirect(onward(request) or signing_in.begins_at(account))
    signing_in.remember_device(request, response, account)
    return response


@gate("account.own")
def own(request: Request) -> HttpResponse:
    """Show the own account, and change the password; that needs the old one."""
    account = request.actor.signed_in_account
    form = PasswordForm(request.POST or None, account=account)
    if request.method == "POST" and form.is_valid() and _is_own_password(request, form):
        password = form.cleaned_data["new"]
        done = actions.change_password(None, by=request.actor, account=account, password=password, **_staying(request))
        update_session_auth_hash(request, account)
        messages.success(request, _("The password is changed. Other devices have to sign in again."))
        _say_ended(request, done.result)
        return redirect("account")
    context = {
        "form": form,
        "account": account,
        "devices": account.devices.annotate(is_in=Exists(_alive_sessions())).order_by("-used_at"),
        "this_device": signing_in.known_device(request, account),
        "wanting_club": actions.wanting_club(account),
        **_of_programs(request, account),
    }
    return render(request, "people/own.html", context, status=422 if form.errors else 200)


def _alive_sessions() -> QuerySet[Session]:
    return Session.objects.filter(device=OuterRef("pk"), expire_date__gt=timezone.now())


def _staying(request: Request) -> dict[str, Any]:
    """What goes on when everything else is signed out: this session, and programs if their owner says so."""
    return {"here": request.session.session_key or "", "ends_tokens": _ends_tokens(request)}


def _ends_tokens(request: Request) -> bool:
    return "ends_tokens" in request.POST


def _of_programs(request: Request, account: Account) -> dict[str, bool]:
    """For the tick beside a form that signs out: there where there is something to end, and set until it was taken away."""
    is_set = request.method != "POST" or _ends_tokens(request)
    return {"has_programs": Token.objects.alive().filter(account=account).exists(), "ends_tokens": is_set}


def _say_ended(request: Request, ended: int | None) -> None:
    if ended:
        said = ngettext(
            "%(count)d token of a program has ended. The program needs a new one.",
            "%(count)d tokens of programs have ended. The programs need new ones.",
            ended,
        )
        messages.info(request, said % {"count": ended})


def _is_own_password(request: Request, form: PasswordForm) -> bool:
    try:
        if signing_in.check_login(request, request.actor.signed_in_account.login, form.cleaned_data["old"]) is not None:
            return True
        form.add_error("old", _("This is not your password."))
    except Refused as refusal:
        form.add_error("old", str(refusal))
    return False


@gate("link.use")
def new_password(request: Request, account_id: str, token: str) -> HttpResponse:
    """Set a new password by the one-time link that the operator printed (`manage.py password_link`)."""
    secret = request.session.get(FORGOTTEN, "") if token == FORGOTTEN else token
    account = Account.objects.filter(public_id=account_id, is_active=True).first()
    if account is None or not signing_in.password_token.check_token(account, secret):
        guard.take(guard.link_door(request))
        raise link_ended()
    if token != FORGOTTEN:
        request.session[FORGOTTEN] = token
        return redirect("new_password", account_id=account_id, token=FORGOTTEN)
    form = NewPasswordForm(request.POST or None, account=account)
    if request.method == "POST" and form.is_valid():
        by, password, ends = Actor(account, via="link"), form.cleaned_data["new"], _ends_tokens(request)
        done = actions.change_password(None, by=by, account=account, password=password, ends_tokens=ends)
        request.session.pop(FORGOTTEN, None)
        messages.success(request, _("The password is changed. Sign in with it."))
        _say_ended(request, done.result)
        return redirect("login")
    shown = {"form": form, "account": account, **_of_programs(request, account)}
    return render(request, "people/new_password.html", shown, status=422 if form.errors else 200)


@gate("account.own", confirmed=True)
def forget_device(request: Request) -> HttpResponse:
    """Sign out and forget a device, or (`others`) all devices but this one."""
    account = request.actor.signed_in_account
    this = signing_in.known_device(request, account)
    if "others" in request.POST:
        done = actions.sign_out_elsewhere(None, by=request.actor, account=account, **_staying(request))
        messages.success(request, _("All other devices have to sign in again."))
        _say_ended(request, done.result)
        return redirect("account")
    device = account.devices.filter(pk=number(request, "device") or 0).first()
    if device is not None and device == this:
        return logout(request)
    if device is not None:
        device.delete()
    return redirect("account")


@gate("account.own")
def confirm(request: Request) -> HttpResponse:
    """Ask for the password again before a sensitive step."""
    form = LoginForm(request.POST or None, initial={"login": request.actor.signed_in_account.login})
    if request.method == "POST" and form.is_valid():
        try:
            if signing_in.check_login(request, request.actor.signed_in_account.login, form.cleaned_data["password"]):
                signing_in.confirm(request)
                return redirect(onward(request) or "account")
            form.add_error("password", _("This is not your password."))
        except Refused as refusal:
            form.add_error("password", str(refusal))
    return render(
        request,
        "people/confirm.html",
        {"form": form, "next": onward(request)},
        status=422 if form.errors else 200,
    )


@gate("account.own", confirmed=True)
def second_factor(request: Request) -> HttpResponse:
    """Show a TOTP secret; the second factor is on once a first code was entered."""
    account = request.actor.signed_in_account
    secret = request.session.setdefault(OFFERED, pyotp.random_base32())
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        step = signing_in.totp_step(secret, form.cleaned_data["code"].replace(" ", ""))
        if step is not None:
            return _second_factor_on(request, account, secret, step)
        form.add_error("code", _("This code is not right. Does the phone's clock go right?"))
    address = pyotp.TOTP(secret).provisioning_uri(account.login, issuer_name="Augengenau")
    shown = {"form": form, "qr": qr_image(address), "secret": secret, **_of_programs(request, account)}
    return render(request, "people/second_factor.html", shown, status=422 if form.errors else 200)


def _second_factor_on(request: Request, account: Account, secret: str, step: int) -> HttpResponse:
    codes = signing_in.new_recovery_codes()
    done = actions.turn_on_second_factor(
        None,
        by=request.actor,
        action_id=action_id(request),
        account=account,
        totp_secret=secret,
        step=step,
        recovery_hashes=[signing_in.recovery_hash(account, code) for code in codes],
        **_staying(request),
    )
    request.session.pop(OFFERED, None)
    update_session_auth_hash(request, account)
    _say_ended(request, done.result)
    if done.is_repeat:  # a second click: the codes that count stand in the first answer
        messages.warning(request, _("The second factor is on. Its recovery codes were shown once already."))
        return redirect("account")
    in_fours = [" ".join((code[:4], code[4:8], code[8:])) for code in codes]
    return render(request, "people/recovery_codes.html", {"codes": in_fours})


@gate("account.own", confirmed=True)
def second_factor_off(request: Request) -> HttpResponse:
    """Turn the second factor off. Needs a code: the password alone must not be enough."""
    account = request.actor.signed_in_account
    if not account.has_second_factor:
        return redirect("account")
    if not signing_in.check_code(account, request.POST.get("code", "")[:40], request):
        messages.error(request, _("This code is not right, or was used already."))
        return redirect("account")
    sent, stays = action_id(request), _staying(request)
    done = actions.turn_off_second_factor(None, by=request.actor, action_id=sent, account=account, **stays)
    update_session_auth_hash(request, account)
    messages.success(request, _("The second factor is off."))
    _say_ended(request, done.result)
    return redirect("account")


@gate("public.see")
def open_link(request: Request, token: str) -> HttpResponse:
    """Open an invitation: its token goes into the session and out of the address. Opening does not use it up."""
    invitation = Invitation.objects.filter(token_hash=token_hash(token)).first()
    if invitation is None or not invitation.is_open:
        guard.take(guard.link_door(request))
        raise link_ended()
    request.session[INVITED] = invitation.pk
    return redirect("first" if invitation.club_id is None else "invite")


def _invitation(request: Request) -> Invitation:
    pk = request.session.get(INVITED, 0)
    invitation = Invitation.objects.select_related("club", "tournament").filter(pk=pk).first()
    if invitation is None or not invitation.is_open:
        raise link_ended()
    return invitation


@gate("link.use")
def first(request: Request) -> HttpResponse:
    """The first organiser of a new installation creates their account and the club."""
    invitation = _invitation(request)
    if invitation.club_id is not None:
        return redirect("invite")
    form = FirstAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            account = actions.make_first_account(invitation, action_id=action_id(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _welcome(request, account)
    return render(request, "people/first.html", {"form": form}, status=422 if form.errors else 200)


@gate("link.use")
def invite(request: Request) -> HttpResponse:
    """Accept an invitation with the signed-in account or with a new one."""
    invitation = _invitation(request)
    if invitation.club_id is None:
        return redirect("first")
    account = request.actor.account
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and account is not None:
        actions.accept(invitation, by=request.actor, action_id=action_id(request))
        return _welcome(request, account)
    if request.method == "POST" and form.is_valid():
        try:
            account = actions.accept_as_new(invitation, action_id=action_id(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _welcome(request, account)
    context = {"form": form, "invitation": invitation, "account": account}
    return render(request, "people/invite.html", context, status=422 if form.errors else 200)


def _welcome(request: Request, account: Account) -> HttpResponse:
    request.session.pop(INVITED, None)
    signing_in.enter(request, account)
    messages.success(request, _("Welcome, %(name)s.") % {"name": account.login})
    return _go_on(request, account)
