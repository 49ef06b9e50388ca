-- Why: people sign in with a browser, which holds a secret that the database knows only by its hash.
create table browser_session (
  hash text collate "C" primary key,
  id text collate "C" not null,
  account_id text collate "C" not null,
  way text not null
    check (way in ('link', 'password', 'passkey', 'oidc', 'saml')),
  -- What the browser calls itself, in our own words.
  device text not null check (char_length(device) between 1 and 64),
  address text not null check (char_length(address) between 1 and 64),
  -- The one organization that the session has rights in, where that organization made it.
  organization_id text collate "C",
  created_at timestamptz(3) not null default now(),
  -- When the person last proved who they are; later than created_at once they did so again.
  authenticated_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  -- The end at the latest; a session that is not used ends before.
  expires_at timestamptz(3) not null
);
comment on table browser_session is 'distributed(hash): who is signed in, found by the SHA-256 of the cookie';
create index browser_session_by_account on browser_session (account_id, id);

create table sign_in_link (
  secret_hash text collate "C" primary key,
  account_id text collate "C" not null,
  expires_at timestamptz(3) not null
);
comment on table sign_in_link is 'distributed(secret_hash): one-time links that sign in, known only by the hash of their secret';
create index sign_in_link_by_account on sign_in_link (account_id);

alter table browser_session add foreign key (account_id)
  references account on delete cascade;
alter table sign_in_link add foreign key (account_id)
  references account on delete cascade;
