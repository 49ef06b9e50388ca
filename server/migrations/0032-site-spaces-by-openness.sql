-- Why: of the site-spaces of a space, the one in the most open site comes first.
-- outside a transaction
drop index concurrently if exists site_space_by_openness;
create index concurrently site_space_by_openness
  on site_space (organization_id, space_id, openness, site_id, position, id);
drop index concurrently if exists site_space_by_space;
