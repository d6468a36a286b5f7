#!/usr/bin/env bash
# Starts an export, waits for it, and gives the link to its bundle: what `bindery export` does, with nothing but bash,
# curl and jq, which every runner has.
#
#   BINDERY_URL=… BINDERY_API_KEY=… EXPORT_DOMAIN=… [EXPORT_REF=…] [EXPORT_VERSION=…] [EXPORT_PAGES=…] [EXPORT_OUTPUT=…] bash export.sh
#
# The results go to the file that GITHUB_OUTPUT names, one name=value on each line; without it, to stdout.
set -euo pipefail

: "${BINDERY_URL:?is the address of the service}" "${BINDERY_API_KEY:?is an API key that may write}"
: "${EXPORT_DOMAIN:?is the domain to export}"
jobs=${BINDERY_URL%/}/v1/static-export/jobs
answer=$(mktemp)
trap 'rm -f "$answer" "${EXPORT_OUTPUT:-$answer}.part"' EXIT

main() {
  local job
  job=$(start_export)
  give job-id "$job"
  wait_for_export "$job"
  give version "$(jq -r .version "$answer")"
  link_bundle "$job"
}

start_export() {
  local body
  body=$(jq -n --arg domain "$EXPORT_DOMAIN" --arg ref "${EXPORT_REF:-}" --arg version "${EXPORT_VERSION:-}" \
    --arg pages "${EXPORT_PAGES:-}" '{$domain, $ref, $version, $pages} | with_entries(select(.value != ""))')
  # A start whose answer was lost is repeated with the same key, and makes no second export.
  ask -H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" -H 'Content-Type: application/json' -d "$body" "$jobs"
  jq -r .jobId "$answer"
}

wait_for_export() {
  while :; do
    ask -H 'Prefer: wait=30' "$jobs/$1"
    case $(jq -r .status "$answer") in
      completed) say "$(jq -r '"\(.domain) version \(.version): \(.pageCount) pages, \(.errors // 0) errors, \(.warnings) warnings"' "$answer")" && return ;;
      failed) explain_failure "$1" ;;
    esac
    say "$(jq -r '"\(.jobId) \(.status): \(.progress) %, \(.pageCount) of \(.totalPages // "?") pages"' "$answer")"
    sleep 2
  done
}

explain_failure() {
  local sentence
  sentence=$(jq -r '"\(.errorCode): \(.error)"' "$answer")
  # An export that failed before its pages were looked at has no report.
  if (ask "$jobs/$1/report") 2>/dev/null; then
    # On one line each: a line of its own that begins with :: would be a command to the runner.
    say "$(jq -r '.failures[] | "error \(.file):\(.line):\(.column): \(.reason | gsub("[\r\n]+"; " "))"' "$answer")"
  fi
  fail "The export $1 failed: $sentence"
}

link_bundle() {
  ask -X POST "$jobs/$1/bundle"
  local url sha256
  url=$(jq -r .bundleUrl "$answer")
  sha256=$(jq -r .sha256 "$answer")
  [ "${GITHUB_ACTIONS:-}" != true ] || echo "::add-mask::$url"
  if [ -n "${EXPORT_OUTPUT:-}" ]; then download "$url" "$sha256" "$EXPORT_OUTPUT"; fi
  give bundle-url "$url"
  give sha256 "$sha256"
}

# Without the key: the link is the credential.
download() {
  curl -sS --fail --retry 5 --retry-all-errors -o "$3.part" "$1" || fail "The bundle cannot be downloaded to $3."
  sha256sum --quiet -c <<<"$2  $3.part" || fail "The bundle at $3 has not the digest that the service named."
  mv "$3.part" "$3"
}

# The answer is then in $answer. Busy and restarting services are asked again for five minutes, with their Retry-After.
# The key is no argument, which every process could read; redirects are not followed, so that it goes nowhere else.
ask() {
  local status
  status=$(curl -sS -o "$answer" -w '%{http_code}' --retry 10 --retry-max-time 300 --retry-all-errors \
    --config <(printf 'header = "Authorization: Bearer %s"\n' "$BINDERY_API_KEY") "$@") ||
    fail "$BINDERY_URL cannot be reached."
  case $status in
    20?) ;;
    *) fail "$BINDERY_URL answered $status: $(jq -r '.error // empty' "$answer" 2>/dev/null || echo 'not in JSON')" ;;
  esac
}

give() {
  if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "$1=$2" >>"$GITHUB_OUTPUT"; else echo "$1=$2"; fi
}

say() {
  [ -z "$1" ] || printf '%s\n' "$1" >&2
}

fail() {
  if [ "${GITHUB_ACTIONS:-}" = true ]; then
    # A sentence of several lines would end the command after the first.
    local sentence=${1//%/%25}
    printf '::error::%s\n' "${sentence//$'\n'/%0A}" >&2
  else
    say "$1"
  fi
  exit 1
}

main
