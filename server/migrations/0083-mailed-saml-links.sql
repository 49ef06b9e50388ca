-- Why: whom an identity provider names shows that the address is theirs, by a link that is mailed to it.
create table saml_link (
  -- The SHA-256 of the secret in the link.
  hash text collate "C" primary key,
  -- The sign-in that goes on with it, which has all that is known of it.
  request_id text collate "C" not null,
  expires_at timestamptz(3) not null
);
comment on table saml_link is 'distributed(hash): links that were mailed to whom an identity provider named, known only by their SHA-256';
create index saml_link_by_end on saml_link (expires_at);

-- When a link was asked for: no look at the page asks for another.
alter table saml_request add column mailed_at timestamptz(3);
comment on table mail_count is 'distributed(subject): mails that somebody caused or got on a day, and accounts that providers made, kept until the day after';
