"""How gunicorn answers pages on a server: `gunicorn -c python:deploy.site.gunicorn_settings`.

Streams have a process of their own (deploy.site.uvicorn_process).

One process with threads: a node has as many of these as it has cores to spare, each on a port of its own, so that each can be
measured, stopped and replaced alone.
"""

from deploy.site import environment as env
from deploy.site.settings import LOGGING

wsgi_app = "deploy.site.wsgi:application"
bind = env.text("AUGENGENAU_BIND", "127.0.0.1:8000")
workers = 1
worker_class = "gthread"
threads = env.number("AUGENGENAU_THREADS", 8)
# Restarts limit memory leaks; the jitter keeps nodes from restarting at the same time.
max_requests = 50_000
max_requests_jitter = 10_000
timeout = 60  # seconds without a heartbeat; a slow request does not stop it
graceful_timeout = 10  # seconds, then open requests are cut off
keepalive = 15  # seconds; the proxy reuses its connections
worker_tmp_dir = "/dev/shm"  # noqa: S108  (for heartbeats, which must not wait for a disk)
control_socket_disable = True
limit_request_line = 8190
logconfig_dict = {
    **LOGGING,
    "loggers": {**LOGGING["loggers"], "gunicorn.error": {"handlers": ["console"], "level": "INFO", "propagate": False}},
}
accesslog = None  # deploy.site.observing logs every response, without the addresses that this log would show
