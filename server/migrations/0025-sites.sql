-- Why: sites publish spaces to readers, in sections and groups, under host names of their own.
create table site (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  type text not null default 'basic' check (
    type in ('basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium')
  ),
  title text not null check (char_length(title) between 2 and 128),
  basename text collate "C" not null check (char_length(basename) between 1 and 100),
  visibility text not null default 'public' check (
    visibility in ('public', 'unlisted', 'share-link', 'visitor-auth')
  ),
  published boolean not null default false,
  published_at timestamptz(3),
  agents_context text not null default 'included' check (agents_context in ('included', 'excluded')),
  -- Null until somebody says something about it.
  adaptive_content_enabled boolean,
  proxy_origin text check (char_length(proxy_origin) <= 512),
  -- Of a site with sections; the other one of a site without. No keys: they would go in a circle.
  default_section_id text collate "C",
  default_site_space_id text collate "C",
  -- The custom host name that was attached, which counts only once it is live.
  hostname text collate "C",
  hostname_live boolean not null default false,
  version integer not null default 1,
  -- Raised by every change of what readers may see.
  epoch integer not null default 1,
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  check (hostname is not null or not hostname_live)
);
comment on table site is 'tenant: what readers see of some spaces, where, and who may';
create unique index site_by_basename on site (organization_id, basename);

create table site_section_group (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  parent_id text collate "C",
  title text not null check (char_length(title) between 1 and 100),
  icon text check (char_length(icon) <= 50),
  position text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id, id),
  foreign key (organization_id, site_id) references site (organization_id, id) on delete cascade,
  foreign key (organization_id, site_id, parent_id)
    references site_section_group (organization_id, site_id, id)
);
comment on table site_section_group is 'tenant: sections and groups of a site that stand under one title';
-- Indexes beside the keys do not begin with the site: where most sites have few parts, the planner takes
-- each that does for as good as the key.
create index site_section_group_by_parent
  on site_section_group (organization_id, parent_id, site_id, position, id);

create table site_section (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  group_id text collate "C",
  title text not null check (char_length(title) between 2 and 128),
  path text collate "C" not null check (char_length(path) between 1 and 100),
  description text check (char_length(description) <= 256),
  icon text check (char_length(icon) <= 50),
  condition text check (char_length(condition) <= 1024),
  default_site_space_id text collate "C",
  -- Among the sections and groups of the same parent.
  position text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id, id),
  foreign key (organization_id, site_id) references site (organization_id, id) on delete cascade,
  foreign key (organization_id, site_id, group_id)
    references site_section_group (organization_id, site_id, id)
);
comment on table site_section is 'tenant: a part of a site, with one space or several variants of it';
create unique index site_section_by_path on site_section (organization_id, path, site_id);
create index site_section_by_group
  on site_section (organization_id, group_id, site_id, position, id);

create table site_space (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  section_id text collate "C",
  space_id text collate "C" not null,
  path text collate "C" not null check (char_length(path) between 1 and 100),
  condition text check (char_length(condition) <= 1024),
  position text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id, id),
  foreign key (organization_id, site_id) references site (organization_id, id) on delete cascade,
  foreign key (organization_id, site_id, section_id)
    references site_section (organization_id, site_id, id) on delete cascade
);
comment on table site_space is 'tenant: a space in a site, hidden while the space is in the trash';
create unique index site_space_by_path
  on site_space (organization_id, path, site_id, coalesce(section_id, ''));
create index site_space_by_section
  on site_space (organization_id, section_id, site_id, position, id);
create index site_space_by_space on site_space (organization_id, space_id, site_id);

create table custom_hostname (
  hostname text collate "C" not null check (hostname = lower(hostname)),
  organization_id text collate "C" not null,
  -- Null for a name of the organization as a whole.
  site_id text collate "C",
  -- What the owner of the name shows in its DNS.
  challenge text not null,
  status text not null check (
    status in (
      'dns_passed', 'dns_wrong_cname', 'dns_no_cname', 'dns_cloudflare_proxied', 'dns_wrong_caa',
      'live', 'ssl_unknown', 'ssl_pending', 'ssl_failed', 'ssl_retry_expired', 'invalid_domain',
      'internal_error'
    )
  ),
  live_since timestamptz(3),
  checked_at timestamptz(3),
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  -- Several may claim a name; it is live for whoever shows first that it is theirs.
  primary key (hostname, organization_id)
);
comment on table custom_hostname is 'distributed(hostname): names that lead to a site or an organization, and who claims them';
create unique index custom_hostname_live on custom_hostname (hostname) where live_since is not null;
create index custom_hostname_by_organization on custom_hostname (organization_id, hostname);

alter table site add foreign key (organization_id) references organization on delete cascade;
alter table site_space add foreign key (organization_id, space_id)
  references content_node (organization_id, id) on delete cascade;
alter table directory drop constraint directory_kind_check;
alter table directory add constraint directory_kind_check
  check (kind in ('organization', 'collection', 'space', 'site')) not valid;
