# A PostgreSQL cluster for one run: an unprivileged owner, a free port, a folder of its own.
# Sourced by .ci/run, which sets `scratch`, and the `password` that clients send, though it is not checked.

postgres_bin=
postgres_owner=postgres

as_postgres() {
  if [ "$(id -u)" = 0 ]; then
    runuser -u "$postgres_owner" -- "$@"
  else
    "$@"
  fi
}

free_port() {
  node --input-type=module -e "import { freePort } from './tooling/setup/free-port.js'; console.log(await freePort())"
}

start_postgres() {
  postgres_bin=$(dirname "$(ls -d /usr/lib/postgresql/*/bin/initdb | sort -V | tail -n 1)")
  local data=$scratch/postgres port
  port=$(free_port)
  mkdir -p "$data"
  [ "$(id -u)" != 0 ] || chown "$postgres_owner" "$data"
  (
    cd "$data"
    as_postgres "$postgres_bin/initdb" -D "$data/cluster" -U mortise -A trust -E UTF8 --no-sync > "$scratch/initdb.log"
    as_postgres "$postgres_bin/pg_ctl" -D "$data/cluster" -l "$data/log" -w -t 300 -s \
      -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=400" start
    for name in library rehearsal; do
      as_postgres "$postgres_bin/createdb" -h 127.0.0.1 -p "$port" -U mortise "$name"
    done
  )
  DATABASE_URL=postgres://mortise:$password@127.0.0.1:$port/library
}

stop_postgres() {
  [ -z "$postgres_bin" ] || (
    cd "$scratch/postgres"
    as_postgres "$postgres_bin/pg_ctl" -D "$scratch/postgres/cluster" -m immediate -s stop || true
  )
}
