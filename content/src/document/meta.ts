import type { Attributes, Block, Inline } from './nodes.ts'

/** The keys of `meta` that are computed; the Markdown says the others. */
const computed = new Set(['id', 'token'])

/** The `meta` of a node with those of the values that are there; nothing without any. */
export function kept<Meta extends object>(values: {
  readonly [Key in keyof Meta]: Meta[Key] | undefined
}): { readonly meta?: Meta } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries that are left are those of `Meta`
  return entries.length === 0 ? {} : { meta: Object.fromEntries(entries) as Meta }
}

/** The part of `meta` that the Markdown says; undefined without any. */
export function keptOf(meta: object | undefined): object | undefined {
  const entries = Object.entries(meta ?? {}).filter(
    ([key, value]) => !computed.has(key) && value !== undefined,
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

export function attributesOf({
  meta,
}: Pick<Block | Inline, 'meta'>): Attributes | undefined {
  return meta?.attributes
}

/** Whether a node says nothing but its type and what is in it. */
export function isBare({ data, meta }: Pick<Block | Inline, 'data' | 'meta'>): boolean {
  return Object.keys(data).length === 0 && keptOf(meta) === undefined
}
