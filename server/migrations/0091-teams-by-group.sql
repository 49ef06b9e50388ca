-- Why: an identity provider says in which groups somebody is, and an organization has teams for these.
create table saml_provider_team (
  organization_id text collate "C" not null,
  provider_id text collate "C" not null,
  -- A value of the attribute that the provider names groups in.
  group_name text collate "C" not null check (char_length(group_name) between 1 and 256),
  team_id text collate "C" not null,
  primary key (organization_id, provider_id, group_name, team_id)
);
comment on table saml_provider_team is 'tenant: a team that follows a group of an identity provider';
create index saml_provider_team_by_team on saml_provider_team (organization_id, team_id);

alter table saml_provider_team add foreign key (organization_id, team_id)
  references team on delete cascade;
alter table saml_provider_team add foreign key (organization_id, provider_id)
  references saml_provider on delete cascade;
-- Without it, the teams of members do not follow what the provider says.
alter table saml_provider add column groups_attribute text
  check (char_length(groups_attribute) between 1 and 256);
-- Those of the groups that have teams, as the answer named them.
alter table saml_request add column groups text[];
