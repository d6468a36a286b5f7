-- What a later export takes over from an earlier one.

-- The file of a chunk's first page: chunks of two exports that hold the same pages are found by it.
alter table export_chunk add column first_file text not null default '';
alter table export_chunk add column reused integer not null default 0;

-- The last completed export of a domain.
create index export_completed on export (project_id, domain, ended_at desc) where status = 'completed';
