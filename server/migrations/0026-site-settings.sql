-- Why: how sites look, who reads them with which key, what is known of visitors, and where old paths lead.
create table site_customization (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  -- Empty for the site itself.
  site_space_id text collate "C" not null default '',
  -- Null where it is the site itself: keys that refer to nothing are not checked.
  overridden_id text collate "C" generated always as (nullif(site_space_id, '')) stored,
  -- All settings of the site; of a site-space those that it overrides.
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id, site_space_id)
);
comment on table site_customization is 'tenant: how a site looks and what it offers, and what its site-spaces override';
create index site_customization_by_overridden
  on site_customization (organization_id, site_id, overridden_id);

create table site_adaptive_schema (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  -- The text that was accepted: jsonb would change the order in which claims were written.
  json_schema json not null check (json_typeof(json_schema) = 'object'),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id)
);
comment on table site_adaptive_schema is 'tenant: the claims that visitors of a site can bring';

create table site_share_link (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  name text not null check (char_length(name) <= 50),
  active boolean not null default true,
  -- Sealed for the row, to be shown again, and hashed with the site, to be found.
  key_sealed text not null,
  key_hash text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id, id)
);
comment on table site_share_link is 'tenant: secrets in links that open a site';
create unique index site_share_link_by_key
  on site_share_link (organization_id, key_hash, site_id);

create table site_publishing_auth (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  backend text not null default 'custom' check (backend in ('custom', 'integration')),
  private_key_sealed text not null,
  fallback_url text check (char_length(fallback_url) <= 2048),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id)
);
comment on table site_publishing_auth is 'tenant: the key that signs tokens for the visitors of a site';

create table site_redirect (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  source text not null check (char_length(source) <= 512),
  -- The source as it is compared: decoded and in lower case.
  source_key text collate "C" not null check (source_key like '/%'),
  destination jsonb not null check (
    destination ->> 'kind' in ('site-section', 'site-space', 'site-page')
  ),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id, id)
);
comment on table site_redirect is 'tenant: where readers of a path are sent at which nothing is';
create unique index site_redirect_by_source
  on site_redirect (organization_id, source_key, site_id);

create table site_former_path (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  -- The section that the site-space was in; empty for sections, and on a site without.
  section_id text collate "C" not null default '',
  kind text not null check (kind in ('section', 'site-space')),
  path text collate "C" not null check (char_length(path) between 1 and 100),
  -- The section or site-space that had the path last.
  target_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id, path, section_id, kind)
);
comment on table site_former_path is 'tenant: paths that sections and site-spaces had before, one for each rename';
create index site_former_path_by_target
  on site_former_path (organization_id, target_id, site_id);

alter table site_customization add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
alter table site_customization add foreign key (organization_id, site_id, overridden_id)
  references site_space (organization_id, site_id, id) on delete cascade;
alter table site_adaptive_schema add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
alter table site_share_link add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
alter table site_publishing_auth add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
alter table site_redirect add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
alter table site_former_path add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
