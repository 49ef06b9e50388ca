-- Why: collections and spaces, their order and nesting, and who was given access to them.
create table content_node (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null check (kind in ('collection', 'space')),
  parent_id text collate "C",
  title text not null check (char_length(title) <= 50),
  description text check (char_length(description) between 1 and 100),
  default_level text not null default 'inherit' check (
    default_level in ('inherit', 'guest', 'admin', 'create', 'review', 'edit', 'comment', 'read')
  ),
  position text collate "C" not null,
  -- Its own id, then those of the collections above it, nearest first: access needs no recursion.
  lineage text[] collate "C" not null,
  -- The nearest concrete default level of the lineage; 'member' where none says anything.
  base_level text not null default 'member' check (
    base_level in ('member', 'guest', 'admin', 'create', 'review', 'edit', 'comment', 'read')
  ),
  -- A transfer copies first: nothing is seen of what is arriving or has left.
  state text not null default 'live' check (state in ('live', 'arriving', 'left')),
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, parent_id) references content_node (organization_id, id),
  check (kind = 'space' or deleted_at is null),
  check (lineage[1] = id)
);
comment on table content_node is 'tenant: a collection or a space, where it stands and what members may do with it';
create index content_node_by_parent on content_node (organization_id, parent_id, position, id);
create index content_node_by_kind on content_node (organization_id, kind, position, id)
  where state = 'live' and deleted_at is null;
create index content_node_in_trash on content_node (organization_id, deleted_at, id)
  where deleted_at is not null;

create table space (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  emoji text check (char_length(emoji) <= 50),
  icon text check (char_length(icon) <= 2048),
  edit_mode text not null default 'live' check (edit_mode in ('live', 'locked')),
  language text,
  merge_rules jsonb not null default '{"type": "inherit"}',
  -- Part of the signature of every file URL: raising it revokes them all.
  file_epoch integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, id) references content_node (organization_id, id) on delete cascade
);
comment on table space is 'tenant: what only a space has: its settings';

create table space_counter (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  files integer not null default 0 check (files >= 0),
  comments integer not null default 0 check (comments >= 0),
  change_requests integer not null default 0 check (change_requests >= 0),
  change_requests_open integer not null default 0 check (change_requests_open >= 0),
  change_requests_draft integer not null default 0 check (change_requests_draft >= 0),
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space (organization_id, id) on delete cascade
);
comment on table space_counter is 'tenant: sizes of the lists of a space, apart from the row whose lock moves its head';

create table user_grant (
  organization_id text collate "C" not null,
  content_id text collate "C" not null,
  user_id text collate "C" not null,
  role text check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id, content_id),
  foreign key (organization_id, content_id)
    references content_node (organization_id, id) on delete cascade
);
comment on table user_grant is 'tenant: the role a person was given on a collection or space';
create index user_grant_by_content on user_grant (organization_id, content_id, user_id);

create table team_grant (
  organization_id text collate "C" not null,
  content_id text collate "C" not null,
  team_id text collate "C" not null,
  role text check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, content_id, team_id),
  foreign key (organization_id, content_id)
    references content_node (organization_id, id) on delete cascade
);
comment on table team_grant is 'tenant: the role a team was given on a collection or space';
create index team_grant_by_team on team_grant (organization_id, team_id, content_id);

alter table content_node add foreign key (organization_id)
  references organization on delete cascade;
alter table user_grant add foreign key (organization_id, user_id)
  references member (organization_id, user_id) on delete cascade;
alter table team_grant add foreign key (organization_id, team_id)
  references team (organization_id, id) on delete cascade;
alter table directory drop constraint directory_kind_check;
alter table directory add constraint directory_kind_check
  check (kind in ('organization', 'collection', 'space')) not valid;
