-- Why: the content of spaces, as versions of entries on branches.
create table branch (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  -- The main branch has the id of its space.
  id text collate "C" not null,
  head_number integer not null check (head_number > 0),
  head_revision_id text collate "C" not null,
  -- The last revision that changed a slug or a parent: text written since needs no new spelling of its links.
  moved_number integer not null default 0,
  primary key (organization_id, space_id, id)
);
comment on table branch is 'tenant: a line of revisions; its row is locked while its head moves';

create table revision (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  id text collate "C" not null,
  branch_id text collate "C" not null,
  number integer not null check (number > 0),
  type text not null check (type in ('edits', 'merge', 'rollback', 'update')),
  parents text[] collate "C" not null,
  -- The revision of the main branch that a branch reads through to; null on the main branch.
  main_number integer,
  -- The entries that are different from the revision before.
  changed text[] collate "C" not null,
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, space_id, id),
  unique (organization_id, space_id, branch_id, number),
  foreign key (organization_id, space_id, branch_id)
    references branch (organization_id, space_id, id) on delete cascade
);
comment on table revision is 'tenant: one state of a branch; its id never means anything else later';

create table document (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  -- Made of the hash of the bytes.
  id text collate "C" not null,
  markdown text not null,
  -- The document JSON, compressed; can be dropped and made again.
  projection bytea,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, space_id, id)
);
alter table document alter column projection set storage external;
comment on table document is 'tenant: Markdown under the hash of its bytes, with what is derived from the bytes alone';

create table entry (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  id text collate "C" not null,
  from_number integer not null,
  -- Set while it is deleted, so that old revisions probe only entries that may be in them.
  gone_number integer,
  primary key (organization_id, space_id, id)
);
comment on table entry is 'tenant: everything the main branch of a space ever held';

create table entry_version (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  branch_id text collate "C" not null,
  entry_id text collate "C" not null,
  from_number integer not null,
  -- Null in the head of its branch.
  to_number integer check (to_number > from_number),
  kind text not null check (
    kind in ('document', 'group', 'link', 'computed', 'file', 'reusable-content', 'variables')
  ),
  -- Empty at the top, and for what is no page.
  parent_id text collate "C" not null default '',
  position text collate "C" not null default '',
  slug text collate "C",
  title text not null default '',
  attributes jsonb not null default '{}',
  -- The bytes before the body: byte order mark, front matter, title heading.
  head text,
  document_id text collate "C",
  -- Where the links of the document lead, as they were resolved when it was written.
  links jsonb,
  -- The ids that the links lead to, for finding them from the other side.
  targets text[] collate "C",
  -- On a branch, that the entry of the main branch is deleted there.
  is_gone boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, space_id, branch_id, entry_id, from_number),
  foreign key (organization_id, space_id, branch_id)
    references branch (organization_id, space_id, id) on delete cascade,
  foreign key (organization_id, space_id, document_id)
    references document (organization_id, space_id, id)
);
comment on table entry_version is 'tenant: a page, file, reusable content or the variables, from one revision to another';
create unique index entry_version_open on entry_version (organization_id, space_id, branch_id, entry_id)
  where to_number is null;
create index entry_version_by_place on entry_version
  (organization_id, space_id, branch_id, parent_id, position, entry_id)
  where to_number is null and kind in ('document', 'group', 'link', 'computed');
create unique index entry_version_by_slug on entry_version
  (organization_id, space_id, branch_id, parent_id, slug)
  where to_number is null and slug is not null and not is_gone;
create index entry_version_by_title on entry_version
  (organization_id, space_id, branch_id, kind, title, entry_id)
  where to_number is null and kind in ('file', 'reusable-content');
create index entry_version_by_document on entry_version (organization_id, space_id, document_id);
create index entry_version_by_target on entry_version using gin (organization_id, targets)
  where to_number is null;

create table alias (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  parent_id text collate "C" not null,
  slug text collate "C" not null,
  entry_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, space_id, parent_id, slug),
  foreign key (organization_id, space_id, entry_id)
    references entry (organization_id, space_id, id) on delete cascade
);
comment on table alias is 'tenant: where a page was called something else, so that its old paths still lead to it';
create index alias_by_entry on alias (organization_id, space_id, entry_id);

alter table branch add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
alter table document add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
alter table entry add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
