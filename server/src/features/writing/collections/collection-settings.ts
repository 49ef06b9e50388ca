import { storedLevel } from '#/content-store/nodes/public.ts'
import type { Request } from '#/platform/http/operation.ts'

import type { CollectionRow } from './collection-queries.ts'

type Changes = Request<'updateCollectionById'>['body']

/** The settings that an admin can change, as they are stored. */
export interface CollectionSettings {
  readonly title: string
  readonly description: string | null
  readonly defaultLevel: string
}

export function settingsOf(row: CollectionRow): CollectionSettings {
  return {
    title: row.title,
    description: row.description,
    defaultLevel: row.default_level,
  }
}

export function settingsAfter(
  before: CollectionSettings,
  { title, description, defaultLevel }: Changes,
): CollectionSettings {
  return {
    title: title ?? before.title,
    description:
      description === undefined ? before.description : emptyToNull(description),
    defaultLevel:
      defaultLevel === undefined ? before.defaultLevel : storedLevel(defaultLevel),
  }
}

function emptyToNull(text: string): string | null {
  return text === '' ? null : text
}
