import type {
  SiteCustomizationOverrides,
  SiteCustomizationSettings,
} from '@lectern/contract/site-customization.ts'

import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { checkCustomization, checkSpaces, spacesIn } from './customization-links.ts'
import {
  selectCustomizations,
  selectKnownSpaces,
  selectSiteSpaceCustomization,
} from './customization-queries.ts'
import { siteSettings, siteSpaceSettings } from './merge-customization.ts'

interface Customizations {
  readonly site: SiteCustomizationSettings
  /**
   * The settings of site-spaces that override anything; the others use the settings of the site.
   */
  readonly siteSpaces: ReadonlyMap<string, SiteCustomizationSettings>
}

/** The settings of a site and of its site-spaces, each complete with defaults. */
export async function readCustomizations(
  db: Queryable,
  site: OfSite,
): Promise<Customizations> {
  const rows = await db.many(selectCustomizations, site)
  const whole = siteSettings(rows.find((row) => row.site_space_id === '')?.settings)
  const own = rows
    .filter((row) => row.site_space_id !== '')
    .map((row) => [row.site_space_id, siteSpaceSettings(whole, row.settings)] as const)
  return { site: whole, siteSpaces: new Map(own) }
}

export interface FoundSiteSpace {
  readonly site: SiteCustomizationSettings
  readonly overrides: unknown
}

export async function findSiteSpaceCustomization(
  db: Queryable,
  { caller }: Pick<Context, 'caller'>,
  of: OfSite & { readonly siteSpaceId: string },
): Promise<FoundSiteSpace> {
  const callerId = caller.userId
  const row = await db.first(selectSiteSpaceCustomization, { ...of, callerId })
  if (row === undefined) throw notFound('site-space', of.siteSpaceId)
  return { site: siteSettings(row.site_settings), overrides: row.overrides }
}

/** Refuses settings with unsafe links, or with new links to spaces that do not exist. */
export async function requireGoodLinks(
  db: Queryable,
  organizationId: string,
  given: SiteCustomizationOverrides,
  before: SiteCustomizationOverrides,
): Promise<void> {
  checkCustomization(given)
  const known = new Set(spacesIn(before))
  const added = spacesIn(given).filter((spaceId) => !known.has(spaceId))
  if (added.length === 0) return
  const rows = await db.many(selectKnownSpaces, { organizationId, spaceIds: added })
  for (const { id } of rows) known.add(id)
  checkSpaces(given, known)
}
