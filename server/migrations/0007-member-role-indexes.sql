-- Why: members of one role are listed by joining or activity at the same cost per page, guests too.
-- outside a transaction
-- An expression, because the order behind "role is null" is lost to the planner; the role is included
-- so that counting stays inside the index.
drop index concurrently if exists member_by_role;
create index concurrently member_by_role
  on member (organization_id, (coalesce(role, 'guest')), joined_at, user_id) include (role);
drop index concurrently if exists member_by_role_seen;
create index concurrently member_by_role_seen
  on member (organization_id, (coalesce(role, 'guest')), last_seen_at, user_id) include (role)
  where last_seen_at is not null and not disabled;
