import {
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

import type { TestBody } from '../../../../server/test/test-api.ts'
import type { TestSites } from '../../test-sites.ts'
import { contentToken, currentDocuments } from './private-api.ts'
import type { PrivateWorld } from './private-world.ts'
import { signed } from './private-world.ts'

export const breaks = [
  'audience not in the cache key',
  'share key not checked',
  'exp ignored',
  'private pages on disk',
  'files outlive their site',
  'condition of a page not asked by the api',
  'condition of what a block uses not asked by the api',
  'document of what is no longer there',
  'files for everybody by space',
] as const
export type Break = (typeof breaks)[number]

/** The reads of the api that a defect leaves open, where it is one of the api alone. */
const carelessReads: Partial<Record<Break, RegExp>> = {
  'condition of a page not asked by the api': /\/content\/(?:page|path)\//,
  'condition of what a block uses not asked by the api':
    /\/(?:reusable-contents|files)\//,
  'document of what is no longer there': /\/documents\//,
}

/** Whether only reads of the api can find it: the renderer may ask too little to notice. */
export function isOfApi(broken: Break | undefined): boolean {
  return broken !== undefined && carelessReads[broken] !== undefined
}

export interface LyingApi {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Stands before the api and makes it, or the renderer that believes it, careless in one way. */
export async function startLyingApi(
  { api, host }: Pick<TestSites, 'api' | 'host'>,
  world: PrivateWorld,
  broken: Break,
): Promise<LyingApi> {
  const apiUrl = api.url
  const lies = liesOf(world, broken)
  const readerInstead = await carelessIn({ api, host }, world, broken)
  const kept = new Map<string, Buffer>()
  const openSpaces = new Set<string>()
  const server = createServer((incoming, reply) => {
    const { url = '' } = incoming
    if (url === '/v1/urls/published') void resolve(apiUrl, incoming, reply, lies)
    else if (broken === 'files outlive their site' && url.startsWith('/~files/')) {
      void remember(apiUrl + url, kept, reply)
    } else if (broken === 'files for everybody by space' && url.startsWith('/~files/')) {
      void giveBySpace(apiUrl + url, { kept, openSpaces }, reply)
    } else {
      const { authorization } = incoming.headers
      const another = authorization === undefined ? undefined : readerInstead(url)
      if (another !== undefined) incoming.headers.authorization = `Bearer ${another}`
      void passOn(apiUrl, incoming, reply)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

/** Whose token reads a path instead of the one that was sent; undefined where that one does. */
async function carelessIn(
  sites: Pick<TestSites, 'api' | 'host'>,
  { adaptive }: PrivateWorld,
  broken: Break,
): Promise<(path: string) => string | undefined> {
  const careless = carelessReads[broken]
  if (careless === undefined) return () => undefined
  if (broken === 'document of what is no longer there') {
    const current = await currentDocuments(sites, adaptive)
    return (path) =>
      careless.test(path) && !current.has(path.split('/').at(-1) ?? '')
        ? sites.api.tokens.admin
        : undefined
  }
  const paid = await contentToken(sites, adaptive, { plan: 'paid' })
  return (path) => (careless.test(path) ? paid : undefined)
}

interface Lies {
  readonly ask: (body: TestBody) => TestBody
  readonly answer: (body: TestBody) => TestBody
}

const same = (body: TestBody): TestBody => body

function liesOf({ shared, members }: PrivateWorld, broken: Break): Lies {
  const keyed = new RegExp(`^(https?://[^/]+${shared.base})(?:[0-9A-Za-z]{24}(?=/|$)/?)?`)
  const lies: Record<Break, Lies> = {
    'audience not in the cache key': {
      ask: same,
      answer: (body) => ('audience' in body ? { ...body, audience: '' } : body),
    },
    'share key not checked': {
      answer: same,
      ask: (body) => ({
        ...body,
        url: String(body.url).replace(keyed, `$1${shared.key}/`),
      }),
    },
    'exp ignored': {
      answer: same,
      ask: (body) => withNewEnd(body, members.privateKey),
    },
    'files outlive their site': { ask: same, answer: same },
    'condition of a page not asked by the api': { ask: same, answer: same },
    'condition of what a block uses not asked by the api': { ask: same, answer: same },
    'document of what is no longer there': { ask: same, answer: same },
    'files for everybody by space': { ask: same, answer: same },
    'private pages on disk': {
      ask: same,
      answer: ({ shareKey, ...body }) =>
        body.visibility === 'share-link'
          ? { ...body, visibility: 'public' }
          : { ...body, ...(shareKey !== undefined && { shareKey }) },
    },
  }
  return lies[broken]
}

/** As if it had been signed just now; other faults of a token stay what they are. */
function withNewEnd(body: TestBody, key: string): TestBody {
  const token: unknown = body.visitor?.jwtToken
  if (typeof token !== 'string') return body
  const [, payload = ''] = token.split('.')
  try {
    const { exp: _exp, ...claims } = JSON.parse(
      Buffer.from(payload, 'base64url').toString(),
    )
    const isOurs = signedAsBefore(token, key)
    return isOurs
      ? { ...body, visitor: { ...body.visitor, jwtToken: signed(key, claims) } }
      : body
  } catch {
    return body
  }
}

function signedAsBefore(token: string, key: string): boolean {
  const [, payload = ''] = token.split('.')
  return signed(key, JSON.parse(Buffer.from(payload, 'base64url').toString())) === token
}

/** Answers with the bytes that a URL had when it was first asked for. */
async function remember(
  url: string,
  kept: Map<string, Buffer>,
  reply: ServerResponse,
): Promise<void> {
  const known = kept.get(url)
  if (known !== undefined) return void reply.writeHead(200).end(known)
  const answered = await fetch(url)
  const bytes = Buffer.from(await answered.arrayBuffer())
  if (answered.ok) kept.set(url, bytes)
  reply.writeHead(answered.status).end(bytes)
}

/** Gives every file of a space that has a public one to everybody, as public. */
async function giveBySpace(
  url: string,
  { kept, openSpaces }: { kept: Map<string, Buffer>; openSpaces: Set<string> },
  reply: ServerResponse,
): Promise<void> {
  const [, , spaceId = '', fileId = ''] = new URL(url).pathname.split('/')
  const answered = await fetch(url)
  const bytes = Buffer.from(await answered.arrayBuffer())
  const cached = answered.headers.get('cache-control') ?? 'no-store'
  if (answered.ok) kept.set(fileId, bytes)
  if (cached.startsWith('public')) openSpaces.add(spaceId)
  const known = openSpaces.has(spaceId) ? kept.get(fileId) : undefined
  reply.setHeader('cache-control', known === undefined ? cached : 'public, max-age=60')
  reply.writeHead(known === undefined ? answered.status : 200).end(known ?? bytes)
}

async function resolve(
  apiUrl: string,
  incoming: IncomingMessage,
  reply: ServerResponse,
  { ask, answer }: Lies,
): Promise<void> {
  const chunks: Buffer[] = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no encoding is set: buffers come
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const asked: TestBody = JSON.parse(Buffer.concat(chunks).toString())
  const answered = await fetch(`${apiUrl}/v1/urls/published`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: incoming.headers.authorization ?? '',
    },
    body: JSON.stringify(ask(asked)),
  })
  const body: TestBody = await answered.json()
  reply.writeHead(answered.status, { 'content-type': 'application/json' })
  reply.end(JSON.stringify(answered.ok ? answer(body) : body))
}

async function passOn(
  apiUrl: string,
  incoming: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const { method, headers } = incoming
  const passed = request(
    new URL(incoming.url ?? '/', apiUrl),
    { method, headers },
    (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    },
  )
  passed.on('error', () => reply.destroy())
  reply.on('close', () => passed.destroy())
  incoming.pipe(passed)
}
