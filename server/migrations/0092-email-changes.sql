-- Why: people change the mail address of their account, once both addresses have been confirmed.
create table email_change (
  account_id text collate "C" not null,
  id text collate "C" not null,
  -- The address that the account goes by until then.
  former_email text collate "C" not null check (former_email = lower(former_email)),
  -- What somebody typed; another account may have this address or not.
  new_email text collate "C" not null
    check (new_email = lower(new_email) and char_length(new_email) between 3 and 254),
  former_confirmed_at timestamptz(3),
  new_confirmed_at timestamptz(3),
  -- When the address changed; the row stays until both addresses are told.
  done_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (account_id, id)
);
comment on table email_change is 'distributed(account_id): changes of the mail address of accounts, until they are confirmed or over';
create unique index email_change_pending on email_change (account_id) where done_at is null;
create index email_change_by_end on email_change (expires_at);

alter table email_change add foreign key (account_id)
  references account on delete cascade;
