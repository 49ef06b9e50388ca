import { performance } from 'node:perf_hooks'

import { Client } from 'pg'

import type { Scene } from './merge-edits.ts'

const lanes = 8
const editSeconds = 3

/**
 * The least that moving a head can cost: a transaction that compares, sets and notes a revision, from
 * as many connections as the apis have for it. A loser reads the head again and tries once more.
 */
export async function compareAndSetPerSecond(
  databaseUrl: string,
  seconds: number,
): Promise<number> {
  const first = await connected(databaseUrl)
  await first.query(
    `create table raw_head (id integer primary key, number integer not null);
     create table raw_revision (number integer primary key, parent integer not null);
     insert into raw_head values (1, 0)`,
  )
  const clients = [first]
  while (clients.length < lanes) clients.push(await connected(databaseUrl))
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1000
  const swaps = await Promise.all(clients.map(async (client) => swapUntil(client, endMs)))
  const tookSeconds = (performance.now() - startedMs) / 1000
  await first.query('drop table raw_head, raw_revision')
  await Promise.all(clients.map(async (client) => client.end()))
  return swaps.reduce((sum, each) => sum + each, 0) / tookSeconds
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}

async function swapUntil(client: Client, endMs: number): Promise<number> {
  let swaps = 0
  while (performance.now() < endMs) {
    const { rows } = await client.query<{ number: number }>(
      'select number from raw_head where id = 1',
    )
    const number = rows[0]?.number ?? 0
    const { rowCount } = await client.query(
      `with moved as (
         update raw_head set number = $1::integer + 1 where id = 1 and number = $1
         returning number
       )
       insert into raw_revision select number, $1 from moved`,
      [number],
    )
    swaps += rowCount ?? 0
  }
  return swaps
}

/** Whole pages written over by many at once, with connections that stay: nothing but edits. */
export async function editsPerSecond(
  { spaceId, token, contested }: Scene,
  urls: readonly string[],
  { writers }: { writers: number },
): Promise<number> {
  const startedMs = performance.now()
  const endMs = startedMs + editSeconds * 1000
  let edits = 0
  const write = async (writer: number) => {
    const page = contested[writer % contested.length]
    for (let n = 1; performance.now() < endMs; n += 1) {
      const document = { markdown: `Edit ${n} of writer ${writer}.\n` }
      const changes = [{ operation: 'update_page', page, document }]
      const reply = await fetch(
        `${urls[writer % urls.length]}/v1/spaces/${spaceId}/content`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ changes }),
        },
      )
      await reply.arrayBuffer()
      if (reply.status === 200) edits += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, async (_, writer) => write(writer)))
  return edits / ((performance.now() - startedMs) / 1000)
}
