-- Why: a revision in which pages followed a specification leads to what changed in it.
alter table revision add column followed jsonb;
-- The version that the pages of all spaces have followed to.
alter table openapi_spec add column followed_version text collate "C";
