import { randomBytes } from 'node:crypto'

import { indexSpace } from '@lectern/server/features/writing/search/index-space.ts'
import { signJwt } from '@lectern/server/platform/secrets/jwt.ts'

import type { TestBody } from '../../../../server/test/test-api.ts'
import { createTestSpace } from '../../../../server/test/test-edits.ts'
import { must, publishSite, type TestSite, type TestSites } from '../../test-sites.ts'
import { diagramOf, draw, isIllustrated, setInFont } from './private-inside.ts'
import {
  conditionalEntries,
  undecidableEntries,
  paidCondition,
  picture,
  type Plant,
} from './private-conditions.ts'

/** A text that only some may read; in lower case, so that it stays the same in a path. */
export interface Canary {
  readonly text: string
  readonly group: string
  readonly place: string
}

/** Somebody who may read something. */
export interface Entitled {
  readonly name: string
  /** Where the site begins for them, with slashes at both ends. */
  readonly base: string
  readonly headers: Readonly<Record<string, string>>
  readonly sees: ReadonlySet<string>
  readonly isPrivate: boolean
}

export interface PrivateWorld {
  readonly canaries: readonly Canary[]
  readonly entitled: readonly Entitled[]
  readonly shared: SharedSite
  readonly members: MemberSite
  readonly others: MemberSite
  readonly adaptive: MemberSite
  readonly unlisted: TestSite
  /** Was public, was read and lay on disk; then it was closed. */
  readonly closed: TestSite
  readonly draft: { readonly base: string }
}

export interface SharedSite extends TestSite {
  readonly key: string
  readonly revokedKey: string
  /** Of another site. */
  readonly otherKey: string
}

export interface MemberSite extends TestSite {
  readonly name: string
  readonly privateKey: string
}

const adaptiveSchema = {
  type: 'object',
  properties: {
    beta: { type: 'boolean' },
    plan: { type: 'string', enum: ['free', 'paid'] },
  },
  additionalProperties: false,
}

export const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

export function signed(key: string, claims: object): string {
  return signJwt(Buffer.from(key), { exp: inAnHour(), ...claims })
}

interface Garden {
  readonly world: TestSites
  readonly plant: Plant
}

/** One site of each visibility, with a canary wherever a text can stand. */
export async function buildPrivateWorld(world: TestSites): Promise<PrivateWorld> {
  const canaries: Canary[] = []
  const plant: Plant = (group, place) => {
    const text = `zq${randomBytes(8).toString('hex')}`
    canaries.push({ text, group, place })
    return text
  }
  const garden = { world, plant }
  const shared = await sharedSite(garden)
  const members = await memberSite(garden, 'members', 'visitor-auth')
  const others = await memberSite(garden, 'others', 'visitor-auth')
  const adaptive = await memberSite(garden, 'adaptive', 'public')
  const unlisted = await plainSite(garden, 'unlisted', 'unlisted')
  const closed = await plainSite(garden, 'closed', 'public')
  const draft = await draftSite(garden)
  const sharing = { headers: {}, sees: new Set(['shared/all']), isPrivate: true }
  return {
    canaries,
    shared,
    members,
    others,
    adaptive,
    unlisted,
    closed,
    draft,
    entitled: [
      { name: 'with the share key', base: `${shared.base}${shared.key}/`, ...sharing },
      {
        name: 'with the other share key',
        base: `${shared.base}${shared.revokedKey}/`,
        ...sharing,
      },
      {
        name: 'by its address',
        base: unlisted.base,
        headers: {},
        sees: new Set(['unlisted/all']),
        isPrivate: false,
      },
      ...[members, others, adaptive].flatMap(visitorsOf),
    ],
  }
}

async function plainSite(
  garden: Garden,
  name: string,
  visibility: string,
  plans = false,
): Promise<TestSite> {
  const { world, plant } = garden
  const spaceId = await canarySpace(garden, name, plans)
  const title = plant(`${name}/all`, 'site title')
  const made = await publishSite(world, [spaceId], { visibility, title })
  await addRedirect(world, made, spaceId)
  if (isIllustrated(name)) await setInFont(world, made)
  return made
}

async function sharedSite(garden: Garden): Promise<SharedSite> {
  const { world } = garden
  const shared = await plainSite(garden, 'shared', 'share-link')
  const other = await publishSite(world, [await emptySpace(world)], {
    visibility: 'share-link',
  })
  return {
    ...shared,
    key: await shareKey(world, shared, 'kept'),
    revokedKey: await shareKey(world, shared, 'revoked'),
    otherKey: await shareKey(world, other, 'other'),
  }
}

async function memberSite(
  garden: Garden,
  name: string,
  visibility: string,
): Promise<MemberSite> {
  const admin = garden.world.api.as('admin')
  const made = await plainSite(garden, name, visibility, true)
  const schema = { jsonSchema: adaptiveSchema }
  must(await admin.put(`${made.path}/adaptive-schema`, schema), 200)
  must(await admin.patch(made.path, { adaptiveContent: { enabled: true } }), 200)
  await addPaidSpace(garden, made, name)
  const auth = await admin.get(`${made.path}/publishing/auth`)
  must(auth, 200)
  return { ...made, name, privateKey: auth.body.privateKey }
}

/** Made, and never published. */
async function draftSite(garden: Garden): Promise<{ readonly base: string }> {
  const { world, plant } = garden
  const admin = world.api.as('admin')
  const sites = `/orgs/${world.api.organization}/sites`
  const spaces = [await canarySpace(garden, 'draft', false)]
  const made = await admin.post(sites, {
    title: plant('draft/all', 'site title'),
    spaces,
  })
  must(made, 201)
  const { body } = await admin.get(`${sites}/${made.body.id}`)
  return { base: `/${String(body.basename)}/` }
}

function visitorsOf({ name, id, base, privateKey }: MemberSite): Entitled[] {
  const claims: [string, object, string[]][] = [
    ['nothing said', {}, []],
    ['paid', { plan: 'paid' }, ['paid']],
    ['free', { plan: 'free' }, []],
    ['tester', { beta: true }, ['beta']],
    ['paid tester', { beta: true, plan: 'paid' }, ['beta', 'paid']],
  ]
  return claims.map(([who, said, groups]) => ({
    name: `${who} of ${name}`,
    base,
    headers: { cookie: `v-${id}=${signed(privateKey, said)}` },
    sees: new Set([`${name}/all`, ...groups.map((group) => `${name}/${group}`)]),
    isPrivate: name !== 'adaptive' || Object.keys(said).length > 0,
  }))
}

async function emptySpace(world: TestSites): Promise<string> {
  const space = await createTestSpace(world.api)
  await space.edit({
    operation: 'insert_page',
    title: 'Start',
    document: { markdown: 'Nothing.\n' },
  })
  return space.spaceId
}

/** Slugs are the same everywhere, so that every address can be guessed. */
async function canarySpace(
  { world, plant }: Garden,
  name: string,
  plans: boolean,
): Promise<string> {
  const all = (place: string) => plant(`${name}/all`, place)
  const space = await createTestSpace(world.api)
  const { changes } = await space.edit(
    {
      operation: 'insert_reusable_content',
      title: all('title of reusable content'),
      document: {
        markdown: `Shared ${all('reusable content')}.\n${plans ? when('paid', plant(`${name}/paid`, 'condition in reusable content')) : ''}`,
      },
    },
    {
      operation: 'insert_files',
      files: [
        {
          name: `${all('name of a file')}.png`,
          base64: picture(all('bytes of a file')),
          contentType: 'image/png',
        },
      ],
    },
  )
  const reusable = changes
    .map((change: TestBody) => change.reusableContent)
    .find((id: unknown) => id !== undefined)
  const { body: files } = await world.api
    .as('edit')
    .get(`/spaces/${space.spaceId}/content/files`)
  const conditions = plans
    ? when('paid', plant(`${name}/paid`, 'condition')) +
      when('beta', plant(`${name}/beta`, 'condition'))
    : ''
  const closed = plans ? await conditionalEntries(plant, name, space) : ''
  const page = (slug: string, body: string, more: object = {}) => ({
    operation: 'insert_page',
    title: `Page ${all(`title of ${slug}`)}`,
    slug,
    description: all(`description of ${slug}`),
    document: {
      markdown: `Body ${all(`body of ${slug}`)} here.\n\n${body}${conditions}`,
    },
    ...more,
  })
  const heading = (slug: string) => `## Part ${all(`heading of ${slug}`)}\n`
  const included = `{% include "/reusable-content/${reusable}" %}\n`
  const shown = `![${all('alternative text')}](.gitbook/assets/${files.items[0].name})\n`
  const source = diagramOf(all('label of a diagram'))
  const drawn = `\`\`\`mermaid\n${source}\n\`\`\`\n`
  if (isIllustrated(name)) await draw(world, space.spaceId, source)
  await space.edit(
    page('start', `${included}\n${shown}\n${drawn}\n[More](more.md)\n${closed}`),
    page('more', heading('more')),
    {
      operation: 'insert_group',
      title: all('title of a group'),
      slug: 'group',
      ref: 'group',
    },
    page('inner', heading('inner'), { into: 'group' }),
    page('hidden', heading('hidden'), { hidden: true }),
  )
  if (plans) await undecidableEntries(plant, name, space)
  const { organization: organizationId, services } = world.api
  await indexSpace(services, { organizationId, spaceId: space.spaceId })
  return space.spaceId
}

function when(group: string, text: string): string {
  const condition = group === 'paid' ? paidCondition : 'visitor.claims.beta == true'
  return `\n{% if ${condition} %}\nConditional ${text}.\n{% endif %}\n`
}

/** A space that only those see who pay, with its title, path and pages. */
async function addPaidSpace(
  { world, plant }: Garden,
  site: TestSite,
  name: string,
): Promise<void> {
  const paid = (place: string) => plant(`${name}/paid`, place)
  const space = await createTestSpace(world.api, {
    title: paid('title of a space'),
    empty: true,
  })
  await space.edit(
    {
      operation: 'insert_page',
      title: paid('title in a hidden space'),
      slug: 'deep',
      document: { markdown: `Only ${paid('body in a hidden space')}.\n` },
    },
    {
      operation: 'insert_page',
      title: 'Second',
      slug: 'second',
      document: { markdown: `Also ${paid('second body in a hidden space')}.\n` },
    },
  )
  const admin = world.api.as('admin')
  const added = await admin.post(`${site.path}/site-spaces`, { spaceId: space.spaceId })
  must(added, 201)
  const condition = paidCondition
  must(
    await admin.patch(`${site.path}/site-spaces/${added.body.id}`, {
      path: 'premium',
      condition,
    }),
    200,
  )
  const { organization: organizationId, services } = world.api
  await indexSpace(services, { organizationId, spaceId: space.spaceId })
  const { body } = await admin.get(`/spaces/${space.spaceId}/content/pages`)
  must(
    await admin.post(`${site.path}/redirects`, {
      source: '/old-premium',
      destination: {
        kind: 'site-page',
        siteSpaceId: added.body.id,
        pageId: body.pages[0].id,
      },
    }),
    201,
  )
}

async function addRedirect(
  { api }: TestSites,
  site: TestSite,
  spaceId: string,
): Promise<void> {
  const admin = api.as('admin')
  const { body } = await admin.get(`/spaces/${spaceId}/content/pages`)
  const { body: tree } = await admin.get(`${site.path}/structure`)
  must(
    await admin.post(`${site.path}/redirects`, {
      source: '/old-more',
      destination: {
        kind: 'site-page',
        siteSpaceId: tree.structure[0].id,
        pageId: body.pages[1].id,
      },
    }),
    201,
  )
}

async function shareKey(
  { api }: TestSites,
  site: TestSite,
  name: string,
): Promise<string> {
  const made = await api.as('admin').post(`${site.path}/share-links`, { name })
  must(made, 201)
  const path = new URL(made.body.urls.published).pathname
  return path.split('/').findLast((part) => part !== '') ?? ''
}

/** Shuts what was open until now: one link, and one site that everybody read. */
export async function closeDoors(
  { api }: TestSites,
  { shared, closed }: PrivateWorld,
): Promise<void> {
  const admin = api.as('admin')
  const { body } = await admin.get(`${shared.path}/share-links`)
  const revoked = body.items.find((link: TestBody) => link.name === 'revoked')
  must(
    await admin.patch(`${shared.path}/share-links/${revoked.id}`, { active: false }),
    200,
  )
  must(await admin.patch(closed.path, { visibility: 'visitor-auth' }), 200)
}
