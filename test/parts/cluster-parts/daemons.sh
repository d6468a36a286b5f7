# Sourced by test/parts/cluster: the processes of a node and of its control plane, each with a log in the data folder.
# shellcheck shell=bash disable=SC2154 # home, state, node and the functions come from test/parts/cluster

start_daemons() {
  local part
  # Alone in its folder: whatever is called .conf is taken for a network.
  mkdir "$state/network"
  fill network.conflist >"$state/network/network.conflist"
  for part in kubelet.yaml containerd.toml; do fill "$part" >"$state/$part"; done
  start_containerd
  start_etcd
  start_apiserver
  await 'the API' inside kubectl get --raw /readyz
  launch kube-controller-manager --kubeconfig="$KUBECONFIG" --use-service-account-credentials --service-account-private-key-file="$state/accounts.key" \
    --root-ca-file="$state/ca.crt" --leader-elect=false --bind-address=127.0.0.1 --cert-dir="$state/controllers"
  launch kube-scheduler --kubeconfig="$KUBECONFIG" --leader-elect=false --bind-address=127.0.0.1 --cert-dir="$state/scheduler"
  launch kubelet --config="$state/kubelet.yaml" --kubeconfig="$state/node.conf" --hostname-override=node --node-ip="$node"
  launch kube-proxy --kubeconfig="$KUBECONFIG" --hostname-override=node --proxy-mode=iptables --cluster-cidr=10.244.0.0/24 \
    --conntrack-max-per-core=0 --conntrack-tcp-timeout-established=0s --conntrack-tcp-timeout-close-wait=0s
  await containerd ctr version
  await 'the node' inside kubectl wait --for=condition=Ready node/node --timeout=5s
  await 'the account of pods' inside kubectl get serviceaccount default
}

# In mounts of its own: what it and the kubelet put into /run and /var is seen nowhere else and goes with them.
start_containerd() {
  mkdir -p "$state/run"
  # shellcheck disable=SC2016 # sh expands it
  setsid nohup nsenter --net="$state/net" unshare --mount --propagation private sh -ec '
    mount --no-mtab -t tmpfs tmpfs "$0/run"
    mkdir "$0/run/${0##*/}"
    mount --no-mtab --bind "$0" "$0/run/${0##*/}"
    mount --no-mtab --move "$0/run" /run
    mount --no-mtab -t tmpfs tmpfs /var
    mkdir -p /var/lib/kubelet /var/log /var/tmp
    ln -s /run /var/run
    mount --no-mtab --bind "$1/kubelet" /var/lib/kubelet
    exec containerd --config "$0/containerd.toml"' "$state" "$home/data" >"$home/data/logs/containerd.log" 2>&1 &
  echo $! >"$state/containerd.pid"
  await containerd ctr version
}

# Nothing of it outlives `down`, so it need not wait for the disk.
start_etcd() {
  local client=http://127.0.0.1:2379 peer=http://127.0.0.1:2380
  launch etcd --name=node --data-dir="$home/data/etcd" --listen-client-urls=$client --advertise-client-urls=$client \
    --listen-peer-urls=$peer --initial-advertise-peer-urls=$peer --initial-cluster="node=$peer" --unsafe-no-fsync
}

start_apiserver() {
  launch kube-apiserver --etcd-servers=http://127.0.0.1:2379 --advertise-address="$node" --cert-dir="$state/apiserver" \
    --tls-cert-file="$state/server.crt" --tls-private-key-file="$state/server.key" --client-ca-file="$state/ca.crt" \
    --service-account-key-file="$state/accounts.pub" --service-account-signing-key-file="$state/accounts.key" \
    --service-account-issuer=https://kubernetes.default.svc.cluster.local --service-cluster-ip-range=10.96.0.0/16 \
    --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --kubelet-preferred-address-types=InternalIP \
    --kubelet-client-certificate="$state/admin.crt" --kubelet-client-key="$state/admin.key" --kubelet-certificate-authority="$state/ca.crt"
}

# launch PROGRAM ARGUMENT…: in the network and the mounts of the node.
launch() {
  setsid nohup nsenter --net="$state/net" --mount="/proc/$(<"$state/containerd.pid")/ns/mnt" "$@" >"$home/data/logs/$1.log" 2>&1 &
}

# await WHAT COMMAND…: until it succeeds; not for ever, and not without containerd, which all the others need.
await() {
  local what=$1 deadline=$((SECONDS + 180))
  shift
  say "cluster: waiting for $what"
  while ((SECONDS < deadline)) && kill -0 "$(<"$state/containerd.pid")" 2>/dev/null; do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.2
  done
  tail -n 3 "$home"/data/logs/*.log >&2
  die "$what did not come up. The logs are in $home/data/logs."
}
