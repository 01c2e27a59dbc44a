"""The product's settings, and a process that dies now and then in the worst places: just before and just after a commit."""

import os
import random

from deploy.site.settings import *  # noqa: F403


def _plant() -> None:
    from django.db.backends.base.base import BaseDatabaseWrapper

    commit = BaseDatabaseWrapper.commit

    def dying(self: BaseDatabaseWrapper) -> None:
        if random.random() < 0.01:
            os._exit(70)
        commit(self)
        if random.random() < 0.01:
            os._exit(71)

    BaseDatabaseWrapper.commit = dying


_plant()
