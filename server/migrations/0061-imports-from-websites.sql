-- Why: content is imported from a website too, and below a page that is there.
alter table import_run add column source_url text;
alter table import_run add column page_id text collate "C";
