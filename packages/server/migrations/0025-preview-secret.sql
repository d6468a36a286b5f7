-- Signs the addresses of previews. Made here, so that every process of the installation has the same one and none has to
-- be configured: 244 random bits.
create table preview_secret (
  only_one boolean primary key default true check (only_one),
  secret bytea not null
);
insert into preview_secret (secret)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
