-- Why: a diagram of a page is drawn once, in the background, and what could not be drawn is remembered.
create table diagram (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  -- A digest of the source, of what draws it and of how it looks.
  id text collate "C" not null,
  source text not null check (length(source) <= 20000),
  status text not null default 'waiting' check (status in ('waiting', 'drawn', 'failed')),
  attempts integer not null default 0,
  failure text check (failure in ('invalid', 'expensive', 'unavailable')),
  width integer check (width > 0),
  height integer check (height > 0),
  asked_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (organization_id, space_id, id),
  check ((status = 'drawn') = (width is not null and height is not null)),
  check ((status = 'failed') = (failure is not null)),
  check ((status = 'waiting') = (finished_at is null))
);
comment on table diagram is 'tenant: a diagram of a space by its source, whether it is drawn and how large it is';
create index diagram_waiting on diagram (organization_id, space_id) where status = 'waiting';

alter table diagram add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
