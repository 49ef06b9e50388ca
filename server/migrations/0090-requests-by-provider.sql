-- Why: with the settings that a provider is trusted by, what it has answered before goes.
-- outside a transaction
drop index concurrently if exists saml_request_by_provider;
create index concurrently saml_request_by_provider on saml_request (provider_id);
