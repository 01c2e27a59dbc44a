"""Settings with which a killed worker's job is done once: acknowledged late, requeued at once, restored often."""

from django.conf import settings

broker_url = settings.REDIS_URL or "memory://"
broker_connection_timeout = 1.0
broker_connection_retry_on_startup = True
broker_transport_options = {
    "visibility_timeout": 1800,  # seconds, longer than any job: until then no other worker gets it
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5.0,
    "socket_connect_timeout": 1.0,
    "max_retries": 1,
}
task_publish_retry_policy = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
task_acks_late = True
task_reject_on_worker_lost = True
task_track_started = False
task_ignore_result = True
task_time_limit = 300  # the default: each job brings its own
task_default_queue = "default"
task_serializer = "json"
accept_content = ["json"]
worker_prefetch_multiplier = 1
worker_max_tasks_per_child = 200
worker_soft_shutdown_timeout = 10
timezone = settings.TIME_ZONE
enable_utc = True
