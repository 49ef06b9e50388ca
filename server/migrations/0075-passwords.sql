-- Why: people sign in with a password.
create table account_password (
  account_id text collate "C" primary key,
  -- Argon2id with its parameters and its salt.
  hash text not null check (char_length(hash) between 32 and 256),
  changed_at timestamptz(3) not null default now()
);
comment on table account_password is 'distributed(account_id): the passwords of accounts, as hashes';
alter table account_password add foreign key (account_id)
  references account on delete cascade;
