import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'
import type { SiteStructure } from '@lectern/contract/site-structure.ts'
import type { Site } from '@lectern/contract/sites.ts'

/** The parts of a published site that its audience may see. */
export interface PublishedSite {
  readonly site: Site
  readonly structure: SiteStructure
  readonly customizations: {
    readonly site: SiteCustomizationSettings
    readonly siteSpaces: Readonly<Record<string, SiteCustomizationSettings>>
  }
}
