import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { issueToken } from '#/features/people/api-tokens/public.ts'
import { sampleMembers } from '#test/sample.ts'
import type { TestBody } from '#test/test-api.ts'

import type { Instance } from '../harness/instance.ts'
import { call } from './tokens-people.ts'
import type { Secret } from './tokens-secrets.ts'

/** How many are asked at once, and how many an admin is answered at least; others some of them. */
const inFlight = 8
const answeredMin = { admin: 40, others: 15 }
const nowhere = '0AbsentAbsentAbsent0'
/** What the URL of a preview holds, whichever one it is. */
const preview = /preview=[\w.-]{20,}/

/** A place for every kind of secret that gives rights, and the secrets in it. */
interface RichWorld {
  readonly params: Readonly<Record<string, readonly string[]>>
  readonly secrets: readonly Secret[]
}

async function makeWorld({ sample }: Instance, url: string): Promise<RichWorld> {
  const ask = async (method: string, path: string, body?: object): Promise<TestBody> => {
    const reply = await call(`${url}/v1${path}`, sample.tokens.admin, {
      method,
      ...(body && { body }),
    })
    if (reply.status >= 300) {
      throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
    }
    return reply.text === '' ? undefined : JSON.parse(reply.text)
  }
  const organization = `/orgs/${sample.organization}`
  const { id: spaceId } = await ask('POST', `${organization}/spaces`, {})
  // A guest sees nothing that was not given to them; somebody is an admin of the space alone.
  for (const [user, role] of [
    ['guest', 'read'],
    ['create', 'admin'],
  ] as const) {
    const users = [sample.users[user]]
    await ask('POST', `/spaces/${spaceId}/permissions`, { role, users })
  }
  const { id: changeRequestId } = await ask('POST', `/spaces/${spaceId}/change-requests`)
  const invites = [
    await ask('POST', `${organization}/link-invites`, { role: 'admin' }),
    await ask('POST', `${organization}/link-invites`, { level: 'admin', space: spaceId }),
  ]
  const siteWith = async (visibility: string): Promise<string> => {
    const site = { title: 'Handbook', visibility }
    const { id } = await ask('POST', `${organization}/sites`, site)
    await ask('POST', `${organization}/sites/${id}/site-spaces`, { spaceId })
    await ask('POST', `${organization}/sites/${id}/publish`)
    return id
  }
  const [shared, visited] = [await siteWith('share-link'), await siteWith('visitor-auth')]
  const link = await ask('POST', `${organization}/sites/${shared}/share-links`, {
    name: 'Shared',
  })
  const auth = await ask('GET', `${organization}/sites/${visited}/publishing/auth`)
  const { items } = await ask('GET', `${organization}/audit-events?limit=100`)
  return {
    params: {
      organizationId: [sample.organization],
      spaceId: [spaceId],
      changeRequestId: [changeRequestId],
      siteId: [shared, visited],
      inviteId: invites.map(({ id }) => String(id)),
      userId: [sample.users.admin],
      auditEventId: items.map(({ id }: TestBody) => String(id)),
    },
    secrets: [
      ...invites.map(({ id }) => ({ name: 'id of an invite link', text: String(id) })),
      { name: 'key of a share link', text: keyIn(link.urls.published) },
      { name: 'key that signs visitors in', text: String(auth.privateKey) },
      ...Object.values(sample.tokens).map((text) => ({ name: 'API token', text })),
    ],
  }
}

function keyIn(url: unknown): string {
  const key = /\/([0-9A-Za-z]{24})\/$/.exec(String(url))?.[1]
  if (key === undefined) throw new Error(`There is no key in ${String(url)}`)
  return key
}

type Reader = (typeof sampleMembers)[number]

/**
 * Asks everything with tokens that may only read, one of somebody of each role: no answer gives more
 * rights than that.
 */
export async function judgeReads(
  instance: Instance,
  url: string,
): Promise<{ figure: string; problems: string[] }> {
  const world = await makeWorld(instance, url)
  const problems: string[] = []
  const counts: string[] = []
  for (const reader of sampleMembers) {
    const token = await readingToken(instance, reader)
    const found = await readAll(world, { url, reader, token })
    problems.push(...found.problems)
    counts.push(`${reader} ${found.answered} of ${found.asked}`)
  }
  const figure = `reads with a reading token, answered: ${counts.join(', ')}: ${problems.length} secrets`
  return { figure, problems: [...new Set(problems)] }
}

async function readingToken({ db, sample }: Instance, reader: Reader): Promise<string> {
  const { secret } = await db.transaction(async (tx) =>
    issueToken(tx, {
      accountId: sample.users[reader],
      label: 'Reads',
      scopes: ['read'],
    }),
  )
  return secret
}

interface Reading {
  readonly url: string
  readonly reader: Reader
  readonly token: string
}

async function readAll(
  { params, secrets }: RichWorld,
  { url, reader, token }: Reading,
): Promise<{ asked: number; answered: number; problems: readonly string[] }> {
  const problems: string[] = []
  let answered = 0
  const requests = Object.entries(operations).flatMap(([id, definition]) =>
    requestsOf(definition, params).map(([method, path]) => ({ id, method, path })),
  )
  const left = requests.values()
  const lane = async () => {
    for (const { id, method, path } of left) {
      const body = method === 'GET' ? {} : { body: {} }
      const { status, text } = await call(`${url}/v1${path}`, token, { method, ...body })
      answered += Number(status === 200)
      // What the caller sent is no news to them.
      const told = secrets.filter((each) => text.includes(each.text) && !isIn(path, each))
      const whom = `a reading token of ${reader}`
      for (const { name } of told) problems.push(`${id} tells ${whom} an ${name}`)
      if (preview.test(text)) problems.push(`${id} gives ${whom} a preview`)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  const most = reader === 'admin' ? answeredMin.admin : answeredMin.others
  if (answered < most) problems.push(`only ${answered} reads of ${reader} were answered`)
  return { asked: requests.length, answered, problems }
}

function isIn(path: string, { text }: Secret): boolean {
  return path.includes(text)
}

/** The requests for every object that is known; objects of other kinds are looked for in vain. */
function requestsOf(
  { method, path, isRead, caller }: OperationDefinition,
  params: RichWorld['params'],
): readonly (readonly [string, string])[] {
  if ((method !== 'GET' && isRead !== true) || caller === 'anyone') return []
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const paths = names.reduce<readonly string[]>(
    (all, name) =>
      all.flatMap((each) =>
        (params[name] ?? [nowhere]).map((value) => each.replace(`{${name}}`, value)),
      ),
    [path],
  )
  return paths.map((each) => [method, each])
}
