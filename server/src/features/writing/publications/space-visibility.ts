import type { Transaction } from '#/platform/database/transaction.ts'
import { noteChange } from '#/platform/outbox/change-notes.ts'
import { emit } from '#/platform/outbox/outbox.ts'

import {
  deleteSiteSpacesOf,
  selectVisibilities,
  updateEpochsOfSpaces,
  updateSectionDefaultsGone,
  updateSiteDefaultsGone,
} from './publication-queries.ts'

interface Watched {
  readonly organizationId: string
  /** The spaces to watch, also those that the change is about to add to a site. */
  readonly spaceIds?: readonly string[]
  /** The site of which every space before the change is watched. */
  readonly siteId?: string
}

/**
 * Runs a change that may open spaces to other readers, or close them: of what a site shows, who
 * reads it, whether it is published, or where a space stands. Emits an event for each space whose
 * visibility changed.
 */
export async function watchVisibility<Result>(
  tx: Transaction,
  { organizationId, spaceIds = [], siteId }: Watched,
  run: () => Promise<Result>,
): Promise<Result> {
  const watched = { organizationId, siteId: siteId ?? null }
  const found = await tx.many(selectVisibilities, { ...watched, spaceIds })
  const before = new Map(found.map(({ id, visibility }) => [id, visibility]))
  const result = await run()
  const ids = [...new Set([...spaceIds, ...before.keys()])]
  const after = await tx.many(selectVisibilities, { ...watched, spaceIds: ids })
  for (const { id: spaceId, visibility } of after) {
    const previousVisibility = before.get(spaceId)
    if (previousVisibility === undefined || previousVisibility === visibility) continue
    emit(tx, {
      organizationId,
      type: 'space_visibility_updated',
      subject: `space:${spaceId}`,
      payload: { spaceId, previousVisibility, visibility },
    })
  }
  return result
}

type SomeSpaces = Readonly<{ organizationId: string; spaceIds: readonly string[] }>

/** Raises the epochs of the sites that show spaces of which readers now see something else. */
export async function touchSitesOf(tx: Transaction, spaces: SomeSpaces): Promise<void> {
  if (spaces.spaceIds.length > 0) await raiseEpochs(tx, spaces)
}

/**
 * Takes spaces that leave the organization, or are deleted for good, out of all sites. Their rows
 * must be locked.
 */
export async function takeFromSites(tx: Transaction, spaces: SomeSpaces): Promise<void> {
  if (spaces.spaceIds.length === 0) return
  const siteIds = await raiseEpochs(tx, spaces)
  if (siteIds.length === 0) return
  await tx.run(deleteSiteSpacesOf, spaces)
  const { organizationId } = spaces
  await tx.run(updateSiteDefaultsGone, { organizationId, siteIds })
  await tx.run(updateSectionDefaultsGone, { organizationId, siteIds })
}

async function raiseEpochs(tx: Transaction, spaces: SomeSpaces): Promise<string[]> {
  const { organizationId } = spaces
  const raised = await tx.many(updateEpochsOfSpaces, spaces)
  for (const { id } of raised) {
    noteChange(tx, { organizationId, subject: `site:${id}` })
  }
  return raised.map(({ id }) => id)
}
