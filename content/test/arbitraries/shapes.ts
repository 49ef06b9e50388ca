import * as fc from 'fast-check'

import type { FlowBlock, Fragment } from '#/document/nodes.ts'
import { fragmentOf } from '#/document/shapes.ts'

export type Blocks = fc.Arbitrary<readonly FlowBlock[]>

export const flag = fc.boolean()

export function parent<Type extends string, Data extends object, Child>(
  type: Type,
  data: fc.Arbitrary<Data>,
  nodes: fc.Arbitrary<readonly Child[]>,
) {
  return fc.record({ data, nodes }).map((one) => ({
    object: 'block' as const,
    type,
    isVoid: false as const,
    ...one,
  }))
}

export function leaf<Type extends string, Data extends object>(
  type: Type,
  data: fc.Arbitrary<Data>,
) {
  return data.map((one) => ({
    object: 'block' as const,
    type,
    isVoid: true as const,
    data: one,
  }))
}

/** A block with what only the Markdown says, each value there or not. */
export function withMeta<Made extends object, Meta extends object>(
  arbitrary: fc.Arbitrary<Made>,
  meta: fc.Arbitrary<Meta>,
): fc.Arbitrary<Made & { readonly meta?: Meta }> {
  return fc
    .record({ made: arbitrary, meta })
    .map((one) =>
      Object.keys(one.meta).length === 0 ? one.made : { ...one.made, meta: one.meta },
    )
}

/** All of these values. */
export function all<Values extends object>(values: {
  [Key in keyof Values]: fc.Arbitrary<Values[Key]>
}): fc.Arbitrary<Values> {
  return fc.record<Values>(values)
}

/** Some of these values, each there or not. */
export function some<Values extends object>(values: {
  [Key in keyof Values]: fc.Arbitrary<Values[Key]>
}) {
  return fc.record<Values, never>(values, { requiredKeys: [] })
}

export const nothing = fc.constant({})
/** A block with one fragment, or none. */
export function captioned<Made extends object, Name extends string>(
  arbitrary: fc.Arbitrary<Made>,
  fragment: Name,
  nodes: Blocks,
): fc.Arbitrary<Made & { readonly fragments: readonly Fragment<Name>[] }> {
  return fc
    .record({ made: arbitrary, nodes: fc.option(nodes, { nil: undefined }) })
    .map(({ made, nodes: blocks }) => {
      const fragments: Fragment<Name>[] =
        blocks === undefined ? [] : [fragmentOf(fragment, blocks)]
      return { ...made, fragments }
    })
}
