# S3: a single-node Ceph object gateway (mon + osd + radosgw) without systemd. Objects live in memory and the store
# starts empty each time.
# shellcheck shell=bash disable=SC2154 # data and clone come from environment.sh

s3_pidfile() { echo "$data/s3/run/client.rgw.pid"; }

# tcp_nodelay: without it each GET waits 40 ms for an acknowledgement that the client puts off.
s3_configure() {
  local port=$1 fsid=$2 monitor=$3
  cat >"$data/s3/ceph.conf" <<CONF
[global]
fsid = $fsid
mon_initial_members = a
mon_host = $monitor
ms_mon_client_mode = crc
public_network = 127.0.0.0/8
ms_bind_ipv6 = false
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = $data/s3/run
admin_socket = $data/s3/run/\$name.asok
pid_file = $data/s3/run/\$name.pid
log_file = $data/s3/log/\$name.log
mon_cluster_log_file = $data/s3/log/cluster.log
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
mon_data_avail_warn = 1
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pgp_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
[mon.a]
mon_data = $data/s3/mon
[osd.0]
osd_data = $data/s3/osd
osd_objectstore = memstore
memstore_device_bytes = 8589934592
osd_class_load_list = *
osd_class_default_list = *
[client.rgw]
rgw_data = $data/s3/rgw
rgw_frontends = beast endpoint=127.0.0.1:$port tcp_nodelay=1
rgw_zone = default
rgw_enable_usage_log = false
CONF
}

# with_ceph PROGRAM ARGUMENTS…: one Ceph program on our configuration, its chatter in the log.
with_ceph() {
  local program=$1
  shift
  timeout 60 "$program" -c "$data/s3/ceph.conf" "$@" </dev/null >>"$data/s3/log/start.log" 2>&1 ||
    die "$program failed. Its output is in $data/s3/log/start.log; deploy/local/install adds what is missing."
}

s3_start() {
  local port fsid osd monitor
  rm -rf "$data/s3"
  mkdir -p "$data"/s3/{mon,osd,run,log,rgw}
  port=$(take_port s3 "$BINDERY_S3_PORT")
  monitor="[v2:127.0.0.1:$(take_port s3_monitor 13300),v1:127.0.0.1:$(take_port s3_monitor_v1 16789)]"
  fsid=$(</proc/sys/kernel/random/uuid)
  osd=$(</proc/sys/kernel/random/uuid)
  s3_configure "$port" "$fsid" "$monitor"
  with_ceph monmaptool --create --fsid "$fsid" --addv a "$monitor" "$data/s3/monmap"
  with_ceph ceph-mon --mkfs -i a --monmap "$data/s3/monmap"
  with_ceph ceph-mon -i a
  with_ceph ceph osd new "$osd"
  with_ceph ceph-osd --mkfs -i 0 --osd-uuid "$osd"
  with_ceph ceph osd crush add osd.0 1.0 root=default host=local
  with_ceph ceph-osd -i 0
  with_ceph radosgw -n client.rgw
  wait_for_port s3 "$port" "$data/s3/log/client.rgw.log"
  with_ceph radosgw-admin user create --uid=bindery --display-name=bindery \
    --access-key="$BINDERY_S3_ACCESS_KEY_ID" --secret-key="$BINDERY_S3_SECRET_ACCESS_KEY"
  s3_create_bucket "$port"
}

s3_create_bucket() {
  local url="http://127.0.0.1:$1/$BINDERY_S3_BUCKET" status
  # Debian's curl signs the header but does not add it. 409: the bucket is there.
  status=$(curl --silent --show-error --output /dev/null --write-out '%{http_code}' --request PUT \
    --retry 30 --retry-delay 1 --retry-connrefused --aws-sigv4 "aws:amz:$BINDERY_S3_REGION:s3" \
    --header 'x-amz-content-sha256: UNSIGNED-PAYLOAD' \
    --user "$BINDERY_S3_ACCESS_KEY_ID:$BINDERY_S3_SECRET_ACCESS_KEY" "$url") || true
  [[ $status == 200 || $status == 409 ]] || die "PUT $url answered ${status:-nothing}, so there is no bucket. See the log of the S3 server."
}

# Ceph stops writes at 95 % of the store: clients then wait instead of getting an error.
s3_check() {
  local used total percent
  read -r used total < <(ceph --admin-daemon "$data/s3/run/osd.0.asok" perf dump osd 2>/dev/null |
    jq --raw-output '"\(.osd.stat_bytes_used) \(.osd.stat_bytes)"') || return 0
  percent=$((100 * used / total))
  ((percent < 85)) || say "s3: the store is $percent % full, and a full one stops answering. To empty it: npm run services:down -- --erase, then npm run services"
}

s3_stop() {
  local name
  for name in client.rgw osd.0 mon.a; do stop_pid "$data/s3/run/$name.pid" TERM; done
}
