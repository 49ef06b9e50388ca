import type { ContentTree, Entry, JsonValue } from '#/tree/entries.ts'

/** A page as tests write it: what is not said is empty. */
export function page(
  id: string,
  {
    parent = null,
    position = 'a0',
    body = '',
    head,
    ...attributes
  }: {
    readonly parent?: string | null
    readonly position?: string
    readonly body?: string
    readonly head?: string
    readonly [attribute: string]: JsonValue | undefined
  } = {},
): Entry {
  const said = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return {
    id,
    kind: 'document',
    parent,
    position,
    attributes: { title: id, slug: id, ...Object.fromEntries(said) },
    body,
    ...(head !== undefined && { head }),
  }
}

export function file(id: string, attributes: Readonly<Record<string, JsonValue>>): Entry {
  return { id, kind: 'file', parent: null, position: '', attributes }
}

export function tree(
  entries: readonly Entry[],
  variables: Readonly<Record<string, string>> = {},
): ContentTree {
  return { entries: new Map(entries.map((entry) => [entry.id, entry])), variables }
}
