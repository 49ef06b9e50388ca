-- Why: reviews of change requests, who is asked for one, and checks that pipelines report.
create table change_request_review (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  id text collate "C" not null,
  -- The revision of the change request that was reviewed.
  revision_id text collate "C" not null,
  reviewer_id text collate "C" not null,
  -- Who asked for it; null for a review that nobody asked for.
  requested_by text collate "C",
  status text not null check (status in ('approved', 'changes-requested')),
  -- Newer content or a newer review of the same person has taken its place.
  is_outdated boolean not null default false,
  -- What was said with it, a comment on the change request; may be deleted since.
  comment_id text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, space_id, change_request_id, id)
);
comment on table change_request_review is 'tenant: what somebody thinks of a change request as it was';
-- One review of each person counts.
create unique index change_request_review_current on change_request_review
  (organization_id, space_id, change_request_id, reviewer_id) where not is_outdated;

create table change_request_reviewer (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  -- Either a person or a team: whoever leaves the organization is asked no longer.
  user_id text collate "C",
  team_id text collate "C",
  reviewer_id text collate "C" not null generated always as (coalesce(user_id, team_id)) stored,
  -- The revision of the change request when they were asked.
  revision_id text collate "C" not null,
  requested_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, space_id, change_request_id, reviewer_id),
  check (num_nonnulls(user_id, team_id) = 1)
);
comment on table change_request_reviewer is 'tenant: a person or a team that is asked to review a change request';
create index change_request_reviewer_by_user on change_request_reviewer
  (organization_id, user_id, change_request_id);
create index change_request_reviewer_by_team on change_request_reviewer
  (organization_id, team_id, change_request_id);

create table change_request_check (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  change_request_id text collate "C" not null,
  name text collate "C" not null check (char_length(name) between 1 and 100),
  state text not null check (state in ('pending', 'passed', 'failed')),
  link text,
  summary text,
  -- The revision of the change request that was checked: another content asks for another check.
  revision_id text collate "C" not null,
  reported_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, space_id, change_request_id, name)
);
comment on table change_request_check is 'tenant: what a pipeline says of a revision of a change request';

alter table change_request_review add foreign key (organization_id, space_id, change_request_id)
  references change_request (organization_id, space_id, id) on delete cascade;
alter table change_request_reviewer add foreign key (organization_id, space_id, change_request_id)
  references change_request (organization_id, space_id, id) on delete cascade;
alter table change_request_reviewer add foreign key (organization_id, user_id)
  references member (organization_id, user_id) on delete cascade;
alter table change_request_reviewer add foreign key (organization_id, team_id)
  references team (organization_id, id) on delete cascade;
alter table change_request_check add foreign key (organization_id, space_id, change_request_id)
  references change_request (organization_id, space_id, id) on delete cascade;
