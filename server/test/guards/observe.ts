import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'
import { Type } from 'typebox'

import type { Operation } from '#/platform/http/operation.ts'
import type { TestApi, TestCaller, TestReply } from '#test/test-api.ts'

import type { SampleParameter } from './sample-parameters.ts'
import { minimalValue } from './sample-value.ts'
import type { Answer, Observation } from './sweep.ts'

type Parameters = Readonly<Record<string, SampleParameter>>

/** Differ from one request to the next, and say nothing about what was asked for. */
const passing = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
])

/** Sends the requests of one operation that nobody should get anything from. */
export async function observe(
  api: TestApi,
  { id }: Operation,
  parameters: Parameters,
): Promise<Observation> {
  const definition: OperationDefinition = operations[id]
  const names = Object.keys(definition.params ?? {})
  const unknown = names.filter((name) => parameters[name] === undefined)
  if (unknown.length > 0) {
    throw new Error(
      `${id} has {${unknown.join('}, {')}} in its path: add a sample parameter`,
    )
  }
  // Below an organization only the organization is replaced: the rest stays what exists there.
  const replaced = names.includes('organizationId') ? ['organizationId'] : names
  const last = names.slice(-1)
  const ask = async (caller: TestCaller, missing: readonly string[]) =>
    answerOf(await send(caller, definition, parameters, missing), parameters, missing)

  const outsider = api.as('outsider')
  const anonymous = await ask(api.anonymous(), [])
  const known = {
    operation: id,
    method: definition.method,
    caller: definition.caller,
    anonymous,
    isInOrganization: names.includes('organizationId'),
  }
  if (names.length === 0) {
    if (definition.method !== 'GET') return { ...known, changedTables: [] }
    const answer = await ask(outsider, [])
    const secrets = [api.organization, ...Object.values(api.users)].filter(
      (secret) => secret !== api.users.outsider,
    )
    return { ...known, elsewhere: { answer, secrets }, changedTables: [] }
  }
  const before = await digests(api)
  const foreign = await ask(outsider, [])
  const after = await digests(api)
  const missing = await ask(outsider, replaced)
  return {
    ...known,
    outsider: { foreign, missing },
    changedTables: [...after.keys()].filter(
      (table) => after.get(table) !== before.get(table),
    ),
    ...(definition.method === 'DELETE' && { removal: await ask(api.as('admin'), last) }),
  }
}

/** Sends the smallest valid request of an operation; the named parameters exist nowhere. */
export async function send(
  caller: TestCaller,
  { method, path, query, body, bodyOptional }: OperationDefinition,
  parameters: Parameters,
  missing: readonly string[],
): Promise<TestReply> {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = missing.includes(name)
      ? parameters[name]?.missing
      : parameters[name]?.real
    return encodeURIComponent(value ?? '')
  })
  if (method === 'GET') return caller.get(target + neededQuery(query))
  const needsBody = body !== undefined && bodyOptional !== true
  return caller.send(method, target, needsBody ? minimalValue(body) : undefined)
}

function neededQuery(query: OperationDefinition['query'] = {}): string {
  const needed = minimalValue(Type.Object(query))
  const pairs =
    typeof needed === 'object' && needed !== null ? Object.entries(needed) : []
  if (pairs.length === 0) return ''
  const parameters = new URLSearchParams()
  for (const [name, value] of pairs) parameters.set(name, String(value))
  return `?${parameters.toString()}`
}

/** With the ids that were replaced called the same, whether they exist or not. */
function answerOf(
  { status, headers, body }: TestReply,
  parameters: Parameters,
  missing: readonly string[],
): Answer {
  const neutral = (text: string) =>
    Object.entries(parameters).reduce((changed, [name, { real, missing: absent }]) => {
      const shown = missing.includes(name) ? absent : real
      return changed.replaceAll(shown, `{${name}}`)
    }, text)
  const kept = [...headers].filter(([name]) => !passing.has(name))
  const text = JSON.stringify(body)?.replace(/"requestId":"[^"]*"/, '"requestId":""')
  return {
    status,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, neutral(value)])),
    body: text === undefined ? undefined : JSON.parse(neutral(text)),
  }
}

/** A fingerprint of every table. When a token was last used changes with every request. */
async function digests(api: TestApi): Promise<Map<string, string>> {
  const tables = await api.rows(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace
     union all select 'pgboss.job'`,
  )
  const queries = tables.map(
    ({ name }: { name: string }) =>
      `select '${name}' as name, md5(string_agg(line, e'\\n' order by line)) as digest
       from (select (to_jsonb(t) - 'last_used_at')::text as line from ${name} t) as lines`,
  )
  const rows = await api.rows(queries.join(' union all '))
  return new Map(
    rows.map(({ name, digest }: { name: string; digest: string }) => [name, digest]),
  )
}
