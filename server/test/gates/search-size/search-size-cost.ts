import { setTimeout as sleep } from 'node:timers/promises'

import type { Instance, ServerProcess } from '../harness/instance.ts'
import { textsAbout } from './search-size-texts.ts'

const pagesWritten = 120
const pagesPerRequest = 40
const indexedWithinMs = 300_000

export interface IndexBytes {
  /** Of all tables of the search with their indexes, without the copy of the text in them. */
  readonly index: number
  readonly text: number
}

export async function measureBytes({ db }: Instance): Promise<IndexBytes> {
  const { rows } = await db.raw(
    `select (select sum(pg_total_relation_size(t)) from unnest(array[
         'search_section', 'search_word', 'search_sight', 'search_sight_word',
         'search_vocabulary', 'search_state']::regclass[]) as t)::float8
         as all_bytes,
       sum(octet_length(body) + octet_length(heading))::float8 as text_bytes
     from search_section`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  const [row] = rows as { all_bytes: number; text_bytes: number }[]
  const text = row?.text_bytes ?? 0
  return { index: (row?.all_bytes ?? 0) - text, text }
}

export interface WriteCost {
  readonly walBytes: number
  readonly databaseMs: number
}

/** What the index costs for each page that is written, beside all that is there. */
export async function measureWrites(
  { db, sample, startWorker }: Instance,
  { url }: ServerProcess,
): Promise<WriteCost> {
  const post = async (target: string, body: object): Promise<{ id: string }> => {
    const reply = await fetch(`${url}/v1${target}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sample.tokens.admin}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (reply.status >= 300) throw new Error(`${target}: ${await reply.text()}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answers of two operations
    return (await reply.json()) as { id: string }
  }
  const { id } = await post(`/orgs/${sample.organization}/spaces`, {
    title: 'Written',
    empty: true,
  })
  const nextPage = textsAbout(1, false)
  for (let first = 0; first < pagesWritten; first += pagesPerRequest) {
    const changes = Array.from({ length: pagesPerRequest }, () => {
      const { title, sections } = nextPage()
      const markdown = sections.map(({ heading, body }) => `## ${heading}\n\n${body}\n`)
      return {
        operation: 'insert_page',
        title,
        document: { markdown: markdown.join('\n') },
      }
    })
    await post(`/spaces/${id}/content`, { changes })
  }
  await db.raw('select pg_stat_statements_reset()')
  const worker = await startWorker()
  await untilIndexed(db, id)
  await worker.stop()
  const { rows } = await db.raw(
    `select sum(wal_bytes)::float8 as wal, sum(total_exec_time)::float8 as ms
     from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and query ~ '(insert into|delete from|update) search_'`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  const [row] = rows as { wal: number; ms: number }[]
  return {
    walBytes: (row?.wal ?? 0) / pagesWritten,
    databaseMs: (row?.ms ?? 0) / pagesWritten,
  }
}

async function untilIndexed(db: Instance['db'], spaceId: string): Promise<void> {
  const deadline = Date.now() + indexedWithinMs
  for (;;) {
    const { rows } = await db.raw(
      `select 1 from search_state s join branch b on b.space_id = s.space_id and b.id = s.space_id
       where s.space_id = $1 and s.indexed_number = b.head_number`,
      [spaceId],
    )
    if (rows.length > 0) return
    if (Date.now() > deadline) throw new Error('What was written was not indexed in time')
    await sleep(50)
  }
}
