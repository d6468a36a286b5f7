# Sourced by test/parts/cluster: Kubernetes and CoreDNS as static programs, built from the modules beside this file into the
# cache, and the two images that the node itself needs.
# shellcheck shell=bash disable=SC2154 # here, home and state come from test/parts/cluster

kubernetes_version=1.34.4
kubernetes_names=(kube-apiserver kube-controller-manager kube-scheduler kube-proxy kubelet kubectl)

# Kubernetes takes two cores about twelve minutes, CoreDNS two.
build_parts() {
  local version=k8s.io/component-base/version name
  mkdir -p "$home/bin"
  build_part kubernetes "$kubernetes_version" "-X $version.gitVersion=v$kubernetes_version -X $version.gitMajor=1 -X $version.gitMinor=34 -X $version.gitTreeState=clean"
  build_part dns 1.14.7 ''
  for name in "${kubernetes_names[@]}"; do ln -sfn "../kubernetes-$kubernetes_version" "$home/bin/$name"; done
  build_helm
}

# build_part FOLDER VERSION LINKER-FLAGS
build_part() {
  local began=$SECONDS target="$home/$1-$2"
  [[ ! -x $target ]] || return 0
  command -v go >/dev/null || die 'go is missing. Install Go 1.26 or newer: the cluster is built with it.'
  say "$1: building $2"
  CGO_ENABLED=0 GOFLAGS='-mod=readonly -buildvcs=false' nice -n 10 go build -C "$here/cluster-parts/$1" -trimpath -ldflags "-s -w $3" -o "$target.new" . >"$home/$1.log" 2>&1 ||
    { tail -n 30 "$home/$1.log" >&2; die "$1 could not be built. The log is $home/$1.log."; }
  mv "$target.new" "$target"
  say "$1: built in $((SECONDS - began)) s"
}

# The first process of a pod, and the names of services.
load_images() {
  load_image pause /bin/busybox '["/busybox", "sleep", "2147483647"]'
  load_image coredns "$home/dns-1.14.7" '["/dns-1.14.7"]'
}

# load_image NAME PROGRAM COMMAND: a layer with a static program in it, in an archive as `docker save` writes it.
load_image() {
  local room digest architecture=amd64
  [[ $(uname -m) == x86_64 ]] || architecture=arm64
  room=$(mktemp -d)
  tar -C "$(dirname "$2")" --owner=0 --group=0 -cf "$room/layer.tar" "$(basename "$2")"
  digest=$(sha256sum "$room/layer.tar" | cut -d' ' -f1)
  echo "{\"architecture\":\"$architecture\",\"os\":\"linux\",\"config\":{\"Entrypoint\":$3},\"rootfs\":{\"type\":\"layers\",\"diff_ids\":[\"sha256:$digest\"]}}" >"$room/config.json"
  echo "[{\"Config\":\"config.json\",\"RepoTags\":[\"localhost/$1:1\"],\"Layers\":[\"layer.tar\"]}]" >"$room/manifest.json"
  tar -C "$room" -cf "$room/image.tar" manifest.json config.json layer.tar
  ctr images import "$room/image.tar" >/dev/null
  rm -rf "$room"
}
