-- Why: a PDF is made in the background, once for all who ask for the same, and people follow how far it is.
create table pdf (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  space_id text collate "C" not null,
  revision_id text collate "C" not null,
  -- The page it begins with; empty for all of them.
  page_id text collate "C" not null,
  is_only boolean not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'printing', 'ready', 'failed')),
  done integer not null default 0 check (done >= 0),
  attempts integer not null default 0,
  failure text,
  size_bytes bigint check (size_bytes > 0),
  pages integer check (pages > 0),
  -- Of the token that the renderer is given the content for, once.
  print_hash text collate "C",
  print_until timestamptz(3),
  asked_by text collate "C" not null,
  asked_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, space_id, revision_id, page_id, is_only),
  check ((status = 'ready') = (size_bytes is not null and pages is not null)),
  check ((status = 'failed') = (failure is not null)),
  check (is_only = false or page_id <> '')
);
comment on table pdf is 'tenant: a PDF of a revision or of a part of it, how far it is and how large';
create index pdf_unfinished on pdf (organization_id) where status in ('waiting', 'printing');

alter table pdf add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
alter table pdf add foreign key (organization_id, space_id, revision_id)
  references revision (organization_id, space_id, id) on delete cascade;
