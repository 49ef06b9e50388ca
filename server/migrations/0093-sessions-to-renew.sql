-- Why: a session gets another secret once the rights of its person have changed, while requests under way have the former one.
create table former_session (
  -- The SHA-256 of the secret that the session had.
  hash text collate "C" primary key,
  -- What it is stored under now.
  session_hash text collate "C" not null,
  expires_at timestamptz(3) not null
);
comment on table former_session is 'distributed(hash): secrets that sessions had until just now, for requests that are under way';
create index former_session_by_end on former_session (expires_at);

alter table browser_session
  -- Whether the next request gives the session another secret.
  add column renewal_due boolean not null default false,
  -- When that was last done.
  add column renewed_at timestamptz(3);
