-- Why: constraints that were added without a look at the rows hold for every row, seen without locking anybody out.
-- outside a transaction
alter table directory validate constraint directory_kind_check;
alter table branch validate constraint branch_reads_main;
