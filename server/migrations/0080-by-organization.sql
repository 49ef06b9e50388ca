-- Why: what an identity provider let in ends with it, without looking at all that there is.
-- outside a transaction
drop index concurrently if exists browser_session_by_organization;
create index concurrently browser_session_by_organization on browser_session (organization_id)
  where organization_id is not null;
drop index concurrently if exists api_token_by_proof;
create index concurrently api_token_by_proof on api_token (proven_for)
  where proven_for is not null;
