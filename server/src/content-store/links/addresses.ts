import type { EntryState } from '#/content-store/entries/public.ts'

type Placed = Pick<EntryState, 'slug'> & { readonly parentId: string }

/** The depth at which a walk upwards ends; no tree is that deep. */
const depthMax = 1000

/** The slugs from the top down to a page, joined; ancestors without a slug add none. */
export function addressOf(
  id: string,
  entryOf: (id: string) => Placed | undefined,
): string {
  const slugs: string[] = []
  let above = id
  for (let depth = 0; above !== '' && depth < depthMax; depth += 1) {
    const entry = entryOf(above)
    if (entry === undefined) break
    if (entry.slug !== null) slugs.push(entry.slug)
    above = entry.parentId
  }
  return slugs.toReversed().join('/')
}
