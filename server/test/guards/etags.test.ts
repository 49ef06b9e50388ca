import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { allOperations } from '#/start/all-operations.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { sampleParameters } from './sample-parameters.ts'

/** Reads whose answers hold URLs of files, which are made for one token. */
const withFileUrls: ReadonlySet<string> = new Set([
  'getCurrentRevision',
  'getRevisionById',
  'getRevisionOfChangeRequestById',
  'getFileById',
  'getFileInRevisionById',
  'getFileInChangeRequestById',
  'getRevisionSemanticChanges',
  'getChangeRequestChanges',
])

/** Reads of what the sample does not have. */
const withoutSample = ['getCommentInChangeRequest', 'getCommentReplyInChangeRequest']

function problemOf(
  id: string,
  [one, other]: readonly (string | undefined)[],
  hasOneTag: boolean,
): string | undefined {
  if (one !== other && hasOneTag) return 'different answers have one ETag'
  if (withFileUrls.has(id)) return undefined
  if (one === other && !hasOneTag) return 'equal answers have different ETags'
  return one?.includes('"downloadURL"') === true ? 'has a URL of a file' : undefined
}

describe('the ETags of two tokens of one person', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('are equal where the answers are, with every read that has one', async () => {
    const parameters = await sampleParameters(api)
    const made = await api.as('admin').post('/user/tokens', { label: 'Another' })
    const callers = [api.as('admin'), api.withToken(made.body.token)]
    const wrong: Record<string, string> = {}
    const unread: string[] = []
    for (const { id } of allOperations) {
      const { method, path: template, versioned }: OperationDefinition = operations[id]
      if (method !== 'GET' || versioned !== true) continue
      const path = template.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => parameters[name]?.real ?? name,
      )
      const [one, other] = await Promise.all(callers.map(async (by) => by.get(path)))
      const etags = [one, other].map((reply) => reply?.headers.get('etag'))
      if (one?.status !== 200) {
        unread.push(id)
        continue
      }
      assert.ok(etags[0], id)
      const bodies = [one, other].map((reply) => JSON.stringify(reply?.body))
      const problem = problemOf(id, bodies, etags[0] === etags[1])
      if (problem !== undefined) wrong[id] = problem
    }
    assert.deepEqual(wrong, {})
    assert.deepEqual(unread.toSorted(), withoutSample)
  })
})
