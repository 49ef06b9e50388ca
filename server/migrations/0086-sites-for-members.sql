-- Why: a site says whether its visitors bring tokens of a program, or sign in as members.
alter table site_publishing_auth add column sign_in text not null default 'token'
  check (sign_in in ('token', 'members'));
