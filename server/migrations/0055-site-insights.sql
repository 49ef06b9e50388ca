-- Why: what readers of a site do is counted, in rows whose number does not grow with the readers.
create table site_insight_state (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  written_at timestamptz(3) not null default now(),
  primary key (organization_id, site_id)
);
comment on table site_insight_state is 'tenant: a site whose readers are counted; who adds counts locks its row';

create table site_insight (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  facet text collate "C" not null
    check (facet in ('site', 'page', 'agent', 'language', 'referrer', 'segment')),
  grain text collate "C" not null check (grain in ('hour', 'day')),
  starts_at timestamptz(3) not null,
  digest text collate "C" not null,
  dimensions jsonb not null,
  events bigint not null check (events > 0),
  visitors text collate "C" not null default '',
  primary key (organization_id, site_id, facet, grain, starts_at, digest)
);
comment on table site_insight is 'tenant: how often something happened on a site in an hour or a day';

alter table site_insight_state add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
alter table site_insight add foreign key (organization_id, site_id)
  references site_insight_state (organization_id, site_id) on delete cascade;
