-- Why: people ask by themselves for a link that signs in, and attempts to get in are counted.
create table sign_in_mail (
  id text collate "C" primary key,
  -- What somebody typed; an account may have this address or not.
  email text collate "C" not null check (char_length(email) between 3 and 254),
  -- The browser that asked, by the SHA-256 of its cookie: the link works nowhere else.
  flow_hash text collate "C" not null,
  return_path text check (char_length(return_path) <= 2048),
  expires_at timestamptz(3) not null
);
comment on table sign_in_mail is 'distributed(id): links to sign in that somebody asked for, until they are mailed and over';
create index sign_in_mail_by_end on sign_in_mail (expires_at);

create table sign_in_attempt (
  subject text collate "C" not null,
  starts_at timestamptz(3) not null,
  attempts integer not null check (attempts > 0),
  primary key (subject, starts_at)
);
comment on table sign_in_attempt is 'distributed(subject): attempts to sign in within a quarter of an hour, by digests of who tries and as whom';
create index sign_in_attempt_by_start on sign_in_attempt (starts_at);

create table known_device (
  hash text collate "C" not null,
  account_id text collate "C" not null,
  last_used_at timestamptz(3) not null default now(),
  primary key (hash, account_id)
);
comment on table known_device is 'distributed(hash): browsers that an account was signed in with, found by the SHA-256 of their cookie';
create index known_device_by_account on known_device (account_id, last_used_at);
create index known_device_by_use on known_device (last_used_at);

alter table known_device add foreign key (account_id)
  references account on delete cascade;
-- Null where whoever runs the installation made the link: it works in any browser.
alter table sign_in_link add column flow_hash text collate "C";
