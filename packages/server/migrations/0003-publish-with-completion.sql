-- An export becomes current in the transaction that completes it: core/publications/complete-export.ts.

drop trigger export_published on export;
drop function publish_completed_export();
drop function publish_export(export);
alter table export drop column published_at, drop column head_key;

-- Exports below whose prefixes the pack and its traces are stored.
alter table export_chunk add column pack_owner text, add column traces_owner text;
update export_chunk set pack_owner = split_part(pack_key, '/', 4), traces_owner = split_part(traces_key, '/', 4);
alter table export_chunk alter column pack_owner set not null,
  add check ((traces_owner is null) = (traces_key is null));
drop index export_chunk_pack_home;
drop index export_chunk_traces_home;
create index export_chunk_pack_owner on export_chunk (pack_owner);
create index export_chunk_traces_owner on export_chunk (traces_owner) where traces_owner is not null;
