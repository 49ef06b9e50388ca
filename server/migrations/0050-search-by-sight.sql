-- Why: what visitors find, and how much each word says to them, comes only from sections that they
-- see. Before, words of pages and blocks that conditions hide were counted for everybody.

create table search_sight (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  -- A digest of the conditions, or '' for none.
  sight text collate "C" not null,
  -- Those of a page and of the pages above it, in order, each once.
  conditions jsonb not null,
  sections integer not null,
  primary key (organization_id, space_id, sight)
);
comment on table search_sight is 'tenant: the different conditions under which visitors see sections of a space';

create table search_sight_word (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  word text collate "C" not null,
  sight text collate "C" not null,
  sections integer not null,
  primary key (organization_id, space_id, word, sight)
) with (fillfactor = 70);
comment on table search_sight_word is 'tenant: in how many sections that conditions hide from some visitors a word stands';
create index search_sight_word_by_word on search_sight_word (organization_id, word, space_id);

alter table search_sight add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
alter table search_sight_word add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;

-- Who sees it: '' for everybody, '-' for members only, else the name of conditions in search_sight;
-- null where an earlier release wrote it, whose words count for members only.
alter table search_section add column sight text collate "C";
-- Those of the sections that everybody sees.
alter table search_word add column open_sections integer not null default 0;
