import { sql } from 'kysely'

import { documentIdOfDigest, projectionJson } from '#/content-store/documents/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'
import {
  type Findings,
  type OrganizationCheck,
  problem,
  type Problem,
} from '#/platform/integrity/integrity-check.ts'

const kind = 'document-bytes'
const rowsMax = 5_000
const unpackedMax = 200

interface Place {
  readonly spaceId: string
  readonly id: string
}

/**
 * The length of a projection according to its first bytes: those of a Zstandard frame that states
 * the size of its content in one, two or four bytes and has one block. Null for every other form.
 */
const frameBytes = sql`
  case when get_byte(start.bytes, header.size) & 1 = 1 then
    header.size + 3 + case
      when (get_byte(start.bytes, header.size) >> 1) & 3 = 1 then 1 else
      (get_byte(start.bytes, header.size) + (get_byte(start.bytes, header.size + 1) << 8)
        + (get_byte(start.bytes, header.size + 2) << 16)) >> 3 end
  end`

/**
 * Selects a digest of each text, so that the texts stay in the database. The zeroes behind the
 * first bytes are for projections that were cut off within them.
 */
const selectDigestsAfter = statement(
  'fsck.documents',
  (p: { organizationId: string; spaceId: string; id: string }) => sql<{
    rows: number
    digests: string | null
    odd: string | null
  }>`
    select count(*) as rows,
      string_agg(d.space_id || ' ' || d.id || ' '
        || encode(sha256(convert_to(d.markdown, 'UTF8')), 'hex'), ',') as digests,
      string_agg(d.space_id || ' ' || d.id, ',') filter (
        where d.projection is not null
          and octet_length(d.projection) is distinct from ${frameBytes}
      ) as odd
    from (
      select space_id, id, markdown, projection from document
      where organization_id = ${p.organizationId}
        and (space_id, id) > (${p.spaceId}, ${p.id})
      order by space_id, id limit ${sql.lit(rowsMax)}
    ) as d
    cross join lateral (
      select substring(d.projection for 12) || decode(repeat('00', 12), 'hex') as bytes offset 0
    ) as start
    cross join lateral (
      select case when substring(start.bytes for 5) = '\\x28b52ffd20' then 6
        when substring(start.bytes for 5) = '\\x28b52ffd60' then 7
        when substring(start.bytes for 5) = '\\x28b52ffda0' then 9 end as size offset 0
    ) as header`,
)

const selectProjections = statement(
  'fsck.projections',
  (p: { organizationId: string; spaceIds: string[]; ids: string[] }) => sql<{
    id: string
    projection: Buffer | null
  }>`
    select d.id, d.projection
    from unnest(${p.spaceIds}::text[], ${p.ids}::text[]) as wanted (space_id, id)
    join document as d on d.organization_id = ${p.organizationId}
      and d.space_id = wanted.space_id and d.id = wanted.id`,
)

/** Checks that the id of a document is the hash of its bytes, and its projection readable. */
export const documentHashes: OrganizationCheck = {
  kind,
  isLong: true,
  async run(db, organizationId) {
    const problems: Problem[] = []
    let rows = 0
    let page = await readDigests(db, organizationId, { spaceId: '', id: '' })
    for (;;) {
      const { last } = page
      // The next page loads while this one is compared.
      const coming = page.isLast ? undefined : readDigests(db, organizationId, last)
      rows += page.rows
      problems.push(...misnamed(organizationId, page.texts))
      problems.push(...(await unreadable(db, organizationId, page.odd)))
      if (coming === undefined) return { rows, problems }
      page = await coming
    }
  },
}

interface DigestPage extends Pick<Findings, 'rows'> {
  readonly texts: readonly (readonly string[])[]
  /** Documents whose projection does not have the length that its first bytes imply. */
  readonly odd: readonly Place[]
  readonly last: Place
  readonly isLast: boolean
}

async function readDigests(
  db: Queryable,
  organizationId: string,
  after: Place,
): Promise<DigestPage> {
  const row = await db.first(selectDigestsAfter, { organizationId, ...after })
  const texts = wordsOf(row?.digests)
  const [spaceId = '', id = ''] = texts.at(-1) ?? []
  const odd = wordsOf(row?.odd).map(([place = '', name = '']) => ({
    spaceId: place,
    id: name,
  }))
  const isLast = texts.length < rowsMax
  return { rows: texts.length, texts, odd, last: { spaceId, id }, isLast }
}

function wordsOf(list: string | null | undefined): string[][] {
  return list ? list.split(',').map((each) => each.split(' ')) : []
}

function misnamed(organizationId: string, texts: DigestPage['texts']): Problem[] {
  return texts.flatMap(([, id = '', digest = '']) => {
    const expected = documentIdOfDigest(digest)
    return id === expected
      ? []
      : [problem({ organizationId, kind, id, expected, found: id })]
  })
}

/** The problems of odd projections, read a few at a time: these are the large or broken ones. */
async function unreadable(
  db: Queryable,
  organizationId: string,
  odd: readonly Place[],
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (let from = 0; from < odd.length; from += unpackedMax) {
    const some = odd.slice(from, from + unpackedMax)
    const rows = await db.many(selectProjections, {
      organizationId,
      spaceIds: some.map(({ spaceId }) => spaceId),
      ids: some.map(({ id }) => id),
    })
    for (const { id, projection } of rows) {
      if (isReadable(projection)) continue
      const found = 'an unreadable projection'
      problems.push(problem({ organizationId, kind, id, expected: id, found }))
    }
  }
  return problems
}

function isReadable(projection: Buffer | null): boolean {
  if (projection === null) return true
  try {
    return projectionJson(projection).startsWith('{')
  } catch {
    return false
  }
}
