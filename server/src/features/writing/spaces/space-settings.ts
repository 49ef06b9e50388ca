import type { SpaceMergeRules } from '@lectern/contract/merge-rules.ts'

import { storedLevel } from '#/content-store/nodes/public.ts'
import { acceptedRules } from '#/features/people/organizations/public.ts'
import type { Request } from '#/platform/http/operation.ts'

import type { SpaceRow } from './space-columns.ts'
import { invalidField } from './space-errors.ts'

type Changes = Request<'updateSpaceById'>['body']

/** The settings that an admin can change, as they are stored. */
export interface SpaceSettings {
  readonly title: string
  readonly emoji: string | null
  readonly icon: string | null
  readonly editMode: string
  readonly defaultLevel: string
  readonly language: string | null
  readonly mergeRules: SpaceMergeRules
}

export function settingsOf(row: SpaceRow): SpaceSettings {
  return {
    title: row.title,
    emoji: row.emoji,
    icon: row.icon,
    editMode: row.edit_mode,
    defaultLevel: row.default_level,
    language: row.language,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only after the contract has checked it
    mergeRules: row.merge_rules as SpaceMergeRules,
  }
}

/** The settings after the changes, or the refusal of a change that cannot be made. */
export function settingsAfter(before: SpaceSettings, changes: Changes): SpaceSettings {
  const { defaultLevel, mergeRules } = changes
  return {
    title: changes.title ?? before.title,
    ...pictureAfter(before, changes),
    editMode: changes.editMode ?? before.editMode,
    defaultLevel:
      defaultLevel === undefined ? before.defaultLevel : storedLevel(defaultLevel),
    language: changes.language ?? before.language,
    mergeRules: mergeRules === undefined ? before.mergeRules : acceptedRules(mergeRules),
  }
}

type Picture = Pick<SpaceSettings, 'emoji' | 'icon'>

/**
 * The picture of a space after the changes: an emoji takes the place of an icon and the other way
 * round.
 */
function pictureAfter(before: Picture, { emoji, icon }: Changes): Picture {
  if (typeof emoji === 'string' && typeof icon === 'string') {
    throw invalidField('icon', 'cannot be set together with body.emoji; send one of them')
  }
  if (typeof emoji === 'string') return { emoji, icon: null }
  if (typeof icon === 'string') {
    refuseUnsafeIcon(icon)
    return { emoji: null, icon }
  }
  return {
    emoji: emoji === null ? null : before.emoji,
    icon: icon === null ? null : before.icon,
  }
}

/**
 * Refuses an icon that is no http or https URL: clients show it as it is, so a `javascript:` or
 * `data:` URL must not get in.
 */
function refuseUnsafeIcon(icon: string): void {
  if (URL.canParse(icon) && /^https?:$/.test(new URL(icon).protocol)) return
  throw invalidField('icon', 'must be an http or https URL')
}
