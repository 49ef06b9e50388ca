-- Why: links that led nowhere are looked up again when links are listed, and few pages hold any.
-- outside a transaction
drop index concurrently if exists entry_version_broken;
create index concurrently entry_version_broken on entry_version
  (organization_id, space_id, branch_id, entry_id)
  where to_number is null and links @> '[{"status": "broken"}]';
