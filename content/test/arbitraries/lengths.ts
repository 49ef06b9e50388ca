import * as fc from 'fast-check'

import type { Length } from '#/document/nodes.ts'

const amount = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc.constantFrom(66.7, 0.5, 33.333),
)

export const length: fc.Arbitrary<Length> = fc.oneof(
  amount,
  fc.record({ unit: fc.constantFrom('px', '%', 'em'), value: amount }),
)
