# Sourced by run: how slow this machine is now, and how much of a suite fits into its time.
# shellcheck shell=bash

# What two cores that nobody else uses take for the work below, in milliseconds.
calm_ms=900

# In tenths: 10 on a calm machine of two cores, 40 on one that is four times slower or gives us half a core. SLOWNESS=40 has
# the sizes of such a machine anywhere.
measure_slowness() {
  local began ended pids=() pid tenths
  [[ -z ${SLOWNESS:-} ]] || { echo "$SLOWNESS" && return; }
  began=${EPOCHREALTIME/[.,]/}
  for _ in 1 2; do
    head -c 512M /dev/zero | md5sum >/dev/null &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid"; done
  ended=${EPOCHREALTIME/[.,]/}
  tenths=$(((ended - began) / 100 / calm_ms))
  # A little more is noise.
  ((tenths > 13)) && echo "$tenths" || echo 10
}

# scale COMMAND TENTHS: of each {SIZE>LEAST} the size, divided by the slowness; LEAST still proves the promise. Of two words,
# or lists of them, the second on a machine twice as slow.
scale() {
  local command=$1 size least fitting
  while [[ $command =~ \{([a-z,-]+)\>([a-z,-]+)\} ]]; do
    command=${command/"${BASH_REMATCH[0]}"/"${BASH_REMATCH[$(($2 < 20 ? 1 : 2))]}"}
  done
  while [[ $command =~ \{([0-9]+)\>([0-9]+)\} ]]; do
    size=${BASH_REMATCH[1]} least=${BASH_REMATCH[2]}
    fitting=$((size * 10 / $2))
    command=${command/"${BASH_REMATCH[0]}"/$((fitting > least ? fitting : least))}
  done
  echo "$command"
}
