import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { isRecord } from '@lectern/content/document/checks.ts'

import { clients, type ClientVersion } from './client-schemas.ts'

export interface ClientOperation {
  readonly id: string
  /** The method and the path, as in `GET /spaces/{spaceId}`. */
  readonly request: string
}

const require = createRequire(import.meta.url)

/** The operations that a published client has. */
export function clientOperations(version: ClientVersion): readonly ClientOperation[] {
  const file = require.resolve(`${clients[version]}/spec/openapi.json`)
  const api: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const paths = isRecord(api) && isRecord(api['paths']) ? api['paths'] : {}
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(isRecord(methods) ? methods : {}).flatMap(([method, operation]) => {
      const id = isRecord(operation) ? operation['operationId'] : undefined
      if (typeof id !== 'string') return []
      return [{ id, request: `${method.toUpperCase()} ${path}` }]
    }),
  )
}
