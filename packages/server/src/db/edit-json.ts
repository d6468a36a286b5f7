import { isoTime } from './iso-time.ts'

/** An edit as the API shows it, made by Postgres. The link of a pull request is shown once the job is no longer active. */
export const editFields = (row: string) => `${row}.id, ${row}.status,
  json_build_object('repository', ${row}.repository, 'ref', ${row}.ref) as source, ${row}.model,
  case when ${row}.status <> 'active' then ${row}.pr_link end as "prLink", ${isoTime(`${row}.created_at`)} as "createdAt",
  ${isoTime(`${row}.archived_at`)} as "archivedAt", ${row}.title, ${row}.summary, ${row}.error_code as "errorCode",
  ${row}.error, ${row}.changed_files as "changedFiles", ${row}.usage`

export const editJson = (row: string) => `(select row_to_json(job) from (select ${editFields(row)}) job)`
