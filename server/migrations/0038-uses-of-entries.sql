-- Why: what readers of a site may fetch follows from what its pages show them, which only the texts said.
alter table entry_version add column uses jsonb;
comment on column entry_version.uses is
  'the files and reusable contents that it shows, each with the conditions it stands under; null in rows of an older release';
