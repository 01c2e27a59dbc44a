#!/bin/sh
# A command in the surroundings of the units, as their user (AS=owner: as the role that owns the tables):
#   sh /opt/augengenau/deploy/server/within.sh .venv/bin/python manage.py check --deploy --database default
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
exec setpriv --reuid=augengenau --regid=augengenau --init-groups "$@"
