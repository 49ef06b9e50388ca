import type { PublishedContentSite } from '@lectern/contract/published-sites.ts'
import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'
import type { SiteStructure } from '@lectern/contract/site-structure.ts'
import type { Site } from '@lectern/contract/sites.ts'

interface Published {
  readonly site: Site
  readonly structure: SiteStructure
  readonly customizations: {
    readonly site: SiteCustomizationSettings
    readonly siteSpaces: ReadonlyMap<string, SiteCustomizationSettings>
  }
  readonly siteSpaceIds: readonly string[]
  /** Whether a condition of a link holds for the reader; undefined shows links to everybody. */
  readonly holds: ((condition: string | null) => boolean) | undefined
  /** Gives the settings the URLs of files that are for the reader. */
  readonly withOwnFiles: (
    settings: SiteCustomizationSettings,
  ) => SiteCustomizationSettings
}

export function viewPublishedSite({
  site,
  structure,
  customizations,
  siteSpaceIds,
  holds,
  withOwnFiles,
}: Published): PublishedContentSite {
  const shown = (settings: SiteCustomizationSettings) =>
    withOwnFiles(holds === undefined ? settings : withLinksThatHold(settings, holds))
  const whole = shown(customizations.site)
  const ofSiteSpaces = siteSpaceIds.map((id) => {
    const own = customizations.siteSpaces.get(id)
    return [id, own === undefined ? whole : shown(own)] as const
  })
  return {
    object: 'published-content-site',
    site,
    structure,
    customizations: { site: whole, siteSpaces: Object.fromEntries(ofSiteSpaces) },
    scripts: [],
  }
}

/**
 * Leaves out links whose condition does not hold, and all conditions, since readers need not know
 * them.
 */
export function withLinksThatHold(
  settings: SiteCustomizationSettings,
  holds: (condition: string | null) => boolean,
): SiteCustomizationSettings {
  const links = settings.header.links
    .filter(({ condition }) => holds(condition ?? null))
    .map(({ condition: _condition, ...link }) => link)
  return { ...settings, header: { ...settings.header, links } }
}
