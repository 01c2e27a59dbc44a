#!/bin/sh
# Database and files into one folder, by the role that owns them; what is older than KEEP_DAYS goes, as erased people must.
#   DATABASE_URL_FILE=… FILES=… BACKUPS=… sh deploy/server/backup.sh
set -eu
umask 077
url=$(cat "$DATABASE_URL_FILE")
mkdir -p "$BACKUPS/files"
draft=$BACKUPS/.$(date -u +%Y%m%d-%H%M%S).dump
trap 'rm -f "$draft"' EXIT
pg_dump --format=custom --file="$draft" "$url"
pg_restore --list "$draft" >/dev/null # readable to its end
sync "$draft"
mv "$draft" "$BACKUPS/augengenau-${draft##*/.}"
# A file is named by its content and never changes: what was copied long ago is forgotten, and what is there still copied anew.
find "$BACKUPS/files" -type f -mtime "+${KEEP_DAYS:-35}" -delete
if [ -z "${AUGENGENAU_FILES_BUCKET:-}${AUGENGENAU_FILES_BUCKET_FILE:-}" ]; then # a bucket is copied by whoever keeps it
    cp -Rn "$FILES/." "$BACKUPS/files/"
fi
find "$BACKUPS" -maxdepth 1 -name 'augengenau-*.dump' -mtime "+${KEEP_DAYS:-35}" -delete
# What was erased leaves the tables for good; the program itself may not do that.
psql --quiet --dbname="$url" --command='VACUUM'
