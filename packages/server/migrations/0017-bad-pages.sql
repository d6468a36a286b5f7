-- A page that is not valid MDX is shown as far as it can be read, and is an error of the report; or it fails the export,
-- where that is asked for: by the project, or by a start.

alter table project add column page_rule text not null default 'lenient' check (page_rule in ('lenient', 'strict'));
-- Null for the project's own.
alter table export add column requested_page_rule text check (requested_page_rule in ('lenient', 'strict'));
alter table export add column errors integer not null default 0;
