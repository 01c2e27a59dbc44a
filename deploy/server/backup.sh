#!/bin/sh
# Backs up database and files into one folder, as the role that owns them. Backups older than KEEP_DAYS are deleted, since they
# hold people who were erased.
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
# A file is named by its hash and never changes: old copies are deleted, and files that still exist are copied again.
find "$BACKUPS/files" -type f -mtime "+${KEEP_DAYS:-35}" -delete
if [ -z "${AUGENGENAU_FILES_BUCKET:-}${AUGENGENAU_FILES_BUCKET_FILE:-}" ]; then # a bucket has backups of its own
    cp -Rn "$FILES/." "$BACKUPS/files/"
fi
find "$BACKUPS" -maxdepth 1 -name 'augengenau-*.dump' -mtime "+${KEEP_DAYS:-35}" -delete
# Removes erased rows from the table files for good; the program's own role may not do that.
psql --quiet --dbname="$url" --command='VACUUM'
