-- Why: people see which organizations sign them in, and what an organization knows of them ends with it.
-- outside a transaction
alter table account_identity
  add column if not exists organization_id text collate "C",
  add column if not exists last_used_at timestamptz(3);
comment on table account_identity is 'reference: what identity providers know accounts by; of one organization unless it has none';
with homes as materialized (
  select organization_id, 'saml:' || id as provider from directory where kind = 'saml-provider'
)
update account_identity as i set organization_id = homes.organization_id
from homes
where homes.provider = i.provider and i.organization_id is null;
with kept as materialized (select account_id, organization_id from account_membership)
delete from account_identity as i
where i.provider like 'saml:%' and not exists (
  select from kept
  where kept.account_id = i.account_id and kept.organization_id = i.organization_id
);
