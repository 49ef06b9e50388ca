-- Why: names that are to be checked again, and those that an organization gave up, are found without a look at all.
-- outside a transaction
drop index concurrently if exists custom_hostname_by_check;
create index concurrently custom_hostname_by_check on custom_hostname (checked_at)
  where live_since is not null;
drop index concurrently if exists email_domain_by_check;
create index concurrently email_domain_by_check on email_domain (check_at);
drop index concurrently if exists subdomain_kept;
create index concurrently subdomain_kept on subdomain (organization_id, kept_until)
  where kept_until is not null;
