import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { ApiOperation } from '@lectern/content/openapi/model.ts'
import { partName } from '@lectern/content/openapi/model.ts'

import { buildAssets } from '#/assets/build-assets.ts'
import { tryOrigins } from '#/blocks/openapi/try-origins.ts'
import { renderBody } from '#/blocks/render-body.tsx'
import type { BodyContext } from '#/model.ts'
import { securityHeaders } from '#/serve/http/security-headers.ts'
import { themeScriptHash } from '#/shell/theme-script.ts'

import { viewOf } from '../page-view.ts'

export interface TryPage {
  readonly operations: readonly ApiOperation[]
  readonly context?: Partial<BodyContext>
  /** The origins that the page may ask, in place of those of its operations. */
  readonly connectsTo?: readonly string[]
}

export interface TrySite {
  readonly url: string
  /** The addresses of all requests to the site, with their bodies. */
  readonly asked: string[]
  readonly stop: () => Promise<void>
}

/** Pages that show operations, with the scripts, styles and policy of real ones. */
export async function startTrySite(
  pages: Readonly<Record<string, TryPage>>,
): Promise<TrySite> {
  const assets = await buildAssets()
  const asked: string[] = []
  return startServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    asked.push(`${request.method} ${request.url} ${await bodyOf(request)}`)
    const asset = assets.files.get(path.slice(1))
    const page = pages[path.slice(1)]
    if (asset !== undefined) {
      response.setHeader('content-type', asset.contentType)
      response.end(asset.body)
    } else if (page === undefined) response.writeHead(404).end()
    else await sendPage(response, page, assets)
  }).then((server) => ({ ...server, asked }))
}

async function sendPage(
  response: ServerResponse,
  { operations, context, connectsTo }: TryPage,
  { styles, scripts }: { styles: readonly string[]; scripts: readonly string[] },
): Promise<void> {
  const byName = new Map(operations.map((each) => [partName(each), each]))
  const api = {
    part: (_spec: string, _kind: string, name: string) => byName.get(name) ?? 'gone',
    schemaHref: () => undefined,
  } as const
  const blocks = operations.map(
    ({ method, path }) =>
      `{% openapi-operation spec="pets" path="${path}" method="${method}" %}\n[pets](pets)\n{% endopenapi-operation %}\n`,
  )
  const view = viewOf(blocks.join('\n'), { context: { api, ...context } })
  const headers = securityHeaders({
    filesOrigin: 'https://files.example',
    themeScriptHash,
    errorStyleHash: '',
    isHttps: false,
    connectsTo: connectsTo ?? tryOrigins([view.document], api),
  })
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  const { language, direction } = view.context
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><html lang="${language}" dir="${direction}"><head>
<meta charset="utf-8"><title>Pets</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
${styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join('')}
${scripts.map((name) => `<script type="module" src="/${name}"></script>`).join('')}
</head><body><main><article class="article">${await renderBody(view)}</article></main></body></html>`)
}

export interface TestServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  host = '127.0.0.1',
): Promise<TestServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve)
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
