-- Why: spaces whose index an earlier release made are looked for every hour.
-- outside a transaction
drop index concurrently if exists search_state_by_recipe;
create index concurrently search_state_by_recipe on search_state (organization_id, recipe, space_id);
