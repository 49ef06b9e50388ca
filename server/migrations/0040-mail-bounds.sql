-- Why: mails go out in the operator's name, so what one person, organization or address causes in a day is counted.
create table mail_count (
  subject text collate "C" not null,
  day timestamptz(3) not null,
  mails integer not null check (mails > 0),
  primary key (subject, day)
);
comment on table mail_count is 'distributed(subject): mails that somebody caused or got on a day, kept until the day after';
create index mail_count_by_day on mail_count (day);
-- When an invitation was last mailed; null for one that was not, or by a release that did not say.
alter table mail_invite add column mailed_at timestamptz(3);
-- Until when a mail waits because its reader, or its organization, has had all mails of the day.
alter table notification_mail add column held_until timestamptz(3);
