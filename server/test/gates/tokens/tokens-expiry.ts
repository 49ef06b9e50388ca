import { setTimeout as sleep } from 'node:timers/promises'

import type { Instance } from '../harness/instance.ts'
import { call } from './tokens-people.ts'

const lifeMs = 3_000
const lateMsMax = 1_000
const pollMs = 20
const dayMs = 24 * 3600 * 1000

/** Expiry goes by the database, whatever the processes take the time to be. */
export async function judgeExpiry(
  { db, sample }: Instance,
  apis: Readonly<Record<'ahead' | 'behind', string>>,
): Promise<{ problems: string[]; slow: string[]; lateMs: number }> {
  const { rows } = await db.raw(
    'select extract(epoch from clock_timestamp()) * 1000 as now',
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  const [row] = rows as { now: string | number }[]
  const databaseAheadMs = Number(row?.now) - Date.now()
  const databaseMs = () => Date.now() + databaseAheadMs

  const problems: string[] = []
  const create = async (at: string, expiresMs: number) =>
    call(`${at}/v1/user/tokens`, sample.tokens.comment, {
      method: 'POST',
      body: { label: 'Expires', expiresAt: new Date(expiresMs).toISOString() },
    })

  const past = await create(apis.behind, databaseMs() - dayMs)
  if (past.status !== 400) {
    problems.push(`a token that expired yesterday was created (${past.status})`)
  }
  const lasting = await create(apis.ahead, databaseMs() + 10 * dayMs)
  const expiresMs = databaseMs() + lifeMs
  const short = await create(apis.ahead, expiresMs)
  let lateMs = 0
  for (const [name, at] of Object.entries(apis)) {
    const { status } = await call(`${at}/v1/user`, tokenIn(lasting.text))
    if (status !== 200) {
      problems.push(
        `a token for ten more days was refused by the api ${name} (${status})`,
      )
    }
  }
  await Promise.all(
    Object.entries(apis).map(async ([name, at]) => {
      let isThrough = true
      while (databaseMs() < expiresMs + lateMsMax + 500) {
        const sentMs = databaseMs()
        isThrough = (await call(`${at}/v1/user`, tokenIn(short.text))).status === 200
        if (!isThrough && databaseMs() < expiresMs) {
          problems.push(`a token was refused before its expiry by the api ${name}`)
          return
        }
        if (isThrough && sentMs > expiresMs) lateMs = Math.max(lateMs, sentMs - expiresMs)
        await sleep(pollMs)
      }
      if (isThrough) problems.push(`a token outlived its expiry on the api ${name}`)
    }),
  )
  const late = `a token was accepted ${lateMs.toFixed(0)} ms after its expiry`
  return { problems, slow: lateMs > lateMsMax ? [late] : [], lateMs }
}

function tokenIn(text: string): string {
  return /lec_u_\w{38}/.exec(text)?.[0] ?? 'none'
}
