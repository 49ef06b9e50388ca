-- Why: where nobody has an account yet, whoever has the link in the server's log makes the first one.
create table first_run (
  -- There is one row.
  id text collate "C" primary key check (id = 'first'),
  -- What the link is made from, together with a secret key: by itself it opens nothing.
  nonce text collate "C" not null check (char_length(nonce) between 1 and 64),
  issued_at timestamptz(3) not null default now(),
  -- Once it is set, there was an account, and no link is good again.
  closed_at timestamptz(3)
);
comment on table first_run is 'reference: whether the first account can be made with a link, one row';
