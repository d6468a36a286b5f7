# Sourced by test/parts/cluster: who is who in it, for as long as it runs.
# shellcheck shell=bash disable=SC2154 # state and node come from test/parts/cluster

make_certificates() {
  local name
  (
    cd "$state"
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.crt -days 30 -subj /CN=cluster \
      -addext keyUsage=critical,keyCertSign,cRLSign,digitalSignature 2>/dev/null
    # Service accounts.
    openssl ecparam -name prime256v1 -genkey -noout -out accounts.key
    openssl ec -in accounts.key -pubout -out accounts.pub 2>/dev/null
    issue_certificate server /CN=kube-apiserver "DNS:localhost,DNS:kubernetes.default.svc,IP:127.0.0.1,IP:10.96.0.1,IP:$node"
    issue_certificate admin /O=system:masters/CN=admin
    issue_certificate node /O=system:nodes/CN=system:node:node "DNS:node,IP:$node"
    for name in admin node; do write_kubeconfig "$name" >"$name.conf"; done
  )
  printf 'search default.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\n' >"$state/resolv.conf"
}

# issue_certificate NAME SUBJECT [ALTERNATIVE-NAMES]
issue_certificate() {
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -out "$1.csr" -subj "$2" 2>/dev/null
  printf 'keyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\n%s\n' "${3:+subjectAltName=$3}" >"$1.ext"
  openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile "$1.ext" -out "$1.crt" 2>/dev/null
}

write_kubeconfig() {
  cat <<YAML
apiVersion: v1
kind: Config
clusters: [{ name: cluster, cluster: { server: "https://$node:6443", certificate-authority: $state/ca.crt } }]
users: [{ name: user, user: { client-certificate: $state/$1.crt, client-key: $state/$1.key } }]
contexts: [{ name: cluster, context: { cluster: cluster, user: user } }]
current-context: cluster
YAML
}
