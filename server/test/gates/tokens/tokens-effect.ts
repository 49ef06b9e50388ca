import { setTimeout as sleep } from 'node:timers/promises'

import type { Instance } from '../harness/instance.ts'
import { call, newPerson, type Person } from './tokens-people.ts'

const pollMs = 15
/** Who still gets through then is taken to get through for ever. */
export const watchedMs = 4_000
const refusalsToBelieve = 5
const atOnce = 5

type Request = Parameters<typeof call>[2]

/** A way to take something from a person, and how they notice. */
export interface Withdrawal {
  readonly name: string
  readonly withdraw: (person: Person, at: string) => Promise<void>
  /** True while the person still gets through. */
  readonly gets: (person: Person, at: string) => Promise<boolean>
}

export function withdrawals({ sample }: Instance): readonly Withdrawal[] {
  const inOrganization = `/v1/orgs/${sample.organization}`
  const change = async (url: string, request: Request, token = sample.tokens.admin) => {
    const { status, text } = await call(url, token, request)
    if (status >= 300) throw new Error(`${url} answered ${status}: ${text}`)
  }
  return [
    {
      name: 'revocation',
      withdraw: async ({ token, spare }, at) =>
        change(`${at}/v1/user/tokens/${spare.id}`, { method: 'DELETE' }, token),
      gets: reads('/v1/user', 401, ({ spare }) => spare.token),
    },
    {
      name: 'role change',
      withdraw: async ({ userId }, at) =>
        change(`${at}${inOrganization}/members/${userId}`, {
          method: 'PATCH',
          body: { role: 'read' },
        }),
      gets: reads(`${inOrganization}/link-invites`, 403, ({ token }) => token),
    },
    {
      name: 'removal',
      withdraw: async ({ userId }, at) =>
        change(`${at}${inOrganization}/members/${userId}`, { method: 'DELETE' }),
      gets: reads(inOrganization, 404, ({ token }) => token),
    },
  ]
}

function reads(path: string, refusal: number, tokenOf: (person: Person) => string) {
  return async (person: Person, at: string): Promise<boolean> => {
    const { status, text } = await call(at + path, tokenOf(person))
    if (status === 200 || status === refusal) return status === 200
    throw new Error(`${path} answered ${status}: ${text}`)
  }
}

/**
 * The longest time after a withdrawal was acknowledged by one process at which a request sent to the
 * other still got through.
 */
export async function longestStaleMs(
  instance: Instance,
  withdrawal: Withdrawal,
  { here, there, times }: { here: string; there: string; times: number },
): Promise<number> {
  let longestMs = 0
  for (let done = 0; done < times; done += atOnce) {
    const group = Array.from(
      { length: Math.min(atOnce, times - done) },
      async (_, index) => {
        const name = `${withdrawal.name.replace(' ', '-')}-${done + index}`
        return staleMs(withdrawal, await newPerson(instance, name), { here, there })
      },
    )
    longestMs = Math.max(longestMs, ...(await Promise.all(group)))
  }
  return longestMs
}

async function staleMs(
  { name, withdraw, gets }: Withdrawal,
  person: Person,
  { here, there }: { here: string; there: string },
): Promise<number> {
  if (!(await gets(person, there))) throw new Error(`Before the ${name} nothing worked`)
  let acknowledgedMs = Number.POSITIVE_INFINITY
  const withdrawn = (async () => {
    // Somewhere in the life of whatever the other process remembers.
    await sleep(Math.random() * 400)
    await withdraw(person, here)
    acknowledgedMs = performance.now()
  })()
  let stale = 0
  let refusals = 0
  while (refusals < refusalsToBelieve) {
    const sentMs = performance.now()
    const isThrough = await gets(person, there)
    if (isThrough && sentMs > acknowledgedMs) stale = sentMs - acknowledgedMs
    refusals = isThrough ? 0 : refusals + 1
    if (stale > watchedMs) break
    await sleep(pollMs)
  }
  await withdrawn
  return stale
}
