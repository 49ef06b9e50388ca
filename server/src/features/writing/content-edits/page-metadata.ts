import type { AttributeChanges } from '@lectern/content/page/set-attributes.ts'
import type { JsonValue } from '@lectern/content/tree/entries.ts'
import type { ContentChange } from '@lectern/contract/content-changes.ts'

import type { EntryState } from '#/content-store/entries/public.ts'

/** The attributes that the front matter of a page can hold. */
const headKeys = [
  'description',
  'icon',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'variables',
  'condition',
  'cover',
  'layout',
] as const
/** The attributes of a page that a change can set besides text and place. */
const metadataKeys = [...headKeys, 'emoji', 'target'] as const

/** The attributes of a head that a change sets; undefined when the change leaves the head alone. */
export function headChangesOf(change: ContentChange): AttributeChanges | undefined {
  const isOfPage =
    change.operation === 'insert_page' || change.operation === 'update_page'
  const isOfReusable =
    change.operation === 'insert_reusable_content' ||
    change.operation === 'update_reusable_content'
  if (!isOfPage && !isOfReusable) return undefined
  const { title } = change
  const said = isOfPage ? pick(change, headKeys) : {}
  const changes = { ...said, ...(title !== undefined && { title: plainTitle(title) }) }
  const isNew = change.operation.startsWith('insert_')
  return isNew || Object.keys(changes).length > 0 ? changes : undefined
}

/** The attributes after a change, in which null removes an attribute. */
export function changedAttributes(
  before: EntryState['attributes'],
  change: ContentChange,
): EntryState['attributes'] {
  const after: Record<string, JsonValue> = { ...before }
  for (const [key, value] of Object.entries(pick(change, metadataKeys))) {
    if (value === null) delete after[key]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it came as JSON
    else after[key] = value as JsonValue
  }
  return after
}

/** The title on one line, without space around it. */
export function plainTitle(title: string): string {
  return title.replaceAll(/\s+/g, ' ').trim()
}

function pick(change: object, keys: readonly string[]): Record<string, unknown> {
  const given = new Map<string, unknown>(Object.entries(change))
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = given.get(key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}
