-- Why: the unfinished imports of an organization are counted without reading all that it ever made.
-- outside a transaction
drop index concurrently if exists import_run_unfinished;
create index concurrently import_run_unfinished
  on import_run (organization_id, created_at)
  where status in ('pending', 'in-progress');
