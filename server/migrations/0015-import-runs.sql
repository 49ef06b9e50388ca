-- Why: content is imported in the background, and people follow how far it is.
create table import_run (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  mode text not null check (mode in ('add', 'mirror')),
  upload_keys text[] not null,
  upload_names text[] not null,
  attempts integer not null default 0,
  status text not null default 'pending'
    check (status in ('pending', 'in-progress', 'completed', 'failed', 'cancelled')),
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (total >= 0),
  result jsonb,
  problems jsonb not null default '[]',
  failure text,
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  primary key (organization_id, id)
);
comment on table import_run is 'tenant: an import into a space, how far it is and what came of it';
create index import_run_by_space on import_run (organization_id, space_id, id);

alter table import_run add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
