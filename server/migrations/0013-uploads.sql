-- Why: bytes are stored before the change that names them commits; what no change ever names must go away again.
create table upload (
  organization_id text collate "C" not null,
  key text collate "C" not null,
  kind text not null check (kind in ('customization_font', 'import_file', 'content_file')),
  name text not null,
  content_type text not null,
  size integer not null check (size >= 0),
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  -- When its URL stops taking bytes.
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (organization_id, key)
);
comment on table upload is 'tenant: where a member may put one file; used by at most one change';

create table pending_file (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  key text collate "C" not null,
  -- The upload it was copied from, which the change that names it uses up.
  upload_key text collate "C",
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, key)
);
comment on table pending_file is 'tenant: bytes of a space that no committed version names yet';

alter table upload add foreign key (organization_id) references organization on delete cascade;
alter table pending_file add foreign key (organization_id)
  references organization on delete cascade;
