-- Why: before its last identity provider goes, an organization asks whether a member has to use it.
-- outside a transaction
alter table directory validate constraint directory_kind_check;
drop index concurrently if exists member_by_sso;
create index concurrently member_by_sso on member (organization_id) where sso;
