-- Why: sites can be set in fonts that an organization has uploaded.
create table custom_font (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  family text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
comment on table custom_font is 'tenant: a font that sites of the organization can be set in';

create table custom_font_file (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  font_id text collate "C",
  weight integer check (weight between 1 and 1000),
  format text not null check (format in ('woff2', 'woff')),
  size integer not null check (size > 0),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  check ((font_id is null) = (weight is null))
);
comment on table custom_font_file is 'tenant: the file of a face of a font; a file without a font is swept';
create unique index custom_font_file_by_font
  on custom_font_file (organization_id, font_id, weight);

alter table custom_font_file add foreign key (organization_id, font_id)
  references custom_font (organization_id, id);
alter table custom_font add foreign key (organization_id)
  references organization (organization_id) on delete cascade;
alter table custom_font_file add foreign key (organization_id)
  references organization (organization_id) on delete cascade;
