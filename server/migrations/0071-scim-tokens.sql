-- Why: directories keep the members and teams of an organization with tokens that do nothing else.
create table scim_token (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  hash text collate "C" not null,
  label text not null check (char_length(label) between 1 and 50),
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, hash)
);
comment on table scim_token is 'tenant: a token of a directory, found by the SHA-256 of what it sends';

alter table scim_token add foreign key (organization_id)
  references organization on delete cascade;
