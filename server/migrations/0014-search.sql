-- Why: pages are found by their words, section by section, in one space and in a whole organization.
create table search_section (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  page_id text collate "C" not null,
  -- Its place in the page, from 0: what stands before the first heading.
  number integer not null,
  -- The anchor of its heading.
  anchor text,
  heading text not null,
  body text not null,
  -- Words of the title (A), the heading (B), the description (C) and the body (D); besides them, marked,
  -- what a query can ask the index for without reading rows: @space, #word in title or heading, ^word in
  -- the title, on the first section of a page only.
  words tsvector not null,
  primary key (organization_id, space_id, page_id, number)
);
comment on table search_section is 'tenant: a part of a page that a search can find; made from the content, and never a source of it';
-- Without a list of pending rows, which every search would have to read as a whole.
create index search_section_by_words on search_section using gin (organization_id, words)
  with (fastupdate = off);

create table search_word (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  word text collate "C" not null,
  sections integer not null,
  primary key (organization_id, space_id, word)
  -- Counts change all the time, and no index holds them: with room beside them they change in place.
) with (fillfactor = 70);
comment on table search_word is 'tenant: in how many sections of a space a word stands';
create index search_word_by_word on search_word (organization_id, word, space_id);

create table search_vocabulary (
  organization_id text collate "C" not null,
  -- What remains of the word without its ending, in the language of the space it was met in.
  stem text collate "C" not null,
  word text collate "C" not null,
  primary key (organization_id, stem, word)
);
comment on table search_vocabulary is 'tenant: the words of an organization, each once, for finding those that are nearly what was asked for';
create index search_vocabulary_by_word on search_vocabulary (organization_id, word);
create index search_vocabulary_by_likeness on search_vocabulary
  using gin (organization_id, word gin_trgm_ops) with (fastupdate = off);

create table search_state (
  organization_id text collate "C" not null,
  space_id text collate "C" not null,
  -- The revision of the main branch that the index is up to.
  indexed_number integer not null check (indexed_number >= 0),
  -- By which rules the sections were cut; others make the index out of date.
  recipe integer not null,
  -- By which its words lost their endings.
  dictionary text not null,
  sections integer not null default 0 check (sections >= 0),
  primary key (organization_id, space_id)
);
comment on table search_state is 'tenant: how far the index of a space is';

alter table search_section add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
alter table search_word add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
alter table search_vocabulary add foreign key (organization_id)
  references organization on delete cascade;
alter table search_state add foreign key (organization_id, space_id)
  references space (organization_id, id) on delete cascade;
