-- What of a job has ended the process that worked on it, each time it did, on whatever worker: what does so twice is not
-- tried again. A default that is a constant rewrites no row.

alter table export add column ended_processes text[] not null default '{}';
alter table edit add column ended_processes text[] not null default '{}';
