-- Why: change requests, each a branch of its space that reads through to the main branch.
create table change_request (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  -- Also the id of its branch.
  id text collate "C" not null,
  number integer not null check (number > 0),
  status text not null default 'draft' check (status in ('draft', 'open', 'archived', 'merged')),
  subject text not null default '' check (char_length(subject) <= 100),
  -- Markdown.
  description text,
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  initial_revision_id text collate "C" not null,
  -- The revision of the main branch it was last updated with; null until then.
  ancestor_revision_id text collate "C",
  -- What its merge made; stays when it is opened again.
  merged_revision_id text collate "C",
  cluster_id text collate "C",
  -- Open comments.
  comments integer not null default 0 check (comments >= 0),
  version integer not null default 1,
  primary key (organization_id, space_id, id),
  unique (organization_id, space_id, number),
  check (status <> 'merged' or merged_revision_id is not null)
);
comment on table change_request is 'tenant: a proposal to change a space, whose content is a branch with its id';
create index change_request_by_status on change_request (organization_id, space_id, status, number);
create index change_request_in_organization on change_request (organization_id, status, id);

create table change_request_contributor (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  user_id text collate "C" not null,
  action text not null check (action in ('edit', 'comment')),
  count integer not null default 1 check (count > 0),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, space_id, change_request_id, user_id, action),
  foreign key (organization_id, space_id, change_request_id)
    references change_request (organization_id, space_id, id) on delete cascade
);
comment on table change_request_contributor is 'tenant: who edited a change request or commented on it, and how often';
create index change_request_contributor_by_user on change_request_contributor
  (organization_id, user_id, change_request_id);

create table change_request_resolution (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  -- Made of what the conflict is about: once that is something else, nobody asks for it again.
  conflict_id text collate "C" not null,
  resolution jsonb not null,
  resolved_by text collate "C" not null,
  resolved_at timestamptz(3) not null default now(),
  primary key (organization_id, space_id, change_request_id, conflict_id),
  foreign key (organization_id, space_id, change_request_id)
    references change_request (organization_id, space_id, id) on delete cascade
);
comment on table change_request_resolution is 'tenant: what a person decided about a conflict of a change request with the main content';

alter table change_request add foreign key (organization_id, space_id, id)
  references branch (organization_id, space_id, id) on delete cascade;
alter table branch
  -- The revision of the main branch that its head reads through to; null on the main branch.
  add column main_number integer,
  add constraint branch_reads_main check ((main_number is null) = (id = space_id)) not valid;
