import type { PlannedRequest } from './plans-drive.ts'
import { filling, type GrownWorld } from '../growth/growth-world.ts'
import type { Things } from '../generate/generate-call.ts'

const series = 'generate_series(1, $4::integer) as i'

function idOf(letter: string): string {
  return `'${letter}' || $3::text || lpad(i::text, 18, '0')`
}

const visibility = `(array['public', 'unlisted', 'share-link', 'visitor-auth'])[1 + i % 4]`
const ofSite = `$1, ${idOf('w')}`

/**
 * Sites with something of everything, each of them small. Placeholders are those of plans-fill.ts: the
 * organization, who made it, the code of its ids and how many.
 */
export const siteFills = [
  `insert into site (organization_id, id, title, basename, visibility, published, hostname,
     hostname_live, redirects, share_links, created_by)
   select ${ofSite}, 'Site ' || i, 'site-' || i, ${visibility}, i % 5 > 0,
     case when i % 3 = 0 then 'docs.' || $3 || i || '.example' end, i % 3 = 0, 2, 2, $2
   from ${series}`,
  `insert into directory (id, kind, organization_id)
   select ${idOf('w')}, 'site', $1 from ${series}`,
  `insert into site_section_group (organization_id, site_id, id, title, position)
   select ${ofSite}, ${idOf('g')}, 'Group', 'a0' from ${series}`,
  `insert into site_section (organization_id, site_id, id, group_id, title, path, position)
   select ${ofSite}, ${idOf('c')} || n, ${idOf('g')}, 'Section', 'section-' || n, 'a' || n
   from generate_series(1, 2) as n, ${series}`,
  `insert into site_space (organization_id, site_id, id, section_id, space_id, path, position,
     openness)
   select ${ofSite}, ${idOf('v')} || n, ${idOf('c')} || n, ${idOf('s')}, 'v', 'a0',
     case when i % 5 > 0 then 1 + i % 4 end
   from generate_series(1, 2) as n, ${series}`,
  `insert into site_customization (organization_id, site_id, site_space_id, settings)
   select ${ofSite}, case n when 2 then ${idOf('v')} || 1 else '' end, '{}'
   from generate_series(1, 2) as n, ${series}`,
  `insert into site_adaptive_schema (organization_id, site_id, json_schema)
   select ${ofSite}, '{"type":"object","properties":{},"additionalProperties":false}'
   from ${series}`,
  `insert into site_share_link (organization_id, site_id, id, name, key_sealed, key_hash)
   select ${ofSite}, ${idOf('l')} || n, 'Link', 'sealed', ${idOf('k')} || n
   from generate_series(1, 2) as n, ${series}`,
  `insert into site_publishing_auth (organization_id, site_id, private_key_sealed)
   select ${ofSite}, 'sealed' from ${series}`,
  `insert into site_redirect (organization_id, site_id, id, source, source_key, destination)
   select ${ofSite}, ${idOf('e')} || n, '/old-' || n, '/old-' || n,
     jsonb_build_object('kind', 'site-space', 'siteSpaceId', ${idOf('v')} || 1)
   from generate_series(1, 2) as n, ${series}`,
  `insert into site_former_path (organization_id, site_id, kind, path, target_id)
   select ${ofSite}, 'section', 'former-' || n, ${idOf('c')} || n
   from generate_series(1, 2) as n, ${series}`,
  `insert into site_alias (organization_id, basename, site_id)
   select $1, 'former-' || i, ${idOf('w')} from ${series}`,
  `insert into custom_hostname (hostname, organization_id, site_id, challenge, status,
     live_since, created_by)
   select 'docs.' || $3 || i || '.example', $1, case when i % 3 = 0 then ${idOf('w')} end,
     'x', 'live', now(), $2
   from ${series}`,
  `insert into site_token (hash, organization_id, site_id, grounds, expires_at)
   select 'token' || $3 || i, $1, ${idOf('w')}, '{}', now() + interval '2 hours'
   from ${series}`,
  `insert into change_note (id, organization_id, subject, transaction, noted_at)
   select ${idOf('n')}, $1, 'site:' || ${idOf('w')}, '3'::xid8, now() - interval '1 minute'
   from ${series}`,
  `insert into pdf (organization_id, id, space_id, revision_id, page_id, is_only, status,
     size_bytes, pages, asked_by)
   select $1, ${idOf('p')}, ${idOf('s')}, ${idOf('r')}, '', false, 'ready', 1, 1, $2
   from ${series}`,
]

const counts = { sections: 80, variants: 2, redirects: 2_000, formerPaths: 2_000 }

/** The site that is asked about has as much as one may have, of spaces as large as they come. */
export async function growSite(
  { instance, organizationId, spaceIds }: GrownWorld,
  { site = '', siteSection = '', siteSectionGroup = '' }: Things,
): Promise<void> {
  const of = [organizationId, site]
  const statements: [string, unknown[]][] = [
    [
      `insert into site_section (organization_id, site_id, id, group_id, title, path, position)
       select $1, $2, 'grownsection' || lpad(i::text, 8, '0'),
         case when i % 2 = 0 then $3::text end, 'Section ' || i, 'grown-' || i,
         'b' || lpad(i::text, 4, '0') || '5'
       from generate_series(1, $4::integer) as i`,
      [siteSectionGroup, counts.sections],
    ],
    [
      `insert into site_space (organization_id, site_id, id, section_id, space_id, path, position,
         openness)
       select $1, $2, 'grownvariant' || n || lpad(i::text, 7, '0'),
         'grownsection' || lpad(i::text, 8, '0'),
         coalesce(($3::text[])[i * 2 + n], 'sh' || lpad((i * 2 + n)::text, 18, '0')),
         'variant-' || n, 'b' || n || '5',
         (select min(openness) from site_space where organization_id = $1 and site_id = $2)
       from generate_series(1, $4::integer) as i, generate_series(1, $5::integer) as n`,
      [spaceIds, counts.sections, counts.variants],
    ],
    [
      `insert into site_redirect (organization_id, site_id, id, source, source_key, destination)
       select $1, $2, 'grownredirect' || lpad(i::text, 7, '0'), '/grown/' || i, '/grown/' || i,
         jsonb_build_object('kind', 'site-section', 'siteSectionId', $3::text)
       from generate_series(1, $4::integer) as i`,
      [siteSection, counts.redirects],
    ],
    [
      `update site set redirects = redirects + $3::integer
       where organization_id = $1 and id = $2`,
      [counts.redirects],
    ],
    [
      `insert into site_former_path (organization_id, site_id, kind, path, target_id)
       select $1, $2, 'section', 'grown-former-' || i, $3::text
       from generate_series(1, $4::integer) as i`,
      [siteSection, counts.formerPaths],
    ],
  ]
  await filling(instance, async (client) => {
    for (const [text, values] of statements) {
      await client.query(text, [...of, ...values])
    }
    await client.query('analyze')
  })
}

/** URLs that lead somewhere, by name and by host name, over a rule and over what was renamed. */
export function siteRequests(things: Things): PlannedRequest[] {
  const { organization, site, siteSpace, siteSection, url, 'open url': openUrl } = things
  const { jwt } = things
  const paths = ['', 'grown-7/variant-2/', 'grown-former-7/', 'grown/7', 'nowhere/at/all']
  const urls = paths.map((below) => new URL(below, url).href)
  const path = `/orgs/${organization}/sites/${site}`
  const links = Array.from({ length: 50 }, (_, nth) => ({
    method: 'POST',
    target: `${path}/share-links`,
    body: { name: `Link ${nth}` },
  }))
  return [
    ...[...urls, openUrl, 'https://docs.h30.example/section-2/'].map((asked) => ({
      method: 'POST',
      target: '/urls/published',
      body: { url: asked, visitor: { jwtToken: jwt } },
    })),
    ...links,
    ...paths.map((below) => ({
      method: 'GET',
      target: `${path}/redirect?source=${encodeURIComponent(`/${below}`)}`,
    })),
    { method: 'GET', target: `${path}/redirects?search=grown&limit=10` },
    {
      method: 'PATCH',
      target: `${path}/site-spaces/${siteSpace}`,
      body: { path: 'renamed' },
    },
    {
      method: 'PATCH',
      target: `${path}/sections/${siteSection}`,
      body: { path: 'renamed-section', title: 'Renamed' },
    },
    { method: 'PATCH', target: path, body: { basename: 'renamed-site' } },
    { method: 'GET', target: `/orgs/${organization}/sites?limit=20&title=site` },
  ]
}

/** A space that two sites show has been in the trash for too long. */
export async function forsakeSpace({ instance, spaceIds }: GrownWorld): Promise<void> {
  await instance.db.raw(
    `update content_node set deleted_at = now() - interval '8 days' where id = $1`,
    [spaceIds.at(-1)],
  )
}
