import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { buildAssets } from '#/assets/build-assets.ts'
import { errorStyleHash, themeScriptHash } from '#/shell/render.tsx'
import { themeCss } from '#/shell/theme-css.ts'

import { hitsFor, isPartial, shellPages, type ShellPagesOptions } from './shell-pages.ts'
import { customization } from './shell-views.ts'

/** As strict as a real site, so that a browser refuses what it would refuse there. */
const policy = `default-src 'none'; script-src 'self' ${themeScriptHash}; style-src 'self' ${errorStyleHash}; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'`

export interface ShellSite {
  readonly url: string
  readonly feedback: Record<string, string>[]
  readonly stop: () => Promise<void>
}

interface Reply {
  readonly status: number
  readonly type?: string
  readonly body?: string | Buffer
  readonly location?: string
}

interface Visit {
  readonly url: URL
  readonly wantsJson: boolean
  readonly body: string
}

const html = (status: number, body: string): Reply => ({
  status,
  type: 'text/html',
  body,
})

/** Serves the shell around a sample page, with its search, its feedback and what can go wrong. */
export async function startShellSite(
  options: ShellPagesOptions = {},
): Promise<ShellSite> {
  const assets = await buildAssets()
  const feedback: Record<string, string>[] = []
  const pages = shellPages(options, assets)
  const theme = themeCss(options.customization ?? customization)
  const routes: Record<string, (visit: Visit) => Reply> = {
    '/theme.css': () => ({ status: 200, type: 'text/css', body: theme }),
    '/install-compose.md': () => ({
      status: 200,
      type: 'text/markdown',
      body: '# Docker Compose\n',
    }),
    '/short': () => html(200, pages.short()),
    '/missing': () => html(404, pages.missing()),
    '/error': () => html(503, pages.error()),
    '/search': ({ url, wantsJson }) => {
      const query = url.searchParams.get('q') ?? ''
      if (!wantsJson) return html(200, pages.search(query))
      const partial = isPartial(query)
      const body = JSON.stringify({ query, hits: hitsFor(query), partial })
      return { status: query === 'broken' ? 503 : 200, type: 'application/json', body }
    },
    '/feedback': ({ body, wantsJson }) => {
      const fields = Object.fromEntries(new URLSearchParams(body))
      feedback.push(fields)
      if (wantsJson) return { status: 204 }
      const place = 'comment' in fields ? '~feedback-thanks' : '~feedback-sent'
      return { status: 303, location: `/install-compose#${place}` }
    },
  }
  const server = createServer((request, response) => {
    void visitOf(request).then((visit) => {
      const file = assets.files.get(visit.url.pathname.slice('/~assets/'.length))
      const route = routes[visit.url.pathname] ?? (() => html(200, pages.page()))
      return send(
        response,
        file === undefined
          ? route(visit)
          : { status: 200, type: file.contentType, body: file.body },
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- listens on a port
  const { port } = server.address() as AddressInfo
  const stop = async () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${port}`, feedback, stop }
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, {
    'content-security-policy': policy,
    'content-type': reply.type ?? 'text/plain',
    ...(reply.location === undefined ? {} : { location: reply.location }),
  })
  response.end(reply.body)
}

async function visitOf(request: IncomingMessage): Promise<Visit> {
  const chunks: Buffer[] = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no encoding is set: buffers come
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    url: new URL(request.url ?? '/', 'http://site'),
    wantsJson: (request.headers.accept ?? '').includes('json'),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}
