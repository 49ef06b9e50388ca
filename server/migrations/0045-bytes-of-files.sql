-- Why: an organization could store as much as it liked, because nobody counted the bytes.
-- outside a transaction
-- The bytes of the files that versions of the space name, each stored file once.
alter table space_counter
  add column if not exists file_bytes bigint not null default 0 check (file_bytes >= 0);
-- What a row counts for in the counter of its organization; null in rows of the release before.
alter table pending_file add column if not exists size bigint check (size >= 0);
alter table upload add column if not exists counted bigint check (counted >= 0);
update space_counter as c set file_bytes = s.bytes
from (
  select f.organization_id, f.space_id, sum(f.size) as bytes
  from (
    select distinct organization_id, space_id, attributes->>'key' as key,
      (attributes->>'size')::bigint as size
    from entry_version
    where kind = 'file' and attributes ? 'key'
  ) as f
  group by f.organization_id, f.space_id
) as s
where s.organization_id = c.organization_id and s.space_id = c.space_id
  and exists (
    select from content_node as n
    where n.organization_id = c.organization_id and n.id = c.space_id and n.state = 'live'
  );
insert into organization_counter (organization_id, name, value)
select b.organization_id, 'file-bytes', sum(b.bytes)
from (
  select organization_id, file_bytes as bytes from space_counter
  union all
  select organization_id, size from pending_file
  union all
  select organization_id, counted from upload
) as b
group by b.organization_id
having sum(b.bytes) > 0
on conflict (organization_id, name) do update set value = excluded.value;
