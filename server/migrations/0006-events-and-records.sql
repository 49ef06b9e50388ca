-- Why: what happened is written with the change itself, by day, and dropped by day.
create table event (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  -- clock_timestamp, not now(): two transactions on one subject are ordered by its row lock.
  occurred_at timestamptz not null default clock_timestamp(),
  type text not null,
  subject text collate "C" not null,
  payload jsonb not null,
  primary key (organization_id, occurred_at, id)
) partition by range (occurred_at);
comment on table event is 'tenant: the log of events, partitioned by day';

create table event_pending (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  occurred_at timestamptz not null,
  subject text collate "C" not null
);
comment on table event_pending is 'distributed(id): events that no relay has handed on yet';
create index event_pending_by_time on event_pending (occurred_at, id);

create table audit_event (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  occurred_at timestamptz not null default clock_timestamp(),
  action text not null,
  actor_id text collate "C" not null,
  target_kind text not null,
  target_id text collate "C" not null,
  request_id text not null,
  details jsonb not null,
  primary key (organization_id, occurred_at, id)
) partition by range (occurred_at);
comment on table audit_event is 'tenant: who did what, partitioned by day';

create table idempotency_record (
  principal_id text collate "C" not null,
  key_hash text collate "C" not null,
  created_at timestamptz not null default now(),
  fingerprint text not null,
  status smallint not null,
  -- Encrypted under a key derived from the caller's own: a dump shows no answer.
  answer bytea not null,
  primary key (principal_id, key_hash, created_at)
) partition by range (created_at);
comment on table idempotency_record is 'distributed(principal_id): answers kept for callers that repeat a request, partitioned by day';

create table event_default partition of event default;
create table audit_event_default partition of audit_event default;
create table idempotency_record_default partition of idempotency_record default;

-- Runs with the rights of the schema's owner, so that api and worker need no DDL rights.
create function maintain_partitions(event_days integer, audit_days integer, idempotency_days integer)
  returns void
  language plpgsql
  security definer
  set search_path from current
as $$
declare
  kept record;
  day date;
  child text;
begin
  perform pg_advisory_xact_lock(hashtext('maintain_partitions'));
  for kept in
    select * from (values
      ('event', 'occurred_at', event_days),
      ('audit_event', 'occurred_at', audit_days),
      ('idempotency_record', 'created_at', idempotency_days)
    ) as t (parent, column_name, days)
  loop
    for day in select d::date from generate_series(current_date, current_date + 7, interval '1 day') d loop
      child := kept.parent || '_' || to_char(day, 'YYYYMMDD');
      if to_regclass(quote_ident(child)) is null then
        begin
          execute format(
            'create table %I partition of %I for values from (%L) to (%L)',
            child, kept.parent, day, day + 1
          );
        exception when check_violation then
          -- Rows of that day already sit in the default partition; they are swept from there.
          raise notice 'rows of % stay in the default partition of %', day, kept.parent;
        end;
      end if;
    end loop;
    for child in
      select c.relname from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass(quote_ident(kept.parent))
        and c.relname ~ ('^' || kept.parent || '_[0-9]{8}$')
        and to_date(right(c.relname, 8), 'YYYYMMDD') < current_date - kept.days
    loop
      execute format('drop table %I', child);
    end loop;
    execute format(
      'delete from %I where %I < current_date - %s',
      kept.parent || '_default', kept.column_name, kept.days
    );
  end loop;
end
$$;

-- Whoever may call it can drop partitions: only roles that were given the right.
revoke execute on function maintain_partitions(integer, integer, integer) from public;
