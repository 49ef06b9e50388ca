-- Why: members of an organization sign in with the identity provider of that organization.
create table saml_provider (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  label text not null check (char_length(label) between 1 and 30),
  -- With all three of these set, people can sign in.
  entity_id text collate "C" check (char_length(entity_id) between 1 and 1024),
  certificate text check (char_length(certificate) between 1 and 10000),
  sso_url text check (char_length(sso_url) between 1 and 2048),
  -- A team that is gone is none.
  default_team_id text collate "C",
  default_role text
    check (default_role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
comment on table saml_provider is 'tenant: an identity provider that members of the organization sign in with';

alter table saml_provider add foreign key (organization_id)
  references organization (organization_id) on delete cascade;
alter table directory drop constraint directory_kind_check;
alter table directory add constraint directory_kind_check
  check (kind in ('organization', 'collection', 'space', 'site', 'saml-provider')) not valid;
