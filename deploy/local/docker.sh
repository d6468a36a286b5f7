# Postgres and S3 in containers, for machines without their programs. Replaces functions of postgres.sh and s3.sh.
# shellcheck shell=bash disable=SC2154 # data and clone come from environment.sh

has_programs() { (postgres_program initdb && command -v radosgw) >/dev/null 2>&1; }

# One project for each clone, so that two clones run side by side.
compose() {
  docker compose --project-name "bindery-local-$(cksum <<<"$clone" | cut -d ' ' -f 1)" --project-directory "$clone" \
    --env-file "$clone/deploy/local/services.env" --file "$clone/deploy/local/compose.yaml" "$@"
}

erase_containers() { :; }

if ! has_programs && docker info >/dev/null 2>&1; then
  postgres_start() {
    BINDERY_POSTGRES_PORT=$(take_port postgres "$BINDERY_POSTGRES_PORT")
    compose up --detach --wait postgres >&2
  }
  s3_start() {
    BINDERY_S3_PORT=$(take_port s3 "$BINDERY_S3_PORT")
    compose up --detach --wait s3 >&2
  }
  is_up() {
    case $1 in
      postgres | s3) [[ -n $(compose ps --quiet --status running "$1") ]] ;;
      *) our_pid "$("$1_pidfile")" >/dev/null ;;
    esac
  }
  postgres_stop() { compose stop postgres >&2; }
  s3_stop() { compose stop s3 >&2; }
  s3_check() { :; }
  erase_containers() { compose down --volumes >&2; }
fi
