-- Why: an index that begins like the key is as cheap as the key for a planner that knows nothing of the
-- table yet, after an import or a restore: probes by the key then read all versions of a space.
-- outside a transaction
drop index concurrently if exists entry_version_of_document;
create index concurrently entry_version_of_document
  on entry_version (organization_id, document_id, space_id);
drop index concurrently if exists entry_version_by_document;
