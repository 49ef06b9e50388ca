import { setTimeout as sleep } from 'node:timers/promises'

import { patch } from '#test/provisioning/test-directory.ts'

import type { Instance } from '../harness/instance.ts'
import { browse, call, newPerson, type Person } from './tokens-people.ts'

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
  const scim = `/scim/v2/${sample.organization}`
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
      name: 'sign-out',
      withdraw: async ({ session: { id, cookie } }, at) => {
        const url = `${at}/v1/user/sessions/${id}`
        const { status, text } = await browse(url, cookie, { method: 'DELETE' })
        if (status !== 204) throw new Error(`${url} answered ${status}: ${text}`)
      },
      async gets({ session: { cookie } }, at) {
        const { status, text } = await browse(`${at}/v1/user`, cookie)
        if (status === 200 || status === 401) return status === 200
        throw new Error(`/v1/user answered ${status} to a browser: ${text}`)
      },
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
    {
      name: 'deactivation',
      async withdraw({ email, directory: { token } }, at) {
        const users = `${at}${scim}/Users`
        const found = await call(`${users}?filter=userName+eq+"${email}"`, token)
        const [user] = JSON.parse(found.text).Resources
        const inactive = patch({ op: 'replace', path: 'active', value: false })
        await change(`${users}/${user.id}`, { method: 'PATCH', body: inactive }, token)
      },
      gets: reads(inOrganization, 403, ({ token }) => token),
    },
    {
      name: 'deletion of the token of a directory',
      withdraw: async ({ directory: { id } }, at) =>
        change(`${at}${inOrganization}/scim-tokens/${id}`, { method: 'DELETE' }),
      gets: reads(`${scim}/Users?count=1`, 401, ({ directory }) => directory.token),
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
