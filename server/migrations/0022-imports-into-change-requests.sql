-- Why: a folder can be imported as a proposal, into a change request instead of the main content.
-- The change request is looked for again when the import is written, so that nothing waits for it here.
alter table import_run add column change_request_id text collate "C";
