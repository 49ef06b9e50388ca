import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { mintToken } from '#/access/api-token.ts'
import { allOperations } from '#/start/all-operations.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { keysKept, keysMade } from './kept-keys.ts'
import { send } from './observe.ts'
import { sampleParameters } from './sample-parameters.ts'
import { isTest, readSources } from './source-files.ts'

const many = '1000000'
/** Of a metric; buckets whose minute is over go away, so that there may be fewer at any time. */
const valueOf = (line = '') => Number(line.slice(line.lastIndexOf(' ')))
const file = (text: string) => keysMade({ path: 'a.ts', text })

describe('what callers make up', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({
      RATE_LIMIT_TOKEN: many,
      RATE_LIMIT_ADDRESS: many,
      RATE_LIMIT_SITE: many,
    })
  })
  after(async () => api.stop())

  /** The buckets of the limiter, by kind, and the bytes of the cache of texts. */
  async function kept(): Promise<string[]> {
    const lines = (await api.services.metrics.text()).split('\n')
    return lines.filter((line) =>
      /^lectern_(?:rate_limit_buckets|cache_bytes)\{/.test(line),
    )
  }

  it('gets neither a bucket of its own nor a place in a cache, with any operation', async () => {
    const parameters = await sampleParameters(api)
    const callers = [
      api.anonymous(),
      api.as('outsider'),
      api.withToken(mintToken()),
      api.withToken(`e30.e30.${'x'.repeat(43)}`),
    ]
    for (const caller of callers) await caller.get('/')
    const url = 'http://made-up.localhost:3001/site/'
    await api.anonymous().post('/urls/published', { url })
    const known = await kept()
    assert.equal(known.length, 6)
    const changed: Record<string, string[]> = {}
    for (const { id } of allOperations) {
      const definition: OperationDefinition = operations[id]
      const names = Object.keys(definition.params ?? {})
      if (names.length === 0 && definition.method !== 'GET') continue
      for (const caller of callers) await send(caller, definition, parameters, names)
      const more = (await kept()).filter((line, at) => valueOf(line) > valueOf(known[at]))
      if (more.length > 0) changed[id] = more
    }
    assert.deepEqual(changed, {})
  })
})

describe('keys that outlive a request', () => {
  it('are made in the places that were looked at, of what was found', async () => {
    const files = await readSources(/^server\/src\/.*\.ts$/)
    const made = files.filter(({ path }) => !isTest(path)).flatMap(keysMade)
    assert.deepEqual(made.toSorted(), Object.keys(keysKept).toSorted())
  })

  it('would be noticed in a new cache, bucket or map', () => {
    const bodies = [
      'export function viewPage() {\n  context.texts.set(`page ${params.path}`, text)\n}',
      'function track() {\n  await context.countForSite(resolvedSite(row))\n}',
      'export function createThings() {\n  const known = new Map<string, string>()\n}',
      'const known = new Map<string, string>()',
    ]
    for (const body of bodies) assert.equal(file(body).length, 1, body)
    assert.deepEqual(file('function view() {\n  const known = new Map()\n}'), [])
  })
})
