"""Tells the apps above that staff made an account inactive, so that they end the access that the person gave others."""

from typing import Final

from common.listener import Listener
from people.models import User

account_deactivation: Final = Listener[[User]]()
