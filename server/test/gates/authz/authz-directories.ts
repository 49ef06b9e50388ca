import { send, type WireReply as ScimReply } from '#test/http/test-wire.ts'

import { comparable, differenceOf } from '../generate/generate-compare.ts'
import { scimHeaders } from '../generate/generate-directories.ts'
import type { WireReply } from '../generate/generate-wire.ts'
import type { KeptPlace, World } from '../generate/generate-world.ts'
import { leakIn } from './authz-leaks.ts'
import { aboutNobody, requestsAbout, type ScimRequest } from './authz-scim-requests.ts'
import { nonexistent } from './authz-nonexistent.ts'

/** Tries what directories may ask: with tokens of directories and of everybody else, here and elsewhere. */
export async function tryDirectories(world: World) {
  const { home, second, elsewhere, vault } = world
  const asking = createAsking(world)
  for (const place of [home, vault]) await tryKeys(world, asking, place)
  const pairs = [
    [home, vault],
    [vault, home],
    [second, elsewhere],
  ] as const
  for (const [place, other] of pairs) {
    const hidden = placesOf(world).filter((one) => one !== place)
    await tryOwn(world, asking, { place, hidden })
    await tryForeign(asking, { place, other, hidden })
  }
  return { problems: asking.problems, tried: asking.tried() }
}

type Asking = ReturnType<typeof createAsking>

function createAsking({ api, snapshot }: World) {
  const problems: string[] = []
  let tried = 0
  return {
    problems,
    tried: () => tried,
    async ask(
      organizationId: string,
      { token, headers = {} }: Omit<Key, 'name'>,
      { method, path, body }: ScimRequest,
    ): Promise<ScimReply> {
      const text = body && JSON.stringify(body)
      tried += 1
      return send(api.url, method, `/scim/v2/${organizationId}${path}`, {
        headers: { ...scimHeaders(token, text), ...headers },
        ...(text !== undefined && { body: text }),
      })
    },
    /** Puts rows back, and notes which of others were changed. */
    async settle(what: string, others: readonly KeptPlace[]): Promise<void> {
      if (!(await snapshot.isWritten())) return
      for (const place of others) {
        for (const table of await snapshot.changed(place)) {
          problems.push(`${what} changed ${table} (${place.canary})`)
        }
      }
      await snapshot.restore()
    },
    compare(what: string, one: Compared, other: Compared): void {
      const [a, b] = [one, other].map(({ reply, sent }) => comparable(reply, sent))
      const difference = a && b && differenceOf(a, b)
      if (difference !== undefined) problems.push(`${what}: ${difference}`)
    },
  }
}

interface Compared {
  readonly reply: WireReply
  readonly sent: readonly string[]
}

/** Whoever is no directory of the place is nobody there, and cannot tell whether it exists. */
async function tryKeys(world: World, asking: Asking, place: KeptPlace): Promise<void> {
  const missing = nonexistent('organization', 0)
  const { organizationId, directory, canary } = place
  for (const key of keysBeside(world, place)) {
    for (const request of [...aboutNobody, ...requestsAbout(directory)]) {
      const what = `${request.method} ${request.path} of ${canary} with ${key.name}`
      const reply = await asking.ask(organizationId, key, request)
      const twin = await asking.ask(missing, key, request)
      if (reply.status !== 401) {
        asking.problems.push(`${what} → ${reply.status} ${reply.text}`)
      }
      asking.compare(
        what,
        { reply: unversioned(reply), sent: [organizationId] },
        { reply: unversioned(twin), sent: [missing] },
      )
    }
  }
  await asking.settle(`a key that is none of ${canary}`, placesOf(world))
}

interface Trying {
  readonly place: KeptPlace
  readonly hidden: readonly KeptPlace[]
}

/** What a directory keeps it reaches, and is told of nothing else. */
async function tryOwn(
  { sample }: World,
  asking: Asking,
  { place, hidden }: Trying,
): Promise<void> {
  const { organizationId, directory, canary } = place
  for (const request of [...aboutNobody, ...requestsAbout(directory)]) {
    const what = `${request.method} ${request.path} of ${canary}`
    const reply = await asking.ask(organizationId, directory, request)
    if (reply.status >= 300) {
      asking.problems.push(`${what} → ${reply.status} ${reply.text}`)
    }
    const told = { hidden, userId: sample.users.admin }
    const leak = leakIn({ ...reply, body: undefined }, told, [])
    if (leak !== undefined) asking.problems.push(`${what} tells ${leak}`)
    await asking.settle(what, hidden)
  }
}

/** What is another's is for a directory like what is not there. */
async function tryForeign(
  asking: Asking,
  { place, other, hidden }: Trying & { readonly other: KeptPlace },
): Promise<void> {
  const { organizationId, directory, canary } = place
  for (const { names, twins } of foreignNames(place, other)) {
    for (const [at, request] of requestsAbout(names).entries()) {
      const twin = requestsAbout(twins)[at]
      if (twin === undefined || isSame(request, twin)) continue
      const what = `${request.method} ${request.path} of ${other.canary} by the directory of ${canary}`
      const one = await asking.ask(organizationId, directory, request)
      await asking.settle(what, hidden)
      const another = await asking.ask(organizationId, directory, twin)
      await asking.settle(what, hidden)
      asking.compare(
        what,
        { reply: unversioned(one), sent: Object.values(names) },
        { reply: unversioned(another), sent: Object.values(twins) },
      )
    }
  }
}

function placesOf({ home, second, elsewhere, vault }: World): readonly KeptPlace[] {
  return [home, second, elsewhere, vault]
}

/** Versions follow from what is shown, which is compared by itself. */
function unversioned({ status, headers, text }: ScimReply): WireReply {
  const shown = text.replaceAll(/W\/\\"[\w-]+\\"/g, '‹version›')
  return { status, headers, text: shown, body: undefined }
}

function isSame(one: ScimRequest, other: ScimRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Things of another place, alone or beside one's own, each with what exists nowhere in their stead. */
function foreignNames({ directory: own }: KeptPlace, { directory, things }: KeptPlace) {
  const missing = {
    user: nonexistent('user', 0),
    userName: nonexistent('email', 0),
    group: nonexistent('team', 1),
  }
  const { user, userName, group } = directory
  const ofApi = { user: things['user'] ?? '', group: things['team'] ?? '' }
  return [
    { names: directory, twins: missing },
    { names: { ...missing, ...ofApi }, twins: missing },
    { names: { ...own, user }, twins: { ...own, user: missing.user } },
    { names: { ...own, user: ofApi.user }, twins: { ...own, user: missing.user } },
    { names: { ...own, userName }, twins: { ...own, userName: missing.userName } },
    { names: { ...own, group }, twins: { ...own, group: missing.group } },
  ]
}

interface Key {
  readonly name: string
  readonly token: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** All that is no token of the directory of a place. */
function keysBeside(world: World, place: KeptPlace): readonly Key[] {
  const { tokens, cookie, boundCookie, keptOut } = world
  const { token, deletedToken } = place.directory
  const last = token.endsWith('0') ? '1' : '0'
  return [
    { name: 'nothing', token: undefined },
    { name: 'a token of an admin', token: place.adminToken },
    { name: 'a token for one organization', token: tokens.boundToSecond },
    { name: 'a token that is revoked', token: tokens.revoked },
    { name: 'a token that has ended', token: tokens.expired },
    { name: 'a token of one who is kept out', token: keptOut.token },
    ...Object.entries(place.sites.readers).map(([kind, reader]) => ({
      name: `a token of a visitor of a ${kind} site`,
      token: reader.token,
    })),
    ...placesOf(world)
      .filter((one) => one !== place)
      .map((one) => ({
        name: `the token of the directory of ${one.canary}`,
        token: one.directory.token,
      })),
    { name: 'a token of a directory that is gone', token: deletedToken },
    { name: 'a token with a letter changed', token: `${token.slice(0, -1)}${last}` },
    { name: 'a token cut short', token: token.slice(0, -1) },
    ...[cookie, boundCookie].map((each) => ({
      name: 'a cookie of an admin',
      token: undefined,
      headers: {
        cookie: each,
        host: 'lectern.test',
        'sec-fetch-site': 'same-origin',
      },
    })),
  ]
}
