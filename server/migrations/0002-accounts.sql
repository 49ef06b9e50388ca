-- Why: people exist once, whatever number of organizations they belong to.
-- Each table says in its comment how it is laid out on a cluster: `tenant`, `reference`,
-- or `distributed(column)`; `lectern-server db distribute` and the schema tests read it there.
create table account (
  id text collate "C" primary key,
  display_name text not null check (char_length(display_name) between 1 and 64),
  photo_url text,
  email text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
comment on table account is 'reference: a person who can sign in';

create table account_email (
  email text collate "C" primary key check (email = lower(email)),
  account_id text collate "C" not null references account on delete cascade,
  verified_at timestamptz(3)
);
comment on table account_email is 'reference: every address of an account; an address belongs to one account';
create index account_email_by_account on account_email (account_id);

create table account_identity (
  provider text collate "C" not null,
  subject text collate "C" not null,
  account_id text collate "C" not null references account on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (provider, subject)
);
comment on table account_identity is 'reference: the ways an account signs in, one row each';
create index account_identity_by_account on account_identity (account_id);

create table api_token (
  hash text collate "C" primary key,
  id text collate "C" not null,
  account_id text collate "C" not null references account on delete cascade,
  label text not null check (char_length(label) between 1 and 50),
  scopes text[] not null check (scopes <@ array['read', 'write'] and cardinality(scopes) > 0),
  organization_id text collate "C",
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3)
);
comment on table api_token is 'distributed(hash): access tokens, found by the SHA-256 of what the caller sends';
create index api_token_by_account on api_token (account_id, id);

create table account_membership (
  account_id text collate "C" not null references account on delete cascade,
  organization_id text collate "C" not null,
  primary key (account_id, organization_id)
);
comment on table account_membership is 'distributed(account_id): which organizations an account belongs to; mirrors member';
