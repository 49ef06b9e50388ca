import { documentIdOf, readBodies } from '#/content-store/documents/public.ts'
import { newId } from '#/platform/ids/new-id.ts'

import type { TestApi } from '../../test-api.ts'

const pagesPerStatement = 5_000
/** Texts that are really read; their document JSON stands in for that of the others. */
const distinctShapes = 100
/** Every n-th page was edited once: it has a version and a text that are past. */
const editedEvery = 4

interface PageRow {
  readonly n: number
  readonly id: string
  readonly documentId: string
  readonly formerId: string | null
}

/** A space with very many pages, written set by set as one revision and a second one over it. */
export async function fillSpace(api: TestApi, pageCount: number): Promise<string> {
  const made = await api
    .as('admin')
    .post(`/orgs/${api.organization}/spaces`, { title: 'Library', empty: true })
  const spaceId: string = made.body.id
  const of = [api.organization, spaceId]
  const projections = await readShapes(api)
  const ids: string[] = []
  const edited: string[] = []
  for (let first = 0; first < pageCount; first += pagesPerStatement) {
    const rows: PageRow[] = []
    for (let n = first; n < Math.min(first + pagesPerStatement, pageCount); n += 1) {
      const isEdited = n % editedEvery === 0
      const formerId = isEdited ? documentIdOf(textOf(n, 1)) : null
      rows.push({ n, id: newId(), documentId: documentIdOf(textOf(n, 2)), formerId })
    }
    ids.push(...rows.map(({ id }) => id))
    edited.push(...rows.filter(({ formerId }) => formerId !== null).map(({ id }) => id))
    await insertTexts(api, of, rows, projections)
    await insertPages(api, of, rows)
  }
  await insertRevisions(api, of, { ids, edited })
  await api.rows('analyze')
  return spaceId
}

async function readShapes({
  services,
  organization: organizationId,
}: TestApi): Promise<Buffer[]> {
  const texts = Array.from({ length: distinctShapes }, (_, n) => textOf(n, 2))
  const read = await services.threads.run({ organizationId }, readBodies, texts)
  return read.map(({ projection }) => Buffer.from(projection))
}

function textOf(n: number, version: number): string {
  const paragraphs = Array.from(
    { length: 3 + (n % 5) },
    (_, place) =>
      `Paragraph ${place} of page ${n} says how **part ${n % 97}** is set up, in version ${version}, and what to do where it is not. See [the next page](page-${n + 1}.md) for the rest of it, and \`lectern-server fsck\` for what is checked.`,
  )
  return `## Setting up part ${n}\n\n${paragraphs.join('\n\n')}\n\n- one\n- two\n`
}

async function insertTexts(
  api: TestApi,
  of: readonly string[],
  rows: readonly PageRow[],
  projections: readonly Buffer[],
): Promise<void> {
  const texts = rows.flatMap(({ n, documentId, formerId }) => [
    { n, id: documentId, markdown: textOf(n, 2) },
    ...(formerId === null ? [] : [{ n, id: formerId, markdown: textOf(n, 1) }]),
  ])
  await api.rows(
    `insert into document (organization_id, space_id, id, markdown, projection)
     select $1, $2, t.id, t.markdown, ($6::bytea[])[t.n % $7 + 1]
     from unnest($3::text[], $4::text[], $5::integer[]) as t (id, markdown, n)`,
    [
      ...of,
      texts.map(({ id }) => id),
      texts.map(({ markdown }) => markdown),
      texts.map(({ n }) => n),
      projections,
      distinctShapes,
    ],
  )
}

/** A page in ten holds the nine after it, so that places and slugs are looked for below many parents. */
async function insertPages(
  api: TestApi,
  of: readonly string[],
  rows: readonly PageRow[],
): Promise<void> {
  const parents = rows.map(({ n }, index) =>
    n % 10 === 0 ? '' : (rows[index - (n % 10)]?.id ?? ''),
  )
  const values = [
    ...of,
    rows.map(({ n }) => n),
    rows.map(({ id }) => id),
    rows.map(({ documentId }) => documentId),
    rows.map(({ formerId }) => formerId),
    parents,
  ]
  const source = `unnest($3::integer[], $4::text[], $5::text[], $6::text[], $7::text[])
    as p (n, id, document_id, former_id, parent_id)`
  await api.rows(
    `insert into entry (organization_id, space_id, id, from_number)
     select $1, $2, p.id, 2 from ${source}`,
    values,
  )
  await api.rows(
    `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
       to_number, kind, parent_id, position, slug, title, document_id, links, targets,
       created_at, updated_at)
     select $1, $2, $2, p.id, v.from_number, v.to_number, 'document', p.parent_id,
       'a' || lpad(p.n::text, 8, '0'), 'page-' || p.n, 'Page ' || p.n,
       case v.from_number when 2 then coalesce(p.former_id, p.document_id)
         else p.document_id end,
       jsonb_build_array(jsonb_build_object('status', 'ok', 'ref',
         jsonb_build_object('kind', 'page', 'page', p.id))), array[p.id], now(), now()
     from ${source}
     cross join lateral (values (2, case when p.former_id is not null then 3 end), (3, null))
       as v (from_number, to_number)
     where v.from_number = 2 or p.former_id is not null`,
    values,
  )
}

async function insertRevisions(
  api: TestApi,
  of: readonly string[],
  { ids, edited }: { ids: readonly string[]; edited: readonly string[] },
): Promise<void> {
  const revisions = [newId(), newId()]
  await api.rows(
    `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
       changed, created_by)
     select $1, $2, r.id, $2, r.number, 'edits', r.parents, r.changed, 'gate' from branch b
     cross join lateral (values
       ($3, 2, array[b.head_revision_id], $5::text[]), ($4, 3, array[$3::text], $6::text[])
     ) as r (id, number, parents, changed)
     where b.organization_id = $1 and b.space_id = $2`,
    [...of, ...revisions, ids, edited],
  )
  await api.rows(
    `update branch set head_number = 3, head_revision_id = $3
     where organization_id = $1 and space_id = $2`,
    [...of, revisions[1]],
  )
}
