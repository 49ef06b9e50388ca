import { setTimeout as sleep } from 'node:timers/promises'

import { mailsIn } from '../../invites/test-mails.ts'

import type { Instance } from '../harness/instance.ts'

const doneWithinMs = 300_000

export interface Delivered {
  readonly problems: string[]
  readonly mails: number
}

/** Each invitation that was acknowledged is mailed, and no job or event is left behind. */
export async function judgeJobs(
  instance: Instance,
  invited: readonly string[],
): Promise<Delivered> {
  const problems: string[] = []
  const deadline = Date.now() + doneWithinMs
  let left = await unfinished(instance)
  while (left.jobs + left.events > 0 && Date.now() < deadline) {
    await sleep(100)
    left = await unfinished(instance)
  }
  if (left.jobs > 0) problems.push(`${left.jobs} jobs were never done`)
  if (left.events > 0) problems.push(`${left.events} events were never handed on`)
  if (left.dead > 0) problems.push(`${left.dead} jobs failed for good`)

  const mails = await mailsIn(instance.environment['MAIL_FOLDER'] ?? '', 0)
  const reached = new Set(mails.map(({ to }) => to))
  for (const address of invited) {
    if (!reached.has(address)) problems.push(`${address} was invited and got no mail`)
  }
  return { problems, mails: mails.length }
}

async function unfinished({ db }: Instance) {
  const { rows } = await db.raw(
    `select
       (select count(*) from pgboss.job
        where name not like '\\_\\_pgboss%' and name <> 'dead-letter'
          and state in ('created', 'active', 'retry') and start_after <= now())::integer as jobs,
       (select count(*) from event_pending)::integer as events,
       (select count(*) from pgboss.job
        where name = 'dead-letter' or state = 'failed')::integer as dead`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  const [row] = rows as { jobs: number; events: number; dead: number }[]
  if (row === undefined) throw new Error('The jobs could not be counted')
  return row
}

/** Plants a lost job: takes one away that no worker has begun. */
export async function loseOneJob({ db }: Instance): Promise<void> {
  for (;;) {
    const { rows } = await db.raw(
      `delete from pgboss.job where name = 'invites.send-mail' and id = (
         select id from pgboss.job
         where name = 'invites.send-mail' and state = 'created' limit 1)
       returning id`,
    )
    if (rows.length > 0) return
    await sleep(5)
  }
}
