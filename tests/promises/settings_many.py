"""The product's settings without a limit for each account: in the tests one account stands for a hall of clerks."""

from deploy.site.settings import *  # noqa: F403
from deploy.site.settings import API_LIMITS

API_LIMITS = dict.fromkeys(API_LIMITS, 10**9)  # still counted
