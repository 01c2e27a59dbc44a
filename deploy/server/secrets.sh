#!/bin/sh
# Generates the secrets: `sh deploy/server/secrets.sh FOLDER DATABASE_HOST BROKER_HOST CACHE_HOST`. Existing files stay.
set -eu
umask 077
folder=$1 database=$2 broker=$3 cache=$4
mkdir -p "$folder" # closed to others; the files in it are readable for all, since programs in containers run as other users

once() { # once NAME: writes its input to the file, unless that has content already
    if [ ! -s "$folder/$1" ]; then cat >"$folder/$1"; fi
}
random() {
    od -An -v -N32 -tx1 /dev/urandom | tr -d ' \n'
}

for name in secret_key owner_password app_password superuser_password redis_password metrics_token; do
    random | once "$name"
done
# A migration must not wait long for a lock, which would block others, but may itself take long.
patience='?options=-c%20lock_timeout%3D5s'
echo "postgres://augengenau_owner:$(cat "$folder/owner_password")@$database/augengenau$patience" | once owner_url
echo "postgres://augengenau_app:$(cat "$folder/app_password")@$database/augengenau" | once app_url
echo "redis://:$(cat "$folder/redis_password")@$broker/0" | once broker_url
echo "redis://:$(cat "$folder/redis_password")@$cache/0" | once cache_url
touch "$folder/mail_url" # empty: no mails go out; else smtp://user:password@host:port
chmod 0444 "$folder"/*
