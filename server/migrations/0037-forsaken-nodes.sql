-- Why: what a transfer left behind is looked for every hour in every organization, and there is hardly ever any.
-- outside a transaction
drop index concurrently if exists content_node_forsaken;
create index concurrently content_node_forsaken on content_node (organization_id, id)
  where state <> 'live';
