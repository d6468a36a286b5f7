import { isoTime } from './iso-time.ts'

/** An agent job as the API shows it, made by Postgres. The link of a pull request is shown once the job is no longer active. */
export const agentJobFields = (row: string) => `${row}.id, ${row}.status,
  json_build_object('repository', ${row}.repository, 'ref', ${row}.ref) as source, ${row}.model,
  case when ${row}.status <> 'active' then ${row}.pr_link end as "prLink", ${isoTime(`${row}.created_at`)} as "createdAt",
  ${isoTime(`${row}.archived_at`)} as "archivedAt", ${row}.title, ${row}.summary, ${row}.error_code as "errorCode",
  ${row}.error, ${row}.changed_files as "changedFiles", ${row}.usage`

export const agentJobJson = (row: string) => `(select row_to_json(job) from (select ${agentJobFields(row)}) job)`
