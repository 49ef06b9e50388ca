-- Why: who signs in with a password or a mailed link may be asked for a code besides.
create table second_factor (
  account_id text collate "C" primary key,
  -- What the codes are made of, sealed.
  sealed text not null check (char_length(sealed) between 32 and 1024),
  -- The half minute of the last code that was taken: none of it or before it is taken again.
  used_step bigint not null check (used_step >= 0),
  set_at timestamptz(3) not null default now()
);
comment on table second_factor is 'distributed(account_id): what accounts prove besides their password';

create table recovery_code (
  account_id text collate "C" not null,
  hash text collate "C" not null,
  primary key (account_id, hash)
);
comment on table recovery_code is 'distributed(account_id): what takes the place of a second factor once, known only by its SHA-256';

create table pending_sign_in (
  -- The SHA-256 of a cookie that is made for this sign-in.
  hash text collate "C" primary key,
  account_id text collate "C" not null,
  way text not null check (way in ('link', 'password')),
  expires_at timestamptz(3) not null
);
comment on table pending_sign_in is 'distributed(hash): sign-ins that wait for a code';
create index pending_sign_in_by_end on pending_sign_in (expires_at);
create index pending_sign_in_by_account on pending_sign_in (account_id);

alter table second_factor add foreign key (account_id)
  references account on delete cascade;
alter table recovery_code add foreign key (account_id)
  references account on delete cascade;
alter table pending_sign_in add foreign key (account_id)
  references account on delete cascade;
