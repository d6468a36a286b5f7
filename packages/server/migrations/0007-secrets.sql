-- What a project wants done about other services' secrets in its docs.

alter table project add column secrets_found text not null default 'warn' check (secrets_found in ('warn', 'fail'));
-- page:pattern, a star for any; see core/secrets.
alter table project add column secret_exceptions text[] not null default '{}';
