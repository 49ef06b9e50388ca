import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { bodyBytesMax } from '#/platform/http/large-requests.ts'
import { allOperations } from '#/start/all-operations.ts'
import type { SampleName } from '#test/sample.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { send } from './observe.ts'
import { type SampleParameter, sampleParameters } from './sample-parameters.ts'

const callers: readonly SampleName[] = ['outsider', 'guest', 'read', 'create']
const waitMsMax = 5_000

describe('operations that take larger bodies than others', () => {
  let api: TestApi
  let parameters: Readonly<Record<string, SampleParameter>>
  before(async () => {
    api = await startTestApi()
    parameters = await sampleParameters(api)
  })
  after(async () => api.stop())

  const large = allOperations.filter(({ id }) => {
    const definition: OperationDefinition = operations[id]
    return (definition.bodyBytesMax ?? 0) > bodyBytesMax
  })

  /** The answer to a request of which nothing but the head was sent; none when more is waited for. */
  async function answerToHead(
    caller: SampleName,
    { method, path }: OperationDefinition,
    missing: boolean,
    // oxlint-disable-next-line max-params -- who asks, for what, of what, and how long it says it is
    length: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: unknown } | undefined> {
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const { real = '', missing: absent = '' } = parameters[name] ?? {}
      return encodeURIComponent(missing ? absent : real)
    })
    const headers = {
      authorization: `Bearer ${api.tokens[caller]}`,
      'content-type': 'application/json',
      ...length,
    }
    return new Promise((resolve, reject) => {
      const asking = request(`${api.url}/v1${target}`, { method, headers })
      const timer = setTimeout(() => {
        asking.destroy()
        resolve(undefined)
      }, waitMsMax)
      asking.on('error', (error) => {
        if (!asking.destroyed) reject(error)
      })
      asking.on('response', (reply) => {
        clearTimeout(timer)
        text(reply)
          .then((answer) => {
            asking.destroy()
            resolve({ status: reply.statusCode ?? 0, body: neutral(answer) })
            return undefined
          })
          .catch(reject)
      })
      asking.flushHeaders()
    })
  }

  it('are the ones whose definition says so', () => {
    assert.ok(large.length >= 6)
    const silent = large.filter(({ admit }) => admit === undefined)
    assert.deepEqual(
      silent.map(({ id }) => id),
      [],
    )
  })

  it('refuse before the body whom they refuse after it, in the same words', async () => {
    const wrong: string[] = []
    let refusals = 0
    for (const { id } of large) {
      const definition: OperationDefinition = operations[id]
      const lengths = [
        { 'content-length': String(definition.bodyBytesMax) },
        { 'transfer-encoding': 'chunked' },
      ]
      for (const caller of callers) {
        const usual = await send(api.as(caller), definition, parameters, [])
        if (usual.status !== 403 && usual.status !== 404) continue
        const expected = {
          status: usual.status,
          body: neutral(JSON.stringify(usual.body)),
        }
        for (const length of lengths) {
          const answer = await answerToHead(caller, definition, false, length)
          refusals += 1
          if (JSON.stringify(answer) !== JSON.stringify(expected)) {
            wrong.push(`${id} ${caller}: ${JSON.stringify({ answer, expected })}`)
          }
        }
      }
    }
    assert.deepEqual(wrong, [])
    assert.ok(refusals >= 2 * large.length)
  })

  it('hide from outsiders what exists', async () => {
    for (const { id } of large) {
      const length = { 'content-length': String(bodyBytesMax + 1) }
      const answer = await answerToHead('outsider', operations[id], true, length)
      assert.equal(answer?.status, 404, id)
    }
  })
})

function neutral(answer: string): unknown {
  return JSON.parse(answer.replace(/"requestId":"[^"]*"/, '"requestId":""'))
}
