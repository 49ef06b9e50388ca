import type {
  SiteCustomizationOverrides,
  SiteCustomizationSettings,
} from '@lectern/contract/site-customization.ts'

import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import type { Services } from '#/platform/services.ts'

import { checkCustomization, checkSpaces, spacesIn } from './customization-links.ts'
import {
  selectCustomizations,
  selectKnownSpaces,
  selectSiteSpaceCustomization,
} from './customization-queries.ts'
import { siteSettings, siteSpaceSettings } from './merge-customization.ts'
import { requireKnownFonts, withFonts } from './stored-fonts.ts'

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
  linking: Linking,
  site: OfSite,
): Promise<Customizations> {
  const rows = await db.many(selectCustomizations, site)
  const stored = Object.fromEntries(rows.map((row) => [row.site_space_id, row.settings]))
  const { organizationId } = site
  const { '': ofSite, ...own } = await withFonts(db, linking, organizationId, stored)
  const whole = siteSettings(ofSite)
  const ofSiteSpaces = Object.entries(own).map(
    ([id, settings]) => [id, siteSpaceSettings(whole, settings)] as const,
  )
  return { site: whole, siteSpaces: new Map(ofSiteSpaces) }
}

type Linking = Pick<Services, 'config' | 'signer'>

export interface FoundSiteSpace {
  readonly site: SiteCustomizationSettings
  /** The overrides with fonts as they are now. */
  readonly overrides: unknown
  /** The overrides as they are stored. */
  readonly stored: unknown
}

export async function findSiteSpaceCustomization(
  db: Queryable,
  context: Pick<Context, 'caller'> & Linking,
  of: OfSite & { readonly siteSpaceId: string },
): Promise<FoundSiteSpace> {
  const callerId = context.caller.userId
  const row = await db.first(selectSiteSpaceCustomization, { ...of, callerId })
  if (row === undefined) throw notFound('site-space', of.siteSpaceId)
  const { site_settings: whole, overrides: stored } = row
  const named = { site: whole, own: stored }
  const { site, own } = await withFonts(db, context, of.organizationId, named)
  return { site: siteSettings(site), overrides: own, stored }
}

/**
 * Refuses settings with unsafe links, with new links to spaces that do not exist, or with fonts
 * that do not.
 */
export async function requireGoodSettings(
  db: Queryable,
  context: Linking,
  organizationId: string,
  // oxlint-disable-next-line max-params -- where it is read, what makes URLs, whose settings, and those before
  { given, before }: Record<'given' | 'before', SiteCustomizationOverrides>,
): Promise<void> {
  checkCustomization(given)
  await requireKnownFonts(db, context, organizationId, given)
  const known = new Set(spacesIn(before))
  const added = spacesIn(given).filter((spaceId) => !known.has(spaceId))
  if (added.length === 0) return
  const rows = await db.many(selectKnownSpaces, { organizationId, spaceIds: added })
  for (const { id } of rows) known.add(id)
  checkSpaces(given, known)
}
