import {
  siteCustomizationFeatures,
  type siteFeatureKeys,
} from '@lectern/contract/site-features.ts'
import type { Site } from '@lectern/contract/sites.ts'

import { type SiteAddress, siteUrls } from '#/features/writing/publications/public.ts'
import type { Config } from '#/platform/config/config.ts'

import type { SiteActor } from './site-access.ts'
import { sitePolicy } from './site-policy.ts'
import type { SiteRow } from './site-queries.ts'
import type { SiteForCaller } from './site-resolve.ts'

export interface SiteOfOrganization {
  readonly organizationId: string
  /** Undefined for a visitor. */
  readonly actor: SiteActor | undefined
  readonly site: SiteRow
  /** The key of a share link, found to open the site, for the address of readers. */
  readonly shareKey?: string | undefined
}

export function viewSite(
  { organizationId, actor, site: row, shareKey }: SiteOfOrganization,
  { config }: { config: Config },
): Site {
  const address = addressOf(row)
  return {
    object: 'site',
    id: row.id,
    title: row.title,
    ...viewIcon(row),
    ...(row.hostname !== null && { hostname: row.hostname }),
    basename: row.basename,
    ...(row.proxy_origin !== null && {
      proxy: { origin: row.proxy_origin, target: siteUrls.own(config, address) },
    }),
    defaultLevel: 'inherit',
    permissions: viewPermissions(actor),
    published: row.published,
    siteSpaces: row.site_spaces,
    createdAt: row.created_at,
    ...(row.adaptive_content_enabled !== null && {
      adaptiveContent: { enabled: row.adaptive_content_enabled },
    }),
    ...viewEnumerations(row),
    urls: {
      location: siteUrls.location(config, organizationId, row.id),
      app: siteUrls.app(config, organizationId, row.id),
      ...(row.published && {
        published: siteUrls.published(config, address, { shareKey }),
      }),
      preview: siteUrls.published(config, address, { shareKey }),
    },
  }
}

function viewPermissions(actor: SiteActor | undefined): Site['permissions'] {
  const may = (action: keyof typeof sitePolicy) =>
    actor !== undefined && sitePolicy[action](actor)
  return {
    view: true,
    access: may('view'),
    // Of content, for which a role on the site does not count.
    edit:
      actor !== undefined && sitePolicy.edit({ ...actor, role: actor.organizationRole }),
    create: may('structure'),
    admin: may('admin'),
    installIntegration: may('admin'),
    viewAdaptiveSchema: may('view'),
    editAdaptiveSchema: may('admin'),
  }
}

/** The parts of a site's ETag besides its version. */
export function seenAs({ actor, site }: SiteForCaller) {
  return [site.organization_hostname, site.site_spaces, actor.role]
}

export function addressOf(row: SiteRow): SiteAddress {
  return {
    organizationHostname: row.organization_hostname,
    basename: row.basename,
    hostname: row.hostname,
    hostnameLive: row.hostname_live,
  }
}

function viewIcon({ icon }: SiteRow): Pick<Site, 'icon'> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only after the contract has checked it
  return icon ? { icon: icon as NonNullable<Site['icon']> } : {}
}

type Enumerations = Pick<
  Site,
  'type' | 'appliedType' | 'visibility' | 'agentsContext' | 'features'
>

function viewEnumerations(row: SiteRow): Enumerations {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- check constraints hold these columns to the contract's values
  const stored = {
    type: row.type,
    appliedType: row.type,
    visibility: row.visibility,
    agentsContext: row.agents_context,
  } as Omit<Enumerations, 'features'>
  const { type: plan } = stored
  const common = { plan, frozen: false }
  const features: Site['features'] = [
    ...switchedOn.map((id) => ({ id, ...common })),
    {
      id: 'sites-advanced-customization',
      ...common,
      customizations: [...siteCustomizationFeatures],
    },
  ]
  return { ...stored, features }
}

/** The features that every site has, because there are no paid plans. */
const switchedOn = [
  'sites-adaptive-content',
  'sites-basic-customization',
  'sites-custom-domain',
  'sites-custom-fonts',
  'sites-custom-subdirectory',
  'sites-full-text-search',
  'sites-multivariant-site',
  'sites-page-feedback',
  'sites-pdf-export',
  'sites-preview-deployments',
  'sites-public-visibility',
  'sites-redirects',
  'sites-sections',
  'sites-seo',
  'sites-share-links',
  'sites-unlisted-visibility',
  'sites-visitor-authentication',
] as const satisfies readonly (typeof siteFeatureKeys)[number][]
