import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { allOperations } from '#/start/all-operations.ts'
import { signIn, type TestSession } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi, type TestCaller } from '#test/test-api.ts'

import { send } from './observe.ts'
import { sampleParameters } from './sample-parameters.ts'

/** Says something of the very session or token that asks. */
const aboutTheCaller = new Set(['getSession', 'listSessions', 'listUserAPITokens'])

const never = async () => Promise.reject(new Error('only reads are asked'))

/** A session asks as a token does; only reads are asked. */
function callerOf(session: TestSession): TestCaller {
  return {
    async get(path, headers) {
      const { status, headers: answered, body } = await session.get(path, headers)
      const kept = Object.entries(answered).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      return { status, headers: new Headers(kept), body }
    },
    send: never,
    post: never,
    put: never,
    patch: never,
    delete: never,
  }
}

describe('every read', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('answers a session as it answers a token of the same person', async () => {
    const parameters = await sampleParameters(api)
    const differing: string[] = []
    let succeeded = 0
    for (const name of ['admin', 'read', 'outsider'] as const) {
      const browser = callerOf(await signIn(api, api.users[name]))
      for (const { id } of allOperations) {
        const definition: OperationDefinition = operations[id]
        if (definition.method !== 'GET' || aboutTheCaller.has(id)) continue
        const ask = async (caller: TestCaller) => {
          const { status, body } = await send(caller, definition, parameters, [])
          if (status === 200) succeeded += 1
          return `${status} ${neutral(JSON.stringify(body))}`
        }
        const [byToken, bySession] = [await ask(api.as(name)), await ask(browser)]
        if (byToken === bySession) continue
        // What is made in the background may have come meanwhile: then a token gets it too.
        const again = await ask(api.as(name))
        if (again !== bySession) differing.push(`${id} as ${name}: ${again} ${bySession}`)
      }
    }
    assert.deepEqual(differing, [])
    assert.ok(succeeded > 200, `only ${succeeded} reads succeeded`)
  })
})

/** Without what differs from one answer to the next, and the mark in URLs of files. */
function neutral(text: string | undefined): string {
  return (text ?? '')
    .replaceAll(/"requestId":"[^"]*"/g, '')
    .replaceAll(/\/\d+(?:~\w+)?\.[su][0-9a-f]{64}-[\w-]+\//g, '/mark/')
    .replaceAll(/"lastUsedAt":"[^"]*"/g, '')
}
