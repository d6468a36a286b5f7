-- Every worker looks once a second for agent jobs that were cancelled lately, as for exports.
create index edit_cancelled on edit (ended_at) where error_code = 'cancelled';

-- Until when a worker deletes these objects. It holds no row meanwhile; an export of the same source waits for it.
alter table export_remains add column clearing_until timestamptz;
create index export_remains_clearing on export_remains (export_id) where clearing_until is not null;
