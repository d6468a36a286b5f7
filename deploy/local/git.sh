# The git host: deploy/local/git-host.ts over a folder of bare repositories.
# shellcheck shell=bash disable=SC2154 # data and clone come from environment.sh

git_pidfile() { echo "$data/git.pid"; }

git_start() {
  local port
  [[ $(node --version) =~ ^v(2[4-9]|[3-9][0-9])\. ]] || die "PATH has Node $(node --version), and the git host needs 24.7 or newer. Run deploy/local/install."
  port=$(take_port git "$BINDERY_GIT_PORT")
  mkdir -p "$data/git"
  # macOS has no setsid.
  $(command -v setsid) nohup node "$clone/deploy/local/git-host.ts" "$data/git/" "$port" </dev/null >"$data/git.log" 2>&1 &
  echo $! >"$(git_pidfile)"
  wait_for_port git "$port" "$data/git.log"
}

git_stop() { stop_pid "$(git_pidfile)" TERM; }
