-- Digest of the manifest's `files`: a rollback skips exports with the content that is live. Null until the site is
-- finished.
alter table export add column content_digest text;
