-- What a later export takes over from an earlier one.

-- The place of a chunk's first page in the order of the bundle: chunks of two exports that hold the same pages are found by it.
alter table export_chunk add column first_page text not null default '';
alter table export_chunk add column reused integer not null default 0;

-- The last completed export of a domain.
create index export_completed on export (project_id, domain, ended_at desc) where status = 'completed';
