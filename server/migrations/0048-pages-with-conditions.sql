-- Why: a search of visitors asks which spaces hide pages, before it looks for anything.
-- outside a transaction
drop index concurrently if exists entry_version_with_condition;
create index concurrently entry_version_with_condition on entry_version (organization_id, space_id)
  where to_number is null and branch_id = space_id and attributes ? 'condition';
