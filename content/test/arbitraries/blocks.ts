import * as fc from 'fast-check'

import type { FlowBlock } from '#/document/nodes.ts'

import { containers } from './containers.ts'
import { phrasing } from './inlines.ts'
import type { Blocks } from './shapes.ts'
import { table } from './tables.ts'
import { code, textBlocks } from './text-blocks.ts'
import { voidBlocks } from './void-blocks.ts'

export const depthMax = 3

/** Blocks side by side. Inside the body of an annotation there are no further annotations. */
export function flow(depth: number, annotated: boolean): Blocks {
  const size = depth === depthMax ? 4 : 2
  return fc.array(block(depth, annotated), { maxLength: size, size: 'max' })
}

const known = new Map<string, fc.Arbitrary<FlowBlock>>()

function block(depth: number, annotated: boolean): fc.Arbitrary<FlowBlock> {
  const key = `${depth} ${annotated}`
  const made = known.get(key) ?? makeBlock(depth, annotated)
  known.set(key, made)
  return made
}

function makeBlock(depth: number, annotated: boolean): fc.Arbitrary<FlowBlock> {
  const body = annotated && depth > 0 ? flow(0, false) : undefined
  const line = phrasing(body)
  const leaves = [...textBlocks(line), ...voidBlocks(line)]
  if (depth === 0) return fc.oneof(...leaves)
  const inside = flow(depth - 1, annotated)
  return fc.oneof(
    { weight: 3, arbitrary: fc.oneof(...textBlocks(line)) },
    { weight: 3, arbitrary: fc.oneof(...voidBlocks(line)) },
    {
      weight: 5,
      arbitrary: fc.oneof(...containers(inside, line), table(inside, line), code(body)),
    },
  )
}
