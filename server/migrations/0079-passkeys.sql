-- Why: people sign in with a passkey, which answers a challenge that works once.
create table passkey (
  credential_id text collate "C" primary key check (char_length(credential_id) between 16 and 1400),
  id text collate "C" not null,
  account_id text collate "C" not null,
  public_key text not null check (char_length(public_key) between 16 and 4000),
  -- Counts up where the authenticator counts; 0 where it does not.
  uses bigint not null check (uses >= 0),
  -- What it was added with, in our own words.
  device text not null check (char_length(device) between 1 and 64),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
comment on table passkey is 'distributed(credential_id): public keys that accounts sign in with, found by what a browser names them';
create index passkey_by_account on passkey (account_id, id);

create table passkey_challenge (
  hash text collate "C" primary key,
  -- The browser that asked, by the SHA-256 of its cookie.
  flow_hash text collate "C" not null,
  -- Who adds a passkey; null for who signs in with one.
  account_id text collate "C",
  expires_at timestamptz(3) not null
);
comment on table passkey_challenge is 'distributed(hash): challenges that a passkey has to answer, known only by their SHA-256';
create index passkey_challenge_by_end on passkey_challenge (expires_at);
create index passkey_challenge_by_account on passkey_challenge (account_id);

alter table passkey add foreign key (account_id)
  references account on delete cascade;
alter table passkey_challenge add foreign key (account_id)
  references account on delete cascade;
