-- Why: how many redirects and share links a site has is compared with a limit whenever one is added.
-- outside a transaction
alter table site
  add column if not exists redirects integer not null default 0 check (redirects >= 0),
  add column if not exists share_links integer not null default 0 check (share_links >= 0);
update site as st set
  redirects = (
    select count(*) from site_redirect as r
    where r.organization_id = st.organization_id and r.site_id = st.id),
  share_links = (
    select count(*) from site_share_link as l
    where l.organization_id = st.organization_id and l.site_id = st.id);
