-- Why: names that are claimed are proven, proven again, and kept for a while by whoever gives them up.
-- How many organizations an account has founded; null until it founds one.
alter table account add column organizations_founded integer;
-- Until when a name that an organization gave up is kept for it; null for a name in use.
alter table subdomain add column kept_until timestamptz(3);
-- Since when the records of a live name are not found.
alter table custom_hostname add column failing_since timestamptz(3);
alter table email_domain
  -- Since when the organization has shown that it may speak for the domain.
  add column proven_at timestamptz(3),
  add column failing_since timestamptz(3),
  add column check_at timestamptz(3) default now(),
  add column checks integer not null default 0;
-- Those of email_domains that are proven, so that joining looks at one row.
alter table organization add column proven_email_domains text[];
