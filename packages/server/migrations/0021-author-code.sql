-- Whether code of a docs folder runs in readers' browsers. It does not, unless a project's owner says so; a start can only
-- turn it off. A process of the release before this one writes neither column.
alter table project add column author_code text not null default 'off' check (author_code in ('off', 'browser'));
alter table export add column requested_author_code text check (requested_author_code in ('off'));
