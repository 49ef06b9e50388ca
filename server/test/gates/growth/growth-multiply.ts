import { positionBetween } from '@lectern/content/tree/positions.ts'

import type { Client } from 'pg'

import { placeholder, type Template, templateTables } from './growth-template.ts'

/** Spaces that one statement copies, one after the other: rows of a space lie together, as where it is imported. */
const spacesPerStatement = 100

/** How each column of a copy follows from the template; those that are not named are taken as they are. */
const copied: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  content_node: {
    id: coded('id'),
    title: `'Space ' || c.code`,
    lineage: `array[${coded('id')}]`,
    position: `'z' || c.code`,
  },
  space: { id: coded('id') },
  space_counter: { space_id: coded('space_id') },
  branch: {
    space_id: coded('space_id'),
    id: coded('id'),
    head_revision_id: coded('head_revision_id'),
  },
  revision: {
    space_id: coded('space_id'),
    id: coded('id'),
    branch_id: coded('branch_id'),
    parents: coded('parents', 'text[]'),
    changed: coded('changed', 'text[]'),
  },
  document: { space_id: coded('space_id') },
  entry: { space_id: coded('space_id'), id: coded('id') },
  entry_version: {
    space_id: coded('space_id'),
    branch_id: coded('branch_id'),
    entry_id: coded('entry_id'),
    parent_id: coded('parent_id'),
    links: coded('links', 'jsonb'),
    targets: coded('targets', 'text[]'),
  },
  search_section: {
    space_id: coded('space_id'),
    page_id: coded('page_id'),
    words: `array_to_tsvector(array['@' || ${coded('space_id')}, 'word' || c.code]) || t.words`,
  },
  search_word: { space_id: coded('space_id') },
  search_sight: { space_id: coded('space_id') },
  search_sight_word: { space_id: coded('space_id') },
  search_state: { space_id: coded('space_id') },
}

function coded(column: string, type?: string): string {
  return type === undefined
    ? `replace(t.${column}, '${placeholder}', c.code)`
    : `replace(t.${column}::text, '${placeholder}', c.code)::${type}`
}

export interface FilledOrganization {
  readonly organizationId: string
  readonly createdBy: string
}

/** The template as tables beside the product's own, where statements can copy from. */
export async function loadTemplate(client: Client, template: Template): Promise<void> {
  await client.query('create schema grown')
  for (const table of templateTables) {
    await client.query(`create unlogged table grown.${table} (like public.${table})`)
    await client.query(
      `insert into grown.${table}
       select * from jsonb_populate_recordset(null::grown.${table}, $1::jsonb)`,
      [template.rows[table]],
    )
  }
  // Each copy has its own mark.
  await client.query(
    `update grown.search_section set words = ts_delete(words, '@' || space_id)`,
  )
  await client.query('analyze')
}

/** Copies of the template with these codes, each six characters long. */
export async function copySpaces(
  client: Client,
  { organizationId, createdBy }: FilledOrganization,
  codes: readonly string[],
): Promise<void> {
  for (let first = 0; first < codes.length; first += spacesPerStatement) {
    const some = codes.slice(first, first + spacesPerStatement)
    for (const table of templateTables) {
      const columns = copied[table]
      if (columns === undefined) continue
      const names = await columnsOf(client, table)
      const values = names.map((name) => {
        if (name === 'organization_id') return '$1::text'
        if (name === 'created_by') return '$3::text'
        return columns[name] ?? `t.${name}`
      })
      // Where no column names who made it, the parameter still needs a use.
      await client.query(
        `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
         from unnest($2::text[]) as c (code) cross join grown.${table} as t
         where $3::text is not null order by c.code, t.ctid`,
        [organizationId, some, createdBy],
      )
    }
    await client.query(
      `insert into directory (id, kind, organization_id)
       select replace(t.id, '${placeholder}', c.code), 'space', $1
       from unnest($2::text[]) as c (code) cross join grown.space as t`,
      [organizationId, some],
    )
  }
}

const namesOfColumns = new Map<string, string[]>()

async function columnsOf(client: Client, table: string): Promise<string[]> {
  const known = namesOfColumns.get(table)
  if (known !== undefined) return known
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' order by attnum`,
    [`public.${table}`],
  )
  const names = rows.map(({ name }) => name)
  namesOfColumns.set(table, names)
  return names
}

/** Gives one copied space the pages of the template `times` over, each time below a group of its own. */
export async function growSpace(
  client: Client,
  {
    organizationId,
    code,
    times,
  }: { organizationId: string; code: string; times: number },
): Promise<void> {
  // Behind what stands at the top already.
  let position = 'b00'
  const parts = Array.from({ length: times }, (_, at) => {
    position = positionBetween(position, undefined)
    return { code: `p${String(at).padStart(5, '0')}`, position }
  })
  const values = [organizationId, code, parts.map((part) => part.code)]
  const spaceId = `replace(s.id, '${placeholder}', $2::text)`
  const from = `from unnest($3::text[]) as c (code) cross join grown.space as s`
  const group = `c.code || substr(s.id, 7)`
  await client.query(
    `insert into entry (organization_id, space_id, id, from_number)
     select $1::text, ${spaceId}, ${group}, 2 ${from}`,
    values,
  )
  await client.query(
    `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
       kind, position, slug, title, created_at, updated_at)
     select $1::text, ${spaceId}, ${spaceId}, ${group}, 2, 'group', p.position, c.code,
       'Part ' || c.code, now(), now()
     ${from} join unnest($3::text[], $4::text[]) as p (code, position) on p.code = c.code`,
    [...values, parts.map((part) => part.position)],
  )
  await client.query(
    `insert into document (organization_id, space_id, id, markdown, projection, created_at,
       projection_form, anchors)
     select $1::text, ${spaceId}, c.code || substr(t.id, 7), t.markdown, t.projection,
       t.created_at, t.projection_form, t.anchors
     ${from} cross join grown.document as t`,
    values,
  )
  await client.query(
    `insert into entry (organization_id, space_id, id, from_number)
     select $1::text, ${spaceId}, ${coded('id')}, t.from_number
     ${from} cross join grown.entry as t where t.id like '${placeholder}%'`,
    values,
  )
  await client.query(
    `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
       kind, parent_id, position, slug, title, attributes, head, document_id, links, targets,
       uses, created_at, updated_at)
     select $1::text, ${spaceId}, ${spaceId}, ${coded('entry_id')}, t.from_number, t.kind,
       case t.parent_id when '' then ${group} else ${coded('parent_id')} end, t.position,
       t.slug, t.title, t.attributes, t.head, c.code || substr(t.document_id, 7),
       ${coded('links', 'jsonb')}, ${coded('targets', 'text[]')},
       ${coded('uses', 'jsonb')}, t.created_at, t.updated_at
     ${from} cross join grown.entry_version as t where t.kind = 'document'
       and t.to_number is null`,
    values,
  )
}

/** Leaves one copied space its first chapter only. */
export async function shrinkSpace(
  client: Client,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
): Promise<void> {
  await client.query(
    `delete from entry_version v where organization_id = $1 and space_id = $2
       and kind = 'document' and not (title = 'Chapter 0' or exists (
         select from entry_version p where p.organization_id = $1 and p.space_id = $2
           and p.entry_id = v.parent_id and p.title = 'Chapter 0'))`,
    [organizationId, spaceId],
  )
  await client.query(
    `delete from entry e where organization_id = $1 and space_id = $2 and not exists (
       select from entry_version v where v.organization_id = $1 and v.space_id = $2
         and v.entry_id = e.id)`,
    [organizationId, spaceId],
  )
}
