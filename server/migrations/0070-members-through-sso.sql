-- Why: an organization lets some members in only if its own single sign-on has said who they are.
alter table organization add column sso_provided boolean not null default false;

alter table member add column needs_sso boolean not null default false;

alter table api_token add column proven_for text collate "C",
  add column breaks_glass boolean not null default false;
