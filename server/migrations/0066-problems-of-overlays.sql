-- Why: an overlay says what came of applying it, such as a target that is nowhere.
alter table openapi_overlay add column problems jsonb not null default '[]'::jsonb;
alter table openapi_overlay add column problem_count integer not null default 0;
-- The version whose text was applied to what is shown.
alter table openapi_overlay add column applied_version integer;
