-- Why: people are told by mail what concerns them, and admins read the audit log by page and by filter.
create table notification_mail (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  -- Null while more can join it.
  closed_at timestamptz(3),
  sent_at timestamptz(3),
  primary key (organization_id, id),
  check (sent_at is null or closed_at is not null)
);
comment on table notification_mail is 'tenant: a mail that tells somebody what happened, from the first thing it tells until long after it was sent';
-- One mail at a time collects for each person.
create unique index notification_mail_open on notification_mail (organization_id, user_id)
  where closed_at is null;
create index notification_mail_of_user on notification_mail (organization_id, user_id, sent_at);

create table notification (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  -- What it tells of: nobody is told twice of the same, also when the event is delivered twice.
  source text collate "C" not null,
  mail_id text collate "C" not null,
  kind text not null check (kind in ('reviewRequests', 'reviews', 'mentions', 'replies', 'comments', 'merges')),
  actor_id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C",
  comment_id text collate "C",
  reply_id text collate "C",
  review_id text collate "C",
  occurred_at timestamptz not null,
  primary key (organization_id, user_id, source),
  foreign key (organization_id, mail_id)
    references notification_mail (organization_id, id) on delete cascade
);
comment on table notification is 'tenant: something that somebody is told by mail';
create index notification_of_mail on notification (organization_id, mail_id);
create index notification_of_space on notification (organization_id, space_id);

create table notification_preference (
  account_id text collate "C" primary key,
  -- Kinds of notifications that are not mailed.
  muted text[] not null default '{}' check (muted <@ array[
    'reviewRequests', 'reviews', 'mentions', 'replies', 'comments', 'merges']),
  digest text not null default 'collected' check (digest in ('instant', 'collected')),
  version integer not null default 1
);
comment on table notification_preference is 'reference: what an account wants to be told by mail; without a row, everything';

alter table notification_mail add foreign key (organization_id, user_id)
  references member (organization_id, user_id) on delete cascade;
alter table notification add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
alter table notification_preference add foreign key (account_id)
  references account on delete cascade;
