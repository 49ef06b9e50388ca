-- Why: an identity that waits for its owner may have been proven to the provider long ago.
-- Null where the provider does not say when.
alter table waiting_identity add column authenticated_at timestamptz(3);
