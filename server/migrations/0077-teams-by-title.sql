-- Why: directories look for a team by its title, in which letters count the same.
-- outside a transaction
drop index concurrently if exists team_by_title;
create index concurrently team_by_title on team (organization_id, (lower(title)));
