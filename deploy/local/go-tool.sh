# Sourced by the scripts beside it: tools that Debian lacks and Go builds.
# shellcheck shell=bash disable=SC2154 # cache comes from environment.sh

# build_go_tool NAME VERSION PACKAGE: into the cache, and onto PATH.
build_go_tool() {
  compile_go_tool "$@"
  mkdir -p "$cache/bin"
  ln -sfn "$cache/$1-$2/$1" "$cache/bin/$1"
}

# compile_go_tool NAME VERSION PACKAGE: $cache/NAME-VERSION/NAME, unless it is there.
compile_go_tool() {
  local name=$1 version=$2 package=$3 home="$cache/$1-$2"
  [[ ! -x $home/$name ]] || return 0
  command -v go >/dev/null || die "go is missing. Install Go 1.26 or newer, or put $name at $home/$name."
  say "$name: building $version"
  GOBIN=$home GOFLAGS=-mod=mod go install "$package@$version" >"$cache/$name.log" 2>&1 ||
    { tail -n 30 "$cache/$name.log" >&2; die "$name could not be built. Go 1.26 or newer builds it; go version says: $(go version)."; }
}

build_helm() { build_go_tool helm v3.22.0 helm.sh/helm/v3/cmd/helm; }
