import { damage, each, of, ofSite, type Template } from './planned.ts'
import { openApiTemplates } from './openapi-corruptions.ts'
import { siteSettingTemplates } from './site-setting-corruptions.ts'
import type { PlaceSite } from './place-sites.ts'
import type { Place } from './places.ts'

const sites = ({ sites: all }: Place) => all
const plain = ({ sites: all }: Place) =>
  all.filter(({ sections }) => sections.length === 0)
const sectioned = ({ sites: all }: Place) =>
  all.filter(({ sections }) => sections.length > 0)
const sectionedIn = (place: Place): PlaceSite => {
  const [found] = sectioned(place)
  if (found === undefined) throw new Error('A place has no site with sections')
  return found
}
const placedSections = (place: Place) =>
  sectioned(place).flatMap(({ id: site, sections: all }) =>
    all.map((section) => ({ site, section })),
  )
const groups = (place: Place) =>
  sectioned(place).flatMap(({ id: site, groups: all }) =>
    all.map((group) => ({ site, group })),
  )
const numbered = ({ index }: Place) => [1, 2].map((n) => `${index}-${n}`)

const settingsOf = (
  kind: string,
  column: string,
  from: (place: Place) => readonly PlaceSite[],
) =>
  each(kind, from, ({ id }, place) =>
    damage(
      kind,
      id,
      `update site set ${column} = 'nothing' where ${of(place)} and id = '${id}'`,
    ),
  )

const structureTemplates: readonly Template[] = [
  settingsOf('site-default-section', 'default_section_id', sites),
  settingsOf('site-default-site-space', 'default_site_space_id', sites),
  each('site-default-section', plain, ({ id }, place) =>
    damage(
      'site-default-section',
      id,
      `update site set default_section_id = '${sectionedIn(place).sections[0]}'
       where ${of(place)} and id = '${id}'`,
    ),
  ),
  each('site-default-site-space', plain, ({ id }, place) =>
    damage(
      'site-default-site-space',
      id,
      `update site set default_site_space_id = '${sectionedIn(place).siteSpaces[0]}'
       where ${of(place)} and id = '${id}'`,
    ),
  ),
  each('site-section-default', sectioned, ({ id, sections, siteSpaces }, place) =>
    damage(
      'site-section-default',
      sections[0] ?? '',
      `update site_section set default_site_space_id = '${siteSpaces[1]}'
       where ${of(place)} and site_id = '${id}' and id = '${sections[0]}'`,
    ),
  ),
  each('site-section-site', numbered, (name, { organization }) =>
    damage(
      'site-section-site',
      `section-${name}`,
      `insert into site_section (organization_id, site_id, id, title, path, position)
       values ('${organization}', 'no-site-${name}', 'section-${name}', 'Lost', 'lost', 'a0')`,
    ),
  ),
  each('site-space-site', plain, ({ space }, { organization, index }) =>
    damage(
      'site-space-site',
      `lost-${index}`,
      `insert into site_space (organization_id, site_id, id, space_id, path, position)
       values ('${organization}', 'no-site', 'lost-${index}', '${space}', 'lost', 'a0')`,
    ),
  ),
  each('site-space-section', sites, ({ id, space }, { organization }) =>
    damage(
      'site-space-section',
      `misplaced-${id}`,
      `insert into site_space (organization_id, site_id, id, section_id, space_id, path, position)
       values ('${organization}', '${id}', 'misplaced-${id}', 'nothing', '${space}', 'misplaced', 'a0')`,
    ),
  ),
  each('site-space-space', plain, ({ id }, { organization }) =>
    damage(
      'site-space-space',
      `spaceless-${id}`,
      `insert into site_space (organization_id, site_id, id, space_id, path, position)
       values ('${organization}', '${id}', 'spaceless-${id}', 'nowhere', 'spaceless', 'a0')`,
    ),
  ),
]

const groupTemplates: readonly Template[] = [
  each('site-section-group-site', numbered, (name, { organization }) =>
    damage(
      'site-section-group-site',
      `group-${name}`,
      `insert into site_section_group (organization_id, site_id, id, title, position)
       values ('${organization}', 'no-site-${name}', 'group-${name}', 'Lost', 'a0')`,
    ),
  ),
  each('site-section-group-parent', groups, ({ site, group }, place) =>
    damage(
      'site-section-group-parent',
      group,
      `update site_section_group set parent_id = 'nothing' where ${ofSite(place, site)}
         and id = '${group}'`,
    ),
  ),
  each('site-section-group-cycle', groups, ({ site, group }, place) =>
    damage(
      'site-section-group-cycle',
      group,
      `update site_section_group set parent_id = id where ${ofSite(place, site)}
         and id = '${group}'`,
    ),
  ),
  each(
    'site-section-group-cycle',
    sectioned,
    ({ id, groups: [outer, inner] }, place) => ({
      change: [
        `update site_section_group set parent_id = '${inner}' where ${ofSite(place, id)}
         and id = '${outer}'`,
      ],
      reported: [
        ['site-section-group-cycle', outer ?? ''],
        ['site-section-group-cycle', inner ?? ''],
      ],
    }),
  ),
  each('site-section-group', placedSections, ({ site, section }, place) =>
    damage(
      'site-section-group',
      section,
      `update site_section set group_id = 'nothing' where ${ofSite(place, site)}
         and id = '${section}'`,
    ),
  ),
  each('site-external-link-group', sectioned, ({ id }, { organization }) =>
    damage(
      'site-external-link-group',
      `link-${id}`,
      `insert into site_external_link
         (organization_id, site_id, id, group_id, title, url, position)
       values ('${organization}', '${id}', 'link-${id}', 'nothing', 'Lost', 'https://a.example/', 'a0')`,
    ),
  ),
  each('site-setting-site', numbered, (name, { organization }) =>
    damage(
      'site-setting-site',
      `site_external_link/no-site-${name}/link-${name}`,
      `insert into site_external_link (organization_id, site_id, id, title, url, position)
       values ('${organization}', 'no-site-${name}', 'link-${name}', 'Lost', 'https://a.example/', 'a0')`,
    ),
  ),
  each('site-space-alone', sectioned, ({ id, space }, { organization }) =>
    damage(
      'site-space-alone',
      `outside-${id}`,
      `insert into site_space (organization_id, site_id, id, space_id, path, position)
       values ('${organization}', '${id}', 'outside-${id}', '${space}', 'outside', 'a0')`,
    ),
  ),
  ...[1, 4].map((openness) =>
    each('site-space-openness', sites, ({ id, siteSpaces: [siteSpace] }, place) =>
      damage(
        'site-space-openness',
        siteSpace ?? '',
        `update site_space set openness = ${openness} where ${ofSite(place, id)}
           and id = '${siteSpace}'`,
      ),
    ),
  ),
  each('site-section-empty', sectioned, ({ id }, { organization }) =>
    damage(
      'site-section-empty',
      `hollow-${id}`,
      `insert into site_section (organization_id, site_id, id, title, path, position)
       values ('${organization}', '${id}', 'hollow-${id}', 'Hollow', 'hollow', 'z0')`,
    ),
  ),
  ...[plain, sectioned].map((from) =>
    each('site-former-path-target', from, ({ id, formerPath }, place) =>
      damage(
        'site-former-path-target',
        `${id}/${formerPath}`,
        `update site_former_path set target_id = 'nothing'
         where ${ofSite(place, id)} and path = '${formerPath}'`,
      ),
    ),
  ),
  each(
    'site-space-path',
    sectioned,
    ({ id, sections: [, section], siteSpaces }, place) => ({
      change: [
        `update site_space set path = (
         select path from site_section where ${ofSite(place, id)} and id = '${section}')
       where ${ofSite(place, id)}`,
      ],
      reported: siteSpaces.map((siteSpace) => ['site-space-path', siteSpace]),
    }),
  ),
]

export const siteTemplates: readonly Template[] = [
  ...structureTemplates,
  ...groupTemplates,
  ...siteSettingTemplates,
  ...openApiTemplates,
  each(
    'counter-sites',
    () => [1, 17],
    (by, place) =>
      damage(
        'counter-sites',
        'sites',
        `update organization_counter set value = value + ${by}
         where ${of(place)} and name = 'sites'`,
      ),
  ),
  each(
    'organization-default-site',
    () => ['nothing', ''],
    (site, place) =>
      damage(
        'organization-default-site',
        place.organization,
        `update organization set default_site_id = '${site}' where ${of(place)}`,
      ),
  ),
  each('site-home-missing', sites, ({ id }) =>
    damage('site-home-missing', id, `delete from directory where id = '${id}'`),
  ),
  each('site-home-orphan', numbered, (name, { organization }) =>
    damage(
      'site-home-orphan',
      `no-site-${name}`,
      `insert into directory values ('no-site-${name}', 'site', '${organization}')`,
    ),
  ),
  each('site-hostname', sites, ({ id }, place) =>
    damage(
      'site-hostname',
      id,
      `update site set hostname = 'docs.unclaimed.example' where ${of(place)} and id = '${id}'`,
    ),
  ),
  each('site-hostname', sites, ({ id }, { organization, index }) =>
    damage(
      'site-hostname',
      id,
      `insert into custom_hostname (hostname, organization_id, site_id, challenge, status, created_by)
       values ('docs.early-${index}.example', '${organization}', '${id}', 'x', 'dns_passed', 'x')`,
      `update site set hostname = 'docs.early-${index}.example', hostname_live = true
       where id = '${id}'`,
    ),
  ),
  each('custom-hostname-orphan', numbered, (name, { organization }) =>
    damage(
      'custom-hostname-orphan',
      `docs.stray-${name}.example`,
      `insert into custom_hostname (hostname, organization_id, site_id, challenge, status, created_by)
       values ('docs.stray-${name}.example', '${organization}', 'no-site', 'x', 'live', 'x')`,
    ),
  ),
]
