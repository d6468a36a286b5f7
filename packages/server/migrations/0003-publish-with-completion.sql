-- An export becomes current in the transaction that completes it: core/publications/complete-export.ts.

drop trigger export_published on export;
drop function publish_completed_export();
drop function publish_export(export);
alter table export drop column published_at, drop column head_key;

-- The export below whose prefix the pack is stored, with the facts of its pages.
alter table export_chunk add column pack_owner text, drop column traces_key;
update export_chunk set pack_owner = split_part(pack_key, '/', 4);
alter table export_chunk alter column pack_owner set not null;
drop index export_chunk_pack_home;
create index export_chunk_pack_owner on export_chunk (pack_owner);
