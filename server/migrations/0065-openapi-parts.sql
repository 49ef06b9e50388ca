-- Why: pages show operations and schemas of a specification: each is kept by itself, as it is shown.
create table openapi_part (
  organization_id text collate "C" not null,
  spec_id text collate "C" not null,
  kind text not null check (kind in ('operation', 'webhook', 'schema')),
  -- Such as `get /pets`, or the name of a schema.
  name text collate "C" not null,
  -- Of what is shown.
  hash text collate "C" not null,
  part jsonb not null,
  -- The words by which it is found.
  words text not null,
  primary key (organization_id, spec_id, kind, name)
);
comment on table openapi_part is 'tenant: an operation, webhook or schema of the newest version of a specification, as it is shown';

create table openapi_overlay (
  organization_id text collate "C" not null,
  spec_id text collate "C" not null,
  name text collate "C" not null,
  text text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, spec_id, name)
);
comment on table openapi_overlay is 'tenant: a document that changes what is shown of every version of a specification';

-- The pages that are made of what is shown, the version that is shown, and how often that changed.
alter table openapi_spec add column plan jsonb;
alter table openapi_spec add column shown_version text collate "C";
alter table openapi_spec add column shown_number integer not null default 0;
-- Counts changes of the overlays, so that work with older ones is noticed.
alter table openapi_spec add column overlays_number integer not null default 0;
-- The digest and the bytes of the document that is shown: one JSON document, overlays applied.
alter table openapi_spec add column shown_hash text collate "C";
alter table openapi_spec add column shown_size integer check (shown_size > 0);

alter table openapi_part add foreign key (organization_id, spec_id)
  references openapi_spec (organization_id, id) on delete cascade;
alter table openapi_overlay add foreign key (organization_id, spec_id)
  references openapi_spec (organization_id, id) on delete cascade;
alter table openapi_part add foreign key (organization_id)
  references organization (organization_id) on delete cascade;
alter table openapi_overlay add foreign key (organization_id)
  references organization (organization_id) on delete cascade;
