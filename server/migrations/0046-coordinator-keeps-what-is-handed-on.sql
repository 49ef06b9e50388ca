-- Why: relays and renderers read these in the order of transactions, which only one node knows; on a
-- cluster that is the coordinator, where the jobs made of them are, too.
comment on table event_pending is 'local: events that no relay has handed on yet';
comment on table change_note is 'local: what has changed in the last minutes, for processes that show it elsewhere';
