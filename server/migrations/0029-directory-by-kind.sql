-- Why: whoever walks all organizations, or all sites, passes over everything else in the directory.
-- outside a transaction
drop index concurrently if exists directory_by_kind;
create index concurrently directory_by_kind on directory (kind, id);
