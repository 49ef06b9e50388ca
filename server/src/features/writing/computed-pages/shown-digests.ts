import type { ShownPart } from '#/content-store/documents/public.ts'
import type { Attributes } from '#/content-store/entries/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { selectPartHashes } from './plan-queries.ts'
import { digestOf } from './planned-pages.ts'

/** A digest, by specification, of what the blocks of a text show of it. */
export type Shown = Readonly<Record<string, string>>

type Parts = readonly ShownPart[]

/** What texts show as of now, by their names; one statement, whatever their number. */
export async function shownDigests<Name>(
  db: Queryable,
  { organizationId }: { readonly organizationId: string },
  texts: readonly (readonly [Name, Parts])[],
): Promise<ReadonlyMap<Name, Shown>> {
  const showing = texts.filter(([, parts]) => parts.length > 0)
  const asked = new Map(
    showing.flatMap(([, parts]) => parts.map((part) => [keyOf(part), part])),
  )
  if (asked.size === 0) return new Map()
  const parts = [...asked.values()]
  const rows = await db.many(selectPartHashes, {
    organizationId,
    slugKeys: parts.map(({ spec }) => spec),
    kinds: parts.map(({ kind }) => kind),
    names: parts.map(({ name }) => name),
  })
  const hashes = new Map(
    rows.map(({ slug_key: spec, kind, name, hash }) => [
      keyOf({ spec, kind, name }),
      hash,
    ]),
  )
  return new Map(showing.map(([name, own]) => [name, digestsOf(own, hashes)]))
}

function digestsOf(parts: Parts, hashes: ReadonlyMap<string, string>): Shown {
  const bySpec = Map.groupBy(parts, ({ spec }) => spec)
  return Object.fromEntries(
    [...bySpec].map(([spec, own]) => [
      spec,
      digestOf(
        own.map((part) => [part.kind, part.name, hashes.get(keyOf(part)) ?? null]),
      ),
    ]),
  )
}

function keyOf({ spec, kind, name }: Readonly<Record<keyof ShownPart, string>>): string {
  return `${spec} ${kind} ${name}`
}

/** What a text showed when it was last looked at. */
export function shownIn({ shown }: Attributes): Shown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only digests are stored under this name
  return (shown ?? {}) as Shown
}

/** The attributes of a text that shows this now. */
export function withShown(attributes: Attributes, shown: Shown | undefined): Attributes {
  const { shown: _before, ...others } = attributes
  return shown === undefined ? others : { ...others, shown }
}
