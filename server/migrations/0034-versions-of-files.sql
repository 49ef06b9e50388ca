-- Why: the files of an old revision were found by probing every entry of its space, pages too.
-- outside a transaction
drop index concurrently if exists entry_version_of_files;
create index concurrently entry_version_of_files
  on entry_version (organization_id, space_id, branch_id, entry_id, from_number)
  where kind = 'file';
