-- Why: links to other places stand among the sections of a site.
create table site_external_link (
  organization_id text collate "C" not null,
  site_id text collate "C" not null,
  id text collate "C" not null,
  group_id text collate "C",
  title text not null,
  url text not null,
  description text,
  icon text,
  draft boolean not null default false,
  condition text,
  position text collate "C" not null,
  primary key (organization_id, site_id, id)
);
comment on table site_external_link is 'tenant: a link to another place among the sections of a site';
create index site_external_link_by_group on site_external_link (organization_id, group_id, site_id);

alter table site_external_link add foreign key (organization_id, site_id)
  references site (organization_id, id) on delete cascade;
alter table site_external_link add foreign key (organization_id, site_id, group_id)
  references site_section_group (organization_id, site_id, id);
