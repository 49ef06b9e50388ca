import { Type, type Static } from 'typebox'

import { constant, entriesMax, named } from './common.ts'

export interface DocumentNode {
  object: string
  [key: string]: unknown
}

/** Nodes nest without bound, so the schema has only their envelope; the server checks the rest. */
const node = Type.Unsafe<DocumentNode>({
  type: 'object',
  description: 'A block with its own `type`, `data` and child nodes.',
  required: ['object'],
  properties: { object: { type: 'string', maxLength: 64 } },
  additionalProperties: true,
})

const envelope = {
  object: constant('document'),
  data: Type.Unsafe<{ schemaVersion?: number; [key: string]: unknown }>({
    type: 'object',
    properties: {
      schemaVersion: {
        type: 'integer',
        minimum: 0,
        description: 'Version of the node types. Absent: the newest.',
      },
    },
    additionalProperties: true,
  }),
}

export const jsonDocument = named(
  'JSONDocument',
  Type.Object(
    { ...envelope, nodes: Type.Array(node) },
    { description: 'Rich text as a tree of blocks.' },
  ),
)
export type JsonDocument = Static<typeof jsonDocument>

export const jsonDocumentInput = named(
  'JSONDocumentInput',
  Type.Object(
    { ...envelope, nodes: Type.Array(node, { maxItems: entriesMax }) },
    { description: 'Rich text as a tree of blocks, as it is sent.' },
  ),
)
