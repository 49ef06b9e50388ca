-- Why: on a cluster, events and jobs are on the coordinator and what they are about is on another
-- node. Citus commits on both or on none only where it knows that it writes to both, and it knows of
-- this table.
create table commit_witness (id integer primary key);
comment on table commit_witness is 'coordinator: never has a row; a delete from it makes a cluster commit on all nodes or on none';
