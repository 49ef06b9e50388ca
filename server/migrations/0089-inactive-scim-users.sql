-- Why: an organization has a bound of inactive users, who are counted whenever a user is made.
-- outside a transaction
drop index concurrently if exists scim_user_inactive;
create index concurrently scim_user_inactive on scim_user (organization_id) where not is_active;
