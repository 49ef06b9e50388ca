-- Why: entries that show an OpenAPI specification are found by their targets.
update entry_version as v set targets = (
  select array_agg(distinct t.target order by t.target)
  from (
    select unnest(v.targets) as target
    union all
    select 'openapi:' || lower(shown.slug)
    from (
      select l.link #>> '{ref,spec}'
      from jsonb_array_elements(case when jsonb_typeof(v.links) = 'array' then v.links end)
        as l (link)
      where l.link #>> '{ref,kind}' = 'openapi'
      union all
      select v.attributes #>> '{computed,dependencies,spec,ref,spec}'
    ) as shown (slug)
    where shown.slug ~ '^[A-Za-z0-9-]{1,100}$'
  ) as t)
where v.to_number is null
  and (v.links @> '[{"ref": {"kind": "openapi"}}]'
    or v.attributes #>> '{computed,dependencies,spec,ref,kind}' = 'openapi');
