-- Why: readers resolve URLs, read with tokens that stand for no user, and renderers learn what changed.
create table site_alias (
  organization_id text collate "C" not null,
  basename text collate "C" not null,
  site_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, basename)
);
comment on table site_alias is 'tenant: what sites were called before in their URLs, so that the old ones still lead there';
create index site_alias_by_site on site_alias (organization_id, site_id);

create table site_token (
  hash text collate "C" primary key,
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  -- Why its bearer may read: claims, the share link or the key they came with, or a preview.
  grounds jsonb not null,
  expires_at timestamptz(3) not null
);
comment on table site_token is 'distributed(hash): tokens that readers of a site read its content with, known by their hash';
create index site_token_by_expiry on site_token (expires_at);

create table change_note (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  subject text collate "C" not null,
  -- What is not visible yet has this number or a later one: nothing is passed over that commits late.
  transaction xid8 not null default pg_current_xact_id(),
  noted_at timestamptz(3) not null default now()
);
comment on table change_note is 'distributed(id): what has changed in the last minutes, for processes that show it elsewhere';
create index change_note_by_transaction on change_note (transaction);
create index change_note_by_time on change_note (noted_at);

alter table site_alias add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
