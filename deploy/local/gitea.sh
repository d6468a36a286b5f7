# Gitea: a git host with pull requests. Only its REST API and git over HTTP are used, so the pages that its front end makes
# are not built. It keeps its rows in our Postgres, in a database of its own.
# shellcheck shell=bash disable=SC2154 # data, clone and cache come from environment.sh

# 1.27 leans on modules that the Go module proxy does not have.
gitea_version=v1.26.0
gitea_home="$cache/gitea-$gitea_version"
gitea_owner=bindery

gitea_pidfile() { echo "$data/gitea.pid"; }

gitea_is_built() { [[ -x $gitea_home/gitea ]]; }

# Its module replaces others, which `go install` refuses: so it is built in a copy of its sources. Without cgo, since Postgres
# needs none; -s -w leave the symbols out, a third of its size.
gitea_install() {
  local module source="$gitea_home.source" log="$cache/gitea.log"
  [[ ! -x $gitea_home/gitea ]] || return 0
  command -v go >/dev/null || die "go is missing. Install Go 1.26 or newer, or start the other parts by name: deploy/local/up postgres s3 git"
  say "gitea: building $gitea_version, which takes a core about twelve minutes"
  module=$(cd / && go mod download -json "code.gitea.io/gitea@$gitea_version" | jq --raw-output .Dir)
  rm -rf "$source" "$gitea_home"
  mkdir -p "$gitea_home"
  cp -r --no-preserve=mode "$module" "$source"
  (cd "$source" && CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$gitea_home/gitea.new" .) >"$log" 2>&1 ||
    { tail -n 30 "$log" >&2; die "Gitea could not be built. Go 1.26 or newer builds it; go version says: $(go version)."; }
  cp -r "$source"/{options,templates,public} "$gitea_home"
  rm -rf "$source"
  mv "$gitea_home/gitea.new" "$gitea_home/gitea"
}

gitea_configure() {
  local port=$1
  cat >"$data/gitea/app.ini" <<INI
RUN_USER = $(id --user --name)
; It serves the loopback of one machine, where we may well be root.
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
WORK_PATH = $data/gitea
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = $port
ROOT_URL = http://127.0.0.1:$port/
STATIC_ROOT_PATH = $gitea_home
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = postgres
HOST = 127.0.0.1:$(<"$data/postgres.port")
NAME = gitea
USER = bindery
PASSWD = bindery
MAX_OPEN_CONNS = 20
[security]
INSTALL_LOCK = true
SECRET_KEY = bindery-local-secret
[service]
DISABLE_REGISTRATION = true
[indexer]
ISSUE_INDEXER_TYPE = db
[queue]
TYPE = channel
[session]
PROVIDER = memory
[log]
LEVEL = Warn
[oauth2]
ENABLED = false
[actions]
ENABLED = false
[packages]
ENABLED = false
[cron]
ENABLED = false
INI
}

with_gitea() { "$gitea_home/gitea" --config "$data/gitea/app.ini" "$@" </dev/null 2>>"$data/gitea.log"; }

# A database without our token, or a token without its database, is a start that broke off: both are made anew.
gitea_initialize() {
  local url exists
  url="postgres://bindery:bindery@127.0.0.1:$(<"$data/postgres.port")/postgres"
  exists=$(psql -XAtq "$url" -c "select 1 from pg_database where datname = 'gitea'")
  [[ $exists != 1 || ! -s $data/gitea/token ]] || return 0
  rm -rf "$data/gitea/data" "$data/gitea/token"
  psql -Xq "$url" -c 'drop database if exists gitea' -c 'create database gitea' 2>>"$data/gitea.log"
  with_gitea migrate >>"$data/gitea.log" || die "Gitea made no tables. Its log is $data/gitea.log."
  with_gitea admin user create --username "$gitea_owner" --email "$gitea_owner@localhost.invalid" --random-password --admin \
    --must-change-password=false --access-token --access-token-name local --access-token-scopes all |
    grep -oE '\b[0-9a-f]{40}\b' >"$data/gitea/token" || die "Gitea gave no token. Its log is $data/gitea.log."
}

gitea_start() {
  local port environment
  [[ -f $data/postgres.port ]] || die 'Gitea needs Postgres. Run: deploy/local/up postgres gitea'
  gitea_install
  port=$(take_port gitea "$BINDERY_GITEA_PORT")
  mkdir -p "$data/gitea"
  : >"$data/gitea.log"
  gitea_configure "$port"
  gitea_initialize
  setsid nohup "$gitea_home/gitea" --config "$data/gitea/app.ini" web </dev/null >>"$data/gitea.log" 2>&1 &
  echo $! >"$(gitea_pidfile)"
  # It compares every table first: 6 s, and on a machine with much else to do 40.
  wait_for_port gitea "$port" "$data/gitea.log" 180
  mapfile -t environment < <(gitea_environment)
  env "${environment[@]}" node "$clone/deploy/local/seed-gitea.ts" >&2
}

gitea_environment() {
  [[ -s $data/gitea/token ]] || return 0
  echo "BINDERY_GITEA_URL=http://127.0.0.1:$(<"$data/gitea.port")"
  echo "BINDERY_GITEA_TOKEN=$(<"$data/gitea/token")"
  echo "BINDERY_GITEA_OWNER=$gitea_owner"
}

gitea_stop() { stop_pid "$(gitea_pidfile)" TERM; }
