import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import { serverOrigins } from '@lectern/content/openapi/request/servers.ts'

import type { ApiParts } from '#/model.ts'

import { partsNamedIn } from './named-parts.ts'
import { canBeTried } from './try-it.tsx'

/** The origins of all servers that readers may send the operations of these documents to. */
export function tryOrigins(
  documents: Iterable<JSONDocument>,
  api: ApiParts | undefined,
): readonly string[] {
  if (api === undefined) return []
  const named = [...partsNamedIn(documents).values()].flat()
  const operations = named.flatMap(({ spec, kind, name }) => {
    const part = kind === 'operation' ? api.part(spec, kind, name) : undefined
    return typeof part === 'object' && part.kind === 'operation' && canBeTried(part)
      ? [part]
      : []
  })
  return serverOrigins(operations.flatMap(({ servers }) => servers))
}
