-- Why: what an older release wrote lacks its uses until a worker records them, and is found by this.
-- outside a transaction
drop index concurrently if exists entry_version_without_uses;
create index concurrently entry_version_without_uses
  on entry_version (organization_id, space_id, branch_id, entry_id)
  where to_number is null and uses is null
    and kind in ('document', 'link', 'reusable-content');
