-- Why: a directory names people and teams in its own way, and invites people who have yet to accept.
create table scim_user (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  -- The member; null until an invitation was accepted.
  user_id text collate "C",
  user_name text not null check (char_length(user_name) between 1 and 256),
  -- The name in lower case: letters count the same.
  user_name_key text collate "C" not null,
  external_id text collate "C" check (char_length(external_id) between 1 and 256),
  -- The address that the member was found by, or is invited at.
  email text collate "C" not null check (email = lower(email)),
  -- All addresses that the directory says, in lower case.
  emails text[] not null,
  -- Of who is no member yet; a member is what the membership says.
  is_active boolean not null,
  attributes jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
comment on table scim_user is 'tenant: what a directory says of a member, or of somebody it invites';
create unique index scim_user_by_user_name on scim_user (organization_id, user_name_key);
create unique index scim_user_by_member on scim_user (organization_id, user_id);
create index scim_user_by_external_id on scim_user (organization_id, external_id);
create index scim_user_by_email on scim_user (organization_id, email);
create index scim_user_by_emails on scim_user using gin (organization_id, emails);

create table scim_group (
  organization_id text collate "C" not null,
  team_id text collate "C" not null,
  external_id text collate "C" check (char_length(external_id) between 1 and 256),
  -- The whole name; the title of a team has its first 64 characters.
  display_name text not null check (char_length(display_name) between 1 and 256),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, team_id)
);
comment on table scim_group is 'tenant: what a directory says of a team';
create index scim_group_by_external_id on scim_group (organization_id, external_id);

create table scim_group_wish (
  organization_id text collate "C" not null,
  scim_user_id text collate "C" not null,
  team_id text collate "C" not null,
  primary key (organization_id, scim_user_id, team_id)
);
comment on table scim_group_wish is 'tenant: a team that somebody comes into once they accept their invitation';
create index scim_group_wish_by_team on scim_group_wish (organization_id, team_id);

alter table scim_user add foreign key (organization_id, user_id)
  references member (organization_id, user_id) on delete cascade;
alter table scim_user add foreign key (organization_id)
  references organization on delete cascade;
alter table scim_group add foreign key (organization_id, team_id)
  references team (organization_id, id) on delete cascade;
alter table scim_group_wish add foreign key (organization_id, scim_user_id)
  references scim_user (organization_id, id) on delete cascade;
alter table scim_group_wish add foreign key (organization_id, team_id)
  references team (organization_id, id) on delete cascade;
