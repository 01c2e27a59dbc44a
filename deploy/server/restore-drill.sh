#!/bin/sh
# Restores the newest dump into a database of its own, verifies every log entry, and drops it: only a restore proves a backup.
#   DATABASE_URL_FILE=… BACKUPS=… sh deploy/server/restore-drill.sh
set -eu
url=$(cat "$DATABASE_URL_FILE")
newest=$(find "$BACKUPS" -maxdepth 1 -name 'augengenau-*.dump' | sort | tail -n 1)
[ "$newest" ] || { echo "There is no backup in $BACKUPS." >&2; exit 1; }
name=augengenau_drill_$$
trial=${url%/*}/$name
psql --quiet --dbname="$url" --command="CREATE DATABASE $name TEMPLATE template0"
trap 'psql --quiet --dbname="$url" --command="DROP DATABASE $name"' EXIT
pg_restore --exit-on-error --no-owner --no-privileges --dbname="$trial" "$newest"
unset DATABASE_URL_FILE
DATABASE_URL=$trial "${PYTHON:-python}" manage.py verify_tournament >/dev/null
echo "${newest##*/} was restored and is whole."
