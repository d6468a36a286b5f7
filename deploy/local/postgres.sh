# PostgreSQL with its own cluster. fsync is off: what a killed server has written is in the kernel's hands and survives, so
# the chaos suite still counts what was lost; only a crash of the machine would lose data, and there is none here to lose.
# With it on, a slow disk shared with others decides whether a suite's connections are answered in time.
# shellcheck shell=bash disable=SC2154 # data and clone come from environment.sh

postgres_pidfile() { echo "$data/postgres/postmaster.pid"; }

# Debian keeps the server's programs out of PATH, by major version.
postgres_program() {
  local found
  found=$(printf '%s\n' /usr/lib/postgresql/*/bin/"$1" | sort -V | tail -n 1)
  [[ -x $found ]] || found=$(command -v "$1") || die "$1 is missing. Run deploy/local/install first."
  echo "$found"
}

postgres_initialize() {
  mkdir -p "$data/postgres"
  ! runs_as_postgres || chown postgres: "$data/postgres"
  # The inner shell, since user postgres may not open a pipe of root's.
  # shellcheck disable=SC2016
  as_postgres bash -c '"$0" --pgdata="$1" --username=bindery --pwfile=<(echo bindery) --auth=scram-sha-256 \
    --encoding=UTF8 --locale=C.UTF-8 --no-sync' \
    "$(postgres_program initdb)" "$data/postgres" >"$data/postgres-initdb.log"
  # 300 connections: three workers, two API processes and a pool for each test file, with room for a second suite.
  as_postgres tee -a "$data/postgres/postgresql.conf" >/dev/null <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 300
shared_buffers = 256MB
max_wal_size = 2GB
fsync = off
CONF
}

postgres_start() {
  local port
  [[ -f $data/postgres/PG_VERSION ]] || postgres_initialize
  port=$(take_port postgres "$BINDERY_POSTGRES_PORT")
  touch "$data/postgres.log"
  ! runs_as_postgres || chown postgres: "$data/postgres.log"
  as_postgres "$(postgres_program pg_ctl)" start --wait --silent --pgdata="$data/postgres/" \
    --log="$data/postgres.log" --options="-p $port" </dev/null >/dev/null ||
    die "Postgres did not start. Its log is $data/postgres.log."
  postgres_create_database "$port"
}

postgres_create_database() {
  local url="postgres://bindery:bindery@127.0.0.1:$1/postgres"
  [[ $(psql -XAtq "$url" -c "select 1 from pg_database where datname = 'bindery'") == 1 ]] ||
    psql -Xq "$url" -c 'create database bindery'
}

# A fast shutdown: connections are cut, everything committed is kept.
postgres_stop() { stop_pid "$(postgres_pidfile)" INT; }
