import { seeded } from '../../../../tools/gate.ts'
import { call, type Making, type Things } from './generate-call.ts'
import { makeChangeRequest } from './generate-change-requests.ts'
import { makeComments, makeContent, makeUpload } from './generate-content.ts'
import { makeFonts } from './generate-fonts.ts'
import { makeProviders } from './generate-providers.ts'
import { type MadeSites, makeSites } from './generate-sites.ts'
import { makeSpecs } from './generate-specs.ts'
import { type Target, targetOf, targets } from './generate-schema.ts'
import { valueFor } from './generate-values.ts'
import type { WireClient } from './generate-wire.ts'

// Fields that name a thing by another word than its kind.
const kinds: Readonly<Record<string, string>> = {
  owner: 'user',
  actor: 'user',
  target: 'team',
  members: 'user',
  users: 'user',
  add: 'user',
  remove: 'user',
  memberships: 'user',
  emails: 'email',
  hostname: 'subdomain',
  teams: 'team',
  defaultTeam: 'team',
  authors: 'user',
  targetPage: 'page',
  files: 'upload',
  parent: 'collection',
  into: 'page',
  base: 'document',
  spaces: 'space',
  section: 'siteSection',
  sectionId: 'siteSection',
  sections: 'siteSection',
  defaultSiteSection: 'siteSection',
  defaultSiteSpace: 'siteSpace',
  currentSiteSpace: 'siteSpace',
  siteSpaceIds: 'siteSpace',
  siteShareKey: 'shareKey',
  storageKey: 'fontUpload',
  jwtToken: 'jwt',
  visitorAuthToken: 'jwt',
  spec: 'specSlug',
}

/** What kind of thing a field or parameter names: `teamId` a team, `owner` a user. */
export function kindOf(field: string): string {
  return kinds[field] ?? field.replace(/Id$/, '')
}

/** The same where the operation decides: comments of a change request are none of its space. */
export function kindInPath(path: string, parameter: string): string {
  const kind = kindOf(parameter)
  if (path.startsWith('/custom-hostnames') && kind === 'subdomain') {
    return 'customHostname'
  }
  const isInGroups = /\/(?:section-groups|external-links)/.test(path)
  if (isInGroups && parameter === 'parent') {
    return 'siteSectionGroup'
  }
  // What is moved, and what it is moved next to.
  if (path.endsWith('/structure/sort') && parameter === 'id') return 'siteSpace'
  if (path.includes('/section-groups') && parameter === 'id') return 'siteSection'
  const isOfRequest = path.includes('{changeRequestId}/comments')
  return isOfRequest && kind.startsWith('comment') ? `${kind} of change request` : kind
}

// Not made through an operation of their own.
const given = new Set([
  'organization',
  'user',
  'email',
  'subdomain',
  'emailDomain',
  'changeRequest',
  'review',
  'checkName',
  'site',
  'siteSection',
  'siteSectionGroup',
  'siteSpace',
  'siteRedirect',
  'shareLink',
  'siteExternalLink',
  'font',
  'specSlug',
  'overlayName',
  'samlProvider',
  'signInMethod',
])

/** The kinds that a path names, without those that every place is given. */
function kindsToMake(): string[] {
  const named = targets.flatMap(({ params }) => Object.keys(params.properties ?? {}))
  return [...new Set(named.map(kindOf))].filter((kind) => !given.has(kind))
}

/** Makes what the contract has an operation for: of each kind two that stay and one that goes again. */
export async function makeThings(
  making: Making,
): Promise<{ things: Things; deleted: Things; sites: MadeSites }> {
  const things: Record<string, string> = {}
  const deleted: Record<string, string> = {}
  for (const kind of kindsToMake()) {
    const create = creatorOf(kind)
    if (create === undefined) continue
    const isOfAccount = !create.definition.path.includes('{organizationId}')
    if (isOfAccount && !making.withAccountThings) continue
    things[kind] = await makeOne(making, create)
    await makeOne(making, create)
    const gone = await makeOne(making, create)
    const remove = removerOf(kind)
    if (remove === undefined) continue
    await call(making, remove, { [`${kind}Id`]: gone })
    deleted[kind] = gone
  }
  const content = await makeContent(making, things['space'] ?? '')
  Object.assign(things, await makeChangeRequest(making, things['space'] ?? ''))
  Object.assign(things, content.things, { upload: await makeUpload(making) })
  Object.assign(deleted, content.deleted)
  Object.assign(things, { auditEvent: await findAuditEvent(making) })
  const { space = '', changeRequest = '' } = things
  const comments = await makeComments(making, space, changeRequest)
  Object.assign(things, comments.things)
  Object.assign(deleted, comments.deleted)
  const fonts = await makeFonts(making)
  Object.assign(things, fonts.things)
  Object.assign(deleted, fonts.deleted)
  Object.assign(things, { seed: `${things['document']}.${things['document']}` })
  const specs = await makeSpecs(making)
  Object.assign(things, specs.things)
  Object.assign(deleted, specs.deleted)
  const providers = await makeProviders(making)
  Object.assign(things, providers.things)
  Object.assign(deleted, providers.deleted)
  const sites = await makeSites(making, space)
  Object.assign(things, sites.things)
  Object.assign(deleted, sites.deleted)
  await writeInstructions(making)
  const { team: teamId = '' } = things
  await putIntoTeam(
    making.wire,
    { ...making, things: { team: teamId } },
    { [making.residentId]: 'member' },
  )
  return { things, deleted, sites }
}

/** `PUT /orgs/{organizationId}/teams` makes teams, `POST …/link-invites` makes invites, `scim-tokens` no API tokens. */
function creatorOf(kind: string): Target | undefined {
  const plural = `${kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}s`
  const creators = targets.filter(
    ({ definition: { path, status } }) =>
      status === 201 && path.endsWith(plural) && !path.includes('{siteId}'),
  )
  return (
    creators.find(({ definition }) => definition.path.endsWith(`/${plural}`)) ??
    creators[0]
  )
}

/** The shortest path: others take a thing out of something else. */
function removerOf(kind: string): Target | undefined {
  return targets
    .filter(
      ({ definition: { path, method } }) =>
        method === 'DELETE' && path.endsWith(`/{${kind}Id}`),
    )
    .toSorted(
      (one, other) => one.definition.path.length - other.definition.path.length,
    )[0]
}

async function makeOne(making: Making, create: Target): Promise<string> {
  const body = valueFor(create.body ?? {}, {
    random: seeded(1),
    identifier: () => making.residentId,
    optional: 'none',
    shape: 0,
    word: making.canary,
  })
  const reply = await call(making, create, {}, body)
  const { body: made } = reply
  if (typeof made === 'object' && made !== null && 'id' in made) return String(made.id)
  throw new Error(`${create.id} made nothing: ${reply.text}`)
}

/** Nobody makes one: everything that was made has left one behind. */
async function findAuditEvent(making: Making): Promise<string> {
  const reply = await call(making, targetOf('listOrganizationAuditEvents'), {})
  const id = /"id":"(\w+)"/.exec(reply.text)?.[1]
  if (id === undefined) throw new Error(`The audit log is empty: ${reply.text}`)
  return id
}

async function writeInstructions(making: Making): Promise<void> {
  const node = { object: 'block', type: 'paragraph', data: { text: making.canary } }
  const instructions = { object: 'document', data: {}, nodes: [node] }
  await call(
    making,
    targetOf('updateOrganizationAgentInstructions'),
    {},
    {
      instructions,
    },
  )
}

export async function putIntoTeam(
  wire: WireClient,
  place: { organizationId: string; adminToken: string; things: Things },
  roles: Readonly<Record<string, 'owner' | 'member'>>,
): Promise<void> {
  const memberships = Object.fromEntries(
    Object.entries(roles).map(([userId, role]) => [userId, { role }]),
  )
  const teamId = place.things['team'] ?? ''
  const making = { ...place, wire }
  await call(
    making,
    targetOf('updateMembersInOrganizationTeam'),
    { teamId },
    { memberships },
  )
}
