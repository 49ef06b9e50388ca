-- Why: a job finds the documents whose anchors are not known yet, without reading the others.
-- outside a transaction
drop index concurrently if exists document_without_anchors;
create index concurrently document_without_anchors on document (organization_id)
  where anchors is null;
