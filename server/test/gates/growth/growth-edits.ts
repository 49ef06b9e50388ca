import type { Measured } from './growth-cost.ts'
import type { Instance } from '../harness/instance.ts'

const editsPerSpace = 8
const contentRowsMax = 5
const bookkeepingRowsMax = 6
const walBytesMax = 16 * 1024
/** Two edits write the same; only the length of a text and a split of an index page differ. */
const sameWithinBytes = 2048

const contentTables = new Set([
  'document',
  'entry_version',
  'entry',
  'revision',
  'branch',
  'alias',
  'space_counter',
])

interface Edit {
  /** Rows by table. */
  readonly rows: ReadonlyMap<string, number>
  /** Of WAL, without the stored text. */
  readonly bytes: number
}

export interface EditOutcome {
  readonly figure: string
  readonly problems: readonly string[]
}

/** The change of one page writes the same few rows, however many pages stand beside it. */
export async function measureEdits(
  measured: Measured,
  say: (line: string) => void,
): Promise<EditOutcome> {
  const { world } = measured
  await world.instance.db.raw('create extension if not exists pg_walinspect')
  const spaces = { 10: world.tinyId, '10,000': world.hugeId }
  const problems: string[] = []
  const medians: Edit[] = []
  for (const [pages, spaceId] of Object.entries(spaces)) {
    const edits: Edit[] = []
    for (let turn = 0; turn < editsPerSpace; turn += 1) {
      edits.push(await editOnce(measured, spaceId, turn))
    }
    const [median] = edits
      .toSorted((one, other) => one.bytes - other.bytes)
      .slice(Math.floor(editsPerSpace / 2))
    if (median === undefined) throw new Error('Nothing was edited')
    medians.push(median)
    const { content, bookkeeping } = rowsIn(median)
    say(
      `  an edit among ${pages} pages: ${content} rows of content, ${bookkeeping} of bookkeeping (${[...median.rows].map(([table, rows]) => `${table} ${rows}`).join(', ')}), ${median.bytes} bytes of WAL beyond the text`,
    )
    if (content > contentRowsMax) {
      problems.push(`an edit among ${pages} pages writes ${content} rows of content`)
    }
    if (bookkeeping > bookkeepingRowsMax) {
      problems.push(`an edit among ${pages} pages writes ${bookkeeping} rows besides`)
    }
    if (median.bytes > walBytesMax) {
      problems.push(`an edit among ${pages} pages writes ${median.bytes} bytes of WAL`)
    }
  }
  const [one, other] = medians
  if (one !== undefined && other !== undefined) {
    if (JSON.stringify(rowsIn(one)) !== JSON.stringify(rowsIn(other))) {
      problems.push('an edit writes other rows in a large space than in a small one')
    }
    if (Math.abs(one.bytes - other.bytes) > sameWithinBytes) {
      problems.push(
        `an edit writes ${one.bytes} bytes in a small space and ${other.bytes} in a large one`,
      )
    }
  }
  const figure = `an edit writes ${medians.map(({ bytes }) => bytes).join(' and ')} bytes of WAL among 10 and 10,000 pages`
  return { figure, problems }
}

function rowsIn({ rows }: Edit): { content: number; bookkeeping: number } {
  let content = 0
  let bookkeeping = 0
  for (const [table, count] of rows) {
    if (contentTables.has(table)) content += count
    else bookkeeping += count
  }
  return { content, bookkeeping }
}

async function editOnce(
  { world, api }: Measured,
  spaceId: string,
  turn: number,
): Promise<Edit> {
  const { instance } = world
  const { page, markdown } = await pageToEdit(instance, spaceId, turn)
  const text = `${markdown}\n\nOne more line, number ${turn}.\n`
  const from = await walPosition(instance)
  const reply = await fetch(`${api.url}/v1/spaces/${spaceId}/content`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${instance.sample.tokens.admin}`,
      'content-type': 'application/json',
      'idempotency-key': `growth ${spaceId} ${turn}`,
    },
    body: JSON.stringify({
      changes: [{ operation: 'update_page', page, document: { markdown: text } }],
    }),
  })
  if (reply.status !== 200) throw new Error(`An edit answered ${reply.status}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's own shape
  const { changes } = (await reply.json()) as { changes: { documentId: string }[] }
  const rows = await rowsSince(instance, from)
  const written = await walSince(instance, from)
  const stored = await storedBytes(instance, spaceId, changes[0]?.documentId ?? '')
  return { rows, bytes: written - stored }
}

async function pageToEdit({ db }: Instance, spaceId: string, turn: number) {
  const { rows } = await db.raw(
    `select v.entry_id as page, d.markdown from entry_version v
     join document d on d.organization_id = v.organization_id and d.space_id = v.space_id
       and d.id = v.document_id
     where v.space_id = $1 and v.to_number is null and v.kind = 'document'
       and v.parent_id <> '' order by v.entry_id offset $2 limit 1`,
    [spaceId, turn],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  const [row] = rows as { page: string; markdown: string }[]
  if (row === undefined) throw new Error('There is no page to edit')
  return row
}

async function walPosition({ db }: Instance): Promise<string> {
  const { rows } = await db.raw('select pg_current_wal_insert_lsn()::text as at')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  return (rows as { at: string }[])[0]?.at ?? ''
}

async function walSince({ db }: Instance, from: string): Promise<number> {
  const { rows } = await db.raw(
    `select sum(record_length)::integer as bytes
     from pg_get_wal_records_info($1::pg_lsn, pg_current_wal_flush_lsn())
     where xid::text <> '0'`,
    [from],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  return (rows as { bytes: number }[])[0]?.bytes ?? 0
}

/** The log says which row of which table was written; rows of texts that lie apart are their tables' own. */
async function rowsSince(
  { db }: Instance,
  from: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.raw(
    `select c.relname as table, count(*)::integer as rows
     from pg_get_wal_records_info($1::pg_lsn, pg_current_wal_flush_lsn()) w
     cross join lateral regexp_match(w.block_ref, 'blkref #0: rel \\d+/\\d+/(\\d+) fork main') m (file)
     join pg_class c on c.relfilenode = m.file[1]::oid
     where w.resource_manager in ('Heap', 'Heap2')
       and w.record_type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE|MULTI_INSERT)'
       and c.relkind = 'r' and c.relnamespace <> 'pg_catalog'::regnamespace
     group by c.relname order by c.relname`,
    [from],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  const counted = rows as { table: string; rows: number }[]
  return new Map(counted.map((row) => [row.table, row.rows]))
}

async function storedBytes({ db }: Instance, spaceId: string, id: string) {
  const { rows } = await db.raw(
    'select pg_column_size(markdown) as bytes from document where space_id = $1 and id = $2',
    [spaceId, id],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  return (rows as { bytes: number }[])[0]?.bytes ?? 0
}
