"""Models of devices that receive push messages, of the site's key for them, and of when a person is called."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.revisions import content_revision


class PushKey(models.Model):
    """The key pair (VAPID, RFC 8292) by which push services recognise this site: one row, created at first use."""

    private = models.CharField(max_length=64, editable=False)
    public = models.CharField(max_length=100, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("push key")
        verbose_name_plural = _("push keys")

    def __str__(self) -> str:
        return self.public


class PushDevice(models.Model):
    """A browser that shows push messages to a person; it ends with the sign-in or token by which it was added."""

    class Alert(models.TextChoices):
        FULL = "full", _("sound and vibration")
        SOUND = "sound", _("sound, no vibration")
        SILENT = "silent", _("neither")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices", verbose_name=_("person")
    )
    # The sign-in or API token that added the device; the device ends with it.
    sign_in = models.ForeignKey("usersessions.UserSession", models.CASCADE, null=True, related_name="+", editable=False)
    token = models.ForeignKey("people.ApiToken", models.CASCADE, null=True, related_name="+", editable=False)
    name = models.CharField(_("name"), max_length=80)
    endpoint = models.CharField(_("address"), max_length=1000, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    public_key = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=40, editable=False)
    # How a message alerts the person. The name of the column is the field of the API.
    signal = models.CharField(_("signal"), max_length=6, choices=Alert.choices, default=Alert.FULL)
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0, editable=False)
    last_called = models.DateTimeField(_("last called"), null=True, editable=False)
    created = models.DateTimeField(_("added"), default=timezone.now, editable=False)

    class Meta:
        ordering = ["id"]
        verbose_name = _("device")
        verbose_name_plural = _("devices")

    def __str__(self) -> str:
        return self.name

    @property
    def revision(self) -> int:
        """A number that changes with `signal`."""
        return content_revision(self.signal)


class CallPreferences(models.Model):
    """When a person is called: mail and a webhook after a delay, a daily reminder, sessions, and hours in which nothing
    is sent."""

    class MailAfter(models.IntegerChoices):
        NEVER = 0, _("no mail")
        HOUR = 1, _("after an hour")
        EIGHT_HOURS = 8, _("after 8 hours")
        DAY = 24, _("after a day")

    class WebhookAfter(models.IntegerChoices):
        AT_ONCE = 0, _("at once")
        HOUR = 1, _("after an hour")
        EIGHT_HOURS = 8, _("after 8 hours")
        DAY = 24, _("after a day")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="calls", verbose_name=_("person")
    )
    mail_after = models.PositiveSmallIntegerField(_("mail"), choices=MailAfter.choices, default=MailAfter.NEVER)
    webhook_url = models.CharField(_("webhook"), max_length=500, blank=True)
    webhook_after = models.PositiveSmallIntegerField(
        _("message to the webhook"), choices=WebhookAfter.choices, default=WebhookAfter.AT_ONCE
    )
    webhook_secret = models.CharField(max_length=64, blank=True, editable=False)
    remind = models.BooleanField(_("remind every day"), default=True)
    session_push = models.BooleanField(_("messages about sessions"), default=True)
    session_mail = models.BooleanField(_("mail about sessions"), default=True)
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    # Stored with the preferences, because a background job knows neither the browser's zone nor the site's address.
    # The zone is for people who have chosen none in their account.
    zone = models.CharField(_("time zone"), max_length=64, default="UTC", editable=False)
    origin = models.CharField(_("address of the site"), max_length=200, blank=True, editable=False)

    class Meta:
        verbose_name = _("preferences for calls")
        verbose_name_plural = _("preferences for calls")

    def __str__(self) -> str:
        return f"calls of {self.user_id}"

    @property
    def quiet_zone(self) -> str:
        """The name of the time zone of the quiet hours: that of the account, which may change after they were saved."""
        return self.user.zone or self.zone

    @property
    def revision(self) -> int:
        """A number that changes with the preferences."""
        webhook = [self.webhook_url, int(self.webhook_after)] if self.webhook_url else []
        sessions = [self.session_push, self.session_mail]
        quiet = [self.quiet_from, self.quiet_until, self.quiet_zone]
        return content_revision([int(self.mail_after), self.remind, *quiet, *sessions, *webhook])
