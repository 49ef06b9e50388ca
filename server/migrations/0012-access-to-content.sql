-- Why: invite links may lead to one collection or space, and everybody with access to it is listed by user id.
-- outside a transaction
-- Null when it leads to the organization itself.
alter table link_invite add column if not exists content_id text collate "C";
alter table link_invite drop constraint if exists link_invite_content;
alter table link_invite add constraint link_invite_content
  foreign key (organization_id, content_id)
  references content_node (organization_id, id) on delete cascade not valid;
alter table link_invite validate constraint link_invite_content;
drop index concurrently if exists link_invite_by_content;
create index concurrently link_invite_by_content on link_invite (organization_id, content_id);
drop index concurrently if exists member_by_role_and_id;
create index concurrently member_by_role_and_id
  on member (organization_id, (coalesce(role, 'guest')), user_id) include (role) where not disabled;
