-- Why: an entry of the audit log is found by its id; each filter walks an index of its own in order of time.
-- outside a transaction
create index concurrently audit_event_by_id on audit_event (organization_id, id);
create index concurrently audit_event_by_action on audit_event (organization_id, action, occurred_at, id);
create index concurrently audit_event_by_actor on audit_event (organization_id, actor_id, occurred_at, id);
create index concurrently audit_event_by_target on audit_event (organization_id, target_id, occurred_at, id);
