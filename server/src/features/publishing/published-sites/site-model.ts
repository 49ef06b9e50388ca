import {
  readStructureForReaders,
  type StructureForReaders,
} from '#/features/publishing/site-structure/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Services } from '#/platform/services.ts'

import { selectEpoch } from './published-queries.ts'

/** A site at one epoch; nothing in the model depends on who reads. */
export type SiteModel = StructureForReaders

/**
 * The model at an epoch that was just read, or at a later one. It never changes for an epoch, so
 * all but the first reader after a change find it in the cache.
 */
export async function siteModel(
  { db, texts }: Pick<Services, 'db' | 'texts'>,
  of: OfSite,
  epoch: number,
): Promise<SiteModel | undefined> {
  const known = texts.get(keyOf(of, epoch))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below
  if (known !== undefined) return JSON.parse(known) as SiteModel
  const found = await readStructureForReaders(db, of)
  if (found !== undefined) {
    texts.set(keyOf(of, found.site.epoch), JSON.stringify(found))
  }
  return found
}

function keyOf({ organizationId, siteId }: OfSite, epoch: number): string {
  return `site ${organizationId} ${siteId} ${epoch}`
}

/** The model of a site that is published now. */
export async function publishedModel(
  services: Pick<Services, 'db' | 'texts'>,
  of: OfSite,
): Promise<SiteModel | undefined> {
  const row = await services.db.first(selectEpoch, of)
  const model = row && (await siteModel(services, of, row.epoch))
  return model?.site.published === true ? model : undefined
}
