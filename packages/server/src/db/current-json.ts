import { isoTime } from './iso-time.ts'

/** What is current of a domain `d` with its export `e`, as the API shows it; made by Postgres and passed on as it is. */
export const currentFields = `d.name as domain, d.project_id as "projectId", e.id as "jobId", e.version, e.commit,
  case when e.id is not null then ${isoTime('d.published_at')} end as "publishedAt",
  case when d.pinned_at is not null then json_build_object('reason', d.pin_reason,
    'pinnedAt', ${isoTime('d.pinned_at')}, 'pinnedBy', d.pinned_by) end as pin`
