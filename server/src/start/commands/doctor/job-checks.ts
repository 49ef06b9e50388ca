import type { Client } from 'pg'

import type { Config } from '#/platform/config/config.ts'
import { deadLetterQueue, jobSchema } from '#/platform/jobs/job-queue.ts'

import { missingJobParts } from '../missing-jobs.ts'
import { type Check, fail, ok, type Verdict, warn } from './check.ts'

const relayLagMaxSeconds = 60

export function jobChecks(client: Client, config: Config): readonly Check[] {
  return [
    { name: 'job queue', judge: async () => judgeQueues(config) },
    { name: 'dead letters', judge: async () => judgeDeadLetters(client) },
    { name: 'events', judge: async () => judgeEvents(client) },
  ]
}

async function judgeQueues(config: Config): Promise<Verdict> {
  const missing = await missingJobParts(config)
  return missing.length === 0
    ? ok('laid out')
    : fail(`missing: ${missing.join(', ')}`, 'Run "lectern-server migrate"')
}

async function judgeDeadLetters(client: Client): Promise<Verdict> {
  const { rows } = await client.query<{ job: string; letters: string }>(
    `select coalesce(data ->> 'name', '?') as job, count(*) as letters
     from ${jobSchema}.job where name = $1 group by 1 order by 2 desc, 1`,
    [deadLetterQueue],
  )
  if (rows.length === 0) return ok('none')
  const total = rows.reduce((sum, { letters }) => sum + Number(letters), 0)
  const kinds = rows.map(({ job, letters }) => `${letters} of ${job}`).join(', ')
  return warn(
    `${total} jobs failed for the last time: ${kinds}`,
    `Read why in ${jobSchema}.job (name = '${deadLetterQueue}', column data), mend the cause, then delete these rows`,
  )
}

async function judgeEvents(client: Client): Promise<Verdict> {
  const { rows } = await client.query<{ seconds: string | null }>(
    `select extract(epoch from now() - min(occurred_at)) as seconds from event_pending`,
  )
  const seconds = Number(rows[0]?.seconds ?? 0)
  return seconds <= relayLagMaxSeconds
    ? ok('handed on in time')
    : warn(
        `the oldest event has waited for ${Math.round(seconds)} s`,
        'See that a worker runs and what it logs',
      )
}
