-- Why: a sign-in with an identity provider goes through several requests, which any process may get.
create table saml_request (
  id text collate "C" primary key,
  provider_id text collate "C" not null,
  -- The browser that began.
  flow_hash text collate "C" not null,
  return_path text check (char_length(return_path) <= 2048),
  -- Who it was answered with, and what the browser goes on with that brought the answer.
  answer_hash text collate "C",
  subject text check (char_length(subject) <= 256),
  email text check (char_length(email) <= 254),
  display_name text check (char_length(display_name) between 1 and 64),
  expires_at timestamptz(3) not null
);
comment on table saml_request is 'distributed(id): sign-ins that identity providers were asked for';
create index saml_request_by_answer on saml_request (answer_hash) where answer_hash is not null;
create index saml_request_by_end on saml_request (expires_at);

create table saml_answer (
  hash text collate "C" primary key,
  expires_at timestamptz(3) not null
);
comment on table saml_answer is 'distributed(hash): assertions that were used, by the SHA-256 of provider and id';
create index saml_answer_by_end on saml_answer (expires_at);
