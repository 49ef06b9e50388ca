-- Why: people sign in with identity providers of the whole installation, over several requests.
create table provider_sign_in (
  -- The SHA-256 of what the provider sends back; what is derived from the browser's cookie is not here.
  hash text collate "C" primary key,
  provider_id text collate "C" not null,
  flow_hash text collate "C" not null,
  return_path text check (char_length(return_path) <= 2048),
  expires_at timestamptz(3) not null
);
comment on table provider_sign_in is 'distributed(hash): sign-ins that providers of the installation were asked for';
create index provider_sign_in_by_end on provider_sign_in (expires_at);

create table waiting_identity (
  -- The SHA-256 of a secret that the browser goes on with.
  hash text collate "C" primary key,
  provider_id text collate "C" not null,
  flow_hash text collate "C" not null,
  return_path text check (char_length(return_path) <= 2048),
  provider text collate "C" not null check (char_length(provider) <= 512),
  subject text collate "C" not null check (char_length(subject) between 1 and 256),
  known_as text not null check (char_length(known_as) between 1 and 254),
  display_name text not null check (char_length(display_name) between 1 and 64),
  -- Null where the provider does not prove it.
  proven_email text check (char_length(proven_email) <= 254),
  has_two_factors boolean not null,
  expires_at timestamptz(3) not null
);
comment on table waiting_identity is 'distributed(hash): identities that providers have vouched for, until somebody says which account they belong to';
create index waiting_identity_by_end on waiting_identity (expires_at);

alter table pending_sign_in drop constraint pending_sign_in_way_check;
alter table pending_sign_in add constraint pending_sign_in_way_check
  check (way in ('link', 'password', 'oidc')) not valid;
-- What the provider calls the person, as its owner knows it.
alter table account_identity add column known_as text
  check (char_length(known_as) between 1 and 254);
