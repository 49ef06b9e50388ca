import { targetOf } from '../generate/generate-schema.ts'
import {
  type Comparable,
  comparable,
  differenceOf,
} from '../generate/generate-compare.ts'
import { signed } from '../generate/generate-sites.ts'
import { asCurl, targetPath, type WireRequest } from '../generate/generate-wire.ts'
import type { Place, World } from '../generate/generate-world.ts'

/** A way to the content of a site: an address, and what is shown at the door. */
interface Door {
  readonly name: string
  readonly url: string
  readonly jwt?: string
}

interface Doors {
  readonly open: readonly Door[]
  readonly shut: readonly ShutDoor[]
}

/** Nobody may be able to tell it from an address where nothing is. */
interface ShutDoor extends Door {
  readonly like?: string
}

const nowhere = 'http://nobody.localhost:3001/nowhere/'

/** Tries share keys, tokens for visitors and previews at the sites they are for, and at others. */
export async function tryDoors(world: World) {
  const { home, second, elsewhere, vault } = world
  const pairs: readonly (readonly [Place, Place])[] = [
    [home, second],
    [second, home],
    [elsewhere, vault],
    [vault, elsewhere],
  ]
  const problems: string[] = []
  let tried = 0
  for (const [place, other] of pairs) {
    const { open, shut } = await doorsOf(world, place, other)
    for (const knock of knocksOf(world, place)) {
      for (const door of open) {
        const { status, curl } = await knock(door)
        if (status !== 200) problems.push(`${door.name}: does not open; ${curl}`)
      }
      for (const door of shut) {
        const difference = await tellApart(knock, door)
        if (difference !== undefined) problems.push(`${door.name}: ${difference}`)
      }
      tried += open.length + shut.length
    }
  }
  return { problems, tried }
}

interface Knocked {
  readonly status: number
  readonly seen: Comparable
  readonly curl: string
}
type Knock = (door: Door) => Promise<Knocked>

/** Both operations, by anyone and by an admin of the place, who gets no further than others. */
function knocksOf({ wire }: World, { adminToken }: Place): Knock[] {
  return [undefined, adminToken].flatMap((token) =>
    [byBody, byQuery].map((ask): Knock => async (door) => {
      const sent = ask(door, token)
      const reply = await wire.send(sent)
      const curl = `${asCurl(sent)} → ${reply.status}`
      const last = door.url.split('/').findLast((part) => part !== '') ?? ''
      const seen = comparable(reply, [door.url, last])
      return { status: reply.status, seen, curl }
    }),
  )
}

async function tellApart(knock: Knock, door: ShutDoor): Promise<string | undefined> {
  const { seen, curl } = await knock(door)
  const nothing = await knock({ ...door, url: door.like ?? nowhere })
  const difference = differenceOf(seen, nothing.seen)
  return difference && `${difference}; ${curl}`
}

async function doorsOf(world: World, place: Place, other: Place): Promise<Doors> {
  const {
    public: open,
    'share-link': shared,
    'visitor-auth': guarded,
  } = place.sites.readers
  const key = shared.things['shareKey'] ?? ''
  const jwt = guarded.things['jwt'] ?? ''
  const keyElsewhere = other.sites.readers['share-link'].things['shareKey']
  const preview = await previewOf(world, place)
  const sibling = (basename = '') => new URL(`/${basename}/`, at(open.things)).href
  const misplaced = new URL(at(guarded.things))
  misplaced.hostname = new URL(at(other.things)).hostname
  return {
    open: [
      { name: 'a public site', url: at(open.things) },
      { name: 'a shared site with its key', url: at(shared.things, key) },
      { name: 'a guarded site with its token', url: at(guarded.things), jwt },
      { name: 'a guarded site with its preview', url: preview },
    ],
    shut: [
      { name: 'a shared site', url: at(shared.things) },
      { name: 'a shared site with a token', url: at(shared.things), jwt },
      ...Object.entries({
        'no key at all': 'NNNNNNNNNNNNNNNNNNNNNNNN',
        'a key that is gone': place.deleted['shareKey'],
        'the key of another site': place.things['shareKey'],
        'the key of another organization': keyElsewhere,
      }).map(([name, one]) => ({
        name: `a shared site with ${name}`,
        url: at(shared.things, one),
      })),
      { name: 'a guarded site', url: at(guarded.things) },
      { name: 'a guarded site with a share key', url: at(guarded.things, key) },
      ...Object.entries({
        'a token of nobody': signed('a key of nobody', 'nobody'),
        'a token of a key that is gone': place.deleted['jwt'],
        'a token of another organization': other.things['jwt'],
        'an unsigned token': unsigned(jwt),
      }).map(([name, one = '']) => ({
        name: `a guarded site with ${name}`,
        url: at(guarded.things),
        jwt: one,
      })),
      {
        name: 'a guarded site with the preview of another',
        url: at(guarded.things) + new URL(await previewOf(world, other)).search,
      },
      {
        name: 'a site that is not published',
        url: sibling(place.sites.aside['basename']),
      },
      { name: 'a site that is gone', url: sibling(place.deleted['basename']) },
      { name: 'the host of another organization', url: misplaced.href, jwt },
      {
        name: 'a space that is shown to others only',
        url: at(open.things, place.sites.aside['basename']),
        like: at(open.things, 'nothing-is-here'),
      },
    ],
  }
}

/** The address of a site, and what stands behind it. */
function at(things: Place['things'], rest = ''): string {
  return `${things['url']}${rest}`
}

function unsigned(jwt: string): string {
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  return `${header}.${jwt.split('.')[1]}.`
}

async function previewOf({ wire }: World, place: Place): Promise<string> {
  const { organizationId, adminToken, things } = place
  const params = { organizationId, siteId: things['site'] ?? '' }
  const { definition } = targetOf('getSitePublishingPreviewById')
  const { body, text } = await wire.send({
    method: 'GET',
    target: targetPath(definition, params),
    headers: { authorization: `Bearer ${adminToken}` },
  })
  const url: unknown = Object(body)['url']
  if (typeof url !== 'string') throw new Error(`No preview was given: ${text}`)
  return url
}

type Ask = (door: Door, token: string | undefined) => WireRequest

const byBody: Ask = ({ url, jwt }, token) => ({
  method: 'POST',
  target: '/urls/published',
  headers: { 'content-type': 'application/json', ...bearer(token) },
  body: Buffer.from(JSON.stringify({ url, ...(jwt && { visitor: { jwtToken: jwt } }) })),
})

const byQuery: Ask = ({ url, jwt }, token) => {
  const query = new URLSearchParams({ url, ...(jwt && { visitorAuthToken: jwt }) })
  const target = `/urls/published?${query.toString()}`
  return { method: 'GET', target, headers: bearer(token) }
}

function bearer(token: string | undefined) {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}
