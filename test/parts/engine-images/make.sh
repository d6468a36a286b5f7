# Sourced by test/parts/engine: the images that compose.yaml and the Dockerfile name. A registry's are taken where one can be
# reached; else they are made from Debian, npm and Go packages under the same names.
# shellcheck shell=bash disable=SC2154 # here, home and cache come from test/parts/engine

node_version=24.21.0
versitygw_version=v1.8.0
caddy_version=v2.11.7

# By the folder beside this file.
declare -A images=(
  [node]="node:$node_version-bookworm-slim"
  [versitygw]="versity/versitygw:$versitygw_version"
  [postgres]=postgres:15
  [caddy]=caddy:2.11-alpine
)

make_images() {
  local folder
  has_image debian:bookworm-slim || pull_image debian:bookworm-slim || bootstrap_debian
  for folder in "${!images[@]}"; do provide_image "${images[$folder]}" "$folder"; done
}

# Also where the engine is not up.
are_images_cached() {
  local name
  for name in debian:bookworm-slim "${images[@]}"; do grep -qsF "\"$name\":" "$home"/data/image/*/repositories.json || return 1; done
}

has_image() { docker image inspect "$1" >/dev/null 2>&1; }

# Once in an `up`: without a registry each attempt waits for its own refusal.
pull_image() {
  [[ -z ${registry_is_away:-} ]] || return 1
  say "$1: pulling"
  timeout 300 docker pull --quiet "$1" >/dev/null 2>&1 || { registry_is_away=1; return 1; }
  say "$1: pulled"
}

# provide_image NAME FOLDER: the folder beside this file has its Dockerfile, fetch_FOLDER what it copies.
provide_image() {
  local name=$1 folder=$2 room began=$SECONDS
  ! has_image "$name" || return 0
  ! pull_image "$name" || return 0
  say "$name: making it from $folder/Dockerfile"
  room=$(mktemp -d)
  cp "$here/engine-images/$folder"/* "$room"
  "fetch_$folder" "$room"
  DOCKER_BUILDKIT=0 docker build --quiet --tag "$name" "$room" >"$home/$folder.log" 2>&1 ||
    { tail -n 20 "$home/$folder.log" >&2; die "$name could not be made. The log is $home/$folder.log."; }
  rm -rf "$room"
  say "$name: made in $((SECONDS - began)) s"
}

# As Debian's own slim image: no documents, and nothing of apt's cache.
bootstrap_debian() {
  local room began=$SECONDS
  say 'debian:bookworm-slim: making it with debootstrap'
  room=$(mktemp -d)
  debootstrap --variant=minbase bookworm "$room" >"$home/debian.log" 2>&1 || die "Debian could not be installed into a folder. The log is $home/debian.log."
  cat >"$room/etc/apt/apt.conf.d/docker-clean" <<'APT'
DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };
Dir::Cache::pkgcache ""; Dir::Cache::srcpkgcache "";
APT
  printf 'path-exclude /usr/share/%s/*\n' doc man locale >"$room/etc/dpkg/dpkg.cfg.d/slim"
  # Where this machine gets its packages, the image does too.
  cp /etc/apt/sources.list.d/debian.sources "$room/etc/apt/sources.list.d/" 2>/dev/null && rm -f "$room/etc/apt/sources.list"
  tar -C "$room" --exclude='./var/cache/apt/*' --exclude='./var/lib/apt/lists/*' --exclude='./usr/share/doc/*' \
    --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' --exclude='./var/log/*' -c . | docker import - debian:bookworm-slim >/dev/null
  rm -rf "$room"
  say "debian:bookworm-slim: made in $((SECONDS - began)) s"
}

fetch_node() {
  local architecture=x64
  [[ $(uname -m) == x86_64 ]] || architecture=arm64
  npm install --prefix "$1/packages" --ignore-scripts --no-audit --no-fund --silent "node-linux-$architecture@$node_version" npm@11
  mv "$1/packages/node_modules/node-linux-$architecture/bin/node" "$1/packages/node_modules/npm" "$1"
  rm -rf "$1/packages"
  # npm in a build trusts what this machine trusts.
  cp /etc/ssl/certs/ca-certificates.crt "$1"
}

fetch_versitygw() {
  CGO_ENABLED=0 build_go_tool versitygw "$versitygw_version" github.com/versity/versitygw/cmd/versitygw
  cp "$cache/bin/versitygw" /usr/bin/busybox "$1"
}

fetch_postgres() { :; }

# Not onto PATH: the suites use Debian's.
fetch_caddy() {
  CGO_ENABLED=0 compile_go_tool caddy "$caddy_version" github.com/caddyserver/caddy/v2/cmd/caddy
  cp "$cache/caddy-$caddy_version/caddy" "$1"
}
