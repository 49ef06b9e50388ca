-- Why: people and teams can be given a role on one site, without one in the organization.
create table site_user_grant (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  user_id text collate "C" not null,
  role text check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id, site_id)
);
comment on table site_user_grant is 'tenant: the role a person was given on a site';
create index site_user_grant_by_site on site_user_grant (organization_id, site_id, user_id);

create table site_team_grant (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  team_id text collate "C" not null,
  role text check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id, team_id)
);
comment on table site_team_grant is 'tenant: the role a team was given on a site';
create index site_team_grant_by_team on site_team_grant (organization_id, team_id, site_id);

alter table site_user_grant add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
alter table site_user_grant add foreign key (organization_id, user_id)
  references member (organization_id, user_id) on delete cascade;
alter table site_team_grant add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
alter table site_team_grant add foreign key (organization_id, team_id)
  references team (organization_id, id) on delete cascade;
