import type { TestBody, TestCaller, TestReply } from '../test-api.ts'

/** A site with something set of every kind, that shows a space or, with sections, one in each of two. */
export interface PlaceSite {
  readonly id: string
  readonly space: string
  readonly sections: readonly string[]
  /** The one it shows or, with sections, the first of each, in their order. */
  readonly siteSpaces: readonly string[]
  /** Of a site with sections, whose first section is in the second group, which is in the first. */
  readonly groups: readonly string[]
  readonly shareLink: string
  readonly redirect: string
  /** What its URLs began with before it was renamed. */
  readonly alias: string
  /** What the URLs of its first section or site-space began with before that was renamed. */
  readonly formerPath: string
  /** A member and a team with a role on the site. */
  readonly user: string
  readonly team: string
}

const jsonSchema = {
  type: 'object',
  properties: { beta: { type: 'boolean' } },
  additionalProperties: false,
}

/** One without sections, and one with. */
export async function createSites(
  caller: TestCaller,
  organization: string,
  [space = '', other = '']: readonly string[],
): Promise<PlaceSite[]> {
  const path = `/orgs/${organization}/sites`
  const made = await Promise.all(
    [1, 2].map(async () => {
      const body = { spaces: [space], visibility: 'visitor-auth' }
      return idOf(await caller.post(path, body))
    }),
  )
  const [plain = '', sectioned = ''] = made
  const body = { spaceId: other, title: 'Second' }
  idOf(await caller.post(`${path}/${sectioned}/sections`, body))
  const listed = await done(caller.get(`${path}/${sectioned}/sections`))
  const sections: TestBody[] = listed.items
  const ids: string[] = sections.map(({ id }) => id)
  const { items } = await done(caller.get(`${path}/${plain}/site-spaces`))
  const siteSpaces: string[] = [items[0].id]
  const unsectioned = { id: plain, space, sections: [], siteSpaces, groups: [] }
  const withSections = {
    id: sectioned,
    space,
    sections: ids,
    siteSpaces: sections.map(({ siteSpaces: [first] }) => first.id),
    groups: await createGroups(caller, `${path}/${sectioned}`, ids),
  }
  return [
    {
      ...unsectioned,
      ...(await settle(caller, `${path}/${plain}`, unsectioned)),
      formerPath: await rename(caller, `${path}/${plain}/site-spaces/${siteSpaces[0]}`),
    },
    {
      ...withSections,
      ...(await settle(caller, `${path}/${sectioned}`, withSections)),
      formerPath: await rename(caller, `${path}/${sectioned}/sections/${ids[0]}`),
    },
  ]
}

async function createGroups(
  caller: TestCaller,
  path: string,
  [section = '']: readonly string[],
): Promise<string[]> {
  const groups = `${path}/section-groups`
  const outer = idOf(await caller.post(groups, { title: 'Outer' }))
  const body = { title: 'Inner', parent: outer, sections: [section] }
  return [outer, idOf(await caller.post(groups, body))]
}

async function settle(
  caller: TestCaller,
  path: string,
  { siteSpaces: [siteSpaceId = ''] }: Pick<PlaceSite, 'siteSpaces'>,
) {
  await done(caller.put(`${path}/adaptive-schema`, { jsonSchema }))
  const customization = await done(caller.get(`${path}/customization`))
  await done(caller.put(`${path}/customization`, customization))
  const overrides = { pdf: { enabled: false } }
  await done(caller.patch(`${path}/site-spaces/${siteSpaceId}/customization`, overrides))
  await done(caller.post(`${path}/publishing/auth/regenerate`))
  const shareLink = idOf(await caller.post(`${path}/share-links`, { name: 'Ann' }))
  const destination = { kind: 'site-space', siteSpaceId }
  const redirect = { source: '/Old/Page', destination }
  const { basename: alias } = await done(caller.get(path))
  await done(caller.patch(path, { basename: `${alias}-now` }))
  return {
    ...(await giveRoles(caller, path)),
    shareLink,
    redirect: idOf(await caller.post(`${path}/redirects`, redirect)),
    alias,
  }
}

async function giveRoles(caller: TestCaller, path: string) {
  const [organization] = path.split('/sites/')
  const { items: members } = await done(caller.get(`${organization}/members`))
  const { items: teams } = await done(caller.get(`${organization}/teams`))
  const given = { user: members[0].id, team: teams[0].id }
  const gift = { role: 'create', users: [given.user], teams: [given.team] }
  const { status, body } = await caller.post(`${path}/permissions`, gift)
  if (status !== 204) throw refused(status, body)
  return given
}

async function rename(caller: TestCaller, path: string): Promise<string> {
  const { path: before } = await done(caller.patch(path, {}))
  await done(caller.patch(path, { path: 'renamed' }))
  return before
}

function idOf({ status, body }: TestReply): string {
  if (status !== 201) throw refused(status, body)
  return body.id
}

async function done(reply: Promise<TestReply>): Promise<TestBody> {
  const { status, body } = await reply
  if (status !== 200) throw refused(status, body)
  return body
}

function refused(status: number, body: TestBody): Error {
  return new Error(`The scene was answered ${status}: ${JSON.stringify(body)}`)
}
