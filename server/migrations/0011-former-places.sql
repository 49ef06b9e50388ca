-- Why: which pages were below a page, and which had a slug there, in revisions that are not the head.
-- outside a transaction
-- Equal keys share one entry of the index, so that versions of one page in one place cost next to nothing.
drop index concurrently if exists entry_version_by_former_place;
create index concurrently entry_version_by_former_place on entry_version
  (organization_id, space_id, branch_id, parent_id, (coalesce(slug, '')), entry_id)
  where to_number is not null and kind in ('document', 'group', 'link', 'computed');

-- The space says which organization and branch it is. A planner that does not know takes every space for
-- a handful of rows, and then any index that begins with these columns for as good as the right one.
create statistics if not exists entry_version_of_space (dependencies)
  on organization_id, space_id, branch_id from entry_version;
create statistics if not exists revision_of_space (dependencies)
  on organization_id, space_id, branch_id from revision;
create statistics if not exists alias_of_space (dependencies) on organization_id, space_id from alias;
create statistics if not exists document_of_space (dependencies) on organization_id, space_id from document;
