-- Why: organizations say which custom host name leads to them, without asking for every claim.
alter table organization add column custom_hostname text collate "C";
