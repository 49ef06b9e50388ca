-- Why: whether a link to an anchor of another page is broken is decided when links are listed.
alter table document add column if not exists anchors integer[];
comment on column document.anchors is 'hashes of the anchors that its blocks have; null until they are known';
