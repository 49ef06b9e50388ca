-- Why: an organization keeps OpenAPI specifications, and every content that one has had as a version.
create table openapi_content (
  organization_id text collate "C" not null,
  -- A digest of the names and the texts of all files.
  hash text collate "C" not null,
  size integer not null check (size > 0),
  format text not null check (format in ('json', 'yaml')),
  files integer not null check (files > 0),
  -- Where the text of the main file stands in the stored bytes, as a JSON string.
  text_start integer not null check (text_start > 0),
  text_end integer not null check (text_end > text_start),
  -- The bytes of the same as one JSON document, once it was read.
  bundle_size integer check (bundle_size > 0),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, hash)
);
comment on table openapi_content is 'tenant: the stored files of a specification by their digest; content that nothing names is swept';

create table openapi_spec (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  slug text collate "C" not null,
  -- The slug in lower case.
  slug_key text collate "C" not null,
  visibility text not null default 'private' check (visibility in ('private', 'public')),
  -- Counts the sources that were given, so that work on an older one is noticed.
  source_number integer not null default 1,
  source_url text,
  source_hash text collate "C",
  state text not null default 'pending' check (state in ('pending', 'progress', 'complete')),
  processed_at timestamptz(3),
  error_code text check (error_code in ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
  errors jsonb,
  error_count integer,
  -- What the server of the URL said of the content of the newest version.
  etag text,
  last_modified text,
  failures integer not null default 0,
  refresh_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  check ((source_url is null) <> (source_hash is null)),
  check ((error_code is null) = (errors is null)),
  check ((source_url is null) = (refresh_at is null))
);
comment on table openapi_spec is 'tenant: an OpenAPI specification, its newest source and what came of it';
create unique index openapi_spec_by_slug on openapi_spec (organization_id, slug_key);
create index openapi_spec_by_refresh on openapi_spec (organization_id, refresh_at);
create index openapi_spec_by_source on openapi_spec (organization_id, source_hash);

create table openapi_spec_version (
  organization_id text collate "C" not null,
  spec_id text collate "C" not null,
  id text collate "C" not null,
  hash text collate "C" not null,
  source_url text,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, spec_id, id)
);
comment on table openapi_spec_version is 'tenant: a content that a specification had; the greatest id is the newest';
create index openapi_spec_version_by_hash on openapi_spec_version (organization_id, hash);

alter table openapi_spec add foreign key (organization_id, source_hash)
  references openapi_content (organization_id, hash);
alter table openapi_spec_version add foreign key (organization_id, spec_id)
  references openapi_spec (organization_id, id) on delete cascade;
alter table openapi_spec_version add foreign key (organization_id, hash)
  references openapi_content (organization_id, hash);
alter table openapi_content add foreign key (organization_id)
  references organization (organization_id) on delete cascade;
alter table openapi_spec add foreign key (organization_id)
  references organization (organization_id) on delete cascade;
