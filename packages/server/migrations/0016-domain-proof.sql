-- Where the operator asks for proof, a domain is first claimed, by any number of organizations, and belongs to one of
-- them once control of it is proven. What is here already counts as proven, and so does what a process of the release
-- before this one adds while it still runs: hence the defaults.
alter table domain
  add column token text not null default replace(gen_random_uuid()::text, '-', ''),
  add column verified_at timestamptz default now();
update domain set verified_at = created_at;

alter table domain drop constraint domain_pkey, add primary key (organization_id, name);
drop index domain_organization;
create unique index domain_proven on domain (name) where verified_at is not null;
