import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { LoadedResource } from '#/features/publishing/pdf/print-to-pdf.ts'

/** A small server of pages to print, which knows what it was asked for. */
export interface PrintServer {
  readonly url: string
  readonly asked: string[]
  readonly load: (url: string) => Promise<LoadedResource | undefined>
  readonly stop: () => Promise<void>
}

export interface PrintResource {
  readonly contentType: string
  readonly body: string | Buffer
}

export async function startPrintServer(
  resources: ReadonlyMap<string, PrintResource>,
): Promise<PrintServer> {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    asked.push(pathname)
    const found = resources.get(pathname)
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': found?.contentType ?? 'text/plain',
    })
    response.end(found?.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    asked,
    async load(wanted) {
      if (!wanted.startsWith(`${url}/`)) return undefined
      const reply = await fetch(wanted, { redirect: 'error' })
      if (!reply.ok) return undefined
      return {
        contentType: reply.headers.get('content-type') ?? '',
        bytes: Buffer.from(await reply.arrayBuffer()),
      }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function html(body: string): { contentType: string; body: string } {
  return {
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><head><title>Handbook</title></head><body>${body}</body></html>`,
  }
}
