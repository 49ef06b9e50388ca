import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { differing } from '#/platform/outbox/differing.ts'

import {
  type ChosenDefaults,
  type FoundDefaults,
  selectChosenDefaults,
  updateSectionDefault,
  updateSiteDefaults,
} from './site-default-queries.ts'
import { contradictory, notOfSite } from './site-errors.ts'
import type { SiteForCaller } from './site-resolve.ts'
import type { SiteChanges } from './site-settings.ts'

/**
 * Checks and stores the parts that a site shows first: a site-space or, on a site with sections, a
 * section and a site-space of it. The site must be locked.
 */
export async function chooseDefaults(
  tx: Transaction,
  { actor: { organizationId }, site }: SiteForCaller,
  { defaultSiteSection, defaultSiteSpace }: SiteChanges,
) {
  if (defaultSiteSection === undefined && defaultSiteSpace === undefined) {
    return differing({}, {})
  }
  const chosen = {
    organizationId,
    siteId: site.id,
    sectionId: defaultSiteSection ?? null,
    siteSpaceId: defaultSiteSpace ?? null,
  }
  const found = written(await tx.first(selectChosenDefaults, chosen))
  requireOwn(chosen, found)
  const sectionId =
    chosen.sectionId ?? site.default_section_id ?? found.site_space_section_id
  requireTogether({ ...chosen, sectionId }, found)
  await writeDefaults(tx, { ...chosen, sectionId }, found)
  return differing(
    { defaultSiteSection: site.default_section_id, defaultSiteSpace: null },
    { defaultSiteSection: sectionId, defaultSiteSpace: chosen.siteSpaceId },
  )
}

function requireOwn({ sectionId, siteSpaceId }: ChosenDefaults, found: FoundDefaults) {
  if (sectionId !== null && found.section_id === null) {
    throw notOfSite('defaultSiteSection', 'section', sectionId)
  }
  if (siteSpaceId !== null && found.site_space_id === null) {
    throw notOfSite('defaultSiteSpace', 'site-space', siteSpaceId)
  }
}

/** Refuses a default site-space outside the default section of a site with sections. */
function requireTogether(
  { sectionId, siteSpaceId }: ChosenDefaults,
  { has_sections, site_space_section_id }: FoundDefaults,
) {
  if (siteSpaceId === null || !has_sections || site_space_section_id === sectionId) return
  throw contradictory(
    'defaultSiteSpace',
    'must be in the default section; send defaultSiteSection with it',
  )
}

async function writeDefaults(
  tx: Transaction,
  chosen: ChosenDefaults,
  { has_sections, site_space_section_id: sectionId }: FoundDefaults,
): Promise<void> {
  const { siteSpaceId, ...of } = chosen
  const atRoot = has_sections ? null : siteSpaceId
  await tx.run(updateSiteDefaults, { ...of, siteSpaceId: atRoot })
  if (siteSpaceId !== null && sectionId !== null) {
    await tx.run(updateSectionDefault, { ...of, sectionId, siteSpaceId })
  }
}
