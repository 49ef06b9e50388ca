-- Why: people come in by a link anyone may be given, or by a mail to one address.
create table link_invite (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  role text check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
comment on table link_invite is 'tenant: a link that lets whoever holds it join';

create table mail_invite (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  email text collate "C" not null check (email = lower(email)),
  role text check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
  sso boolean not null default false,
  invited_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique (organization_id, email)
);
comment on table mail_invite is 'tenant: an invitation mailed to one address';

create table welcome_link (
  secret_hash text collate "C" primary key,
  email text collate "C" not null check (email = lower(email)),
  organization_id text collate "C",
  invite_id text collate "C",
  account_id text collate "C",
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check ((invite_id is null) <> (account_id is null)),
  check ((invite_id is null) = (organization_id is null))
);
comment on table welcome_link is 'distributed(secret_hash): one-time links that open an account, known only by the hash of their secret';
create index welcome_link_by_account on welcome_link (account_id);
create index welcome_link_by_invite on welcome_link (organization_id, invite_id);

alter table link_invite add foreign key (organization_id) references organization on delete cascade;
alter table mail_invite add foreign key (organization_id) references organization on delete cascade;
alter table welcome_link add foreign key (account_id) references account on delete cascade;
