-- What an export does about files that pages show of other hosts. Projects of today get what new ones have; a process of
-- the release before this one writes neither column.
alter table project add column assets text not null default 'vendor' check (assets in ('vendor', 'link', 'strict'));
alter table export add column requested_assets text check (requested_assets in ('vendor', 'link', 'strict'));
