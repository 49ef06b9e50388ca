import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

/** Pages of heads that show a specification, in the order of their spaces and ids. */
export const selectShowingForSearch = statement<
  {
    organizationId: string
    /** As `specTarget` makes it. */
    target: string
    afterSpace: string
    afterId: string
    rowsMax: number
  },
  { space_id: string; id: string }
>(
  'content.search-showing',
  (p) => sql`
    select v.space_id, v.entry_id as id from entry_version as v
    where v.organization_id = ${p.organizationId} and v.to_number is null
      and v.targets @> array[${p.target}::text] and v.branch_id = v.space_id
      and (v.space_id, v.entry_id) > (${p.afterSpace}, ${p.afterId})
    order by v.space_id, v.entry_id
    limit ${p.rowsMax}`,
)

/**
 * The first words of parts of OpenAPI specifications, each asked for by slug in lower case, kind, name
 * and the characters of it that are wanted.
 */
export const selectPartWords = statement<
  {
    organizationId: string
    slugKeys: readonly string[]
    kinds: readonly string[]
    names: readonly string[]
    lengths: readonly number[]
  },
  { spec: string; kind: 'operation' | 'webhook' | 'schema'; name: string; words: string }
>(
  'content.search-part-words',
  (p) => sql`
    select s.slug_key as spec, o.kind, o.name, left(o.words, asked.length) as words
    from unnest(${p.slugKeys}::text[], ${p.kinds}::text[], ${p.names}::text[],
      ${p.lengths}::integer[]) as asked (slug_key, kind, name, length)
    join openapi_spec as s on s.organization_id = ${p.organizationId}
      and s.slug_key = asked.slug_key
    join openapi_part as o on o.organization_id = ${p.organizationId} and o.spec_id = s.id
      and o.kind = asked.kind and o.name = asked.name`,
)
