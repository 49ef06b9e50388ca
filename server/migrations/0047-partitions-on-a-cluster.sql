-- Why: partitions are also maintained where they are spread over the nodes of a cluster.
create or replace function maintain_partitions(event_days integer, audit_days integer, idempotency_days integer)
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
    where days is not null
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
    -- A time of the column's own type: a cluster refuses to compare a column with a day, since the
    -- comparison depends on the time zone of the session.
    execute format(
      'delete from %I where %I < %L::timestamptz',
      kept.parent || '_default', kept.column_name, (current_date - kept.days)::timestamptz
    );
  end loop;
end
$$;
