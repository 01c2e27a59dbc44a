#!/bin/sh
# Runs a command in the environment of the units, as their user (AS=owner: as the role that owns the tables):
#   sh /opt/augengenau/deploy/server/within.sh .venv/bin/python -m deploy.server_check
set -eu
secrets=/etc/augengenau/secrets
cd /opt/augengenau
set -a
. /etc/augengenau/server.env
AUGENGENAU_MODE=server
AUGENGENAU_DATA=/var/lib/augengenau
AUGENGENAU_SECRET_KEY=$(cat "$secrets/secret_key")
DATABASE_URL=$(cat "$secrets/${AS:-app}_url")
REDIS_URL=$(cat "$secrets/broker_url")
AUGENGENAU_CACHE_URL=$(cat "$secrets/cache_url")
AUGENGENAU_METRICS_TOKEN=$(cat "$secrets/metrics_token")
AUGENGENAU_MAIL=$(cat "$secrets/mail_url")
AUGENGENAU_SECRETS=$secrets
exec setpriv --reuid=augengenau --regid=augengenau --init-groups "$@"
