-- Why: relative links lead to imported pages by the files they came from.
-- outside a transaction
drop index concurrently if exists entry_version_by_path;
create index concurrently entry_version_by_path on entry_version
  (organization_id, space_id, branch_id, (attributes ->> 'path'))
  where to_number is null and attributes ->> 'path' is not null
    and kind in ('document', 'group', 'link', 'computed');
