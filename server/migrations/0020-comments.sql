-- Why: comments on spaces and on change requests, with replies and reactions.
create table comment (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  id text collate "C" not null,
  -- Null for a comment on the space itself.
  change_request_id text collate "C",
  -- Named like the branch it is about: the main branch has the id of its space.
  branch_id text collate "C" not null,
  page_id text collate "C",
  -- The key of the block it is about; follows the block from version to version.
  node text collate "C",
  cell_record text collate "C",
  cell_definition text collate "C",
  -- What was current when it was posted.
  revision_id text collate "C" not null,
  review_id text collate "C",
  -- Markdown.
  body text not null,
  posted_by text collate "C" not null,
  posted_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  is_resolved boolean not null default false,
  resolved_by text collate "C",
  resolved_at timestamptz(3),
  -- Its block is gone.
  is_orphaned boolean not null default false,
  replies integer not null default 0 check (replies >= 0),
  reactions integer not null default 0 check (reactions >= 0),
  version integer not null default 1,
  -- When it, its replies or its reactions were last written; taken under the lock of writers.
  touched_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, space_id, id),
  check (is_resolved = (resolved_at is not null) and is_resolved = (resolved_by is not null)),
  check (branch_id = coalesce(change_request_id, space_id)),
  check ((cell_record is null) = (cell_definition is null))
);
comment on table comment is 'tenant: what somebody said about a space, a page or a block';
-- Each filter of a list walks an index of its own, for each status in order of time.
create index comment_by_time on comment
  (organization_id, space_id, branch_id, is_resolved, posted_at, id);
create index comment_by_author on comment
  (organization_id, space_id, branch_id, posted_by, is_resolved, posted_at, id);
create index comment_by_page on comment
  (organization_id, space_id, branch_id, page_id, is_resolved, posted_at, id)
  where page_id is not null;
create index comment_by_page_and_author on comment
  (organization_id, space_id, branch_id, page_id, posted_by, is_resolved, posted_at, id)
  where page_id is not null;
create index comment_by_block on comment (organization_id, space_id, branch_id, page_id, node)
  where page_id is not null and node is not null and not is_orphaned;
create index comment_of_change_request on comment (organization_id, space_id, change_request_id);

create table comment_reply (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  comment_id text collate "C" not null,
  id text collate "C" not null,
  -- That of its comment.
  branch_id text collate "C" not null,
  body text not null,
  posted_by text collate "C" not null,
  posted_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  reactions integer not null default 0 check (reactions >= 0),
  version integer not null default 1,
  primary key (organization_id, space_id, comment_id, id),
  foreign key (organization_id, space_id, comment_id)
    references comment (organization_id, space_id, id) on delete cascade
);
comment on table comment_reply is 'tenant: an answer to a comment';
create index comment_reply_by_time on comment_reply
  (organization_id, space_id, comment_id, posted_at, id);
create index comment_reply_by_author on comment_reply
  (organization_id, space_id, branch_id, posted_by, posted_at);

create table comment_reaction (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  comment_id text collate "C" not null,
  -- Empty for a reaction to the comment itself.
  reply_id text collate "C" not null default '',
  emoji text collate "C" not null check (char_length(emoji) between 1 and 50),
  user_id text collate "C" not null,
  reacted_at timestamptz(3) not null default now(),
  primary key (organization_id, space_id, comment_id, reply_id, emoji, user_id),
  foreign key (organization_id, space_id, comment_id)
    references comment (organization_id, space_id, id) on delete cascade
);
comment on table comment_reaction is 'tenant: an emoji that somebody put on a comment or a reply';

-- The sizes of whole lists, beside those of the open comments.
alter table space_counter add column comments_total integer not null default 0 check (comments_total >= 0);
alter table change_request add column comments_total integer not null default 0 check (comments_total >= 0);

alter table comment add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
alter table comment add foreign key (organization_id, space_id, change_request_id)
  references change_request (organization_id, space_id, id) on delete cascade;
