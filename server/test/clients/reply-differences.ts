import assert from 'node:assert/strict'

import { isRecord } from '@lectern/content/document/checks.ts'

import { clientSchemas, type ClientVersion } from './client-schemas.ts'
import { documentDifferences } from './document-differences.ts'

/** Collects where the answers to a client's calls differ from the schemas that it ships. */
export function replyDifferences(version: ClientVersion) {
  const schemas = clientSchemas(version)
  const inDocument = documentDifferences(schemas)
  const found = new Set<string>()
  let judged = 0
  return {
    found,
    judged: () => judged,
    /** Judges the answer of a call: what the client makes of an HTTP response. */
    judge: (operationId: string, reply: unknown) => {
      assert.ok(isRecord(reply), `${operationId} returns no response`)
      const { status, data: body } = reply
      assert.ok(typeof status === 'number', `${operationId} returns no response`)
      const names = schemas.replyNames(operationId)
      if (names.size === 0) return
      const [first = 0] = names.keys()
      if (!names.has(status)) found.add(`${operationId}: status ${first}`)
      const name = names.get(names.has(status) ? status : first)
      if (name === undefined) return
      judged += 1
      const difference = schemas.difference(name, body)
      if (difference !== undefined) found.add(`${operationId}: ${difference}`)
      for (const document of documentsIn(body)) {
        for (const each of inDocument(document)) found.add(each)
      }
    },
  }
}

function documentsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(documentsIn)
  if (!isRecord(value)) return []
  const isDocument = value['object'] === 'document' && Array.isArray(value['nodes'])
  return isDocument ? [value] : Object.values(value).flatMap(documentsIn)
}
