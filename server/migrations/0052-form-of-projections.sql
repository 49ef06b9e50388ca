-- Why: document JSON takes another form, and what is stored of the older one must be told apart.
-- outside a transaction
alter table document add column if not exists projection_form smallint not null default 1;
drop index concurrently if exists document_of_older_form;
create index concurrently document_of_older_form on document (organization_id)
  where projection_form < 2;
