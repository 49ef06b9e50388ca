import { damage, each, of, ofSite, type Planned, type Template } from './planned.ts'
import type { PlaceSite } from './place-sites.ts'
import type { Place } from './places.ts'

const sites = ({ sites: all }: Place) => all

interface Stray {
  readonly table: string
  /** The column that names a row besides its site, and what it is called. */
  readonly column: string
  readonly nameOf: (site: PlaceSite, elsewhere: string) => string
  /** The problems that are reported besides: a secret opens in its own row only. */
  readonly alsoReported?: (site: PlaceSite, elsewhere: string) => Planned['reported']
}

const strays: readonly Stray[] = [
  { table: 'site_customization', column: 'site_space_id', nameOf: () => '' },
  {
    table: 'site_adaptive_schema',
    column: 'site_id',
    nameOf: (_, elsewhere) => elsewhere,
  },
  {
    table: 'site_share_link',
    column: 'id',
    nameOf: ({ shareLink }) => shareLink,
    alsoReported: ({ id, shareLink }, elsewhere) => [
      ['secret-sealed', `${elsewhere}/${shareLink}`],
      ['site-counts', id],
    ],
  },
  {
    table: 'site_publishing_auth',
    column: 'site_id',
    nameOf: (_, elsewhere) => elsewhere,
    alsoReported: ({ id }, elsewhere) => [
      ['secret-sealed', elsewhere],
      ['site-publishing-key', id],
    ],
  },
  {
    table: 'site_redirect',
    column: 'id',
    nameOf: ({ redirect }) => redirect,
    alsoReported: ({ id }) => [['site-counts', id]],
  },
  { table: 'site_former_path', column: 'path', nameOf: ({ formerPath }) => formerPath },
  { table: 'site_alias', column: 'basename', nameOf: ({ alias }) => alias },
  { table: 'site_user_grant', column: 'user_id', nameOf: ({ user }) => user },
  { table: 'site_team_grant', column: 'team_id', nameOf: ({ team }) => team },
]

/** Damages of what is counted of readers. */
const insightTemplates: readonly Template[] = [
  each('site-insight-site', sites, ({ id }, { organization }) =>
    damage(
      'site-insight-site',
      `site_insight_state/gone-${id}`,
      `insert into site_insight_state (organization_id, site_id)
       values ('${organization}', 'gone-${id}')`,
    ),
  ),
  each('site-insight-sums', sites, ({ id }, { organization }) =>
    damage(
      'site-insight-sums',
      `${id}/day/2026-01-31T00`,
      `insert into site_insight_state (organization_id, site_id)
       values ('${organization}', '${id}') on conflict do nothing`,
      `insert into site_insight (organization_id, site_id, facet, grain, starts_at, digest,
         dimensions, events)
       values ('${organization}', '${id}', 'page', 'day', '2026-01-31T00:00Z', 'd', '{}', 3)`,
    ),
  ),
]

/** Damages by which a setting of a site belongs to a site that does not exist. */
const strayTemplates: readonly Template[] = strays.map(
  ({ table, column, nameOf, alsoReported }) =>
    each('site-setting-site', sites, (site, place) => {
      const elsewhere = `elsewhere-${place.index}`
      const name = column === 'site_id' ? site.id : nameOf(site, elsewhere)
      return {
        change: [
          `update ${table} set site_id = '${elsewhere}'
           where ${ofSite(place, site.id)} and ${column} = '${name}'`,
        ],
        reported: [
          ['site-setting-site', `${table}/${elsewhere}/${nameOf(site, elsewhere)}`],
          ...(alsoReported?.(site, elsewhere) ?? []),
        ],
      }
    }),
)

const badSchemas = [
  '{}',
  '{"type": "object", "$ref": "#"}',
  '{"type": "object", "properties": {}, "additionalProperties": true}',
  '{"type": "object", "properties": {"a": {"type": "null"}}, "additionalProperties": false}',
]

const sealedColumns = {
  site_share_link: 'key_sealed',
  site_publishing_auth: 'private_key_sealed',
}

const fontTemplates: readonly Template[] = [
  each('custom-font-regular', sites, ({ id }, { organization }) =>
    damage(
      'custom-font-regular',
      id,
      `insert into custom_font (organization_id, id, family)
       values ('${organization}', '${id}', 'Faceless')`,
    ),
  ),
  each('custom-font-file-font', sites, ({ id }, { organization }) => ({
    change: [
      `insert into custom_font_file (organization_id, id, font_id, weight, format, size)
       values ('${organization}', '${id}', 'nothing', 400, 'woff2', 1)`,
    ],
    reported: [
      ['custom-font-file-font', id],
      ['counter-file-bytes', 'file-bytes'],
    ],
  })),
]

export const siteSettingTemplates: readonly Template[] = [
  ...strayTemplates,
  ...insightTemplates,
  ...fontTemplates,
  each('site-customization-site-space', sites, ({ id, siteSpaces: [one] }, place) =>
    damage(
      'site-customization-site-space',
      `${id}/nothing`,
      `update site_customization set site_space_id = 'nothing'
       where ${ofSite(place, id)} and site_space_id = '${one}'`,
    ),
  ),
  each('site-publishing-key', sites, ({ id }, place) =>
    damage(
      'site-publishing-key',
      id,
      `delete from site_publishing_auth where ${ofSite(place, id)}`,
    ),
  ),
  ...badSchemas.map((schema) =>
    each('site-adaptive-schema', sites, ({ id }, place) =>
      damage(
        'site-adaptive-schema',
        id,
        `update site_adaptive_schema set json_schema = '${schema}'
         where ${ofSite(place, id)}`,
      ),
    ),
  ),
  ...['redirects', 'share_links'].map((column) =>
    each('site-counts', sites, ({ id }, place) =>
      damage(
        'site-counts',
        id,
        `update site set ${column} = ${column} + 1 where ${of(place)} and id = '${id}'`,
      ),
    ),
  ),
  ...['/Old/Page', '/old', '/old/page/'].map((key) =>
    each('site-redirect-source', sites, ({ id, redirect }, place) =>
      damage(
        'site-redirect-source',
        `${id}/${redirect}`,
        `update site_redirect set source_key = '${key}'
         where ${ofSite(place, id)} and id = '${redirect}'`,
      ),
    ),
  ),
  each('site-share-link-key', sites, ({ id, shareLink }, place) =>
    damage(
      'site-share-link-key',
      `${id}/${shareLink}`,
      `update site_share_link set key_hash = reverse(key_hash)
       where ${ofSite(place, id)} and id = '${shareLink}'`,
    ),
  ),
  ...Object.entries(sealedColumns).map(([table, column]) =>
    each('secret-sealed', sites, ({ id, shareLink }, place) =>
      damage(
        'secret-sealed',
        table === 'site_share_link' ? `${id}/${shareLink}` : id,
        `update ${table} set ${column} = reverse(${column}) where ${ofSite(place, id)}`,
      ),
    ),
  ),
]
