import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createTestSpace } from '../../../../server/test/test-edits.ts'
import {
  publishSite,
  type SiteReply,
  startTestSites,
  type TestSites,
} from '../../test-sites.ts'
import { attacks, htmlAttacks, urlAttacks } from './xss-attacks.ts'

/** Documents of the gate at `/d/{number}`; whatever else is asked for, the real renderer answers. */
export interface GateServer {
  readonly url: string
  readonly put: (document: string, headers?: Readonly<Record<string, string>>) => string
  readonly stop: () => Promise<void>
}

interface Kept {
  readonly document: string
  readonly headers: Readonly<Record<string, string>>
}

export async function startGateServer(sites: TestSites): Promise<GateServer> {
  const documents = new Map<string, Kept>()
  const answer = async (incoming: IncomingMessage, reply: ServerResponse) => {
    const target = incoming.url ?? '/'
    const kept = documents.get(target)
    if (kept !== undefined) {
      reply.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        ...kept.headers,
      })
      reply.end(kept.document)
      return
    }
    const { status, headers, bytes } = await sites.read(target)
    reply.writeHead(status, { ...headers, connection: 'close' })
    reply.end(bytes)
  }
  const server = createServer((incoming, reply) => {
    answer(incoming, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    put(document, headers = {}) {
      const target = `/d/${documents.size}`
      documents.set(target, { document, headers })
      return url + target
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export interface HostileSite {
  readonly sites: TestSites
  readonly base: string
  /** Answers of the real renderer, in which something hostile was written or sent. */
  readonly answers: (countMax: number) => Promise<readonly Answered[]>
}

export interface Answered {
  readonly target: string
  readonly reply: SiteReply
}

const titledMax = 30

/** A real site whose people write attacks, where the api takes them. */
export async function startHostileSite(): Promise<HostileSite> {
  const sites = await startTestSites({ SEARCH_RATE_LIMIT: '0', FEEDBACK_RATE_LIMIT: '0' })
  const { api } = sites
  const space = await createTestSpace(api)
  const titled = htmlAttacks.slice(0, titledMax)
  await space.edit(
    {
      operation: 'insert_page',
      title: 'Start',
      slug: 'start',
      document: { markdown: 'alert(1)\n' },
    },
    ...titled.map((title, at) => ({
      operation: 'insert_page',
      title,
      slug: `page-${at}`,
      description: title,
      document: {
        markdown: `${title}\n\n[x](<${urlAttacks[at % urlAttacks.length]}>)\n`,
      },
    })),
  )
  const { base, path } = await publishSite(sites, [space.spaceId], {
    title: htmlAttacks[0],
  })
  const admin = api.as('admin')
  const { body: settings } = await admin.get(`${path}/customization`)
  const [first = '', second = ''] = htmlAttacks
  // Addresses that the api refuses cannot be written, so each is tried on its own.
  for (const url of ['https://example.com/"><script>alert(1)</script>', ...urlAttacks]) {
    const to = { kind: 'url', url }
    await admin.put(`${path}/customization`, {
      ...settings,
      header: {
        ...settings.header,
        links: [{ title: first, to, style: 'link', links: [{ title: second, to }] }],
      },
      footer: {
        ...settings.footer,
        copyright: first,
        groups: [{ title: second, links: [{ title: first, to }] }],
      },
      announcement: {
        enabled: true,
        message: first,
        style: 'info',
        link: { title: second, to },
      },
      privacyPolicy: { url },
    })
  }
  const targets = [
    base,
    ...titled.map((_, at) => `${base}page-${at}`),
    ...attacks.flatMap((attack) => {
      const sent = encodeURIComponent(attack.toWellFormed())
      return [`${base}~search?q=${sent}`, base + sent, `${base}page-1/${sent}`]
    }),
  ]
  return {
    sites,
    base,
    answers: async (countMax) => {
      // Evenly from all of them, so that each kind is among them.
      const step = Math.max(1, Math.floor(targets.length / countMax))
      const some = targets.filter((_, at) => at % step === 0)
      return Promise.all(
        some.map(async (target) => ({ target, reply: await sites.read(target) })),
      )
    },
  }
}

/** Answers that are no pages must not become one, nor a script, and hosts keep to themselves. */
export async function judgeAnswers({
  sites,
  base,
}: HostileSite): Promise<readonly string[]> {
  const problems: string[] = []
  const attack = '<script>alert(1)</script>'
  const sent = encodeURIComponent(attack)
  const json = await sites.read(`${base}~search?q=${sent}`, {
    headers: { accept: 'application/json' },
  })
  const others = [
    'start.md',
    'llms.txt',
    'llms-full.txt',
    'rss.xml',
    'sitemap.xml',
    'robots.txt',
    'page-0.md',
  ]
  const replies = await Promise.all(
    others.map(async (inside) => sites.read(base + inside)),
  )
  for (const { headers, status } of [json, ...replies]) {
    const type = headers['content-type'] ?? ''
    if (headers['x-content-type-options'] !== 'nosniff') {
      problems.push(`${type} may be sniffed`)
    }
    if (status === 200 && /html|javascript|svg/.test(type)) {
      problems.push(`${type} is no page, and answered as one`)
    }
  }
  const page = await sites.read(base)
  const own = [
    ...page.body.matchAll(/(?:href|src)="([^"]*~(?:assets|theme)\/[^"]+)"/g),
  ].flatMap(([, path]) => path ?? [])
  if (own.length === 0) problems.push('no asset is on the page')
  for (const path of own) {
    const elsewhere = [
      await sites.read(path, { host: 'unknown.localhost' }),
      await sites.read(path, {
        host: `another.${sites.host.split('.').slice(1).join('.')}`,
      }),
      await sites.read(path.replace(base, '/another/')),
      await sites.read(path.replace(base, '/')),
    ]
    if (elsewhere.some(({ status }) => status !== 404)) {
      problems.push(`${path} is answered elsewhere too`)
    }
  }
  return problems
}
