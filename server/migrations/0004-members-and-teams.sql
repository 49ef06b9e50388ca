-- Why: who belongs to an organization, with which role, in which teams.
create table member (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  role text check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
  disabled boolean not null default false,
  sso boolean not null default false,
  joined_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3),
  -- Lower-cased name and address, kept here so that the text filter stays inside the organization.
  search_text text not null,
  teams integer not null default 0 check (teams >= 0),
  spaces integer not null default 0 check (spaces >= 0),
  version integer not null default 1,
  primary key (organization_id, user_id)
);
comment on table member is 'tenant: a person in an organization; a null role is a guest';
create index member_by_user on member (user_id);
create index member_by_joined on member (organization_id, joined_at, user_id);
create index member_by_seen on member (organization_id, last_seen_at, user_id)
  where last_seen_at is not null and not disabled;
create index member_by_role on member (organization_id, role, joined_at, user_id);
create index member_by_text on member using gin (organization_id, search_text gin_trgm_ops);

create table team (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  title text not null check (char_length(title) between 1 and 64),
  members integer not null default 0 check (members >= 0),
  spaces integer not null default 0 check (spaces >= 0),
  created_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
comment on table team is 'tenant: a named group of members';

create table team_member (
  organization_id text collate "C" not null,
  team_id text collate "C" not null,
  user_id text collate "C" not null,
  role text not null check (role in ('owner', 'member')),
  added_at timestamptz(3) not null default now(),
  primary key (organization_id, team_id, user_id),
  foreign key (organization_id, team_id) references team on delete cascade,
  foreign key (organization_id, user_id) references member on delete cascade
);
comment on table team_member is 'tenant: a member in a team';
create index team_member_by_user on team_member (organization_id, user_id, team_id);

alter table member add foreign key (organization_id) references organization on delete cascade;
alter table member add foreign key (user_id) references account on delete cascade;
alter table team add foreign key (organization_id) references organization on delete cascade;
