-- Why: the organization is the tenant; every tenant table begins with its id.
create table directory (
  id text collate "C" primary key,
  kind text not null check (kind in ('organization')),
  organization_id text collate "C" not null
);
comment on table directory is 'distributed(id): the home organization of each thing that is addressed without naming one';
create index directory_by_kind on directory (kind, id);

create table subdomain (
  subdomain text collate "C" primary key,
  organization_id text collate "C" not null,
  created_at timestamptz(3) not null default now()
);
comment on table subdomain is 'distributed(subdomain): names that are unique in the world';
create index subdomain_by_organization on subdomain (organization_id);

create table email_domain (
  domain text collate "C" not null,
  organization_id text collate "C" not null,
  primary key (domain, organization_id)
);
comment on table email_domain is 'distributed(domain): organizations that people of a mail domain may join';

create table organization (
  organization_id text collate "C" primary key,
  title text not null check (char_length(title) between 2 and 255),
  hostname text collate "C" not null,
  type text not null default 'business' check (type in ('business', 'community')),
  use_case text,
  community_type text,
  default_role text default 'read'
    check (default_role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
  default_site_id text collate "C",
  email_domains text[] not null default '{}',
  logo text,
  sso boolean not null default false,
  ai boolean not null default false,
  invite_links boolean not null default true,
  merge_rules jsonb not null default '{"type": "none"}',
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  version integer not null default 1
);
comment on table organization is 'tenant: the organization itself';

create table organization_counter (
  organization_id text collate "C" not null references organization on delete cascade,
  name text collate "C" not null,
  value bigint not null default 0 check (value >= 0),
  primary key (organization_id, name)
);
comment on table organization_counter is 'tenant: sizes of lists that may grow large, so that count costs one row';

create table organization_secret (
  organization_id text collate "C" not null references organization on delete cascade,
  name text collate "C" not null,
  sealed text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, name)
);
comment on table organization_secret is 'tenant: keys of an organization, sealed under the keys of the installation';

create table agent_instructions (
  organization_id text collate "C" primary key references organization on delete cascade,
  -- json, not jsonb: the document is kept as it was sent.
  document json not null,
  updated_at timestamptz(3) not null default now(),
  updated_by text collate "C" not null,
  version integer not null default 1
);
comment on table agent_instructions is 'tenant: what an organization tells its agents';
