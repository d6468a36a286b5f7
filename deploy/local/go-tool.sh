# Sourced by the scripts beside it: tools that Debian lacks and Go builds.
# shellcheck shell=bash disable=SC2154 # cache comes from environment.sh

# build_go_tool NAME VERSION PACKAGE: into the cache, unless that version is there, and onto PATH.
build_go_tool() {
  local name=$1 version=$2 package=$3 home="$cache/$1-$2"
  mkdir -p "$cache/bin"
  if [[ ! -x $home/$name ]]; then
    command -v go >/dev/null || die "go is missing. Install Go 1.26 or newer, or put $name on PATH as $cache/bin/$name."
    say "$name: building $version"
    GOBIN=$home GOFLAGS=-mod=mod go install "$package@$version" >"$cache/$name.log" 2>&1 ||
      { tail -n 30 "$cache/$name.log" >&2; die "$name could not be built. Go 1.26 or newer builds it; go version says: $(go version)."; }
  fi
  ln -sfn "$home/$name" "$cache/bin/$name"
}

build_helm() { build_go_tool helm v3.22.0 helm.sh/helm/v3/cmd/helm; }
