# Sourced by engine and cluster: Debian's packages, the network of their own that their processes are in, and what is left of
# them. home, state and group are theirs.
# shellcheck shell=bash disable=SC2154

# install_packages NAME…: those that are missing.
install_packages() {
  local missing
  mapfile -t missing < <(list_missing "$@")
  ((${#missing[@]} == 0)) || apt_install "$home/apt.log" "${missing[@]}"
}

inside() { nsenter --net="$state/net" "$@"; } # not `ip netns exec`, which hides /sys/fs/cgroup

make_network() {
  touch "$state/net"
  unshare --net="$state/net" true
  inside sh -c 'ip link set lo up && sysctl --quiet --write net.ipv4.ip_forward=1'
}

stop_daemon() {
  local pid tries
  pid=$(cat "$state/$1.pid" 2>/dev/null) && grep -qaF "$state" "/proc/$pid/cmdline" 2>/dev/null || return 0
  kill "$pid" 2>/dev/null || return 0
  for ((tries = 0; tries < 300; tries++)); do
    kill -0 "$pid" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -s KILL "$pid"
}

# Whatever the daemons left; also after an `up` that broke off. More than once: one may start another while they are listed, and
# a group stays busy for a moment after its last process.
end_processes() {
  local pid tries
  for ((tries = 0; tries < 50; tries++)); do
    for pid in $(list_processes); do kill -s KILL "$pid" 2>/dev/null || true; done
    list_groups | xargs --no-run-if-empty rmdir 2>/dev/null && [[ -z $(list_processes) ]] && return 0
    sleep 0.1
  done
}

end_namespace() {
  end_processes
  ! mountpoint --quiet "$state/net" || umount "$state/net"
  rm -rf "$state"
}

# Everything in the network or in a container: the helpers of a daemon outlive it when it is killed.
list_processes() {
  local inode
  inode=$(stat --dereference --format %i "$state/net" 2>/dev/null) || inode=none
  { find /proc -mindepth 3 -maxdepth 3 -path '/proc/[0-9]*/ns/net' -lname "net:\[$inode\]" 2>/dev/null | cut -d/ -f3 || true # processes end while they are listed
    list_groups | while read -r folder; do cat "$folder/cgroup.procs" 2>/dev/null || true; done
  } | sort --unique --numeric-sort
}

list_groups() { find /sys/fs/cgroup -depth -type d \( -name "$group" -o -path "*/$group/*" \) 2>/dev/null || true; }

left_of_namespace() {
  list_processes | sed 's/^/process /'
  list_groups | sed 's/^/cgroup /'
  grep -F -e "$state" -e "$home/data" /proc/self/mounts | cut -d' ' -f2 | sed 's/^/mount /' || true
  [[ ! -e $state ]] || echo "folder $state"
}
