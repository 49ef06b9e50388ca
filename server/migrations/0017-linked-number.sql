-- Why: a page that moves keeps the links of an older revision, and is spelled anew only then.
alter table entry_version add column linked_number integer;
