"""How gunicorn answers pages on a server: `gunicorn -c python:deploy.pages`. Streams have a process of their own (deploy.web).

One process with threads: a node has as many of these as it has cores to spare, each on a port of its own, so that each can be
measured, stopped and replaced alone.
"""

from deploy import environment as env
from deploy.settings import LOGGING

wsgi_app = "deploy.wsgi:application"
bind = env.text("AUGENGENAU_BIND", "127.0.0.1:8000")
workers = 1
worker_class = "gthread"
threads = env.number("AUGENGENAU_THREADS", 8)
# What leaks, leaks for a while only. Spread, so that no two nodes begin anew at once.
max_requests = 50_000
max_requests_jitter = 10_000
timeout = 60  # for a process that gives no sign of life; an answer under way does
graceful_timeout = 10  # then what is not answered is cut off
keepalive = 15  # the proxy keeps its connections
worker_tmp_dir = "/dev/shm"  # noqa: S108  (signs of life, which must not wait for a disk)
control_socket_disable = True
limit_request_line = 8190
logconfig_dict = {
    **LOGGING,
    "loggers": {**LOGGING["loggers"], "gunicorn.error": {"handlers": ["console"], "level": "INFO", "propagate": False}},
}
accesslog = None  # deploy.observing notes every answer, without the addresses that this one would show
