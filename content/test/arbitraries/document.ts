import type * as fc from 'fast-check'

import type { JSONDocument } from '#/document/nodes.ts'

import { depthMax, flow } from './blocks.ts'

/** Documents of every type of node, as a client may send them: not normalised, and never at ease. */
export const document: fc.Arbitrary<JSONDocument> = flow(depthMax, true).map((nodes) => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes,
}))
