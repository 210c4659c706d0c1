#!/usr/bin/env bash
# A PostgreSQL server for the tests, in a folder of its own, reached by its socket only.
#   packaging/postgres.sh start FOLDER   makes and starts it, prints its address
#   packaging/postgres.sh stop FOLDER    stops it and throws it away
# Needs the programs of PostgreSQL on this machine; root hands over to the user postgres, as the server demands.
set -eu
programs=""
for folder in "$(pg_config --bindir 2>/dev/null || true)" /usr/lib/postgresql/*/bin /usr/local/pgsql/bin; do
    [ -x "$folder/initdb" ] && programs="$folder"
done
if [ -z "$programs" ]; then
    echo "PostgreSQL is not installed" >&2
    exit 3
fi
folder="$2"
if [ "$(id -u)" -eq 0 ]; then
    as() { runuser -u postgres -- "$@"; }
else
    as() { "$@"; }
fi
case "$1" in
    start)
        mkdir -p "$folder"
        [ "$(id -u)" -ne 0 ] || chown postgres "$folder"
        chmod 755 "$folder"
        as "$programs/initdb" -D "$folder/data" -U okko --auth=trust --encoding=UTF8 --locale=C --no-sync >"$folder/log" 2>&1
        as "$programs/pg_ctl" -D "$folder/data" -w -s -l "$folder/data/log" start \
            -o "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=off" >>"$folder/log" 2>&1
        echo "postgresql://okko@/postgres?host=$folder"
        ;;
    stop)
        as "$programs/pg_ctl" -D "$folder/data" -s -m immediate stop || true
        rm -rf "$folder"
        ;;
    *)
        echo "usage: $0 start|stop FOLDER" >&2
        exit 2
        ;;
esac
