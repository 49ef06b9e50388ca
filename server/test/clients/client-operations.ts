import { isRecord } from '@lectern/content/document/checks.ts'

import { type ClientVersion, readClientApi } from './client-schemas.ts'

export interface ClientOperation {
  readonly id: string
  /** The method and the path, as in `GET /spaces/{spaceId}`. */
  readonly request: string
}

/** The operations that a published client has. */
export function clientOperations(version: ClientVersion): readonly ClientOperation[] {
  const api = readClientApi(version)
  const paths = isRecord(api) && isRecord(api['paths']) ? api['paths'] : {}
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(isRecord(methods) ? methods : {}).flatMap(([method, operation]) => {
      const id = isRecord(operation) ? operation['operationId'] : undefined
      if (typeof id !== 'string') return []
      return [{ id, request: `${method.toUpperCase()} ${path}` }]
    }),
  )
}
