-- Exports of some pages only, and exports that are cancelled.

-- What the caller asked for; null means every published page.
alter table export add column requested_paths text[];

-- Cancelled exports are few, and for a while each worker looks whether any of them still has work in the engine.
create index export_cancelled on export (ended_at) where error_code = 'cancelled';
