-- Why: where nearly everything is on one branch, the planner takes every branch for as large and reads
-- the whole table for a change request of one page.
alter table entry_version alter column branch_id set (n_distinct = -0.001);
alter table revision alter column branch_id set (n_distinct = -0.01);
