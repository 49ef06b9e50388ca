-- Why: members of an organization sign in to read its sites, on hosts that their session is not for.
create table site_visit (
  -- The SHA-256 of the cookie at the host of the site.
  hash text collate "C" primary key,
  id text collate "C" not null,
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  account_id text collate "C" not null,
  -- The browser session that it came of: it ends with that, and with its renewal.
  session_hash text collate "C" not null,
  started_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
comment on table site_visit is 'distributed(hash): members who read a site, found by the SHA-256 of their cookie';
create index site_visit_by_account on site_visit (account_id, site_id, started_at);
create index site_visit_by_end on site_visit (expires_at);

create table site_visit_code (
  -- The SHA-256 of a code that a browser brings from PUBLIC_URL to the host of the site, once.
  hash text collate "C" primary key,
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  account_id text collate "C" not null,
  session_hash text collate "C" not null,
  -- The browser that began at the host of the site, and that host.
  flow_hash text collate "C" not null,
  host text collate "C" not null check (char_length(host) <= 260),
  expires_at timestamptz(3) not null
);
comment on table site_visit_code is 'distributed(hash): codes that begin to read a site as a member, known only by their SHA-256';
create index site_visit_code_by_account on site_visit_code (account_id);
create index site_visit_code_by_end on site_visit_code (expires_at);

alter table site_visit add foreign key (account_id)
  references account on delete cascade;
alter table site_visit_code add foreign key (account_id)
  references account on delete cascade;
