-- A chunk of which nothing has changed is not copied: its row names the pack of the export that made it, wherever that lies.
-- The rows are the count. A pack is needed while one names it whose export is under way, or has completed and is kept.

-- Where its traces lie, if not beside the pack. A process of the release before this one takes those beside it, which are of
-- an earlier plan: it looks more closely, and finds the same.
alter table export_chunk add column traces_key text;

-- Who needs what lies below the prefix of an export: org/<organization>/export/<export>/…
create index export_chunk_pack_home on export_chunk (split_part(pack_key, '/', 4));
create index export_chunk_traces_home on export_chunk (split_part(traces_key, '/', 4)) where traces_key is not null;
